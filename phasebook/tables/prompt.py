"""Moves as they nearly always are: by a seat, at a table that is in memory and has nothing else under way.

Such a move needs no task: it is worked out when it comes, and everybody hears of it when the store has it. Whatever
would have to wait for something else is left to the desk.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from fsm.snapshot import Refusal
from phasebook.tables.guests import Guest
from phasebook.tables.house import Awake, content_of
from phasebook.tables.protocol import AnyAnswer, Done, Play, encode
from phasebook.tables.rows import STORED, Answer, StorageError
from phasebook.tables.telling import refused
from phasebook.tables.verbs import Desk, request_name


def is_begun(desk: Desk, guest: Guest, request: Play, end: Callable[[], None]) -> bool:
    """Make a move, and call `end` when it is answered; False if it must be left to the desk, and nothing was done."""
    awake = desk.house.tables.get(request.table)
    if awake is None or request.table not in guest.seats:
        return False
    if (request.at is not None and awake.table.moved > request.at) or not is_taken(awake.lock):
        return False
    desk.house.tables.move_to_end(request.table)
    PromptMove(desk, guest, request, awake, end).begin()
    return True


def is_taken(lock: asyncio.Lock) -> bool:
    """Take a lock, if nobody has it or waits for it."""
    if lock.locked():
        return False
    taking = lock.acquire()
    try:
        taking.send(None)
    except StopIteration:
        return True
    taking.close()
    return False


class PromptMove:
    """A move at a table whose lock it holds until it is answered."""

    __slots__ = ("awake", "desk", "end", "guest", "happened", "request")

    def __init__(self, desk: Desk, guest: Guest, request: Play, awake: Awake, end: Callable[[], None]) -> None:
        self.desk, self.guest, self.request, self.awake, self.end = desk, guest, request, awake, end

    def begin(self) -> None:
        """Ask the rules, and have what they say stored."""
        try:
            self.store()
        except Exception as error:
            self.answer(self.desk.failed(self.request, error))

    def store(self) -> None:
        house, table, request = self.desk.house, self.awake.table, self.request
        seat: Any = self.guest.seats[request.table]
        name = request_name(self.guest, seat, request.once)
        move = table.read_move(bytes(request.move), seat)
        happened = move if isinstance(move, Refusal) else house.played(table, seat, move)
        if isinstance(happened, Refusal):
            self.refuse(happened)
            return
        self.happened, row, snapshot = house.to_be_stored(table, happened, name, content_of(happened))
        house.storage.add(row, snapshot, self.settle)

    def refuse(self, refusal: Refusal) -> None:
        """Say no; unless the move may be one that was played before, which is in the log."""
        if self.request.once is None:
            self.answer(refused(self.request.id, self.awake.table.n, refusal))
        else:
            self.leave_to_the_desk()

    def settle(self, answer: Answer | StorageError) -> None:
        """The store has it, or not."""
        if isinstance(answer, StorageError):
            self.answer(self.desk.failed(self.request, answer))
        elif answer == STORED:
            self.answer(self.happens())
        else:
            self.leave_to_the_desk()  # another server was quicker

    def happens(self) -> AnyAnswer:
        try:
            self.desk.house.let_happen(self.awake, self.happened)
        except Exception as error:
            return self.desk.failed(self.request, error)
        return Done(self.request.id, self.happened.n)

    def answer(self, answer: AnyAnswer) -> None:
        """Answer, and let others have the table."""
        self.awake.lock.release()
        self.guest.tell(encode(answer))
        self.end()

    def leave_to_the_desk(self) -> None:
        """Try it again in a task."""
        self.awake.lock.release()
        self.desk.house.in_background(self.try_again())

    async def try_again(self) -> None:
        try:
            self.guest.tell(encode(await self.desk.answer(self.guest, self.request)))
        finally:
            self.end()
