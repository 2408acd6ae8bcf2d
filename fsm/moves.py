"""What a player can send: frozen structs whose tag is the event's id."""

import re
from collections.abc import Iterable
from typing import Any, ClassVar, Self, dataclass_transform

import msgspec

__all__ = ["Move", "event_of", "move_text"]


def event_id(class_name: str) -> str:
    """`ToggleCard` -> `toggle_card`: the event that a move type sends unless it names another."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", class_name).lower()


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class FrozenMeta(msgspec.StructMeta):
    """Tells type checkers that subclasses of `Move` are frozen without saying so again."""


class Move(
    msgspec.Struct, metaclass=FrozenMeta, frozen=True, tag=event_id, tag_field="move", forbid_unknown_fields=True
):
    """Base of every move. Subclass it, one class an event; fields are the payload."""

    exact: ClassVar[bool] = False
    """`candidates` yields exactly the legal moves, so guards need not filter them again. A promise that
    the conformance tests hold you to."""

    gives_up: ClassVar[bool] = False
    """Whoever sends it ends the game for themselves: to concede, to leave. Random play leaves it alone unless asked."""

    @classmethod
    def candidates(cls, game: Any) -> Iterable[Self]:
        """Every payload worth trying in this game: at least all legal ones.

        For a last resort, such as to pass, ask for a parameter `found=()` too: the legal moves of the events that stand
        before this one in the phase.
        """
        return (cls(),)


def event_of(move_type: type[Move]) -> str:
    """The event id that a move type sends."""
    return str(move_type.__struct_config__.tag)


def move_text(move: Move) -> str:
    """A move as a player would send it: one line of JSON."""
    return msgspec.json.encode(move).decode()


def has_default_candidates(move_type: type[Move]) -> bool:
    """Whether the type relies on `Move.candidates`, which only a move without payload can."""
    return vars(Move)["candidates"].__func__ is getattr(move_type.candidates, "__func__", None)
