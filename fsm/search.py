"""A bot for any flow: information-set Monte Carlo tree search, from what a seat sees and nothing else.

It knows no game. It needs an engine with `view=`, `redeal=`, `seats=` and `returns=`, and takes the view: the real
snapshot is not among what it is given.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from fsm.catalogue import address_of
from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move
from fsm.searching.budgets import Budget, budget_of
from fsm.searching.hints import Hints
from fsm.searching.sharing import Helpers, Share, named_hints, run_for
from fsm.searching.thinking import Choice, Search, best_of

__all__ = ["Budget", "Choice", "Found", "Helpers", "Hints", "Search", "budget_of", "search"]


class Found(msgspec.Struct, frozen=True):
    """What a search has found."""

    move: Any
    """The move to make."""
    choices: tuple[Choice, ...]
    """All moves that were considered."""

    @property
    def iterations(self) -> int:
        """How many games were played to find out; none where there was nothing to choose."""
        return sum(choice.visits for choice in self.choices)


def search(
    engine: Engine[Any],
    view: Any,
    moves: Sequence[Move],
    seat: Any,
    budget: Budget | int | str,
    *,
    seed: int = 0,
    hints: Hints | str | None = None,
    learning: bool = True,
    helpers: Helpers | None = None,
) -> Found:
    """The best move of a seat, from its view and its legal moves.

    `budget` is a number of iterations, or a `Budget`, or one in words: "500", "0.5s". By iterations, the answer depends
    on the arguments alone. `hints` are the author's own unless others are given, also as `package.module:NAME`;
    `Hints()` or "plain" are none. Without `learning`, rollouts are random. `helpers` are processes that share the
    work.
    """
    budget = budget_of(budget)
    if helpers is None:
        chosen = named_hints(hints) if isinstance(hints, str) else hints
        one = Search(engine, view, moves, seat, seed=seed, hints=chosen, learning=learning)
        run_for(one, budget)
        return Found(one.best, one.choices)
    if isinstance(hints, Hints):
        raise PhasebookError("Other processes find hints by name only; pass them as 'package.module:NAME'.")
    share = Share(address_of(engine, True), view, tuple(moves), seat, budget, seed, hints, learning)
    choices = helpers.search(share)
    return Found(best_of(choices), choices)
