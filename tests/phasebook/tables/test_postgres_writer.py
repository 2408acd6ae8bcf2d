import asyncio
from collections.abc import Sequence
from typing import Any

import psycopg
import pytest

from phasebook.tables.postgres import open_postgres
from phasebook.tables.postgres_link import PassingError
from phasebook.tables.rows import STORED, TAKEN, Repeated, StorageError
from tests.phasebook.tables.logs import append_all, row


def test_rows_of_one_turn_are_one_commit(schema: str) -> None:
    async def run() -> None:
        storage = await open_postgres(schema)
        await append_all(storage, *(row(n) for n in range(1, 301)))
        await storage.append(row(301))
        query = "SELECT count(*) FROM phasebook_log GROUP BY xmin ORDER BY min(n)"

        assert await storage.reader.run(query) == [(200,), (100,), (1,)]
        await storage.close()

    asyncio.run(run())


def test_a_row_whose_acknowledgement_was_lost_counts_as_stored(schema: str) -> None:
    """The commit has happened, and then the connection breaks; what others have stored still counts as theirs."""

    async def run() -> None:
        storage = await open_postgres(schema)
        await append_all(storage, row(1, "early"), row(1, "other", table="elm"))
        run_once, calls = storage.link.run_once, iter([True])

        async def lose_first_answer(query: Any, values: Sequence[object]) -> list[Any]:
            answer = await run_once(query, values)
            if next(calls, False):
                raise PassingError("The cable was pulled.")
            return answer

        storage.link.run_once = lose_first_answer  # type: ignore[method-assign]
        answers = await append_all(
            storage, row(2), row(3), row(4, "early"), row(1, "mine", table="elm"), row(2), row(2, table="elm")
        )

        assert answers == [STORED, STORED, Repeated(row(1, "early")), TAKEN, Repeated(row(2)), STORED]
        assert await storage.append(row(2)) == Repeated(row(2))
        await storage.close()

    asyncio.run(run())


def test_when_patience_is_over_all_who_wait_are_answered_and_later_it_goes_on(
    schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phasebook.tables.postgres_link.PATIENCE", 0.2)

    async def run() -> None:
        storage = await open_postgres(schema)
        run_once = storage.link.run_once

        async def gone(query: Any, values: Sequence[object]) -> list[Any]:
            raise PassingError("The database is gone.")

        storage.link.run_once = gone  # type: ignore[method-assign]
        calls = [asyncio.create_task(storage.append(row(n))) for n in range(1, 500)]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        assert {str(answer) for answer in answers} == {"The database is gone."}
        assert all(isinstance(answer, StorageError) for answer in answers)

        storage.link.run_once = run_once  # type: ignore[method-assign]
        assert await storage.append(row(1)) == STORED
        await storage.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("state", "words"), [("53100", "the disk of the database is full"), ("22000", "refuses: Not this one.")]
)
def test_a_row_that_is_refused_costs_only_itself(schema: str, state: str, words: str) -> None:
    async def run() -> None:
        storage = await open_postgres(schema)
        with psycopg.connect(schema) as connection:
            connection.execute(
                f"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN "
                f"RAISE EXCEPTION 'Not this one.' USING ERRCODE = '{state}'; END$$;"
                "CREATE TRIGGER refusing BEFORE INSERT ON phasebook_log FOR EACH ROW WHEN (new.kind = 'bad') "
                "EXECUTE FUNCTION refuse()"
            )
        calls = (storage.append(each) for each in (row(1), row(2, kind="bad"), row(3)))
        answers = await asyncio.gather(*calls, return_exceptions=True)

        assert [answers[0], answers[2]] == [STORED, STORED]
        assert isinstance(answers[1], StorageError)
        assert words in str(answers[1])
        assert [each.n for each in await storage.rows("oak")] == [1, 3]
        await storage.close()

    asyncio.run(run())
