"""One table, as its log says: the position, who is there, whose time runs, and what has happened lately.

What a request would do is worked out beside it, and taken over only when the row is stored: nobody ever sees what could
still be lost.
"""

from collections import deque
from collections.abc import Iterator
from copy import copy
from typing import Any
from zlib import crc32

import msgspec

from fsm.engine import HOST, Engine, in_order
from fsm.moves import Move
from fsm.session import Session, played
from fsm.snapshot import Refusal, Snapshot, Undone, check_of
from phasebook.tables.damage import DamagedError, missing, unreadable
from phasebook.tables.protocol import Options
from phasebook.tables.rows import Row

RECENT = 64
"""Events that are kept in memory, for clients that come back soon. Older ones are played again from the log."""
EARLIEST = 16
"""Rows that every table has before its first snapshot."""
BACK = 8
"""Moves that can be taken back, one after the other, without reading the log."""

MOVING = ("played", "taken_back")
"""Kinds of rows that change the position."""
RESUMED = "resumed"
"""The kind of a row after which a table goes on that has rested; meanwhile, its clocks stood still."""
CLOSED = "closed"
"""The kind of the last row of a table that is being deleted."""
BEGINNINGS = ("opened", "renewed")
"""Kinds of rows that hold a whole table: all that came before can be forgotten."""


