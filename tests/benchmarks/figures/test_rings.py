"""Every ring that is installed does the same as a plain count, and one that does not is found."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.benchmarks.figures.on_rings import NEEDS, RINGS, check
from tests.benchmarks.figures.peers import installed
from tests.benchmarks.figures.rings import REFUSED, ByHand, InPlace, Phasebook, Ring, Walker, differences
from tests.benchmarks.figures.workloads import OURS

VERSIONS = installed().versions
HERE = [kind for kind in RINGS if NEEDS.get(kind.name, kind.name) in (OURS, *VERSIONS)]


@pytest.mark.parametrize("kind", HERE, ids=lambda kind: kind.name)
def test_a_ring_does_the_same_as_a_plain_count(kind: type[Ring]) -> None:
    assert check([kind.name]) == []


@settings(max_examples=20)
@given(size=st.integers(2, 12), seed=st.integers(0, 1000), kind=st.sampled_from([Phasebook, ByHand, InPlace]))
def test_our_rings_do_in_any_size(size: int, seed: int, kind: type[Ring]) -> None:
    assert list(differences(kind(), size, seed)) == []


@pytest.mark.parametrize("kind", HERE, ids=lambda kind: kind.name)
def test_many_times_is_as_often_as_once(kind: type[Ring]) -> None:
    ring = kind()
    definition = ring.define(3)

    assert ring.where(ring.go(ring.start(definition, 2), 7)) == ("s1", 7)
    assert ring.stop(ring.start(definition, 1), 3) in ("", REFUSED)


class Skips(InPlace):
    """Counts, and goes too far."""

    def go(self, game: Walker, times: int) -> Walker:
        return super().go(super().go(game, times), 1)


class Stops(InPlace):
    """Its guard is not asked."""

    def stop(self, game: Walker, times: int) -> str | None:
        return None


class Half(InPlace):
    """A refusal leaves something behind."""

    def stop(self, game: Walker, times: int) -> str | None:
        game.number += 1
        return ""


class Lists(InPlace):
    """What it lists has not asked the guards."""

    def legal(self, game: Walker, times: int) -> list[str]:
        return ["go", "stop"]


class Forgets(InPlace):
    """What is loaded is not what was saved."""

    def load(self, definition: Any, saved: str, times: int) -> Walker:
        return Walker()


@pytest.mark.parametrize("kind", [Skips, Stops, Half, Lists, Forgets])
def test_a_ring_that_does_something_else_is_found(kind: type[Ring]) -> None:
    assert list(differences(kind(), 4, 1)) != []
