"""Tables under load, with two sockets each: a player moves when the one before has its answer and both have heard."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

from tests.benchmarks.tables.scripts import ROUNDS, UNO, Turn, rounds, uno_match
from tests.benchmarks.tables.sockets import Socket


class Tally:
    """What was measured."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        """Seconds from each move to its answer, in the order of the answers."""
        self.is_enough = False


class Table:
    """One game being played."""

    def __init__(self, tally: Tally, sockets: list[Socket]) -> None:
        self.tally = tally
        self.sockets = sockets
        self.turns: list[Turn] = []
        self.place = 0
        self.waiting = 0
        """Messages until the next move."""
        self.sent = 0.0
        self.end: Callable[[], None] = lambda: None

    def begin(self) -> None:
        for seat, socket in enumerate(self.sockets):
            socket.heard = self.listener(seat)
        self.move()

    def move(self) -> None:
        """Make the next move, unless it is enough."""
        if self.tally.is_enough or self.place >= len(self.turns):
            self.end()
            return
        turn = self.turns[self.place]
        self.place += 1
        self.waiting = self.messages_for(turn)
        self.sent = perf_counter()
        self.sockets[turn.seat].send(self.request(turn))

    def answered(self) -> None:
        """The player who moved has the answer."""
        self.tally.latencies.append(perf_counter() - self.sent)

    def counted(self) -> None:
        """Something has been heard."""
        self.waiting -= 1
        if not self.waiting:
            self.move()

    def messages_for(self, turn: Turn) -> int:
        raise NotImplementedError

    def request(self, turn: Turn) -> bytes:
        raise NotImplementedError

    def listener(self, seat: int) -> Callable[[bytes], None]:
        raise NotImplementedError


class OwnTable(Table):
    """A table of ours: each move is answered, and everybody hears of it, the player who moved, too."""

    path = "/tables"

    async def prepare(self, flow: str, number: int, matches: int, most: int) -> None:
        """Open the tables for some games, one after the other, and sit down."""
        self.names: list[tuple[int, str, int]] = []
        for match in range(matches):
            seed = 1_000 * number + match
            turns = rounds(most) if flow == ROUNDS else uno_match(seed, most)
            name, n = await self.seated(flow, {"seed": seed} if flow == ROUNDS else {"seed": seed, "players": 2})
            self.names.append((len(self.turns), name, n))
            self.turns += turns
        self.next_game()

    async def seated(self, flow: str, settings: dict[str, Any]) -> tuple[str, int]:
        opened = await ask(self.sockets[0], do="new", flow=flow, settings=settings)
        for seat, socket in enumerate(self.sockets):
            answer = await ask(socket, do="sit", table=opened["table"], token=opened["seats"][seat]["token"])
        await ask(self.sockets[0], do="ping")  # so that the first has heard of the second
        return opened["table"], answer["n"]

    def next_game(self) -> None:
        """Go on at the next table."""
        self.started, self.name, self.n = self.names.pop(0)

    def messages_for(self, turn: Turn) -> int:
        if self.names and self.place > self.names[0][0]:
            self.next_game()
        return 2 * turn.events + 1

    def request(self, turn: Turn) -> bytes:
        known, self.n = self.n, self.n + turn.events
        return b'{"id":%d,"do":"play","table":"%s","at":%d,"move":%s}' % (
            self.place,
            self.name.encode(),
            known,
            turn.move,
        )

    def listener(self, seat: int) -> Callable[[bytes], None]:
        def heard(message: bytes) -> None:
            if message.startswith(b'{"answer":"done"'):
                self.answered()
            else:
                assert message.startswith(b'{"table":'), message
                if b'"kind":"sat"' in message:  # from another server, that may come late
                    return
            self.counted()

        return heard


async def ask(socket: Socket, **request: Any) -> dict[str, Any]:
    """An answer, before the game begins."""
    socket.send(msgspec.json.encode({"id": 0, **request}))
    while b'"answer"' not in (message := await socket.kept.get())[:12]:
        pass
    answer: dict[str, Any] = msgspec.json.decode(message)
    assert answer["answer"] == "done", answer
    return answer


class BoardgameTable(Table):
    """A match of boardgame.io, in the messages of its own client: Socket.IO's over a WebSocket, without credentials.

    A player who moved is sent the new state as the other is, and has no other answer.
    """

    path = "/socket.io/?EIO=4&transport=websocket"

    async def prepare(self, flow: str, number: int, matches: int, most: int) -> None:
        """Begin a match."""
        self.name = f"match-{id(self)}-{perf_counter()}"
        self.turns = list(rounds(most))
        for seat, socket in enumerate(self.sockets):
            await until(socket, b"0{")
            socket.send(b"40/rounds,")
            await until(socket, b"40/rounds")
            socket.send(b'42/rounds,["sync","%s","%d",null,2]' % (self.name.encode(), seat))
            await until(socket, b'42/rounds,["sync"')
        for socket in self.sockets:
            await until(socket, b'42/rounds,["matchData"')
        await until(self.sockets[0], b'42/rounds,["matchData"')  # of the second player

    def messages_for(self, turn: Turn) -> int:
        return 2

    def request(self, turn: Turn) -> bytes:
        action = f'{{"type":"MAKE_MOVE","payload":{{"type":"mark","args":[{turn.square}],"playerID":"{turn.seat}"}}}}'
        return f'42/rounds,["update",{action},{self.place - 1},"{self.name}","{turn.seat}"]'.encode()

    def listener(self, seat: int) -> Callable[[bytes], None]:
        socket = self.sockets[seat]

        def heard(message: bytes) -> None:
            if message == b"2":
                socket.send(b"3")
                return
            assert message.startswith(b'42/rounds,["update"'), message
            if seat == self.turns[self.place - 1].seat:
                self.answered()
            self.counted()

        return heard


async def until(socket: Socket, beginning: bytes) -> bytes:
    """Wait for a message that begins like this."""
    while not (message := await socket.kept.get()).startswith(beginning):
        pass
    return message


KINDS: dict[str, type[OwnTable | BoardgameTable]] = {ROUNDS: OwnTable, UNO: OwnTable, "boardgame.io": BoardgameTable}
