"""A rollout as anybody would write it: a loop of `legal_moves` and `step`. The generated one must be the same."""

from collections.abc import Callable
from random import Random
from typing import Any

from fsm import Engine, Refusal, Snapshot
from fsm.moves import offered

Choose = Callable[[list[Any]], Any]


def rollout_by_steps(
    engine: Engine[Any],
    snapshot: Snapshot[Any],
    chance: Random,
    choose: Choose | None = None,
    most: int = 10_000,
    step: Callable[..., Any] | None = None,
) -> Snapshot[Any]:
    """Plays on from a snapshot; `step` may be that of another interpreter."""
    left_alone = frozenset(kind for kind in engine.moves if kind.gives_up)
    for _ in range(most):
        legal = [] if engine.is_over(snapshot) else engine.legal_moves(snapshot)
        if not legal:
            break
        moves = offered(legal, left_alone)
        move = moves[int(chance.random() * len(moves))] if choose is None else choose(moves)
        after = (step or engine.step)(snapshot, move)
        assert not isinstance(after, Refusal), after
        snapshot = after
    return snapshot


class Recording:
    """Chooses at random, and keeps what it was offered and what it chose."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.seen: list[tuple[list[Any], Any]] = []

    def __call__(self, moves: list[Any]) -> Any:
        move = moves[self.chance.randrange(len(moves))]
        self.seen.append((list(moves), move))
        return move
