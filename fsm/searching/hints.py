"""What the author of a game can do for bots: every hint is optional, and none is needed.

A hint sees what the bot sees: a view, moves, positions that were dealt anew. Never the real game.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import msgspec

from fsm.catalogue import load_address
from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move
from fsm.snapshot import Snapshot

MODULE, NAME = "bots", "HINTS"
"""Where the hints of a game are looked for: `HINTS` in the module `bots` beside its flow."""


class Hints(msgspec.Struct, frozen=True, kw_only=True):
    """What an author knows about playing well."""

    prior: Callable[[Any, Sequence[Any]], Mapping[Any, float] | None] | None = None
    """`prior(view, moves)` gives weights to moves. Moves without a weight are not considered, and if only one has a
    weight, it is played without a search. None leaves a decision to the search."""

    redealer: Callable[[Any], Callable[[Random], Snapshot[Any]]] | None = None
    """`redealer(view)` makes a function that makes positions, in place of the engine's `redeal`: what all positions of
    a view share is worked out once. It may also end the game early, such as a match with this deal, if `value` says
    what that is worth."""

    value: Callable[[Any], Mapping[Any, float]] | None = None
    """`value(game)` is what each seat has reached, in place of the engine's `returns`. It is also asked where a
    rollout was stopped before the end of the game."""

    rollout: Callable[[Snapshot[Any], Sequence[Any], Random], Any] | None = None
    """`rollout(snapshot, moves, chance)` is the move that is made in a rollout, in place of those that learn. It
    sees a position that was dealt anew."""


NONE = Hints()


def hints_of(engine: Engine[Any]) -> Hints:
    """The hints of a game's author; none, if there is no module for them."""
    package, _, _ = engine.flow.__module__.rpartition(".")
    if not package or find_spec(f"{package}.{MODULE}") is None:
        return NONE
    return checked(getattr(import_module(f"{package}.{MODULE}"), NAME, NONE), f"{package}.{MODULE}:{NAME}")


def hints_at(address: str) -> Hints:
    """The hints that stand at `package.module:NAME`."""
    return checked(load_address(address), address)


def checked(found: Any, address: str) -> Hints:
    """Hints, or an error that says what was found."""
    if not isinstance(found, Hints):
        raise PhasebookError(
            f"{address!r} is of the class {type(found).__name__}; hints must be a value of fsm.search.Hints."
        )
    return found


def weights(hints: Hints, view: Any, moves: Sequence[Move]) -> dict[Move, float]:
    """The moves to be considered, with a weight between 0 and 1; without a prior, all with none."""
    given = None if hints.prior is None else hints.prior(view, moves)
    if given is None:
        return dict.fromkeys(moves, 0.0)
    found = {move: given[move] for move in moves if given.get(move, 0) > 0}
    if not found:
        raise PhasebookError(
            "The prior gives no weight to any move that is possible; give one to some, or return None."
        )
    most = max(found.values())
    return {move: weight / most for move, weight in found.items()}
