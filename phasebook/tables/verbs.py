"""What a server does for each request, and the one answer that each gets."""

import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from fsm.engine import HOST
from fsm.errors import PhasebookError, SaveError, SettingsError
from fsm.snapshot import Refusal
from phasebook.tables import protocol, tokens
from phasebook.tables.bots import SEARCH, Question, budget_from, check_bot
from phasebook.tables.damage import DamagedError
from phasebook.tables.guests import Guest
from phasebook.tables.house import Awake, House
from phasebook.tables.keeping import Decider
from phasebook.tables.loading import history
from phasebook.tables.opening import Opening
from phasebook.tables.protocol import AnyAnswer, Done, Event, Request, Stale, Wrong, encode
from phasebook.tables.requests import RequestError, read
from phasebook.tables.rows import STORED, Repeated, StorageError
from phasebook.tables.rows import Answer as Stored
from phasebook.tables.table import BACK, Happened, Table, TakenBack, game_text
from phasebook.tables.telling import event_for, refused, shown_seat
from phasebook.tables.timing import is_full, is_unattended

log = logging.getLogger("phasebook.tables")

TRIES = 20
"""Times that a move is tried again because other servers were quicker."""

CODES = (
    (StorageError, "storage"),
    (SettingsError, "settings"),
    (DamagedError, "damaged"),
    (SaveError, "save"),
    (PhasebookError, "not_possible"),
)


Act = Callable[[Awake, Any, str], Awaitable[Stored | Refusal]]
"""Tries to change the position of a table, for a seat, as a request of some name."""


