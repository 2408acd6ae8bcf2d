"""Names that a phase or an event cannot have, asked of python-statemachine itself.

Phases and events become attributes of its classes and machines; one that is called like a part of them takes its place.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from statemachine import State, StateChart

from fsm.errors import FlowError


def check_name(where: str, kind: str, name: str, taken: Iterable[str]) -> None:
    """Raise unless a phase or an event can be called so."""
    if not name.isidentifier() or name.startswith("_"):
        raise FlowError(f"{where}: {kind} cannot be called {name!r}; rename it to a plain word, letters first.")
    if name in taken:
        raise FlowError(f"{where}: {kind} cannot be called {name!r}, a word that is taken there; rename it.")


WAYS_TO_WRITE_ROWS = frozenset({"into", "calls", "called_by", "refuses"})
"""What our own phases have beside: a sub-phase of such a name would hide it."""


@cache
def words_of_a_state() -> frozenset[str]:
    """The attributes of every state: a sub-phase becomes one more of them."""
    return public_names(State()) | WAYS_TO_WRITE_ROWS


@cache
def words_of_a_machine() -> frozenset[str]:
    """The attributes of every machine, of its class, and of the class of that: phases and events join them."""

    class Sample(StateChart[Any]):
        only = State(initial=True, final=True)

    return (public_names(Sample()) | public_names(type(Sample))) - {"only"}


def public_names(thing: Any) -> frozenset[str]:
    """The attributes of a thing that do not start with an underscore, as no phase or event does."""
    return frozenset(name for name in dir(thing) if not name.startswith("_"))
