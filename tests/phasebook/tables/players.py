"""Clients that play on, whatever happens to the server, and remember what they were promised."""

import asyncio
import json
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.phasebook.tables.wire import PATIENCE, Message

TRIES = 40
GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError)


class Player:
    """One seat. When the server is gone, it comes back with its token, and sends again what was not answered."""

    def __init__(self, table: str, seat: Any, token: str, chance: Random) -> None:
        self.table, self.seat, self.token, self.chance = table, seat, token, chance
        self.heard: list[Message] = []
        """All events, in the order of their numbers."""
        self.to_act: list[Any] = []
        self.sent: dict[str, Message] = {}
        """By the request's own name, the move."""
        self.acknowledged: dict[str, int] = {}
        """By the request's own name, the number that it was given."""
        self.refused: dict[str, Message] = {}
        self.pending: str | None = None
        """The request that was not answered yet."""
        self.resent = 0
        self.complaints: list[str] = []
        self.ids = count(1)
        self.socket: ClientConnection

    @property
    def last(self) -> int:
        return self.heard[-1]["n"] if self.heard else 0

    async def play(self, address: str, most: float = float("inf")) -> None:
        """Come back, and go on until the server is gone, or so many moves were made."""
        with suppress(*GONE):
            async with connect(address, max_size=None, open_timeout=PATIENCE) as self.socket:
                await self.come_back()
                while len(self.acknowledged) < most:
                    await self.go_on()

    async def come_back(self) -> None:
        answer = await self.insist("sit", table=self.table, token=self.token, since=self.last)
        for event in answer["events"]:
            self.note(event)
        if self.pending is not None:
            self.resent += 1
            await self.request(self.pending)

    async def go_on(self) -> None:
        """Make a move, if it is this seat's turn; else wait for one of the others."""
        if self.seat not in self.to_act:
            await self.receive()
            return
        answer = await self.ask("moves", table=self.table)
        moves = answer.get("moves", [])
        if moves and self.seat in self.to_act:
            once = f"{self.chance.getrandbits(64):x}"
            self.sent[once] = self.chance.choice(moves)
            self.pending = once
            await self.request(once)
        else:
            await asyncio.sleep(0.01)

    async def request(self, once: str) -> None:
        """Send a move until there is an answer; the same name each time."""
        wanted = {"table": self.table, "move": self.sent[once], "once": once}
        answer = await self.insist("play", **wanted)
        self.pending = None
        if answer["answer"] == "done":
            self.acknowledged[once] = answer["n"]
        else:
            self.refused[once] = answer

    async def insist(self, do: str, **fields: Any) -> Message:
        """Ask again while there is an error, which nobody should see; a server that has lost the table has no other."""
        for _ in range(TRIES):
            answer = await self.ask(do, **fields)
            if answer["answer"] != "error":
                return answer
            self.complaints.append(json.dumps(answer))
            await asyncio.sleep(0.05)
        raise EOFError

    async def ask(self, do: str, **fields: Any) -> Message:
        """The answer to a request; events that come before it are noted."""
        number = next(self.ids)
        await self.socket.send(json.dumps({"id": number, "do": do, **fields}))
        while (message := await self.receive()).get("id") != number:
            pass
        return message

    async def receive(self) -> Message:
        message: Message = json.loads(await self.socket.recv())
        if "event" in message:
            self.note(message["event"])
        return message

    def note(self, event: Message) -> None:
        """Events come without a hole, and none comes twice."""
        if event["n"] != self.last + 1:
            self.complaints.append(f"event {event['n']} came after {self.last}")
        self.heard.append(event)
        self.to_act = event["to_act"]
