"""What a player can send: frozen structs whose tag is the event's id."""

import re
from collections.abc import Collection, Iterable
from typing import Any, ClassVar, Self, dataclass_transform

import msgspec

from fsm.snapshot import encode, encode_all

__all__ = [
    "Move",
    "event_of",
    "is_among",
    "move_key",
    "move_keys",
    "move_text",
    "offered",
    "seat_field_of",
    "seat_of",
    "without_last_resorts",
]


def event_id(class_name: str) -> str:
    """`ToggleCard` -> `toggle_card`: the event that a move type sends unless it names another."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", class_name).lower()


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class FrozenMeta(msgspec.StructMeta):
    """Lets type checkers know that subclasses of `Move` are frozen without saying so again."""


class Move(
    msgspec.Struct, metaclass=FrozenMeta, frozen=True, tag=event_id, tag_field="move", forbid_unknown_fields=True
):
    """Base of every move. Subclass it, one class an event; fields are the payload."""

    exact: ClassVar[bool] = False
    """`candidates` yields exactly the legal moves, so guards need not filter them again. A promise that
    the conformance tests hold you to."""

    seat_field: ClassVar[str] = "seat"
    """The field that says whose move it is."""

    by_host: ClassVar[bool] = False
    """The host sends it, not a player: the next round, time is up."""

    gives_up: ClassVar[bool] = False
    """The player who sends it leaves the game to the others. Random play leaves such moves alone unless asked."""

    when_absent: ClassVar[bool] = False
    """A clock, or a table that a player has left, plays it for a player who does not."""

    avoided: ClassVar[bool] = False
    """Players leave it alone while they have another move: bots and random play take it last."""

    says: ClassVar[str] = ""
    """The event in the words of a rule book, for pictures in plain words: "Say Uno"."""

    interrupts: ClassVar[bool] = False
    """Nobody waits for it: a player may send it while others are to act."""

    @classmethod
    def candidates(cls, game: Any) -> Iterable[Self]:
        """Every payload worth trying in this game: at least all legal ones.

        For a last resort, such as to pass, ask for a parameter `found=()` too: the legal moves of the events that stand
        before this one in the phase. Where several seats can move, a parameter `seat=None` saves time: given a seat,
        only its moves are wanted.
        """
        return (cls(),)


def event_of(move_type: type[Move]) -> str:
    """The event id that a move type sends."""
    return str(move_type.__struct_config__.tag)


def seat_field_of(move_type: type[Move]) -> str | None:
    """The field that says whose move it is; None for a type without one."""
    return move_type.seat_field if move_type.seat_field in move_type.__struct_fields__ else None


def seat_of(move: Move) -> Any:
    """The seat that a move speaks for; None for one that does not say."""
    return getattr(move, move.seat_field, None)


def move_text(move: Move) -> str:
    """A move as a player would send it: one line of JSON."""
    return msgspec.json.encode(move).decode()


def move_key(move: Move) -> bytes:
    """Two moves of a flow have the same key if a player would send the same: 1, True and 1.0 differ, though equal.

    It is the same in every process, and does not depend on the order in which a set lists its items.
    """
    return encode(move)


def move_keys(moves: Iterable[Move]) -> list[bytes]:
    """The keys of many moves."""
    return encode_all(moves)


def is_among(move: Move, moves: Iterable[Move]) -> bool:
    """Whether this very move is one of these: also its type and the types of its values are the same.

    Neither way to compare would do alone: True is equal to 1, and a list is sent like a tuple.
    """
    key = move_key(move)
    return any(other is move or (other == move and move_key(other) == key) for other in moves)


def offered(moves: list[Any], left_alone: Collection[type[Move]]) -> list[Any]:
    """What somebody who plays to win is offered of the legal moves: without those of types that are left alone while
    there are others, and without last resorts."""
    return without_last_resorts([move for move in moves if type(move) not in left_alone] or moves)


def without_last_resorts(moves: list[Any]) -> list[Any]:
    """The moves without those that are declared as avoided, as far as the same seat has others."""
    served = {seat_of(move) for move in moves if not move.avoided}
    return [move for move in moves if not move.avoided or seat_of(move) not in served]


def has_default_candidates(move_type: type[Move]) -> bool:
    """Whether the type relies on `Move.candidates`, which only a move without payload can."""
    return vars(Move)["candidates"].__func__ is getattr(move_type.candidates, "__func__", None)
