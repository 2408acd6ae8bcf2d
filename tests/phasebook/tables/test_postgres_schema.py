import asyncio

import psycopg
import pytest

from phasebook.tables.postgres import open_postgres
from phasebook.tables.postgres_schema import VERSION
from phasebook.tables.rows import STORED, Row, StorageError
from tests.phasebook.tables.logs import row
from tests.phasebook.tables.postgres_server import Server


def test_workers_that_start_at_once_do_not_collide(schema: str) -> None:
    async def run() -> None:
        storages = await asyncio.gather(*(open_postgres(schema) for _ in range(6)))
        answers = [await storage.append(row(n)) for n, storage in enumerate(storages, 1)]

        assert answers == [STORED] * 6
        assert len(await storages[0].rows("oak")) == 6
        await asyncio.gather(*(storage.close() for storage in storages))

    asyncio.run(run())


def test_the_columns_are_the_fields_of_a_row(schema: str) -> None:
    async def run() -> None:
        storage = await open_postgres(schema)
        columns = await storage.reader.run(
            "SELECT attname FROM pg_attribute WHERE attrelid = 'phasebook_log'::regclass AND attnum > 0 ORDER BY attnum"
        )

        assert [name for (name,) in columns] == [*Row.__struct_fields__, "snapshot"]
        await storage.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "change", [f"UPDATE phasebook_version SET version = {VERSION + 1}", "DELETE FROM phasebook_version"]
)
def test_another_schema_is_not_touched(schema: str, change: str) -> None:
    async def run() -> None:
        await (await open_postgres(schema)).close()
        with psycopg.connect(schema) as connection:
            connection.execute(change)
        with pytest.raises(StorageError, match="were made by another version of Phasebook"):
            await open_postgres(schema)

    asyncio.run(run())


def test_a_database_that_cannot_store_every_letter_is_refused(server: Server) -> None:
    with psycopg.connect(server.boss, autocommit=True) as connection:
        connection.execute("CREATE DATABASE narrow OWNER phasebook ENCODING LATIN1 TEMPLATE template0")

    with pytest.raises(StorageError, match="The database stores LATIN1; make one that stores UTF8"):
        asyncio.run(open_postgres(server.address.replace("/tables", "/narrow")))


def test_a_role_that_may_not_make_tables_is_refused(server: Server) -> None:
    with psycopg.connect(server.boss, autocommit=True) as connection:
        connection.execute("CREATE DATABASE foreign_one")
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")

    with pytest.raises(StorageError, match="grant it the rights to make and use tables"):
        asyncio.run(open_postgres(server.address.replace("/tables", "/foreign_one")))