class Desk:
    """Answers requests of guests."""

    def __init__(self, house: House, decider: Decider) -> None:
        self.house = house
        self.decider = decider
        self.is_closing = False

    async def serve(self, guest: Guest, message: bytes, now: float) -> None:
        """Answer a message, once, whatever it is."""
        request = self.admitted(guest, message, now)
        guest.tell(encode(request if isinstance(request, Wrong) else await self.answer(guest, request)))

    def admitted(self, guest: Guest, message: bytes, now: float) -> Request | Wrong:
        """The request in a message, or the answer if it is none that can be served."""
        request = read(message, self.house.limits)
        try:
            self.check_manners(guest, now)
        except RequestError as error:
            return error.answer(request.id)
        return request

    async def answer(self, guest: Guest, request: Request) -> AnyAnswer:
        """The answer to a request, whatever comes of it."""
        try:
            return await VERBS[type(request)](self, guest, request)
        except Exception as error:
            return self.failed(request, error)

    def failed(self, request: Request, error: Exception) -> Wrong:
        """The answer to a request that could not be served."""
        if isinstance(error, RequestError):
            return error.answer(request.id)
        if isinstance(error, PhasebookError):
            if isinstance(error, DamagedError):
                self.house.report(error)
            code = next(code for kind, code in CODES if isinstance(error, kind))
            return Wrong(request.id, code, str(error))
        log.error("A request failed.", exc_info=error)
        trouble = type(error).__name__
        sentence = f"The server failed at this ({trouble}); ask for the view, and go on from there."
        return Wrong(request.id, "internal", sentence)

    def check_manners(self, guest: Guest, now: float) -> None:
        """Refuse to serve those who ask too often, and everybody when it is time to close."""
        if self.is_closing:
            raise RequestError("closing", "The server is closing; come back in a moment.", 1.0)
        self.charge(guest, now)

    def charge(self, guest: Guest, now: float, cost: int = 1) -> None:
        """Count what a guest asks for."""
        if wait := guest.allowance.wait(now, cost):
            sentence = f"That is more than {self.house.limits.rate:g} requests a second; wait {wait:.2f} seconds."
            raise RequestError("too_fast", sentence, wait)

    async def resume(self, guest: Guest, awake: Awake) -> None:
        """Let a table go on that rests, for somebody who has come; what it then does by itself counts as asked for."""
        if is_unattended(awake.table, self.house.limits):
            self.charge(guest, guest.allowance.at, self.house.limits.unattended)
            await self.house.resume(awake)

    # Without a table

    async def hello(self, guest: Guest, request: protocol.Hello) -> AnyAnswer:
        if request.version != protocol.VERSION:
            sentence = (
                f"This server speaks version {protocol.VERSION} of the protocol, not {request.version}; say that."
            )
            raise RequestError("version", sentence)
        return Done(
            request.id, version=protocol.VERSION, flows=list(self.house.engines), limits=self.house.limits
        )  # fmt: skip

    async def ping(self, guest: Guest, request: protocol.Ping) -> AnyAnswer:
        return Done(request.id)

    async def open(self, guest: Guest, request: protocol.New | protocol.Load) -> AnyAnswer:
        await self.check_room()
        opening = Opening(self.house, request)
        if await self.house.storage.append(opening.row) != STORED:
            raise RequestError("busy", "The table could not be opened; try again.")
        if self.house.count is not None:
            self.house.count += 1
        awake = self.house.wake(opening.table)
        self.house.after_row(awake)
        return Done(
            request.id, opening.table.n, table=opening.table.name, host=opening.host, seats=opening.seats
        )  # fmt: skip

    async def check_room(self) -> None:
        """Refuse one table too many."""
        if self.house.count is None:
            self.house.count = len(await self.house.storage.heads())
        if self.house.count >= self.house.limits.tables:
            sentence = f"There are {self.house.count} tables already, and no room for more; try again later."
            raise RequestError("too_many_tables", sentence)

    async def decide(self, guest: Guest, request: protocol.Decide) -> AnyAnswer:
        self.house.engine_of(request.flow)
        check_bot(request.bot, self.house.bots, self.house.limits.thinking)
        budget_from(SEARCH, request.limit, self.house.limits.thinking)
        moves = tuple(map(bytes, request.moves))
        asked = Question(request.flow, bytes(request.view), moves, request.seat, request.bot, request.limit, True)
        return Done(request.id, move=msgspec.Raw(await self.decider.decide(asked)))

    # Coming and going

    async def sit(self, guest: Guest, request: protocol.Sit) -> AnyAnswer:
        awake = await self.house.awake(request.table)
        seat = tokens.owner_of(request.token, awake.table.tokens)
        if seat is tokens.NOBODY:
            raise RequestError(
                "wrong_token", "This token opens no seat at this table; send the one you were given for it."
            )
        async with awake.lock:
            await self.resume(guest, awake)
            if seat is not HOST and seat not in awake.table.here:
                await self.stored(awake, "sat", seat, guest)
            events = await self.events_for(awake, request.since, seat)
            self.connect(guest, awake, seat)
            return Done(request.id, awake.table.n, seat=shown_seat(seat), events=events)

    async def watch(self, guest: Guest, request: protocol.Watch) -> AnyAnswer:
        awake = await self.house.awake(request.table)
        if not awake.table.options.spectators:
            raise RequestError("not_allowed", "This table is closed to spectators; sit with a token.")
        if request.table in guest.seats:
            raise RequestError("not_allowed", "You sit at this table already; leave it first.")
        async with awake.lock:
            await self.resume(guest, awake)
            events = await self.events_for(awake, request.since, None)
            self.connect(guest, awake, None)
            return Done(request.id, awake.table.n, events=events)

    def connect(self, guest: Guest, awake: Awake, seat: Any) -> None:
        """Let a guest hear what happens at a table."""
        guest.seats[awake.table.name] = seat
        awake.guests.add(guest)

    async def leave(self, guest: Guest, request: protocol.Leave) -> AnyAnswer:
        seat = self.house.seat_at(guest, request.table)
        awake = await self.house.awake(request.table)
        async with awake.lock:
            awake.guests.discard(guest)
            del guest.seats[request.table]
            if seat is not None and seat is not HOST and seat in awake.table.here:
                await self.stored(awake, "left", seat, guest)
            return Done(request.id, awake.table.n)

    async def stored(self, awake: Awake, kind: str, seat: Any, guest: Guest) -> None:
        """Note that somebody has come or gone, where there is room; other servers may be quicker with other news."""
        if is_full(awake.table, self.house.limits):
            return
        request = guest.new_request()
        for _ in range(TRIES):
            if await self.house.note(awake, kind, seat, request) == STORED:
                return
            await self.house.catch_up(awake)
        raise busy()

    # Asking

    async def view(self, guest: Guest, request: protocol.View) -> AnyAnswer:
        seat, table = await self.at_table(guest, request.table)
        engine, snapshot = table.engine, table.snapshot
        is_over = table.is_over
        return Done(
            request.id,
            table.n,
            view=snapshot if seat is HOST else engine.view(snapshot, seat),
            phase=engine.phase_for(snapshot, seat),
            to_act=list(table.to_act(snapshot)),
            over=is_over,
            outcome=engine.outcome(snapshot) if is_over else msgspec.UNSET,
            deadline=msgspec.UNSET if table.deadline is None else table.deadline,
        )

    async def moves(self, guest: Guest, request: protocol.Moves) -> AnyAnswer:
        seat, table = await self.at_table(guest, request.table)
        return Done(request.id, table.n, moves=table.engine.legal_moves(table.snapshot, seat=seat))

    async def why(self, guest: Guest, request: protocol.WhyNot) -> AnyAnswer:
        seat, table = await self.at_table(guest, request.table)
        move = table.engine.read_move(bytes(request.move), table.snapshot, seat)
        if isinstance(move, Refusal):
            return refused(request.id, table.n, move)
        return Done(request.id, table.n, why=table.engine.why(table.snapshot, move, seat=seat))

    async def events(self, guest: Guest, request: protocol.Events) -> AnyAnswer:
        seat = self.house.seat_at(guest, request.table)
        awake = await self.house.awake(request.table)
        n = awake.table.n  # reading the log takes a while, in which more may happen: that is sent by itself
        events = await self.events_for(awake, request.since, seat)
        return Done(request.id, n, events=events)

    async def save(self, guest: Guest, request: protocol.Save) -> AnyAnswer:
        seat, table = await self.at_table(guest, request.table)
        if seat is not HOST:
            raise RequestError(
                "not_allowed", "Only the host may save, a saved game holds everybody's secrets; ask the host."
            )
        return Done(request.id, table.n, save=table.engine.dump(table.snapshot).decode())

    async def at_table(self, guest: Guest, name: str) -> tuple[Any, Table]:
        """Where a guest sits, and the table."""
        seat = self.house.seat_at(guest, name)
        return seat, (await self.house.awake(name)).table

    async def events_for(self, awake: Awake, since: int | None, seat: Any) -> list[Event]:
        """What has happened after a number, for a seat."""
        if since is None:
            return []
        table, since = awake.table, max(0, since)
        happened = table.happened_since(since)
        if happened is None:
            happened = await self.long_ago(awake, since)
        return [event_for(table, one, seat) for one in happened]

    async def long_ago(self, awake: Awake, since: int) -> list[Happened]:
        """What has happened after a number that memory does not reach back to."""
        n = awake.table.n
        _, all_of_it = await history(self.house.storage, awake.table.engine, awake.table.name)
        if since < all_of_it[0].n - 1:
            sentence = f"What happened before event {all_of_it[0].n} was under earlier rules; ask for the view."
            raise RequestError("too_long_ago", sentence)
        return [one for one in all_of_it if since < one.n <= n]

    # Moving

    async def play(self, guest: Guest, request: protocol.Play) -> AnyAnswer:
        async def played(awake: Awake, seat: Any, name: str) -> Stored | Refusal:
            move = awake.table.read_move(bytes(request.move), seat)
            return move if isinstance(move, Refusal) else await self.house.play(awake, seat, move, name)

        return await self.moved(guest, request, played)

    async def take_back(self, guest: Guest, request: protocol.TakeBack) -> AnyAnswer:
        return await self.moved(guest, request, self.taken_back)

    async def moved(self, guest: Guest, request: protocol.Play | protocol.TakeBack, act: Act) -> AnyAnswer:
        """Let a seat change the position; where another server is quicker, try again from there."""
        seat = self.house.seat_at(guest, request.table)
        awake = await self.house.awake(request.table)
        name = request_name(guest, seat, request.once)
        async with awake.lock:
            for _ in range(TRIES):
                if request.at is not None and awake.table.moved > request.at:
                    return await self.too_late(awake, seat, request, name)
                answer = await act(awake, seat, name)
                if isinstance(answer, Refusal):
                    return await self.not_possible(awake, request, name, answer)
                if (done := await self.settled(awake, request, answer)) is not None:
                    return done
            raise busy()

    async def taken_back(self, awake: Awake, seat: Any, name: str) -> Stored | Refusal:
        """Take the last move of a seat back; a table that was read from a snapshot does not know what was before."""
        table = awake.table
        if not table.back and table.moved > 1:
            whole, _ = await history(self.house.storage, table.engine, table.name)
            table.back = deque(whole.back, maxlen=BACK)
        answer = table.taken_back(seat)
        if isinstance(answer, Refusal):
            return answer
        before, news = answer
        now = self.house.time_at(table)
        happened = Happened(table.n + 1, "taken_back", seat, now, before, table.to_act(before), None, news)
        content = encode(TakenBack(game_text(table.engine, before)))
        return await self.house.store(awake, happened, name, content)

    async def settled(self, awake: Awake, request: Any, answer: Any) -> AnyAnswer | None:
        """The answer to what was stored, or was stored before; None if another server was quicker."""
        if answer == STORED:
            return Done(request.id, awake.table.n)
        await self.house.catch_up(awake)
        return Done(request.id, answer.row.n) if isinstance(answer, Repeated) else None

    async def too_late(self, awake: Awake, seat: Any, request: Any, name: str) -> AnyAnswer:
        """Something has moved since; unless it was this very request."""
        if request.once is not None and (n := await self.stored_before(awake, name)):
            return Done(request.id, n)
        return Stale(request.id, awake.table.n, await self.events_for(awake, request.at, seat))

    async def not_possible(self, awake: Awake, request: Any, name: str, refusal: Refusal) -> AnyAnswer:
        """The rules say no; unless that is because this very request has been played."""
        if request.once is not None and (n := await self.stored_before(awake, name)):
            return Done(request.id, n)
        return refused(request.id, awake.table.n, refusal)

    async def stored_before(self, awake: Awake, name: str) -> int | None:
        """The number under which a request was stored."""
        rows = await self.house.storage.rows(awake.table.name)
        return next((row.n for row in reversed(rows) if row.request == name), None)


