"""Several processes: shared out, added up, the same every time, and none is left behind."""

import os
import signal
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from fsm import PhasebookError
from fsm.search import search
from fsm.searching import sharing
from fsm.searching.budgets import Budget
from fsm.searching.hints import Hints
from fsm.searching.sharing import Helpers, Share, added_up, deadline, own_seed, shares_of, think
from fsm.searching.thinking import Choice, Search
from games.goofspiel import engine
from tests.fsm.searching.samples import Buy

START = engine.start(seed=0, preset="small")
SHARE = Share(
    "games.goofspiel:engine",
    engine.view(START, 0),
    tuple(engine.legal_moves(START, 0)),
    0,
    Budget(iterations=101),
    7,
    "plain",
    True,
)


def sleepy(snapshot: Any, moves: Sequence[Any], chance: Random) -> Any:
    time.sleep(600)


HANGS = Hints(rollout=sleepy)


@pytest.fixture(scope="module")
def two() -> Iterator[Helpers]:
    with Helpers(2) as helpers:
        yield helpers
    assert helpers.workers == {}


def test_iterations_are_shared_out_and_seconds_are_for_everybody() -> None:
    parts = shares_of(SHARE, 3)

    assert [part.budget.iterations for part in parts] == [34, 34, 33]
    assert len({part.seed for part in parts}) == 3
    assert len(shares_of(msgspec.structs.replace(SHARE, budget=Budget(iterations=2)), 5)) == 2
    seconds = msgspec.structs.replace(SHARE, budget=Budget(seconds=2.0))
    assert [part.budget for part in shares_of(seconds, 3)] == [Budget(seconds=2.0)] * 3


def test_what_was_found_is_added_up() -> None:
    one = (Choice(Buy(0, 0), 3, 1.5), Choice(Buy(0, 1), 1, -1.0))
    two = (Choice(Buy(0, 0), 1, 0.5), Choice(Buy(0, 1), 2, 4.0))

    assert added_up([one, two]) == (Choice(Buy(0, 0), 4, 2.0), Choice(Buy(0, 1), 3, 3.0))


def test_a_share_is_a_search() -> None:
    alone = Search(engine, SHARE.view, SHARE.moves, 0, seed=7)
    alone.run(101)

    assert think(SHARE) == alone.choices


def test_processes_find_what_their_shares_find(two: Helpers) -> None:
    """So the answer depends on the seed and the number of processes alone."""
    here = added_up(map(think, shares_of(SHARE, 2)))

    assert two.search(SHARE) == here
    assert two.search(SHARE) == here, "the processes are still there, and know nothing of last time"


def test_a_process_that_is_killed_does_its_share_again(two: Helpers) -> None:
    two.search(SHARE)
    killed = two.workers[0].process.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)

    assert two.search(SHARE) == added_up(map(think, shares_of(SHARE, 2)))


def test_the_door_takes_helpers(two: Helpers) -> None:
    found = search(engine, SHARE.view, SHARE.moves, 0, 101, seed=7, hints="plain", helpers=two)

    assert found.choices == added_up(map(think, shares_of(SHARE, 2)))
    with pytest.raises(PhasebookError, match="Other processes find hints by name only"):
        search(engine, SHARE.view, SHARE.moves, 0, 10, hints=Hints(), helpers=two)


def test_a_hint_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "GRACE", 0.5)
    hanging = msgspec.structs.replace(SHARE, budget=Budget(seconds=0.1), hints="tests.fsm.searching.test_sharing:HANGS")
    with Helpers(1) as helpers:
        with pytest.raises(
            PhasebookError, match=r"No process answered within 0.1 seconds; see whether a hint of the game hangs"
        ):
            helpers.search(hanging)
        assert helpers.workers == {}


def test_at_least_one_process_is_needed() -> None:
    with pytest.raises(PhasebookError, match="at least 1, not 0"):
        Helpers(0)


def test_seeds_of_processes_differ_and_stay() -> None:
    assert own_seed(7, 0) != own_seed(7, 1) != own_seed(8, 1)


def test_a_deadline_passes() -> None:
    assert deadline(0.0)()
    assert not deadline(60.0)()