class Kept(msgspec.Struct, frozen=True):
    """The hash of a token, and the seat that it opens: its JSON, or None for the host."""

    seat: str | None
    hash: str


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything about a table but its history: what its first row says, and each snapshot of it."""

    flow: str
    game: str
    """The first line of a session's log: how the game begins, or how it stands."""
    options: Options
    tokens: tuple[Kept, ...]
    moved: int = 1
    """The number of the last row that changed the position."""
    since: int = 0
    """When that was."""
    here: tuple[Any, ...] = ()
    gone: tuple[Any, ...] = ()
    excused: tuple[Any, ...] = ()
    """Seats whose time is up, without a move that is declared for that."""
    spent: tuple[tuple[Any, int], ...] = ()
    """By seat, the milliseconds that its decisions have taken."""
    deadline: int | None = None
    """When somebody must have moved."""
    alone: int = 0
    """Moves in a row that the server has made by itself."""


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a row holds of a move."""

    move: Any
    by: str | None = None


class ReadPlayed(Played, frozen=True):
    """The same as it is read: the flow knows how to read the move."""

    move: msgspec.Raw


class TakenBack(msgspec.Struct, frozen=True):
    """What a row holds of a move that was taken back: the position, as `Standing` has it."""

    game: str


class Happened(msgspec.Struct, frozen=True, gc=False):
    """One row, and what it meant."""

    n: int
    kind: str
    seat: Any
    time: int
    after: Snapshot[Any]
    to_act: tuple[Any, ...]
    deadline: int | None = None
    news: tuple[Any, ...] = ()
    move: Move | None = None
    by: str | None = None


class Facts(msgspec.Struct, frozen=True, gc=False):
    """What follows from a position."""

    snapshot: Snapshot[Any]
    is_over: bool
    to_act: tuple[Any, ...]
    """The seats that it waits for, in order."""


class Table:
    """A table in memory."""

    def __init__(self, name: str, engine: Engine[Any], standing: Standing, n: int, snapshot: Snapshot[Any]) -> None:
        self.name = name
        self.head_start = crc32(name.encode()) % EARLIEST
        """Rows by which its snapshots come earlier than those of others; by its name, so the same on every server."""
        self.engine = engine
        self.flow, self.options, self.tokens = standing.flow, standing.options, standing.tokens
        self.n = n
        self.snapshot = snapshot
        self._facts: Facts | None = None
        self.moved, self.since = standing.moved, standing.since
        self.here, self.gone, self.excused = set(standing.here), set(standing.gone), set(standing.excused)
        self.spent = dict(standing.spent)
        self.deadline = standing.deadline
        self.alone = standing.alone
        self.is_brought_up = False
        """Whether it was left by an earlier version of its flow, and the log does not say yet how it stands now."""
        self.recent: deque[Happened] = deque(maxlen=RECENT)
        self.back: deque[tuple[Snapshot[Any], Any]] = deque(maxlen=BACK)
        """Moves that stand, each with the position before it."""

    @property
    def standing(self) -> Standing:
        """The table as it is now, to be stored."""
        return Standing(
            self.flow,
            game_text(self.engine, self.snapshot),
            self.options,
            self.tokens,
            self.moved,
            self.since,
            in_order(self.here),
            in_order(self.gone),
            in_order(self.excused),
            tuple(self.spent.items()),
            self.deadline,
            self.alone,
        )

    @property
    def is_over(self) -> bool:
        return self.facts(self.snapshot).is_over

    def to_act(self, snapshot: Snapshot[Any]) -> tuple[Any, ...]:
        """The seats that a position waits for, in order."""
        return self.facts(snapshot).to_act

    def facts(self, snapshot: Snapshot[Any]) -> "Facts":
        """What everybody who hears of a position needs to know of it, worked out once."""
        if self._facts is None or self._facts.snapshot is not snapshot:
            is_over = self.engine.is_over(snapshot)
            acting = () if is_over else in_order(self.engine.to_act(snapshot))
            self._facts = Facts(snapshot, is_over, acting)
        return self._facts

    # What has happened

    def take(self, happened: Happened) -> None:
        """Let something that is stored have happened."""
        if happened.kind in MOVING:
            self.note_position(happened)
        elif happened.kind == RESUMED:
            self.since = happened.time
        self.note_presence(happened.kind, happened.seat)
        self.alone = self.alone + 1 if self.is_automatic(happened) else 0
        self.n = happened.n
        self.deadline = happened.deadline
        self.recent.append(happened)

    def is_automatic(self, happened: Happened) -> bool:
        """Whether something would have happened without anybody there."""
        if happened.kind != "played":
            return happened.kind in ("time_up", "renewed")
        return happened.by is not None or (happened.seat is HOST and self.options.host == "server")

    def note_presence(self, kind: str, seat: Any) -> None:
        """Somebody has come, or gone, or let the time run out."""
        if kind == "sat":
            self.here.add(seat)
            self.gone.discard(seat)
        elif kind == "left":
            self.gone.add(seat)
            self.here.discard(seat)
        elif kind == "time_up":
            self.excused.add(seat)

    def note_position(self, happened: Happened) -> None:
        """The position has changed: time was spent, and what was true of the one before is no more."""
        if happened.kind == "played":
            self.back.append((self.snapshot, happened.move))
            self.spent[happened.seat] = self.spent.get(happened.seat, 0) + max(0, happened.time - self.since)
        elif self.back:
            self.back.pop()
        self.snapshot = happened.after
        self.moved, self.since = happened.n, happened.time
        self.excused.clear()

    def happened_since(self, n: int) -> list[Happened] | None:
        """What has happened after a number; None if that is too long ago for memory."""
        if n >= self.n:
            return []
        if not self.recent or n < self.recent[0].n - 1:
            return None
        return [one for one in self.recent if one.n > n]

    # What would happen

    def after(self, happened: Happened) -> "Table":
        """The table as it will be, when this has happened."""
        later = copy(self)
        later.here, later.gone, later.excused = set(self.here), set(self.gone), set(self.excused)
        later.spent, later.recent, later.back = dict(self.spent), deque(maxlen=1), self.back.copy()
        later.take(happened)
        return later

    def played(self, move: Any, seat: Any) -> Refusal | tuple[Snapshot[Any], tuple[Any, ...]]:
        """The position after a move and its news, or why not."""
        answer = played(self.engine, self.snapshot, move, seat)
        return answer if isinstance(answer, Refusal) else (answer[0], answer[1].news)

    def read_move(self, data: bytes, seat: Any) -> Any:
        """A move as a seat has sent it, or the refusal of what is none, which says what is possible here."""
        move = self.engine.read_move(data)
        return self.engine.read_move(data, self.snapshot, seat) if isinstance(move, Refusal) else move

    def taken_back(self, seat: Any) -> Refusal | tuple[Snapshot[Any], tuple[Any, ...]]:
        """The position before the seat's last move, or why that is not fair."""
        if not self.back:
            answer = Session(self.engine, self.snapshot).take_back(seat)
            assert isinstance(answer, Refusal)
            return answer
        before, move = self.back[-1]
        session = Session(self.engine, before)
        session.send(move)
        answer = session.take_back(seat)
        return answer if isinstance(answer, Refusal) else (before, (Undone(self.moved),))

    # Rows of the log

    def follow(self, row: Row) -> Happened:
        """Let happen what a row of the log says; the rules were asked when it was written."""
        if row.n != self.n + 1:
            raise missing(self.name, self.n + 1)
        try:
            happened = self.happening(row)
        except Exception as error:
            raise unreadable(self.name, row.n, error) from error
        if row.fingerprint != check_of(happened.after):
            raise DamagedError(f"Row {row.n} of table {self.name} led elsewhere when it was written; {REMEDY}.")
        self.take(happened)
        return happened

    def happening(self, row: Row) -> Happened:
        """What a row means here."""
        seat = seat_from(row.seat)
        after, by = self.snapshot, None
        news: tuple[Any, ...] = ()
        move: Any = None
        if row.kind == "played":
            content = msgspec.json.decode(row.content, type=ReadPlayed)
            move, by = self.engine.read_move(bytes(content.move)), content.by
            after, news = self.replayed(row.n, move)
        elif row.kind == "taken_back":
            after = self.back[-1][0] if self.back else self.position_in(row)
            news = (Undone(self.moved),)
        return Happened(
            row.n, row.kind, seat, row.time, after, self.to_act(after), row.deadline, news, move, by
        )  # fmt: skip

    def position_in(self, row: Row) -> Snapshot[Any]:
        """The position that a row holds: that of a move taken back may be older than what is in memory."""
        game = msgspec.json.decode(row.content, type=TakenBack).game
        return Session.replay(self.engine, game).snapshot

    def replayed(self, n: int, move: Any) -> tuple[Snapshot[Any], tuple[Any, ...]]:
        """The position after a move that was accepted once."""
        answer = move if isinstance(move, Refusal) else self.played(move, ...)
        if isinstance(answer, Refusal):
            said = answer.message.removesuffix(".")
            raise DamagedError(f"Row {n} of table {self.name} cannot be replayed: {said}; {REMEDY}.")
        return answer


