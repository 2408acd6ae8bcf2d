"""Plays simulated games by generated turns (see `fsm.compiler.counting`), which note what is counted.

A game that is played this way has the same record as one that is played step by step. Whatever turns cannot tell about
is left to steps: a game in which something goes wrong, or whose settings change, is played again from its beginning,
and policies of others are asked step by step.
"""

from itertools import compress
from typing import TYPE_CHECKING, Any

from fsm.chart import Guard
from fsm.compiler.counting import CountedTurns, compile_counting
from fsm.compiler.program import helpers_of
from fsm.compiler.rolling import Changed, Unfinished
from fsm.engine import Engine
from fsm.running.reasons import Verdicts
from fsm.simulating.hashing import Choose
from fsm.simulating.policies import CHOOSERS
from fsm.snapshot import Snapshot

if TYPE_CHECKING:
    from fsm.simulating.runner import Record, Runner

MOST_SETTINGS = 4
"""Settings that turns are written for, in one simulation. To write them takes as long as some hundred moves."""


class AgainError(Exception):
    """A game must be played again, by steps; its cause says why."""


class CountedPlay:
    """Plays the games of a runner, as far as turns can."""

    def __init__(self, runner: "Runner[Any]") -> None:
        self.runner = runner
        self.engine = runner.engine
        chooser = CHOOSERS.get(runner.policy)
        self.is_possible = chooser is not None and type(self.engine) is Engine
        self.chooser: Any = chooser and chooser()
        self.is_settled = bool(self.engine.chart.static_guards)
        self.known: dict[Any, CountedTurns] = {}

    def play(self, game: "Record[Any]") -> BaseException | None:
        """Play a game to its end. Otherwise gives what kept turns from it, and the game is as it was: play it by steps.

        What comes to light between turns, where a move is looked at, is raised as it is by steps.
        """
        if not self.is_possible:
            return Changed()
        started = len(game.trace.rows)
        try:
            self.play_all(game)
        except AgainError as again:
            self.is_possible = not isinstance(again.__cause__, Changed)
            game.snapshot = game.first
            del game.trace.rows[started:], game.settings_met[1:]
            for notes in (game.phases, game.widths, game.moves):
                notes.clear()
            return again.__cause__
        return None

    def play_all(self, game: "Record[Any]") -> None:
        """Stretches of turns, and in between, those moves that are looked at."""
        number, most, is_over = 0, self.runner.plan.max_moves, False
        counted, choose = self.turns_for(game.first.game), self.chooser(game.seed)
        seen = [False] * len(counted.answers)
        ask, look = self.runner.checks(game.number)
        try:
            while number < most and not is_over:
                if number == due(number, game.number, look):
                    is_over = not self.runner.play_next(game, number, ask, look)
                    number += 1
                    if len(game.settings_met) > 1:
                        raise AgainError from Changed()
                    continue
                until = min(most, due(number, game.number, look), due(number, game.number, ask) + 1)
                number = self.stretch(game, counted, choose, seen, number, until)
                is_over = number < until
                if not is_over and ask and (number - 1 + game.number) % ask == 0:
                    self.runner.check(game.snapshot)
        finally:
            game.trace.guards.update(compress(counted.answers, seen))

    def stretch(
        self, game: "Record[Any]", counted: CountedTurns, choose: Choose, seen: list[bool], number: int, until: int
    ) -> int:
        """Turn after turn; gives the number of the decision that is next, or was not to be made."""
        turns, chart, snapshot, trace = counted.turns, self.engine.chart, game.snapshot, game.trace
        waits = [snapshot.back] * bool(chart.called) + [snapshot.chosen] * bool(chart.gatherings)
        try:
            last, after, *waits, number = turns.loop(
                *(turns.by_leaf[snapshot.phase], snapshot.game, *waits),
                *(choose, game.phases.append, game.widths.append, game.moves.append),
                *(number, until, trace.rows.append, seen, trace),
                *([snapshot.game.settings] if self.is_settled else ()),
            )
        except (Exception, SystemExit) as error:  # foreign rules may raise anything, and steps tell what it means
            raise AgainError from error
        if after.__class__ is Unfinished:
            raise AgainError from Changed()
        back = waits.pop(0) if chart.called else ()
        game.snapshot = Snapshot(turns.leaf_of[last], after, back, waits[0] if waits else ())
        return int(number)

    def turns_for(self, game: Any) -> CountedTurns:
        """The turns for the settings of a game, if there are not too many others."""
        settings = game.settings if self.is_settled else None
        if settings not in self.known:
            if len(self.known) == MOST_SETTINGS:
                raise AgainError from Changed()
            try:
                self.known[settings] = self.written(settings)
            except Exception as error:  # a guard of settings alone is asked here, and may raise
                raise AgainError from Changed(error)
        return self.known[settings]

    def written(self, settings: Any) -> CountedTurns:
        """Turns for some settings."""
        engine = self.engine
        chart, rules = engine.chart, engine._rules
        verdicts = Verdicts(chart, rules, settings)

        def verdict(guard: Guard) -> bool:
            return verdicts[guard.name]

        return compile_counting(
            chart,
            engine.chart_for(settings) if self.is_settled else chart,
            rules,
            engine.moves,
            helpers_of(chart, engine.game_type, engine._refuse, engine.most_consequences),
            engine.most_consequences,
            engine._inline,
            self.runner.avoided,
            verdict if self.is_settled else None,
        )


def due(number: int, game: int, each: int) -> int:
    """The next decision, from this one on, of those of which one in so many has its turn; far away for none."""
    return number - (number + game) % -each if each else 1 << 62
