"""Processes in which bots think, so that no bot can keep the tables waiting.

Each is another Phasebook that speaks the protocol on its standard streams, and is asked to `decide`. One that does not
answer in time is killed, and a new one takes its place.
"""

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec

from phasebook.tables.bots import Begins, Question, ignore
from phasebook.tables.protocol import Decide, Limits, encode
from phasebook.tables.requests import RequestError

STARTING = 20.0
"""Seconds that a new process has to say hello."""
SPARE = 1.0
"""Seconds beyond its limit after which a bot has had its chance."""
BEHIND = 10
"""How far the processes for clients stand behind where the processor is short, in the system's own numbers."""
LONGEST_LINE = 4_194_304


class Said(msgspec.Struct):
    """What we need of a worker's answer."""

    answer: str
    move: msgspec.Raw = msgspec.Raw(b"null")
    code: str = "internal"
    sentence: str = "The bot said nothing."


class Worker:
    """One process."""

    def __init__(self, command: Sequence[str], priority: int = 0) -> None:
        self.command = command
        self.priority = priority
        self.process: asyncio.subprocess.Process | None = None
        self.ids = count(1)

    async def ask(self, request: dict[str, Any], within: float, begins: Begins = ignore) -> Said:
        """The answer to a request; a process that gives none in time is killed."""
        try:
            if self.process is None or self.process.returncode is not None:
                begins(STARTING)
                await asyncio.wait_for(self.start(), STARTING)
                begins(0)
            return await asyncio.wait_for(self.exchange(request), within)
        except (TimeoutError, OSError, ValueError, msgspec.DecodeError):
            await self.stop()
            raise RequestError(
                "no_answer", "The bot did not answer in time; try again, or give it less to think about."
            ) from None
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def start(self) -> None:
        """Start it, and wait until it is there."""
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, limit=LONGEST_LINE
        )
        if self.priority and hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, self.process.pid, self.priority)
        await self.exchange({"do": "hello"})

    async def exchange(self, request: dict[str, Any]) -> Said:
        """Send a line, and read one."""
        process = self.process
        if process is None or process.stdin is None or process.stdout is None:
            raise OSError("the process has no streams")
        process.stdin.write(encode({"id": next(self.ids), **request}) + b"\n")
        await process.stdin.drain()
        return msgspec.json.decode(await process.stdout.readline(), type=Said)

    async def stop(self) -> None:
        """Kill it, whatever it does."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Pool:
    """Processes that share the questions."""

    def __init__(self, command: Sequence[str], number: int, priority: int = 0) -> None:
        self.workers = [Worker(command, priority) for _ in range(number)]
        self.free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self.questions = 0
        """How many are being answered, or wait for that."""
        for worker in reversed(self.workers):
            self.free.put_nowait(worker)

    async def ask(self, request: dict[str, Any], within: float, begins: Begins) -> Said:
        """What one of them says, when it is free."""
        self.questions += 1
        try:
            worker = await self.free.get()
            try:
                return await worker.ask(request, within, begins)
            finally:
                self.free.put_nowait(worker)
        finally:
            self.questions -= 1


class Workers:
    """Some processes for bots in seats, and as many for clients that ask; each is started when it is needed."""

    def __init__(self, flows: Sequence[str], named: Mapping[str, str], limits: Limits, number: int = 1) -> None:
        bots = [f"--bot={name}={policy}" for name, policy in named.items()]
        command = [
            sys.executable,
            "-m",
            "phasebook",
            "serve",
            *flows,
            "--stdio",
            f"--thinking={limits.thinking}",
            *bots,
        ]
        command.append(f"--message={LONGEST_LINE}")
        self.limits = limits
        self.for_seats, self.for_clients = Pool(command, number), Pool(command, number, BEHIND)

    async def decide(self, asked: Question, begins: Begins = ignore) -> bytes:
        """The move that a bot makes, as JSON."""
        pool = self.for_clients if asked.by_client else self.for_seats
        if asked.by_client and pool.questions >= self.limits.questions:
            sentence = f"Bots have {pool.questions} questions of clients to answer already; ask again in a moment."
            raise RequestError("too_many_questions", sentence, 1.0)
        said = await pool.ask(request_of(asked), self.seconds_for(asked) + SPARE, begins)
        if said.answer != "done":
            raise RequestError(said.code, said.sentence)
        return bytes(said.move)

    def seconds_for(self, asked: Question) -> float:
        """How long a bot may think."""
        seconds = asked.limit.seconds
        return self.limits.thinking if seconds is None else min(seconds, self.limits.thinking)

    async def close(self) -> None:
        """End all processes."""
        for worker in (*self.for_seats.workers, *self.for_clients.workers):
            await worker.stop()


def request_of(asked: Question) -> dict[str, Any]:
    """The question as a request, without its id."""
    raw = msgspec.Raw
    return {
        "do": Decide.__struct_config__.tag,
        "flow": asked.flow,
        "view": raw(asked.view),
        "moves": [raw(move) for move in asked.moves],
        "seat": asked.seat,
        "bot": asked.bot,
        "limit": asked.limit,
    }
