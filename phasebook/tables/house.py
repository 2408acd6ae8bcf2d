"""All tables of a server: those in use are in memory, all are in the store, and nobody hears of what is not stored.

A house keeps nothing that the store does not have, so there may be several on one store. Where two want the next number
of a table, the store lets one of them have it, and the other catches up.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from fsm.engine import HOST, Engine
from fsm.errors import PhasebookError
from fsm.moves import Move
from fsm.snapshot import Refusal, check_of
from phasebook.tables.damage import DamagedError
from phasebook.tables.guests import Guest
from phasebook.tables.loading import load
from phasebook.tables.protocol import Limits, Notice, encode
from phasebook.tables.requests import RequestError
from phasebook.tables.rows import STORED, Answer, Row, Storage
from phasebook.tables.table import BEGINNINGS, CLOSED, EARLIEST, RESUMED, Happened, Played, Table, following, seat_text
from phasebook.tables.telling import event_for
from phasebook.tables.timing import deadline_of, is_full, is_timed, is_unattended

SNAPSHOT_EVERY = 2 * EARLIEST
"""Rows between two snapshots in the store: as many are played again, at most, when a table is needed. Some
tables begin earlier, so that those which were opened together do not all write one at the same time."""
AWAKE = 256
"""Tables that stay in memory although nobody is connected to them."""


log = logging.getLogger("phasebook.tables")


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def no_such_table(name: str) -> RequestError:
    """There is none, or there is none any more."""
    return RequestError("no_such_table", f"There is no table {name[:40]!r}; open one with new.")


class Awake:
    """A table in memory, and what only this server knows of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: set[asyncio.Task[None]] = set()
        self.asked: dict[tuple[int, Any], int] = {}
        """When bots began to think about this position, or will: by its number and their seats, as a time of rows."""

    @property
    def is_needed(self) -> bool:
        """Whether somebody would miss it."""
        return bool(self.guests or self.thinking or self.timer or self.lock.locked())


