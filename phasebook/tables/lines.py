"""The protocol on standard input and output, one message a line: for programs that start Phasebook themselves."""

import asyncio
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import Any, BinaryIO

from fsm.engine import Engine
from phasebook.tables.bots import Begins, Question, decided, ignore
from phasebook.tables.guests import Guest
from phasebook.tables.house import House
from phasebook.tables.keeping import Keeper
from phasebook.tables.protocol import Limits, encode
from phasebook.tables.requests import too_large
from phasebook.tables.storing import open_storage
from phasebook.tables.verbs import Desk

LAST_WORD = 1.0
"""Seconds to end by ourselves, once nobody writes and nobody reads any more."""


class InThisProcess:
    """Lets bots think right here, in a thread: who has started us can stop us."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def decide(self, asked: Question, begins: Begins = ignore) -> bytes:
        """The move that a bot makes, as JSON."""
        return await asyncio.to_thread(self.decided, asked)

    def decided(self, asked: Question) -> bytes:
        engine = self.house.engine_of(asked.flow)
        return encode(decided(engine, asked, self.house.bots, self.house.limits.thinking))


def ignore_end() -> None:
    """Where somebody sees to the end."""


async def serve_lines(
    house: House, source: BinaryIO, target: BinaryIO, at_end: Callable[[], None] = ignore_end
) -> None:
    """Answer every line of the source, one after the other, until it ends; its thread calls `at_end` then."""

    def tell(message: bytes) -> None:
        target.write(message + b"\n")
        target.flush()

    decider = InThisProcess(house)
    desk, keeper = Desk(house, decider), Keeper(house, decider)
    guest = Guest(tell, house.limits, time.monotonic())
    lines = Lines(source, house.limits, at_end)
    while (line := await lines.next()) is not None:
        if len(line) > house.limits.save:
            tell(encode(too_large(None, house.limits)))
        elif line.strip():
            await desk.serve(guest, line, time.monotonic())
    keeper.polling.cancel()


class Lines:
    """Lines that a thread reads, as reading blocks; of one that is too long, only its beginning."""

    def __init__(self, source: BinaryIO, limits: Limits, at_end: Callable[[], None] = ignore_end) -> None:
        self.source = source
        self.at_end = at_end
        self.longest = max(limits.message, limits.save) + 2
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.loop = asyncio.get_running_loop()
        threading.Thread(target=self.read, daemon=True).start()

    async def next(self) -> bytes | None:
        """The next line; None at the end."""
        return await self.queue.get()

    def read(self) -> None:
        """Read until the end."""
        while line := self.source.readline(self.longest):
            rest = line
            while not rest.endswith(b"\n") and (rest := self.source.readline(self.longest)):
                pass  # the rest of a line that is too long
            self.hand_over(line)
        self.hand_over(None)
        self.at_end()

    def hand_over(self, line: bytes | None) -> None:
        """Give a line to the event loop. One that was closed meanwhile wants none."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.queue.put_nowait, line)


def serve_streams(engines: Mapping[str, Engine[Any]], limits: Limits, bots: Mapping[str, str], store: str) -> None:
    """Serve the process's own streams, to their end."""

    async def serve() -> None:
        storage = await open_storage(store)
        house = House(engines, storage, limits, bots)
        try:
            await serve_lines(house, standard_input(), sys.stdout.buffer, partial(end_unheard, sys.stdout.fileno()))
        finally:
            await house.close()
            await storage.close()

    asyncio.run(serve())


def standard_input() -> BinaryIO:
    """The input, as a stream that nobody else has: Python cannot end while a thread waits in `sys.stdin`."""
    return BytesIO() if sys.stdin is None else open(sys.stdin.fileno(), "rb", closefd=False)


def end_unheard(output: int) -> None:
    """End the process, whatever a bot does in it, when there is nobody left who reads: who has started us is gone.

    The input has ended, and this waits for the end of the output, too. A file has none, and some systems do not tell.
    """
    if not hasattr(select, "poll"):
        return
    reader = select.poll()
    reader.register(output, 0)  # errors need not be asked for
    ((_, trouble),) = reader.poll()
    if trouble & select.POLLNVAL:
        return  # we are ending, and have closed it ourselves
    time.sleep(LAST_WORD)
    os._exit(2)
