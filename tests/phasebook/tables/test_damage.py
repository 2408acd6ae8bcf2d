"""A row that was damaged in the store is named, by its table and number, and costs no other table anything."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from phasebook.tables.damage import DamagedError, unreadable
from phasebook.tables.memory import Log, MemoryStorage
from tests.phasebook.tables.kit import place, play_on

SAT = 2
"""Rows at the beginning: the table is opened, and somebody sits down."""


def damaged(n: int, **fields: Any) -> Callable[[Log], None]:
    """Changes a row, behind everybody's back."""

    def change(log: Log) -> None:
        log.rows[n - 1] = replace(log.rows[n - 1], **fields)

    return change


def without(n: int) -> Callable[[Log], None]:
    def change(log: Log) -> None:
        del log.rows[n - 1]

    return change


def with_snapshot(content: bytes) -> Callable[[Log], None]:
    def change(log: Log) -> None:
        log.snapshot = 4, content

    return change


DAMAGES: dict[str, tuple[int, Callable[[Log], None]]] = {
    "no JSON": (4, damaged(4, content=b'{"move"')),
    "no text": (4, damaged(4, content=b"\xff\xfe")),
    "nothing": (4, damaged(4, content=b"")),
    "another shape": (4, damaged(4, content=b"[1, 2]")),
    "no move": (4, damaged(4, content=b'{"move": {"move": "castle"}}')),
    "an illegal move": (4, damaged(4, content=b'{"move": {"move": "end_turn"}}')),
    "a seat that is none": (5, damaged(5, seat="{")),
    "another fingerprint": (4, damaged(4, fingerprint="0123")),
    "a hole": (4, without(4)),
    "no beginning": (1, without(1)),
    "a beginning that is none": (1, damaged(1, content=b"{")),
    "a beginning without a game": (1, damaged(1, content=b'{"flow": "discard"}')),
    "a snapshot that is none": (4, with_snapshot(b"\x00")),
    "a snapshot without a game": (4, with_snapshot(b'{"flow": "discard"}')),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_row_is_named(damage: str, caplog: pytest.LogCaptureFixture) -> None:
    n, change = DAMAGES[damage]

    async def scenario() -> tuple[str, list[dict[str, Any]]]:
        storage = MemoryStorage()
        async with place(storage=storage) as here:
            tables = [await here.table("discard", settings={"seed": 1}) for _ in range(2)]
            for opened, callers in tables:
                await play_on(callers, opened["table"], 4)
        (bad, _), (good, _) = tables
        change(storage.logs[bad["table"]])
        async with place(storage=storage) as here:
            token = bad["seats"][0]["token"]
            answers = [await here.caller().ask("sit", table=bad["table"], token=token) for _ in range(2)]
            player = await here.seated(good["table"], good["seats"][0]["token"])
            assert await play_on([player], good["table"], 2) == 2
        return bad["table"], answers

    with caplog.at_level(logging.ERROR, "phasebook.tables"):
        table, answers = asyncio.run(scenario())

    for answer in answers:
        assert (answer["answer"], answer["code"]) == ("error", "damaged"), answer
        assert answer["sentence"].startswith(f"Row {n} of table {table} ")
    (record,) = caplog.records
    assert answers[0]["sentence"] in record.getMessage()
    assert record.exc_info is None


def test_damage_that_is_long_ago_is_named_to_those_who_ask_for_it(caplog: pytest.LogCaptureFixture) -> None:
    """The table itself stands on a later snapshot, and goes on."""

    async def scenario() -> None:
        storage = MemoryStorage()
        async with place(storage=storage) as here:
            opened, callers = await here.table("discard", settings={"seed": 1})
            await play_on(callers, opened["table"], 40)
        damaged(7, content=b"{")(storage.logs[opened["table"]])
        async with place(storage=storage) as here:
            caller = await here.seated(opened["table"], opened["seats"][0]["token"])
            answer = await caller.ask("events", table=opened["table"], since=3)
            assert (answer["answer"], answer["code"]) == ("error", "damaged")
            assert answer["sentence"].startswith(f"Row 7 of table {opened['table']} cannot be read")
            assert await play_on([caller], opened["table"], 2) == 2

    with caplog.at_level(logging.ERROR, "phasebook.tables"):
        asyncio.run(scenario())

    assert len(caplog.records) == 1


def test_damage_that_has_a_name_keeps_it() -> None:
    first = DamagedError("Row 3 of table t is missing.")

    assert unreadable("t", 9, first) is first
    assert str(unreadable("t", 9, KeyError("x"))).startswith("Row 9 of table t cannot be read (KeyError: 'x'); ")
