"""Every registered flow passes the conformance checks."""

from collections.abc import Callable
from functools import cache

import pytest

from fsm.catalogue import engine_of, registered
from fsm.testing import CHECKS, Subject


@cache
def subject_of(flow: str) -> Subject:
    return Subject(engine_of(flow), games=3, max_moves=150)


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
@pytest.mark.parametrize("flow", registered())
def test_registered_flow_conforms(flow: str, check: Callable[[Subject], None]) -> None:
    check(subject_of(flow))
