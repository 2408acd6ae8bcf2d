"""A search for the best move of one seat, from what that seat sees and nothing else."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move, move_text, seat_field_of, seat_of
from fsm.searching.hints import Hints, hints_of, weights
from fsm.searching.rollouts import MOST_MOVES, Rollouts, TimeUpError
from fsm.searching.tree import TOTAL, VISITS, Tree, new_edge
from fsm.searching.turns import Turns, worth_a_thought
from fsm.snapshot import Snapshot


class Choice(msgspec.Struct, frozen=True):
    """What was found out about one move."""

    move: Any
    visits: int
    """How many iterations began with it: the more, the better it seemed."""
    total: float
    """What these have brought to the seat, added up."""

    @property
    def mean(self) -> float:
        """What it brings on average; 0 if it was never tried."""
        return self.total / self.visits if self.visits else 0.0


class Search:
    """Thinks about one decision for as long as it is let: `run` some more, and ask for the `best` move so far.

    It is given the seat's view and its legal moves, and makes positions from the view. Without `hints`, it takes those
    of the game's author, if there are any; `Hints()` are none.
    """

    def __init__(
        self,
        engine: Engine[Any],
        view: Any,
        moves: Sequence[Move],
        seat: Any,
        *,
        seed: int = 0,
        hints: Hints | None = None,
        learning: bool = True,
        most: int = MOST_MOVES,
    ) -> None:
        check_moves(moves, seat)
        hints = hints_of(engine) if hints is None else hints
        chance = Random(seed)
        self.iterations = 0
        """How many were made so far."""
        self.deal = dealer(engine, view, hints)
        first = self.deal(Random(seed))
        engine.check(first)
        quick = engine.for_settings(first.game.settings) if engine.chart.static_guards else engine
        self._weights = weights(hints, view, worth_a_thought(moves))
        self._rollouts = Rollouts(quick, hints, chance, learning, most)
        self._tree = Tree(Turns(quick, chance), self.deal, self._rollouts.play_out, self._weights, seat, chance)

    @property
    def is_decided(self) -> bool:
        """Only one move comes into question."""
        return len(self._weights) == 1

    def run(self, iterations: int, stop: Callable[[], bool] | None = None) -> None:
        """Think on, until so many more iterations are made, or `stop` answers that time is up.

        It is asked before each iteration but the very first, and while a hint of the author plays a rollout: one that
        is not over by then is not counted.
        """
        if self.is_decided:
            return
        iterate, self._rollouts.stop = self._tree.iterate, stop
        with suppress(TimeUpError):
            for _ in range(iterations):
                if stop is not None and self.iterations and stop():
                    break
                iterate()
                self.iterations += 1

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Every move that was considered, in the order given."""
        root = self._tree.root
        edges = ((move, root.get(move) or new_edge()) for move in self._weights)
        return tuple(Choice(move, edge[VISITS], edge[TOTAL]) for move, edge in edges)

    @property
    def best(self) -> Any:
        """The move to make, as far as is known."""
        return best_of(self.choices)


def check_moves(moves: Sequence[Move], seat: Any) -> None:
    """Refuse what cannot be searched: no move, a move of somebody else, one that cannot be counted."""
    if not moves:
        raise PhasebookError("There is no move to search for; ask a seat that has legal moves.")
    for move in moves:
        if seat_field_of(type(move)) is not None and seat_of(move) != seat:
            raise PhasebookError(
                f"{move_text(move)} is no move of seat {seat!r}; pass engine.legal_moves(snapshot, seat)."
            )
        try:
            hash(move)
        except TypeError:
            raise PhasebookError(
                f"A search counts moves, and {move_text(move)} cannot be hashed; make its lists tuples."
            ) from None


def best_of(choices: Sequence[Choice]) -> Any:
    """The move that was looked at most; of equals, the one that has brought most, or that comes first."""
    return max(choices, key=lambda choice: (choice.visits, choice.mean)).move


def dealer(engine: Engine[Any], view: Any, hints: Hints) -> Callable[[Random], Snapshot[Any]]:
    """Makes positions from a view. Where nothing is hidden, the view is the position."""
    if hints.redealer is not None:
        return hints.redealer(view)
    redeal = engine._redeal
    if redeal is not None:
        engine.redeal(view, Random(0))  # checks the view, once and not every time
        return lambda chance: redeal(view, chance)
    if isinstance(view, Snapshot):
        return lambda chance: view
    raise PhasebookError(
        f"{engine.name} cannot be searched: from its views no position can be made. Give its engine redeal=, or, if "
        "nothing in the game is hidden and nothing left to chance, a view= that returns the snapshot."
    )
