"""The places where tables are stored, of each kind, and as many empty ones as a test wants."""

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator
from itertools import count

import pytest

from phasebook.tables.rows import Storage
from phasebook.tables.storing import open_storage
from tests.phasebook.tables import postgres_server

NUMBERS = count()
Places = Callable[[], str]
"""Each call gives the address of another empty storage."""


def in_memory(request: pytest.FixtureRequest) -> Places:
    return lambda: "memory:"


def in_files(request: pytest.FixtureRequest) -> Places:
    folder = request.getfixturevalue("tmp_path_factory").mktemp("tables")
    return lambda: f"sqlite:{folder / f'{next(NUMBERS)}.db'}"


def in_schemas(request: pytest.FixtureRequest) -> Places:
    database = request.getfixturevalue("database")
    return lambda: postgres_server.new_schema(database, f"s{next(NUMBERS)}_{os.getpid()}")


KINDS = {"memory": in_memory, "sqlite": in_files, "postgres": in_schemas}


@pytest.fixture(scope="session")
def server() -> Iterator[postgres_server.Server]:
    """A PostgreSQL server that may be killed, one for all tests of a process."""
    if lack := postgres_server.missing_programs():
        pytest.skip(lack)
    server = postgres_server.Server()
    yield server
    server.close()


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> str:
    """The address of a PostgreSQL database."""
    given = os.environ.get(postgres_server.GIVEN)
    return given or str(request.getfixturevalue("server").address)


@pytest.fixture
def schema(database: str) -> str:
    """The address of an empty part of a PostgreSQL database."""
    return postgres_server.new_schema(database, f"s{next(NUMBERS)}_{os.getpid()}")


@pytest.fixture(scope="session", params=KINDS)
def places(request: pytest.FixtureRequest) -> Places:
    return KINDS[request.param](request)


class Steady:
    """A storage that stays open for many examples, each of which has table names of its own."""

    def __init__(self, address: str) -> None:
        self.runner = asyncio.Runner()
        self.storage = self.runner.run(open_storage(address))

    def run(self, example: Callable[[Storage, str], Coroutine[None, None, None]]) -> None:
        """Run an example, with what the names of its tables begin with."""
        self.runner.run(example(self.storage, f"{next(NUMBERS):06} "))

    def close(self) -> None:
        self.runner.run(self.storage.close())
        self.runner.close()


@pytest.fixture(scope="session")
def steady(places: Places) -> Iterator[Steady]:
    kept = Steady(places())
    yield kept
    kept.close()


@pytest.fixture
def address(places: Places) -> str:
    return places()


@pytest.fixture(params=[kind for kind in KINDS if kind != "memory"])
def lasting_address(request: pytest.FixtureRequest) -> str:
    """Of an empty storage that outlives its process."""
    return KINDS[request.param](request)()
