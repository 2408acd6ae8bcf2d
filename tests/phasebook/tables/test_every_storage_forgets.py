"""How every storage lets go of tables: as much as was asked for, and nothing else."""

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from phasebook.tables.rows import STORED, TAKEN, Head, Repeated, Storage
from tests.phasebook.tables.conftest import Steady
from tests.phasebook.tables.logs import append_all, row
from tests.phasebook.tables.test_every_storage import opened


def test_a_table_that_is_forgotten_has_never_been(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            await append_all(storage, row(1, table="elm"), row(1), row(2, deadline=5), row(3, deadline=7))
            await storage.append(row(4, deadline=9), b"position")
            await storage.forget("oak", 4)

            assert await storage.rows("oak") == []
            assert await storage.snapshot("oak") is None
            assert [head.table for head in await storage.heads()] == ["elm"]
            assert await storage.due(10**9) == []
            assert await storage.rows("elm") == [row(1, table="elm")]
            assert await storage.append(row(1, "request 2")) == STORED
            assert await storage.heads() == [Head("elm", 1, 1001, None), Head("oak", 1, 1001, None)]

    asyncio.run(run())


def test_what_comes_after_a_number_stays(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            for n in range(1, 6):
                await storage.append(row(n), f"position {n}".encode() if n in (2, 4) else None)
            await storage.forget("oak", 3)

            assert await storage.rows("oak") == [row(4), row(5)]
            assert await storage.snapshot("oak") == (4, b"position 4")
            assert await storage.heads() == [Head("oak", 5, 1005, None)]
            assert await storage.append(row(5, "late")) == TAKEN
            assert await storage.append(row(9, "request 4")) == Repeated(row(4))
            assert await storage.append(row(6, "request 1")) == STORED
            await storage.forget("oak", 4)
            assert await storage.snapshot("oak") is None

    asyncio.run(run())


def test_there_is_nothing_to_forget_of_what_there_is_not(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            await storage.append(row(3))
            await storage.forget("elm", 10)
            await storage.forget("oak", 2)

            assert await storage.rows("oak") == [row(3)]

    asyncio.run(run())


def test_a_long_table_is_forgotten_while_others_are_written(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            await append_all(storage, *(row(n) for n in range(1, 2_101)))
            forgetting = asyncio.create_task(storage.forget("oak", 2_100))
            answers = []
            for n in range(1, 40):
                answers += await append_all(storage, row(n, table="elm"), row(n, f"other {n}", table="elm"))
            await forgetting

            assert answers == [STORED, TAKEN] * 39
            assert await storage.rows("oak") == []
            assert len(await storage.rows("elm")) == 39

    asyncio.run(run())


def test_numbers_of_the_store_s_own_are_not_taken_for_older_ones(address: str) -> None:
    """The last rows of all are forgotten, and others take their place."""

    async def run() -> None:
        async with opened(address) as storage:
            await append_all(storage, row(1), row(1, table="elm"), row(2, table="elm"), row(3, table="elm"))
            await storage.forget("elm", 3)

            assert await append_all(storage, row(2), row(2, "late"), row(3)) == [STORED, TAKEN, STORED]

    asyncio.run(run())


def test_who_uses_a_table_can_say_so(address: str) -> None:
    async def run() -> None:
        async with opened(address) as storage:
            await append_all(storage, row(1, deadline=5), row(1, table="elm"), row(1, table='o"ak'))
            await storage.touch([], 9_000)
            await storage.touch(["oak", 'o"ak', "none"], 5_000)
            await storage.touch(["oak"], 4_000)

            times = {head.table: head.time for head in await storage.heads()}
            assert times == {"oak": 5_000, 'o"ak': 5_000, "elm": 1_001}
            assert await storage.rows("oak") == [row(1, deadline=5)]
            assert await storage.due(5) == ["oak"]
            await storage.append(row(2))
            assert next(head for head in await storage.heads() if head.table == "oak") == Head("oak", 2, 1002, None)

    asyncio.run(run())


@settings(max_examples=40)
@given(st.sets(st.integers(1, 12)), st.lists(st.integers(0, 13), max_size=4))
def test_what_is_left_is_what_a_list_would_have(steady: Steady, numbers: set[int], throughs: list[int]) -> None:
    async def example(storage: Storage, prefix: str) -> None:
        table = f"{prefix}oak"
        left = [row(n, table=table) for n in sorted(numbers)]
        for each in left:
            await storage.append(each)
        for through in throughs:
            await storage.forget(table, through)
            left = [each for each in left if each.n > through]
            assert await storage.rows(table) == left
            heads = [head.n for head in await storage.heads() if head.table == table]
            assert heads == [each.n for each in left[-1:]]

    steady.run(example)
