"""Plays on from a snapshot, move after move, with the generated turns of a flow (see `fsm.compiler.rolling`)."""

from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from fsm.compiler.program import helpers_of
from fsm.compiler.rolling import Turns, Unfinished, compile_turns
from fsm.moves import Move
from fsm.snapshot import Refusal, Snapshot

if TYPE_CHECKING:
    from fsm.engine import Engine

Choose = Callable[[list[Any]], Move]
Rollout = Callable[..., Snapshot[Any]]


class Rolling:
    """The turns of one engine, which are generated when somebody asks for the first time."""

    def __init__(self, engine: "Engine[Any]") -> None:
        self.engine = engine
        self.whole = engine._whole
        self.is_settled = engine is not self.whole and bool(engine.chart.static_guards)
        self.chart = engine.active_chart if self.is_settled else engine.chart
        self.callers = frozenset(caller for known in self.chart.callers.values() for caller in known)

    @cached_property
    def turns(self) -> Turns:
        """The generated functions."""
        engine = self.engine
        return compile_turns(
            self.chart,
            engine.chart,
            engine._rules,
            engine.moves,
            helpers_of(self.chart, engine.game_type, engine._refuse, engine.most_consequences),
            engine.most_consequences,
            engine._inline,
            frozenset(kind for kind in engine.moves if kind.gives_up),
        )

    def is_ours(self, snapshot: Snapshot[Any]) -> bool:
        """Whether the turns are right for a snapshot: it has their settings, and nothing waits but what they know."""
        game: Any = snapshot.game
        return not self.is_settled or (
            game.settings == self.engine._settled
            and snapshot.phase in self.turns.by_leaf
            and self.callers.issuperset(snapshot.back)
            and (not snapshot.chosen or snapshot.phase in self.chart.gatherings)
        )

    def rollout(
        self, snapshot: Snapshot[Any], chance: Random, *, choose: Choose | None = None, most: int = 10_000
    ) -> Snapshot[Any]:
        """Play on, to the end or to the most moves."""
        self.engine.check(snapshot)
        if not self.is_ours(snapshot):
            return self.whole.rollout(snapshot, chance, choose=choose, most=most)
        turns, game = self.turns, snapshot.game
        waits = [snapshot.back] * bool(self.chart.called) + [snapshot.chosen] * bool(self.chart.gatherings)
        settled = [game.settings] if self.is_settled else []
        first = turns.by_leaf[snapshot.phase]
        last, game, *waits, left = turns.loop(first, game, *waits, chance.random, choose, max(most, 0), *settled)
        if game.__class__ is Unfinished:
            return self.go_on(game, chance, choose, left)
        return self.snapshot_at(turns.leaf_of[last], game, waits)

    def snapshot_at(self, phase: str, game: Any, waits: list[Any]) -> Snapshot[Any]:
        """The snapshot of a turn."""
        back = waits.pop(0) if self.chart.called else ()
        return Snapshot(phase, game, back, waits[0] if waits else ())

    def go_on(self, turn: Unfinished, chance: Random, choose: Choose | None, left: int) -> Snapshot[Any]:
        """The settings change with this turn: the whole engine plays it, and all that follow."""
        after = self.whole.step(Snapshot(turn.phase, turn.game, turn.back, turn.chosen), turn.move)
        assert not isinstance(after, Refusal), "it was legal"
        return self.whole.rollout(after, chance, choose=choose, most=left)


def roller(engine: "Engine[Any]") -> Rollout:
    """`rollout` of an engine."""
    rolling = Rolling(engine)

    def rollout(
        snapshot: Snapshot[Any], chance: Random, *, choose: Choose | None = None, most: int = 10_000
    ) -> Snapshot[Any]:
        return rolling.rollout(snapshot, chance, choose=choose, most=most)

    return rollout
