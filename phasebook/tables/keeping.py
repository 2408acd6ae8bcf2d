"""What the tables do by themselves: bots move, time runs out, the host deals on.

Whichever server stores a row does what follows from it. If that server is gone, the row's deadline is still in the
store, and the next server to look does it.
"""

import asyncio
import time
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from fsm.engine import HOST
from fsm.errors import PhasebookError
from fsm.moves import Move
from fsm.snapshot import Refusal
from phasebook.tables.bots import Begins, Question, ignore
from phasebook.tables.house import Awake, House, log
from phasebook.tables.protocol import encode
from phasebook.tables.rows import StorageError
from phasebook.tables.sweeping import Sweeper
from phasebook.tables.table import Table
from phasebook.tables.timing import GRACE, bot_of, due_seats, is_timed, is_unattended, rests

POLL = 1.0
"""Seconds between two looks for tables that nobody looks after."""
SOON = 60.0
"""Seconds within which a table stays in memory for its deadline."""


class Decider(Protocol):
    """Who asks bots."""

    async def decide(self, asked: Question, begins: Begins = ignore) -> bytes:
        """The move that a bot makes, as JSON. Call `begins` if it cannot begin to think at once, and when it can."""


class Keeper:
    """Looks after the tables of a house."""

    def __init__(self, house: House, decider: Decider) -> None:
        self.house = house
        self.decider = decider
        house.after_row = self.go_on
        self.polling = house.in_background(self.poll())
        if house.limits.keep is not None:
            house.in_background(Sweeper(house, house.limits.keep).run())

    async def poll(self) -> None:
        """Look after tables that nobody else looks after any more."""
        while True:
            with suppress(PhasebookError):
                for name in await self.house.storage.due(self.house.now()):
                    await self.look_after(name)
            self.resume_some()
            await asyncio.sleep(POLL)

    def resume_some(self) -> None:
        """Let tables go on that rest although somebody is here: another server could not know, or the store failed."""
        for awake in [one for one in self.house.tables.values() if one.guests and not one.thinking]:
            self.resume_soon(awake)

    def resume_soon(self, awake: Awake) -> None:
        """Let a table go on that rests, if one of those who are there may ask for so much: it is done for them."""
        cost, now = self.house.limits.unattended, time.monotonic()
        if not is_unattended(awake.table, self.house.limits):
            return
        if any(not guest.allowance.wait(now, cost) for guest in awake.guests):
            self.start(awake, self.resume(awake))

    async def resume(self, awake: Awake) -> None:
        with suppress(StorageError):  # it is tried again soon
            async with awake.lock:
                await self.house.resume(awake)

    async def look_after(self, name: str) -> None:
        """Do what is due at a table. One that cannot be read must not stop the others."""
        try:
            awake = await self.house.awake(name)
            if not awake.thinking and awake.timer is None and not awake.lock.locked():
                self.house.in_background(self.time_up(awake))
        except PhasebookError:
            pass  # those who ask for the table get the sentence
        except Exception:
            log.exception("The table %s cannot be looked after.", name)

    # After each row

    def go_on(self, awake: Awake) -> None:
        """Something has happened: ask the bots that are to act, deal on, set the timer."""
        table = awake.table
        if awake.timer is not None:
            awake.timer.cancel()
            awake.timer = None
        acting = table.to_act(table.snapshot)
        if not (table.alone or is_timed(table.options, acting)):
            return  # as at most tables: everything is up to those who sit there
        self.resume_soon(awake)
        if rests(table, self.house.limits):
            return
        if not acting and table.options.host == "server":
            self.start(awake, self.deal_on(awake, table.moved))
        awake.asked = {(moved, seat): since for (moved, seat), since in awake.asked.items() if moved == table.moved}
        for seat in acting:
            if bot_of(table, seat) is not None:
                self.ask(awake, seat)
        if table.deadline is not None:
            self.set_timer(awake, table.deadline)

    def start(self, awake: Awake, work: Any) -> None:
        """Let something be done at a table, which stays in memory until then."""
        task = self.house.in_background(work)
        awake.thinking.add(task)
        task.add_done_callback(awake.thinking.discard)

    def set_timer(self, awake: Awake, deadline: int) -> None:
        """Look again when the time is up. What is far away is found by those who look for it anyway."""
        seconds = max(0, deadline - self.house.now()) / 1_000
        if seconds > SOON:
            return
        awake.timer = asyncio.get_running_loop().call_later(seconds, self.ring, awake)

    def ring(self, awake: Awake) -> None:
        """The timer has run out."""
        awake.timer = None
        self.start(awake, self.time_up(awake))

    # The host

    async def deal_on(self, awake: Awake, moved: int) -> None:
        """Make the host's move."""
        async with awake.lock:
            table = awake.table
            if table.moved != moved or rests(table, self.house.limits):
                return
            moves = table.engine.legal_moves(table.snapshot, seat=HOST)
            if moves:
                with suppress(StorageError):  # the deadline of the row brings us back
                    await self.house.play(awake, HOST, moves[0], f"host.{table.n + 1}")

    # Bots

    def ask(self, awake: Awake, seat: Any) -> int:
        """Let the bot of a seat think about the position, once; since when it does."""
        position = (awake.table.moved, seat)
        if position not in awake.asked:
            awake.asked[position] = self.house.now()
            self.start(awake, self.think(awake, *position))
        return awake.asked[position]

    def still_thinks(self, awake: Awake, seat: Any, now: int) -> bool:
        """Whether a bot plays for a seat that has time left since it was asked here; it may not have been."""
        if bot_of(awake.table, seat) is None:
            return False
        end = self.ask(awake, seat) + int(self.house.limits.thinking * 1_000) + GRACE
        if end > now and awake.timer is None:
            self.set_timer(awake, end)
        return end > now

    async def think(self, awake: Awake, moved: int, seat: Any) -> None:
        """Let a bot move; one that does not answer, or answers nonsense, has its move made for it."""
        table = awake.table
        bot = bot_of(table, seat)
        if bot is None or table.moved != moved:
            return
        asked = question(table, seat, bot)
        move = None

        def begins(seconds: float) -> None:
            if (moved, seat) in awake.asked:
                awake.asked[moved, seat] = self.house.now() + int(seconds * 1_000)

        if asked.moves:
            with suppress(PhasebookError):
                move = table.engine.read_move(await self.decider.decide(asked, begins))
        async with awake.lock:
            if awake.table.moved == moved:
                await self.play_for(awake, seat, None if isinstance(move, Refusal) else move, "bot")

    async def play_for(self, awake: Awake, seat: Any, move: Move | None, by: str) -> None:
        """Play for a seat: a move that was chosen, else the one that is declared for those who are absent."""
        table = awake.table
        request = f"{by}.{table.n + 1}.{seat}"[:100]
        with suppress(StorageError):  # the deadline brings us back
            if move is not None and not isinstance(await self.house.play(awake, seat, move, request, by), Refusal):
                return
            spare = table.engine.absent_move(table.snapshot, seat) or first_of(table, seat)
            if spare is None:
                await self.house.note(awake, "time_up", seat, request)
            else:
                await self.house.play(awake, seat, spare, request, by)

    # Clocks

    async def time_up(self, awake: Awake) -> None:
        """Play for all whose time is up."""
        async with awake.lock:
            await self.house.catch_up(awake)
            table, now = awake.table, self.house.now()
            for seat in due_seats(table, now, self.house.limits):
                # The move of one may change who is due.
                is_due = seat in due_seats(table, now, self.house.limits)
                if is_due and not self.still_thinks(awake, seat, now):
                    await self.play_for(awake, seat, None, reason(table, seat))
        if not table.is_over and not table.to_act(table.snapshot) and table.options.host == "server":
            await self.deal_on(awake, table.moved)
        if awake.timer is None and table.deadline is not None and table.deadline > now:
            self.set_timer(awake, table.deadline)


def reason(table: Table, seat: Any) -> str:
    """Why somebody else plays for a seat."""
    return "bot" if bot_of(table, seat) is not None else "absence" if seat in table.gone else "clock"


def first_of(table: Table, seat: Any) -> Move | None:
    """For a bot without a declared move: its first legal one. Of people nobody knows what they would have done."""
    if bot_of(table, seat) is None:
        return None
    return next(iter(table.engine.legal_moves(table.snapshot, seat)), None)


def question(table: Table, seat: Any, bot: str) -> Question:
    """What a bot is asked: what its seat sees, and what it may do."""
    engine, snapshot = table.engine, table.snapshot
    moves = tuple(encode(move) for move in engine.legal_moves(snapshot, seat))
    return Question(table.flow, msgspec.json.encode(engine.view(snapshot, seat)), moves, seat, bot)
