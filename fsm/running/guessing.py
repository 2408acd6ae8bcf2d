"""What a seat could think the game is: positions dealt anew from its view, and what a move would teach it."""

from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from fsm.errors import FlowError, PhasebookError
from fsm.snapshot import G, Refusal, Snapshot, Trace, encode, heard_by
from fsm.values.quoting import quoted, shown

if TYPE_CHECKING:
    from fsm.engine import Engine

REDEALS = 24
"""Positions that are asked before a move counts as teaching nothing."""


def check_redeal(engine: "Engine[Any]") -> None:
    """Refuse a redeal that nobody could use: it takes the game's own view, of one of its seats."""
    if engine._redeal is None:
        return
    for wanted, given in (("view", engine._view is not None), ("seats", engine._seats.are_declared)):
        if not given:
            raise FlowError(f"{engine.name} has a redeal, and no {wanted}; give its engine {wanted}= too.")


def view_type_of(view: Callable[..., Any] | None) -> type | None:
    """The class of a game's views, if the function that makes them promises one."""
    try:
        promised = get_type_hints(view).get("return")
    except (TypeError, NameError):  # no function, or annotations that cannot be read from here
        return None
    return promised if isinstance(promised, type) else None


def read_view(engine: "Engine[Any]", data: bytes | str) -> Any:
    """A view from JSON, of the class that the game's views promise to be."""
    if engine._view_type is None:
        raise PhasebookError(f"{engine.name} does not say what its views are; let the function given as view= promise "
                             "a class.")  # fmt: skip
    try:
        return msgspec.json.decode(data, type=engine._view_type)
    except (msgspec.DecodeError, UnicodeError, TypeError, RecursionError) as error:
        trouble = shown(str(error))
        raise PhasebookError(f"This is no view of {engine.name}: {trouble}; send one as it came.") from None


def redeal(engine: "Engine[G]", view: Any, chance: Random) -> Snapshot[G]:
    """A position that fits a view."""
    if engine._redeal is None:
        raise PhasebookError(f"{engine.name} cannot be dealt anew; give its engine redeal=, a function from a view and "
                             "a random.Random to a snapshot.")  # fmt: skip
    if not isinstance(chance, Random):
        raise PhasebookError(f"{quoted(chance)} is no source of chance; pass a random.Random.")
    wanted = engine._view_type
    if wanted is not None and not isinstance(view, wanted):
        given = type(view).__name__
        raise PhasebookError(f"A redeal needs a {wanted.__name__}, not {given}; pass what engine.view gives.")
    snapshot = engine._redeal(view, chance)
    engine.check(snapshot)
    return snapshot


def chance_of(view: Any) -> Random:
    """Chance that depends on nothing but what a view shows."""
    return Random(int.from_bytes(blake2b(encode(view)).digest(), "little"))


def teaches(engine: "Engine[G]", snapshot: Snapshot[G], move: Any, seat: Any) -> bool:
    """Whether what the seat would see and hear of a move depends on what it does not know now.

    A rare difference can go unseen: as many positions are asked as `REDEALS` says.
    """
    seen = engine.view(snapshot, seat)
    chance, really = chance_of(seen), noticed(engine, snapshot, move, seat)
    return any(noticed(engine, redeal(engine, seen, chance), move, seat) != really for _ in range(REDEALS))


def noticed(engine: "Engine[G]", snapshot: Snapshot[G], move: Any, seat: Any) -> tuple[bytes, ...]:
    """What a seat sees and hears of a move: nothing, if it is refused."""
    trace = Trace()
    after = engine.step_traced(snapshot, move, trace)
    if isinstance(after, Refusal):
        return ()
    heard = (heard_by(item, seat) for item in trace.news)
    return encode(engine.view(after, seat)), *(encode(item) for item in heard if item is not None)