def request_name(guest: Guest, seat: Any, once: str | None) -> str:
    """The name under which a request is stored: of the seat's own choice, or like no other."""
    if once is None:
        return guest.new_request()
    if not 0 < len(once) <= LONGEST_ONCE or not once.isprintable():
        raise RequestError("malformed", f"once must be a text of 1 to {LONGEST_ONCE} printable characters.")
    return f"once.{shown_seat(seat)}.{once}"


LONGEST_ONCE = 64


def busy() -> RequestError:
    """What to say if other servers were quicker every time."""
    return RequestError("busy", "Others were quicker, again and again; send it once more.", 0.1)


Verb = Callable[[Desk, Guest, Any], Awaitable[AnyAnswer]]

VERBS: dict[type, Verb] = {
    protocol.Hello: Desk.hello,
    protocol.Ping: Desk.ping,
    protocol.New: Desk.open,
    protocol.Load: Desk.open,
    protocol.Sit: Desk.sit,
    protocol.Watch: Desk.watch,
    protocol.View: Desk.view,
    protocol.Moves: Desk.moves,
    protocol.WhyNot: Desk.why,
    protocol.Play: Desk.play,
    protocol.TakeBack: Desk.take_back,
    protocol.Events: Desk.events,
    protocol.Leave: Desk.leave,
    protocol.Save: Desk.save,
    protocol.Decide: Desk.decide,
}
