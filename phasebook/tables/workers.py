"""Processes in which bots think, so that no bot can keep the tables waiting.

Each is another Phasebook that speaks the protocol on its standard streams, and is asked to `decide`. One that does not
answer in time is killed, and a new one takes its place.
"""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec

from phasebook.tables.bots import Question
from phasebook.tables.protocol import Decide, Limits, encode
from phasebook.tables.requests import RequestError

STARTING = 20.0
"""Seconds that a new process has to say hello."""
SPARE = 1.0
"""Seconds beyond its limit after which a bot has had its chance."""
LONGEST_LINE = 4_194_304


class Said(msgspec.Struct):
    """What we need of a worker's answer."""

    answer: str
    move: msgspec.Raw = msgspec.Raw(b"null")
    code: str = "internal"
    sentence: str = "The bot said nothing."


class Worker:
    """One process."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None
        self.ids = count(1)

    async def ask(self, request: dict[str, Any], within: float) -> Said:
        """The answer to a request; a process that gives none in time is killed."""
        try:
            if self.process is None or self.process.returncode is not None:
                await asyncio.wait_for(self.start(), STARTING)
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


class Workers:
    """Some processes, started when they are needed."""

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
        self.workers = [Worker(command) for _ in range(number)]
        self.free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in reversed(self.workers):
            self.free.put_nowait(worker)

    async def decide(self, asked: Question) -> bytes:
        """The move that a bot makes, as JSON."""
        worker = await self.free.get()
        try:
            said = await worker.ask(request_of(asked), self.seconds_for(asked) + SPARE)
        finally:
            self.free.put_nowait(worker)
        if said.answer != "done":
            raise RequestError(said.code, said.sentence)
        return bytes(said.move)

    def seconds_for(self, asked: Question) -> float:
        """How long a bot may think."""
        seconds = asked.limit.seconds
        return self.limits.thinking if seconds is None else min(seconds, self.limits.thinking)

    async def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
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
