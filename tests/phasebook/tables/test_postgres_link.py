import asyncio
import os
import signal
from time import monotonic

import psycopg
import pytest

from phasebook.tables.postgres_link import Link, PassingError, connect, fault, place_of
from phasebook.tables.rows import StorageError
from tests.phasebook.tables.postgres_server import Server

SECRET = "postgresql://anna:hunter2@127.0.0.1:1/tables"


def test_a_database_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(PassingError) as caught:
        asyncio.run(connect(SECRET))

    assert str(caught.value).startswith("The database tables at 127.0.0.1 does not answer; see that it runs")
    assert "hunter2" not in str(caught.value)


def test_an_address_that_cannot_be_read_is_not_repeated() -> None:
    with pytest.raises(StorageError, match="write it as postgresql://") as caught:
        asyncio.run(connect("postgresql://anna:hunter2@[oops/tables"))

    assert "hunter2" not in str(caught.value)


def test_a_place_has_a_name() -> None:
    assert place_of("postgresql:///tables") == "The database tables at this machine"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (psycopg.errors.DiskFull("no space"), "the disk of the database is full; make room and go on"),
        (psycopg.errors.ReadOnlySqlTransaction("no"), "the database cannot be written at present"),
        (psycopg.errors.UndefinedTable("gone"), "the tables of the log are gone"),
        (psycopg.errors.InvalidCatalogName("gone"), "there is no such database; make it first"),
        (psycopg.errors.DataException("odd"), "refuses: odd"),
        (ValueError("odd"), "refuses: odd"),
    ],
)
def test_what_does_not_pass_is_said(error: Exception, words: str) -> None:
    said = fault(SECRET, error)

    assert words in str(said)
    assert not isinstance(said, PassingError)


@pytest.mark.parametrize(
    "error",
    [
        psycopg.errors.AdminShutdown("bye"),
        psycopg.errors.DeadlockDetected("both wait"),
        psycopg.errors.TooManyConnections("full"),
        psycopg.errors.CannotConnectNow("starting up"),
        psycopg.OperationalError("consuming input failed"),
        TimeoutError(),
        ConnectionResetError("reset"),
    ],
)
def test_what_passes_is_worth_another_try(error: Exception) -> None:
    assert isinstance(fault(SECRET, error), PassingError)


def test_a_lost_connection_is_made_again(schema: str) -> None:
    async def run() -> None:
        link = Link(schema)
        [(first,)] = await link.run("SELECT pg_backend_pid()")
        with psycopg.connect(schema) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [first])
        [(second,)] = await link.run("SELECT pg_backend_pid()")

        assert second != first
        assert link.failures >= 1
        await link.close()
        with pytest.raises(StorageError, match="is closed"):
            await link.run("SELECT 1")

    asyncio.run(run())


def test_all_who_come_at_once_share_one_connection(schema: str) -> None:
    async def run() -> None:
        link = Link(schema)
        found = await asyncio.gather(*(link.run("SELECT pg_backend_pid()") for _ in range(10)))

        assert len({process for [(process,)] in found}) == 1
        await link.close()

    asyncio.run(run())


def test_patience_ends(schema: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that hangs is no better than one that is gone; another statement finds it well."""
    monkeypatch.setattr("phasebook.tables.postgres_link.PATIENCE", 0.5)
    monkeypatch.setattr("phasebook.tables.postgres_link.LONGEST_SILENCE", 0.2)

    async def run() -> None:
        link = Link(schema)
        before = monotonic()
        with pytest.raises(PassingError, match="does not answer"):
            await link.run("SELECT pg_sleep(3)")
        assert monotonic() - before < 3
        assert link.failures >= 2
        assert await link.run("SELECT 1") == [(1,)]
        await link.close()

    asyncio.run(run())


def test_a_connection_that_is_open_and_dead_is_left_for_another(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a machine has lost its network: nobody closes anything, and nothing comes."""
    monkeypatch.setattr("phasebook.tables.postgres_link.LONGEST_SILENCE", 0.2)

    async def run() -> None:
        link = Link(server.address)
        [(dead,)] = await link.run("SELECT pg_backend_pid()")
        os.kill(dead, signal.SIGSTOP)
        [(other,)] = await link.run("SELECT pg_backend_pid()")
        os.kill(dead, signal.SIGCONT)

        assert other != dead
        await link.close()

    asyncio.run(run())


def test_commits_are_durable_even_where_that_is_not_the_default(schema: str) -> None:
    async def run() -> None:
        address = schema.replace("search_path", "synchronous_commit%3Doff%20-csearch_path")
        link = Link(address)

        assert await link.run("SHOW synchronous_commit") == [("on",)]
        await link.close()

    asyncio.run(run())