REMEDY = (
    "serve it with the release that wrote it, or raise the engine's version and give it a migration; "
    "if the store was damaged, put a backup in its place"
)


def game_text(engine: Engine[Any], snapshot: Snapshot[Any]) -> str:
    """A position as the first line of a log that goes on from there."""
    return Session(engine, snapshot).write_log().decode()


def seat_from(text: str | None) -> Any:
    """A seat as a row has it."""
    return HOST if text is None else msgspec.json.decode(text)


def seat_text(seat: Any) -> str | None:
    """A seat for a row; None is the host."""
    if type(seat) is int:  # as nearly always, and quicker
        return str(seat)
    return None if seat is HOST else msgspec.json.encode(seat).decode()


def opened(engine: Engine[Any], row: Row) -> Table:
    """A table whose log begins with this row."""
    standing = msgspec.json.decode(row.content, type=Standing)
    session = Session.replay(engine, standing.game)
    table = Table(row.table, engine, standing, row.n, session.snapshot)
    news = session.opening.news if session.opening else ()
    table.deadline = row.deadline
    table.recent.append(
        Happened(row.n, row.kind, HOST, row.time, session.snapshot, table.to_act(session.snapshot), row.deadline, news)
    )
    return table


def restored(name: str, engine: Engine[Any], standing: Standing, n: int) -> Table:
    """A table from a snapshot of it: nothing is known of what was before."""
    return Table(name, engine, standing, n, Session.replay(engine, standing.game).snapshot)


def following(table: Table, rows: list[Row]) -> Iterator[Happened]:
    """Let the rows happen that a table does not know yet."""
    for row in rows:
        if row.n > table.n:
            yield table.follow(row)
