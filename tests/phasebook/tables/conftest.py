"""The places where tables are stored, of each kind, and as many empty ones as a test wants."""

from collections.abc import Callable
from itertools import count

import pytest

Places = Callable[[], str]
"""Each call gives the address of another empty storage."""


def in_memory(request: pytest.FixtureRequest) -> Places:
    return lambda: "memory:"


def in_files(request: pytest.FixtureRequest) -> Places:
    folder, numbers = request.getfixturevalue("tmp_path_factory").mktemp("tables"), count()
    return lambda: f"sqlite:{folder / f'{next(numbers)}.db'}"


KINDS = {"memory": in_memory, "sqlite": in_files}


@pytest.fixture(scope="session", params=KINDS)
def places(request: pytest.FixtureRequest) -> Places:
    return KINDS[request.param](request)


@pytest.fixture
def address(places: Places) -> str:
    return places()


@pytest.fixture(params=[kind for kind in KINDS if kind != "memory"])
def lasting_address(request: pytest.FixtureRequest) -> str:
    """Of an empty storage that outlives its process."""
    return KINDS[request.param](request)()
