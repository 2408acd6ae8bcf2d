"""What every storage promises, asked of each."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phasebook.tables.rows import LARGEST, LONGEST_NAME, STORED, TAKEN, Head, Repeated, Row, Storage, StorageError
from phasebook.tables.storing import open_storage
from tests.phasebook.tables.conftest import Steady
from tests.phasebook.tables.logs import append_all, row


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Storage]:
    storage = await open_storage(address)
    try:
        yield storage
    finally:
        await storage.close()


# One row


def test_what_was_appended_is_read_back(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            rows = [row(1, seat=None, deadline=5), row(2, kind="sat", content=b""), row(3)]

            assert [await storage.append(each) for each in rows] == [STORED] * 3
            assert await storage.rows("oak") == rows
            assert await storage.rows("elm") == []

    asyncio.run(run())


def test_rows_can_be_read_from_a_number_on_and_a_few_at_a_time(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            rows = [row(n) for n in range(1, 601)]
            await append_all(storage, *rows, row(1, table="elm"))

            assert await storage.rows("oak") == rows
            assert await storage.rows("oak", after=599) == rows[599:]
            assert await storage.rows("oak", after=600) == []
            assert await storage.rows("oak", after=10, most=2) == rows[10:12]
            assert await storage.rows("oak", most=300) == rows[:300]
            assert await storage.rows("oak", most=512) == rows[:512]
            assert await storage.rows("oak", most=0) == []

    asyncio.run(run())


def test_a_number_is_given_once(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            assert await storage.append(row(1, "a")) == STORED
            assert await storage.append(row(1, "b")) == TAKEN
            assert await storage.append(row(1, "b", table="elm")) == STORED
            assert await storage.rows("oak") == [row(1, "a")]

    asyncio.run(run())


def test_a_request_is_stored_once(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            first = row(1, "a")
            assert await storage.append(first) == STORED
            assert await storage.append(first) == Repeated(first)
            assert await storage.append(row(2, "a", content=b"other")) == Repeated(first)
            assert await storage.append(row(1, "a", table="elm")) == STORED
            assert await storage.rows("oak") == [first]

    asyncio.run(run())


def test_a_row_that_is_refused_costs_no_other_row(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            calls = (storage.append(each) for each in (row(1), row(0), row(2, "\0"), row(2), row(3, "x" * 201)))
            answers = await asyncio.gather(*calls, return_exceptions=True)

            assert [answers[0], answers[3]] == [STORED, STORED]
            assert all(isinstance(answers[place], StorageError) for place in (1, 2, 4))
            assert await storage.rows("oak") == [row(1), row(2)]

    asyncio.run(run())


# Several at the same time


def test_answers_in_one_batch_are_each_their_own(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            await storage.append(row(1, "old"))
            answers = await append_all(
                storage, row(2, "a"), row(2, "b"), row(1, "c"), row(3, "old"), row(3, "d"), row(2, "a"), row(7, "d")
            )

            assert answers[:5] == [STORED, TAKEN, TAKEN, Repeated(row(1, "old")), STORED]
            assert answers[5:] == [Repeated(row(2, "a")), Repeated(row(3, "d"))]
            assert await storage.rows("oak") == [row(1, "old"), row(2, "a"), row(3, "d")]

    asyncio.run(run())


def test_more_rows_than_fit_in_a_batch(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            rows = [row(n, table=f"table {n % 7}") for n in range(1, 1001)]

            assert await append_all(storage, *rows) == [STORED] * 1000
            assert sum([len(await storage.rows(f"table {number}")) for number in range(7)]) == 1000

    asyncio.run(run())


def test_somebody_who_waits_no_longer_disturbs_nobody(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            impatient = asyncio.create_task(storage.append(row(1)))
            patient = asyncio.create_task(storage.append(row(2)))
            await asyncio.sleep(0)
            impatient.cancel()

            assert await patient == STORED
            assert await storage.append(row(3)) == STORED
            assert {each.n for each in await storage.rows("oak")} >= {2, 3}

    asyncio.run(run())


def test_closing_answers_what_is_waiting(address: str) -> None:
    async def run() -> None:
        storage = await open_storage(address)
        waiting = [asyncio.create_task(storage.append(row(n))) for n in range(1, 20)]
        waiting.append(asyncio.create_task(storage.append(row(1))))
        await asyncio.sleep(0)
        await storage.close()

        assert await asyncio.gather(*waiting) == [STORED] * 19 + [Repeated(row(1))]

    asyncio.run(run())


# What is remembered of each table


def test_heads_are_the_last_rows(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            assert await storage.heads() == []
            await append_all(storage, row(1, deadline=50), row(2, deadline=70), row(1, table="elm"))
            assert await storage.heads() == [Head("elm", 1, 1001, None), Head("oak", 2, 1002, 70)]

            names = ["Zeder", "apple", "ähre", *(f"table {number}" for number in range(1200))]
            await append_all(storage, *(row(1, table=name) for name in names))
            assert [head.table for head in await storage.heads()] == sorted(["elm", "oak", *names])

    asyncio.run(run())


def test_what_is_due_is_what_the_last_row_says(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            await append_all(storage, row(1, deadline=50), row(1, table="elm", deadline=70), row(1, table="fir"))

            assert [await storage.due(now) for now in (49, 50, 70)] == [[], ["oak"], ["elm", "oak"]]
            await append_all(storage, row(2), row(2, table="elm", deadline=90))
            assert [await storage.due(now) for now in (50, 89, 90)] == [[], [], ["elm"]]

    asyncio.run(run())


def test_the_latest_position_is_kept(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            assert await storage.snapshot("oak") is None
            await storage.append(row(1), b"one")
            await storage.append(row(2))
            assert await storage.snapshot("oak") == (1, b"one")
            await storage.append(row(3), b"")
            assert await storage.append(row(3, "late"), b"not stored") == TAKEN
            assert await storage.append(row(3), b"not stored") == Repeated(row(3))
            assert await storage.snapshot("oak") == (3, b"")
            assert await storage.snapshot("elm") is None

    asyncio.run(run())


def test_a_storage_can_be_closed_twice_and_opened_again(lasting_address: str) -> None:
    async def run() -> None:
        async with opened(lasting_address) as storage:
            await storage.append(row(1, deadline=9), b"one")
            await storage.close()
            with pytest.raises(StorageError, match="closed"):
                await storage.append(row(2))
            with pytest.raises(StorageError, match="closed"):
                await storage.rows("oak")
        async with opened(lasting_address) as storage:
            assert await storage.rows("oak") == [row(1, deadline=9)]
            assert await storage.snapshot("oak") == (1, b"one")
            assert await storage.due(9) == ["oak"]
            assert await storage.append(row(1)) == Repeated(row(1, deadline=9))
            assert await storage.append(row(2)) == STORED

    asyncio.run(run())


# Races


async def race(storages: list[Storage], table: str, numbers: int, wins: list[int]) -> None:
    """Everybody wants every number, and asks as fast as the answers come."""

    async def one(writer: int, storage: Storage) -> None:
        for n in range(1, numbers + 1):
            if await storage.append(row(n, f"{writer} {n}", table=table, content=b"%d" % writer)) == STORED:
                wins.append(n)

    await asyncio.gather(*(one(writer, storage) for writer, storage in enumerate(storages)))


def test_a_race_has_one_winner(address: str) -> None:
    """Ten tables, eight writers, and a hundred numbers at each."""

    async def run() -> None:
        async with opened(address) as storage:
            wins: list[list[int]] = [[] for _ in range(10)]
            await asyncio.gather(*(race([storage] * 8, f"{table}", 100, wins[table]) for table in range(10)))

            assert all(sorted(won) == list(range(1, 101)) for won in wins)
            assert [len(await storage.rows(f"{table}")) for table in range(10)] == [100] * 10

    asyncio.run(run())


# Anything at all


def texts(least: int, most: int) -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=least, max_size=most)


moments = st.integers(0, LARGEST)
any_rows = st.builds(
    Row,
    table=texts(0, LONGEST_NAME - 7),
    n=st.integers(1, LARGEST),
    request=texts(1, LONGEST_NAME),
    seat=st.none() | texts(0, 10),
    kind=texts(0, 10),
    content=st.binary(max_size=2000),
    time=moments,
    fingerprint=texts(0, 10),
    deadline=st.none() | moments,
)
few_rows = st.builds(
    row,
    st.integers(1, 4),
    st.sampled_from("abcdef"),
    st.sampled_from(["oak", "elm"]),
    content=st.sampled_from([b"x", b"y"]),
    deadline=st.none() | st.integers(0, 3),
)


def named(prefix: str, new: Row) -> Row:
    return msgspec.structs.replace(new, table=prefix + new.table)


class Model:
    """The log as a list: what a storage must say, worked out the slow way."""

    def __init__(self) -> None:
        self.stored: list[tuple[Row, bytes | None]] = []

    def append(self, new: Row, snapshot: bytes | None) -> object:
        at_table = [old for old, _ in self.stored if old.table == new.table]
        for old in at_table:
            if old.request == new.request:
                return Repeated(old)
        if any(old.n == new.n for old in at_table):
            return TAKEN
        self.stored.append((new, snapshot))
        return STORED

    def rows(self, table: str) -> list[Row]:
        return sorted((old for old, _ in self.stored if old.table == table), key=lambda old: old.n)

    def snapshot(self, table: str) -> tuple[int, bytes] | None:
        given = [(old.n, kept) for old, kept in self.stored if old.table == table and kept is not None]
        return max(given, default=None)

    def heads(self) -> list[Head]:
        last = [self.rows(table)[-1] for table in sorted({old.table for old, _ in self.stored})]
        return [Head(old.table, old.n, old.time, old.deadline) for old in last]


@settings(max_examples=30)
@given(new=any_rows, snapshot=st.none() | st.binary(max_size=5000))
def test_anything_that_is_accepted_is_read_back_as_it_was(steady: Steady, new: Row, snapshot: bytes | None) -> None:
    async def run(storage: Storage, prefix: str) -> None:
        mine = named(prefix, new)

        assert await storage.append(mine, snapshot) == STORED
        assert await storage.append(mine) == Repeated(mine)
        assert await storage.rows(mine.table) == [mine]
        assert await storage.snapshot(mine.table) == (None if snapshot is None else (mine.n, snapshot))
        assert Head(mine.table, mine.n, mine.time, mine.deadline) in await storage.heads()

    steady.run(run)


@settings(max_examples=40)
@given(asked=st.lists(st.tuples(few_rows, st.none() | st.sampled_from([b"p", b"q"])), max_size=15))
def test_a_storage_says_what_a_list_would_say(steady: Steady, asked: list[tuple[Row, bytes | None]]) -> None:
    async def run(storage: Storage, prefix: str) -> None:
        model = Model()
        for new, snapshot in asked:
            mine = named(prefix, new)
            assert await storage.append(mine, snapshot) == model.append(mine, snapshot)
        for table in (f"{prefix}oak", f"{prefix}elm"):
            assert await storage.rows(table) == model.rows(table)
            assert await storage.snapshot(table) == model.snapshot(table)
        assert [head for head in await storage.heads() if head.table.startswith(prefix)] == model.heads()
        for now in range(4):
            due = [head.table for head in model.heads() if head.deadline is not None and head.deadline <= now]
            assert [table for table in await storage.due(now) if table.startswith(prefix)] == due

    steady.run(run)


@settings(max_examples=40)
@given(asked=st.lists(few_rows, max_size=12))
def test_answers_at_the_same_time_are_those_of_some_order(steady: Steady, asked: list[Row]) -> None:
    """What is stored was answered so, once, and every other answer names what was in its way."""

    async def run(storage: Storage, prefix: str) -> None:
        mine = [named(prefix, new) for new in asked]
        answers = await append_all(storage, *mine)
        stored = [new for new, answer in zip(mine, answers, strict=True) if answer == STORED]
        there = [each for table in ("elm", "oak") for each in await storage.rows(prefix + table)]

        assert sorted(stored, key=lambda each: (each.table, each.n)) == there
        for new, answer in zip(mine, answers, strict=True):
            if answer == TAKEN:
                assert any((each.table, each.n) == (new.table, new.n) and each.request != new.request for each in there)
            elif isinstance(answer, Repeated):
                assert answer.row in there
                assert (answer.row.table, answer.row.request) == (new.table, new.request)

    steady.run(run)
