"""Games as another interpreter can follow them: every question that is asked of guards, with its answer, in order.

The chart is walked row by row here, with the flow's own rules, and each step must lead where the engine leads.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from fsm.chart import Chart, Effect, Guard, Row
from fsm.engine import Engine
from fsm.moves import Move, event_of, seat_of
from fsm.snapshot import Refusal, Snapshot, WithNews
from phasebook.exports.expanding import is_limit, kept_choice, last_choice
from tests.phasebook.exports.games_played import presets_of, seeded

Recorded = dict[str, Any]


class Recorder:
    """Walks one step."""

    def __init__(self, engine: Engine[Any], here: Snapshot[Any], move: Move | None) -> None:
        self.engine, self.chart, self.rules = engine, engine.chart, engine._rules
        self.phase, self.game, self.back, self.chosen = here.phase, here.game, here.back, here.chosen
        self.move = move
        self.asked: list[tuple[str, bool]] = []
        self.done: list[str] = []

    def recorded(self, event: str | None) -> Recorded:
        """What was asked, what was done, and where it led."""
        back = [caller.phase for caller in self.back]
        return {"event": event, "asked": self.asked, "done": self.done, "phase": self.phase, "back": back}

    def snapshot(self) -> Snapshot[Any]:
        return Snapshot(self.phase, self.game, self.back, self.chosen)

    # Asking

    def call(self, name: str, needs: Iterable[str]) -> Any:
        """What a rule gives."""
        values = {"game": self.game, "move": self.move, "back": self.back, "chosen": self.chosen}
        values["settings"] = getattr(self.game, "settings", None)
        return self.rules[name](*(values[need] for need in needs))

    def holds(self, guard: Guard) -> bool:
        answer = bool(self.call(guard.name, guard.needs))
        if not is_limit(guard):
            self.asked.append((guard.name, answer))
        return answer != guard.negated

    def applies(self, row: Row) -> bool:
        """Whether all guards hold; none is asked of a call that has no room, as such a row is not written."""
        limits = [guard for guard in row.guards if is_limit(guard)]
        return all(map(self.holds, limits)) and all(self.holds(guard) for guard in row.guards if guard not in limits)

    # Doing

    def apply(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            after = self.call(effect.name, effect.needs)
            self.game = after.game if isinstance(after, WithNews) else after
            self.done.append(effect.name)

    def take(self, row: Row, moves: Iterable[Any]) -> None:
        """A row with all that it leaves and enters."""
        before, after = self.chart.around(row, self.phase, self.back)
        self.apply(before)
        count = len(self.done)
        for self.move in moves:
            self.apply(row.effects)
        self.done[count + len(row.effects) :] = []  # another machine runs them once, whatever was gathered
        self.move = None
        self.apply(after)
        self.back, self.phase = self.chart.back_after(row, self.phase, self.back), self.chart.landing(row, self.phase)
        if not row.internal:
            self.chosen = ()

    def answer(self, event: str) -> None:
        """The row that answers the move, if one does."""
        for row in rows_for(self.chart, self.phase, event):
            if self.applies(row):
                if row.gathers is not None:
                    self.gather(row)
                elif not row.refuses:
                    self.take(row, [self.move])
                return
            if row.gathers is not None:  # to see whether the choice could be kept, another machine asks again
                self.applies(row)
        self.move = None

    def gather(self, row: Row) -> None:
        """Keep a choice, or take the row with the last one. To keep it, another machine asks all guards again."""
        assert row.gathers is not None
        assert self.move is not None
        seats = list(dict.fromkeys(self.rules[row.gathers.by](self.game)))
        chosen = {seat_of(move): move for move in (*self.chosen, self.move)}
        is_last = len(chosen) == len(seats)
        self.asked.append((last_choice(row.gathers), is_last))
        if is_last:
            self.take(row, [chosen[seat] for seat in seats])
        else:
            assert self.applies(row)
            self.chosen, self.move = tuple(chosen[seat] for seat in seats if seat in chosen), None
            self.done.append(kept_choice(row))

    def settle(self) -> None:
        """Everything that follows by itself."""
        self.move = None
        while True:
            if self.chart.comes_back(self.phase, self.back):
                self.come_back()
                continue
            row = next((row for row in rows_for(self.chart, self.phase, None) if self.applies(row)), None)
            if row is None:
                return
            self.take(row, [None])

    def come_back(self) -> None:
        """What was called has ended."""
        caller, called = self.back[-1], self.chart.called_by(self.back[-1])
        for path in self.chart.lineage(self.phase):
            self.apply(self.chart.by_path[path].exit)
            if path == called:
                break
        self.back, self.phase = self.back[:-1], caller.phase
        way = self.chart.way_back(caller)
        if not way.internal:
            self.take(way, ())


def rows_for(chart: Chart, leaf: str, event: str | None) -> Iterator[Row]:
    """The rows that are tried in a leaf, with those that refuse."""
    for path in chart.lineage(leaf):
        for row in chart.rows_of[path]:
            if row.event == event and (not row.done or chart.is_end_of(leaf, path)):
                yield row


def recorded_start(engine: Engine[Any], **settings: Any) -> tuple[Snapshot[Any], Recorded]:
    """How a game begins."""
    start, game = engine.start(**settings), engine._made(**settings)
    first = engine.chart.descent(engine.chart.initial.path)
    recorder = Recorder(engine, Snapshot(first[-1], game), None)
    recorder.apply(effect for path in first for effect in engine.chart.by_path[path].enter)
    recorder.settle()
    assert recorder.snapshot() == start
    return start, recorder.recorded(None)


def recorded_step(engine: Engine[Any], here: Snapshot[Any], move: Move) -> tuple[Snapshot[Any], Recorded]:
    """A move, played or refused. After a refusal, another machine asks once more what follows: nothing."""
    event, answer = event_of(type(move)), engine.step(here, move)
    recorder = Recorder(engine, here, move)
    recorder.answer(event)
    recorder.settle()
    after = here if isinstance(answer, Refusal) else answer
    assert recorder.snapshot() == after, (here.phase, move)
    return after, recorder.recorded(event)


def recorded_game(engine: Engine[Any], number: int, most: int) -> list[Recorded]:
    """A game by chance, in which one move of ten is any that exists, allowed or not."""
    chance, presets = Random(f"{engine.name} {number}"), presets_of(engine)
    start = presets[number % len(presets)] | seeded(engine, number)
    here, first = recorded_start(engine, **start)
    steps = [first]
    while len(steps) <= most and not engine.is_over(here):
        legal = engine.legal_moves(here)
        going_on = [move for move in legal if not move.gives_up or chance.random() < 0.02] or legal
        wild = engine.moves and chance.random() < 0.1
        moves = list(chance.choice(engine.moves).candidates(here.game)) if wild else going_on
        if moves:
            here, step = recorded_step(engine, here, chance.choice(moves))
            steps.append(step)
        elif not legal:
            break
    return steps
