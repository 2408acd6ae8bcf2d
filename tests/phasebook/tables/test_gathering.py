import asyncio
from typing import Any, cast

from phasebook.tables.gathering import Gathering


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
