import asyncio
from contextlib import suppress
from itertools import pairwise
from typing import Any, cast

import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from phasebook.tables.lane import MOST_UNANSWERED, Gathering, Lane, framed


class Wire:
    """A transport that notes what it is asked for."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def write(self, data: bytes) -> None:
        self.seen.append(data)

    def close(self) -> None:
        self.seen.append("closed")

    def is_closing(self) -> bool:
        return "closed" in self.seen

    def pause_reading(self) -> None:
        self.seen.append("paused")

    def resume_reading(self) -> None:
        self.seen.append("resumed")

    def get_extra_info(self, name: str) -> Any:
        return None


def gathering(wire: Wire) -> Gathering:
    return Gathering(cast("asyncio.BaseTransport", wire))


async def turns(wire: Wire) -> None:
    transport = gathering(wire)
    transport.write(b"event,")
    transport.write(b"answer")
    assert wire.seen == []
    await asyncio.sleep(0)
    transport.write(b"next")
    await asyncio.sleep(0)


def test_what_is_written_in_one_turn_leaves_together_and_in_order() -> None:
    wire = Wire()
    asyncio.run(turns(wire))

    assert wire.seen == [b"event,answer", b"next"]


async def ending(wire: Wire) -> None:
    transport = gathering(wire)
    transport.write(b"goodbye")
    assert not transport.is_closing()
    transport.close()
    assert transport.is_closing()
    await asyncio.sleep(0)


def test_nothing_is_lost_when_it_is_closed() -> None:
    wire = Wire()
    asyncio.run(ending(wire))

    assert wire.seen == [b"goodbye", "closed"]


async def vanishing(wire: Wire) -> None:
    gathering(wire).write(b"too late")
    wire.close()
    await asyncio.sleep(0)


def test_nothing_is_written_to_a_client_that_has_gone() -> None:
    wire = Wire()
    asyncio.run(vanishing(wire))

    assert wire.seen == ["closed"]


# The lane itself, beside uvicorn's own way


class Frames:
    """A connection without a client: what comes is given by hand, what goes is kept."""

    def __init__(self, kind: type[WebSocketsSansIOProtocol]) -> None:
        self.wire = Wire()
        config = uvicorn.Config(nobody, log_level="critical", ws_per_message_deflate=False, ws_max_size=100_000)
        config.load()
        self.protocol = kind(config, ServerState(), {})
        self.protocol.connection_made(cast("asyncio.Transport", self.wire))

    async def opened(self, early: bytes = b"") -> None:
        """Shake hands."""
        self.protocol.data_received(HANDSHAKE + early)
        await asyncio.sleep(0)
        await self.protocol.send({"type": "websocket.accept"})
        if isinstance(self.protocol, Lane):
            self.protocol.is_taken = True

    @property
    def heard(self) -> list[Any]:
        """The messages, and whether the client has closed; taken out."""
        found: list[Any] = []
        while not self.protocol.queue.empty():
            found.append(plain(self.protocol.queue.get_nowait()))
        return [one for one in found if one is not None]


HANDSHAKE = (
    b"GET /tables HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def nobody(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.sleep(3600)


def plain(message: Any) -> Any:
    """A message, whichever way it came; None for what belongs to the handshake."""
    if isinstance(message, bytes):
        return message
    if message["type"] == "websocket.receive":
        return message["bytes"] if message.get("text") is None else message["text"].encode()
    return message.get("code") if message["type"] == "websocket.disconnect" else None


def masked(first: int, payload: bytes, mask: bytes, wide: bool = False) -> bytes:
    """A frame of a client; `wide`: its length in more bytes than it needs."""
    size = len(payload)
    if size < 126 and not wide:
        head = bytes((first, 0x80 | size))
    elif size < 65_536:
        head = bytes((first, 0x80 | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, 0x80 | 127)) + size.to_bytes(8, "big")
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


MASKS = st.binary(min_size=4, max_size=4)
TEXTS = st.one_of(st.text(max_size=200), st.sampled_from(["", "x" * 125, "x" * 126, "y" * 300]))
WHOLE = st.builds(
    lambda text, mask, wide: masked(0x81, text.encode(), mask, wide), TEXTS, MASKS, st.booleans()
)  # fmt: skip
OTHERS = st.one_of(
    st.builds(masked, st.sampled_from([0x82, 0x89, 0x8A]), st.binary(max_size=120), MASKS),
    st.builds(lambda one, two, mask: masked(0x01, one, mask) + masked(0x89, b"ping", mask) + masked(0x80, two, mask),
              st.binary(max_size=60).map(lambda some: some.hex().encode()), st.just(b"end"), MASKS),
    st.just(masked(0x81, b"z" * 9_000, b"mask")),
)  # fmt: skip


BROKEN = st.one_of(
    st.builds(masked, st.sampled_from([0x81, 0x83, 0xC1, 0x88]), st.binary(max_size=20), MASKS),
    st.binary(min_size=1, max_size=12),
)
CUTS = st.lists(st.integers(0, 2_000), max_size=8)


async def both_ways(frames: list[bytes], cuts: list[int]) -> tuple[Frames, Frames]:
    """The same bytes, in the same pieces, by the lane and without."""
    stream = b"".join(frames)
    places = sorted({0, len(stream), *(cut % (len(stream) + 1) for cut in cuts)})
    ways = Frames(Lane), Frames(WebSocketsSansIOProtocol)
    for way in ways:
        await way.opened()
        for start, end in pairwise(places):
            if not way.wire.is_closing():
                with suppress(InvalidState):  # which uvicorn may raise about text that is broken
                    way.protocol.data_received(stream[start:end])
        await asyncio.sleep(0)
    return ways


def sent(way: Frames) -> bytes:
    """All bytes that went to the client after the handshake."""
    return b"".join(one for one in way.wire.seen if isinstance(one, bytes)).partition(b"\r\n\r\n")[2]


@given(st.lists(st.one_of(WHOLE, WHOLE, OTHERS), max_size=6), CUTS)
@settings(max_examples=80, deadline=None)
def test_the_lane_hears_and_answers_what_websockets_does(frames: list[bytes], cuts: list[int]) -> None:
    lane, usual = asyncio.run(both_ways(frames, cuts))

    assert lane.heard == usual.heard
    assert sent(lane) == sent(usual)


@given(st.lists(WHOLE, max_size=3), st.lists(BROKEN, min_size=1, max_size=3), CUTS)
@settings(max_examples=80, deadline=None)
def test_what_is_no_frame_ends_a_connection_as_without_the_lane(
    frames: list[bytes], garbage: list[bytes], cuts: list[int]
) -> None:
    lane, usual = asyncio.run(both_ways([*frames, *garbage], cuts))

    heard, wanted = lane.heard, usual.heard
    texts = [one for one in wanted if isinstance(one, bytes)]
    assert heard[: len(texts)] == texts  # and maybe more: websockets forgets what came in one piece with the garbage
    assert (len(wanted) > len(texts)) <= (type(heard[-1]) is not bytes if heard else False)


def test_a_frame_that_comes_with_the_handshake_is_not_lost() -> None:
    async def run() -> list[Any]:
        way = Frames(Lane)
        early = masked(0x81, b"first", b"mask")
        await way.opened(early[:4])
        way.protocol.data_received(early[4:] + masked(0x81, b"second", b"mask"))
        return way.heard

    assert asyncio.run(run()) == [b"first", b"second"]


def test_who_asks_much_at_once_is_not_read_until_that_is_answered() -> None:
    async def run() -> list[Any]:
        way = Frames(Lane)
        await way.opened()
        way.protocol.data_received(masked(0x81, b"{}", b"mask") * (MOST_UNANSWERED + 2))
        seen = [way.wire.seen[-1]]
        while not way.protocol.queue.empty():
            await way.protocol.receive()
        return [*seen, way.wire.seen[-1]]

    assert asyncio.run(run()) == ["paused", "resumed"]


@given(st.text(max_size=300) | st.sampled_from(["x" * 125, "x" * 126, "x" * 65_535, "x" * 65_536]))
def test_what_is_told_is_a_frame_that_websockets_reads(text: str) -> None:
    client = ClientProtocol(parse_uri("ws://here/tables"), state=OPEN)
    client.receive_data(framed(text.encode()))

    [frame] = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, frame.fin, bytes(frame.data).decode()) == (Opcode.TEXT, True, text)
