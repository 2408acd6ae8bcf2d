"""A table in memory: what it says is what its log says, whatever has happened, and wherever it is read from."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fsm.engine import HOST, in_order
from fsm.errors import SaveError
from fsm.snapshot import check_of
from phasebook.tables.loading import history, load
from phasebook.tables.memory import MemoryStorage
from phasebook.tables.table import RECENT, Table, seat_from, seat_text
from tests.phasebook.tables.kit import place


def facts(table: Table) -> dict[str, Any]:
    """Everything that a table knows, but for what memory leaves out on purpose."""
    return {
        "n": table.n,
        "position": check_of(table.snapshot),
        "moved": (table.moved, table.since),
        "present": (table.here, table.gone, table.excused),
        "spent": table.spent,
        "deadline": table.deadline,
        "options": table.options,
        "tokens": table.tokens,
    }


async def busy_table(flow: str, seed: int, steps: int, options: dict[str, Any]) -> tuple[MemoryStorage, Table]:
    """A table at which people play, take back, leave and come back, by chance."""
    storage, chance = MemoryStorage(), Random(seed)
    async with place([flow], storage) as here:
        opened, callers = await here.table(flow, settings={"seed": seed}, options=options)
        name = opened["table"]
        for _ in range(steps):
            caller = chance.choice(callers)
            deed = chance.choices(["play", "take_back", "leave"], [8, 1, 1])[0]
            if deed == "play":
                legal = [move for move in (await caller.ask("moves", table=name))["moves"] if move["move"] != "leave"]
                if legal:
                    await caller.ask("play", table=name, move=chance.choice(legal))
            elif deed == "take_back":
                await caller.ask("take_back", table=name)
            else:
                await caller.ask("leave", table=name)
                token = opened["seats"][callers.index(caller)]["token"]
                await caller.ask("sit", table=name, token=token)
        return storage, here.house.tables[name].table


@pytest.mark.parametrize("flow", ["goofspiel", "uno", "discard"])
@given(seed=st.integers(0, 1_000), steps=st.integers(0, 90), timed=st.booleans())
@settings(max_examples=8, deadline=None)
def test_what_is_read_from_the_store_is_what_was_in_memory(flow: str, seed: int, steps: int, timed: bool) -> None:
    options = {"clock": {"turn": 1_000, "game": 5_000}} if timed else {}
    storage, table = asyncio.run(busy_table(flow, seed, steps, options))
    read = asyncio.run(load(storage, lambda name: table.engine, table.name))
    played, happened = asyncio.run(history(storage, table.engine, table.name))

    assert read is not None
    assert facts(read) == facts(table) == facts(played)
    assert [one.n for one in happened] == list(range(1, table.n + 1))
    assert happened[-RECENT:] == list(table.recent)


def test_memory_holds_only_what_has_happened_lately() -> None:
    _, table = asyncio.run(busy_table("uno", 1, 300, {}))

    assert table.n > 2 * RECENT
    assert len(table.recent) == RECENT
    assert table.happened_since(table.n - 3) == list(table.recent)[-3:]
    assert table.happened_since(table.n) == table.happened_since(table.n + 9) == []
    assert table.happened_since(table.n - RECENT) == list(table.recent)
    assert table.happened_since(table.n - RECENT - 1) is None


def test_a_row_that_leads_elsewhere_is_an_error() -> None:
    storage, table = asyncio.run(busy_table("uno", 2, 20, {}))
    rows = storage.logs[table.name].rows
    rows[-1] = msgspec.structs.replace(rows[-1], fingerprint="00000000")

    with pytest.raises(SaveError, match=rf"^Row {table.n} of table {table.name} led elsewhere when it was written; "):
        asyncio.run(history(storage, table.engine, table.name))


def test_a_row_that_the_rules_refuse_now_is_an_error() -> None:
    storage, table = asyncio.run(busy_table("uno", 2, 20, {}))
    rows = storage.logs[table.name].rows
    place = next(place for place, row in enumerate(rows) if row.kind == "played")
    rows[place] = msgspec.structs.replace(rows[place], content=b'{"move":{"move":"accept","player":0}}')

    with pytest.raises(SaveError, match=rf"^Row {place + 1} of table {table.name} cannot be replayed: "):
        asyncio.run(history(storage, table.engine, table.name))


def test_what_would_happen_leaves_the_table_as_it_is() -> None:
    _, table = asyncio.run(busy_table("uno", 5, 30, {}))
    before = facts(table)
    seat = table.to_act(table.snapshot)[0]
    move = table.engine.legal_moves(table.snapshot, seat)[0]

    assert not isinstance(table.played(move, seat), type(None))
    table.taken_back(seat)
    assert facts(table) == before


def test_seats_are_written_and_read() -> None:
    assert [seat_from(seat_text(seat)) for seat in (0, "north", "host", HOST)] == [0, "north", "host", HOST]
    assert in_order({10, 9, 2}) == (2, 9, 10)
    assert in_order({"b", 1}) == ("b", 1)
