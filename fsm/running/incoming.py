"""Moves that come from outside, as JSON: a move, or a refusal that says what is wrong with what was sent."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fsm.moves import Move
from fsm.running.sentences import own
from fsm.snapshot import Refusal, RefusalKind
from fsm.values.quoting import quoted, shortened, shown


class MoveReader:
    """Reads the moves of one flow."""

    def __init__(self, name: str, move_type: Mapping[str, type[Move]]) -> None:
        self.name = name
        self._decode = msgspec.json.Decoder(union_of(tuple(move_type.values()))).decode

    def read(self, data: bytes | str, phase: str, possible: tuple[str, ...]) -> Any:
        """The move, or the refusal of malformed data, which names this phase and what is possible."""
        try:
            return self._decode(data)
        except (msgspec.DecodeError, UnicodeError, TypeError, RecursionError) as error:
            message, code, values = own("engine.unreadable", flow=self.name, trouble=shown(str(error)))
        return Refusal(RefusalKind.MALFORMED, phase, text_of(data), message, None, possible, code, values)


def union_of(moves: tuple[type[Move], ...]) -> Any:
    """The tagged union of all move types."""
    union: Any = moves[0] if moves else Move
    for move_type in moves[1:]:
        union = union | move_type
    return union


def text_of(data: Any) -> str:
    """What was sent, as text: its beginning, if it is long."""
    if isinstance(data, bytes | bytearray | memoryview):
        return shortened(bytes(data).decode("utf-8", errors="replace"))
    return shortened(data) if isinstance(data, str) else quoted(data)
