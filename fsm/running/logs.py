"""Logs as text: one JSON object a line. The first says how the session began, each other one what was done.

    {"format": "phasebook log 3", "save": {...}, "check": "..."}
    {"play": {"move": "ask"}, "check": "..."}
    {"undo": 1}
    {"redo": 1}

The checks are of the snapshots that the lines led to: a rule that has changed since cannot lead elsewhere unnoticed.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec

from fsm import saves
from fsm.errors import SaveError
from fsm.moves import Move
from fsm.running.migrating import remedy
from fsm.saves import Save, refusing
from fsm.snapshot import Snapshot, check_of
from fsm.values.quoting import quoted
from fsm.values.trees import written

FORMAT = "phasebook log 3"
FAMILY = "phasebook log "

Count = Annotated[int, msgspec.Meta(ge=0)]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of a log: everything that the moves need to be replayed."""

    format: str
    save: msgspec.Raw
    check: str = ""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any other line: a move that was played, or how many steps were undone or redone."""

    play: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    check: str = ""
    undo: Count = 0
    redo: Count = 0

    @property
    def is_one_thing(self) -> bool:
        """Whether it says just one thing."""
        return [self.play is not msgspec.UNSET, self.undo > 0, self.redo > 0].count(True) == 1


class Script(NamedTuple):
    """A log that was read, brought up to the engine's version: how to begin, and what to do then."""

    save: Save
    check: str
    lines: list[Line]
    remedy: str
    migrated: bool


# Writing


def header_of(start: bytes, first: Snapshot[Any]) -> bytes:
    """The first line of a log."""
    return msgspec.json.encode(Header(FORMAT, msgspec.Raw(start), check_of(first))) + b"\n"


def line_of(move: Move, check: str, what: str) -> bytes:
    """A move as a line of a log."""
    with refusing(f"{what} cannot be written", "send moves of values that JSON can hold"):
        return msgspec.json.encode(Line(msgspec.Raw(msgspec.json.encode(written(move))), check)) + b"\n"


def played_lines(steps: Iterable[tuple[Move, Snapshot[Any]]], first: int = 2) -> Iterator[bytes]:
    """Moves and the snapshots that they led to, as lines of a log."""
    for number, (move, after) in enumerate(steps, start=first):
        yield line_of(move, check_of(after), f"Line {number} of the log")


def moving_line(*, undo: int = 0, redo: int = 0) -> bytes:
    """Steps that were undone or redone, as a line of a log."""
    return msgspec.json.encode(Line(undo=undo, redo=redo)) + b"\n"


# Reading


def lines_of(log: Any) -> list[bytes]:
    """The lines of a log, at least one."""
    with refusing("This is not a session log", "open one that is whole and unchanged"):
        return bytes(log.encode() if isinstance(log, str) else memoryview(log)).splitlines() or [b""]


def whole_lines(data: bytes) -> bytes:
    """A recorded log without its last line if that is torn: it was never acknowledged."""
    kept = data[: data.rfind(b"\n") + 1]
    *_, last = kept[:-1].rsplit(b"\n", 1)
    return kept if is_json(last) else kept[: len(kept) - len(last) - 1]


def is_json(line: bytes) -> bool:
    """Whether a line is whole, whatever it says."""
    try:
        msgspec.json.decode(line, type=msgspec.Raw)
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def is_log(data: bytes) -> bool:
    """Whether a file is a log, of whatever format, rather than a saved game."""
    first = data.split(b"\n", 1)[0]
    return FAMILY.encode() in first[: 2 * len(FAMILY) + 20]


def read_header(line: bytes) -> Header:
    """The first line of a log."""
    with refusing("This is not a session log", "open one that is whole and unchanged"):
        header = msgspec.json.decode(line, type=Header)
    if header.format != FORMAT:
        raise SaveError(
            f"The log's format is {quoted(header.format)}, this is {FORMAT!r}; "
            "replay it with the release that wrote it."
        )
    return header


def read_line(number: int, line: bytes, todo: str) -> Line:
    """Any other line."""
    with refusing(f"Line {number} of the log cannot be replayed", todo):
        found = msgspec.json.decode(line, type=Line)
        if not found.is_one_thing:
            raise msgspec.ValidationError("It does not say just one of play, undo and redo")
        return found


def read_script(engine: Any, lines: Sequence[bytes]) -> Script:
    """A log of this version or of one before it."""
    header = read_header(lines[0])
    save = saves.read(engine, bytes(header.save))
    todo = remedy(save.version, engine.version)
    found = [read_line(number, line, todo) for number, line in enumerate(lines[1:], start=2)]
    if save.version == engine.version:
        return Script(save, header.check, found, todo, migrated=False)
    save, moves = saves.brought_up(engine, save, [*map(msgspec.json.decode, standing(found))])
    made = [Line(msgspec.Raw(msgspec.json.encode(move))) for move in moves or ()]
    return Script(save, "", made, todo, migrated=True)


def standing(lines: Iterable[Line]) -> list[msgspec.Raw]:
    """The moves of a log that were not taken back."""
    played: list[msgspec.Raw] = []
    undone: list[msgspec.Raw] = []
    for number, line in enumerate(lines, start=2):
        if isinstance(line.play, msgspec.Raw):
            played.append(line.play)
            undone.clear()
        else:
            shift(undone, played, line.redo, number)
            shift(played, undone, line.undo, number)
    return played


def shift(source: list[msgspec.Raw], target: list[msgspec.Raw], count: int, number: int) -> None:
    """Undo or redo some moves."""
    if count > len(source):
        raise nothing_left(number)
    for _ in range(count):
        target.append(source.pop())


def nothing_left(number: int) -> SaveError:
    """What to say about a line that undoes or redoes more than there is."""
    trouble = "it undoes or redoes more than there is"
    return SaveError(f"Line {number} of the log cannot be replayed: {trouble}; restore it from a backup.")