class House:
    """The tables of one server process."""

    def __init__(
        self,
        engines: Mapping[str, Engine[Any]],
        storage: Storage,
        limits: Limits | None = None,
        bots: Mapping[str, str] | None = None,
        now: Callable[[], int] = wall_clock,
    ) -> None:
        self.engines = dict(engines)
        self.storage = storage
        self.limits = limits or Limits()
        self.bots = dict(bots or {})
        """Bots that the server's owner has given a name, each with its policy."""
        self.now = now
        self.tables: OrderedDict[str, Awake] = OrderedDict()
        self.after_row: Callable[[Awake], None] = lambda awake: None
        """Who looks after bots, clocks and the host's moves is called when something was stored."""
        self.count: int | None = None
        """How many tables there are in the store, once somebody has counted."""
        self._crowded = AWAKE
        """How many tables may be in memory before it is worth to look for some that nobody needs."""
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._reported: set[str] = set()
        self._end_of_news = storage.subscribe(self.heard)

    async def close(self) -> None:
        """Stop what runs by itself; the store is closed by who opened it."""
        self._end_of_news()
        for awake in self.tables.values():
            if awake.timer:
                awake.timer.cancel()
        tasks = [*self._tasks, *(task for awake in self.tables.values() for task in awake.thinking)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def in_background(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Let something go on by itself."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self.done)
        return task

    def done(self, task: asyncio.Task[Any]) -> None:
        """Something that went on by itself has ended. What nobody waits for must not fail in silence."""
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(damage := task.exception(), DamagedError):
            self.report(damage)
        elif not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, RequestError):
            says_what_to_do = isinstance(error, PhasebookError)
            log.error("Something failed at a table: %s", error, exc_info=None if says_what_to_do else error)

    def report(self, damage: DamagedError) -> None:
        """Say in the log of the server what is damaged, once: it may be asked for every second."""
        if str(damage) not in self._reported:
            self._reported.add(str(damage))
            log.error("%s", damage)

    # Tables

    def engine_of(self, flow: str) -> Engine[Any]:
        """The engine of a flow that is served."""
        if flow not in self.engines:
            raise RequestError(
                "no_such_flow", f"There is no flow {flow[:40]!r} here; there is {', '.join(self.engines)}."
            )
        return self.engines[flow]

    async def awake(self, name: str) -> Awake:
        """A table, from memory or from the store."""
        if (known := self.tables.get(name)) is not None:
            self.tables.move_to_end(name)
            return known
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = self.in_background(load(self.storage, self.engine_of, name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        table = await asyncio.shield(task)
        if table is None:
            raise no_such_table(name)
        if name in self.tables:
            return self.tables[name]
        awake = self.wake(table)
        if table.is_brought_up:
            await self.renew(awake)
        else:
            self.after_row(awake)  # what follows from its last row: the server that wrote it may be gone
        return awake

    async def renew(self, awake: Awake) -> None:
        """Write down how a table stands whose flow has a new version; if another server was quicker, follow it."""
        async with awake.lock:
            table = awake.table
            request = f"renewed.{table.engine.version}"
            if await self.note(awake, "renewed", HOST, request, encode(table.standing)) != STORED:
                del self.tables[table.name]
                raise RequestError("busy", "The table is being brought up to a new version; try again.", 0.1)
            table.is_brought_up = False

    def wake(self, table: Table) -> Awake:
        """Keep a table in memory, and let go of those that nobody has needed for longest."""
        awake = self.tables[table.name] = Awake(table)
        if len(self.tables) >= self._crowded:
            spare = [name for name, one in self.tables.items() if one is not awake and not one.is_needed]
            for name in spare[: max(0, len(spare) - AWAKE)]:
                del self.tables[name]
            self._crowded = len(self.tables) + AWAKE // 4  # all are looked at, so not for each one that comes
        return awake

    # What happens

    def time_at(self, table: Table) -> int:
        """The time of the next row: a clock that was set back does not undo time."""
        latest = table.recent[-1].time if table.recent else table.since
        return max(self.now(), latest)

    async def store(self, awake: Awake, happened: Happened, request: str, content: bytes = b"{}") -> Answer:
        """Store what is to happen; if the store has taken it, it happens."""
        happened, row, snapshot = self.to_be_stored(awake.table, happened, request, content)
        answer = await self.storage.append(row, snapshot)
        if answer == STORED:
            self.let_happen(awake, happened)
        return answer

    def to_be_stored(
        self, table: Table, happened: Happened, request: str, content: bytes
    ) -> tuple[Happened, Row, bytes | None]:
        """What is to happen, with the deadline that follows from it; its row, and the snapshot if one is due."""
        if is_full(table, self.limits):
            sentence = f"The table has {table.n} events, as many as it may; let the host save the game, and load it."
            raise RequestError("table_full", sentence)
        is_snapshot_due = (happened.n + table.head_start) % SNAPSHOT_EVERY == 0 or happened.kind in BEGINNINGS
        if is_snapshot_due or is_timed(table.options, happened.to_act):
            later = table.after(happened)
            later.deadline = deadline_of(later, self.limits)
            happened = msgspec.structs.replace(happened, deadline=later.deadline)
        row = Row(
            table.name,
            happened.n,
            request,
            seat_text(happened.seat),
            happened.kind,
            content,
            happened.time,
            check_of(happened.after),
            happened.deadline,
        )
        return happened, row, encode(later.standing) if is_snapshot_due else None

    def let_happen(self, awake: Awake, happened: Happened) -> None:
        """Let happen what is stored; all who are there hear of it."""
        awake.table.take(happened)
        self.tell(awake, happened)
        self.after_row(awake)

    def tell(self, awake: Awake, happened: Happened) -> None:
        """Tell all who are connected to a table, each as they may know it."""
        messages: dict[Any, bytes] = {}
        for guest in awake.guests:
            seat = guest.seats[awake.table.name]
            if seat not in messages:
                messages[seat] = encode(Notice(awake.table.name, event_for(awake.table, happened, seat)))
            guest.tell(messages[seat])

    async def play(self, awake: Awake, seat: Any, move: Move, request: str, by: str | None = None) -> Answer | Refusal:
        """Play a move at a table whose lock is held."""
        happened = self.played(awake.table, seat, move, by)
        if isinstance(happened, Refusal):
            return happened
        return await self.store(awake, happened, request, content_of(happened))

    def played(self, table: Table, seat: Any, move: Move, by: str | None = None) -> Happened | Refusal:
        """What happens if a seat makes a move; or why not."""
        answer = table.played(move, seat)
        if isinstance(answer, Refusal):
            return answer
        after, news = answer
        return Happened(
            table.n + 1, "played", seat, self.time_at(table), after, table.to_act(after), None, news, move, by
        )

    async def note(self, awake: Awake, kind: str, seat: Any, request: str, content: bytes = b"{}") -> Answer:
        """Let something happen that is no move, at a table whose lock is held."""
        table = awake.table
        acting = table.to_act(table.snapshot)
        happened = Happened(table.n + 1, kind, seat, self.time_at(table), table.snapshot, acting)
        return await self.store(awake, happened, request, content)

    async def resume(self, awake: Awake) -> None:
        """Let a table go on that rests, for somebody who is there; its lock is held."""
        while is_unattended(awake.table, self.limits):
            if await self.note(awake, RESUMED, HOST, f"{RESUMED}.{awake.table.n + 1}") != STORED:
                await self.catch_up(awake)

    # What other servers have stored

    def heard(self, name: str, n: int) -> None:
        """Another server has stored something."""
        awake = self.tables.get(name)
        if awake is not None and awake.table.n < n:
            self.in_background(self.follow(awake))

    async def follow(self, awake: Awake) -> None:
        """Catch up with the store."""
        with suppress(RequestError):
            async with awake.lock:
                await self.catch_up(awake)

    async def catch_up(self, awake: Awake) -> None:
        """Let happen what others have stored, at a table whose lock is held."""
        rows = await self.storage.rows(awake.table.name, awake.table.n)
        if rows and rows[-1].kind == CLOSED:
            self.drop(awake)
            raise no_such_table(awake.table.name)
        for happened in following(awake.table, rows):
            self.tell(awake, happened)

    def drop(self, awake: Awake) -> None:
        """Know a table no longer that another server has deleted."""
        self.tables.pop(awake.table.name, None)
        if awake.timer is not None:
            awake.timer.cancel()
        for guest in awake.guests:
            guest.seats.pop(awake.table.name, None)

    # Those who are connected

    def leave_all(self, guest: Guest) -> None:
        """A connection has ended. Nobody has left the table for that."""
        for name in guest.seats:
            if name in self.tables:
                self.tables[name].guests.discard(guest)
        guest.seats.clear()

    def seat_at(self, guest: Guest, table: str) -> Any:
        """Where a connection sits: by its token, whatever its requests say."""
        if table not in guest.seats:
            raise RequestError("not_seated", "You do not sit at this table; sit with a token, or watch.")
        return guest.seats[table]


def content_of(happened: Happened) -> bytes:
    """What the row of a move holds beside its columns."""
    return encode(Played(happened.move, happened.by))
