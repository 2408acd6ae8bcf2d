"""How far consequences can go, and what is said about too many."""

import pytest

from fsm import read
from fsm.compiler.consequences import LONGEST_CALLS, SHOWN, Chains, endless, last_circle, longest_chains
from tests.fsm.compiler.flows import Roundabout, chain


def test_the_longest_chain_of_each_leaf_is_known_unless_it_can_come_to_a_circle() -> None:
    assert longest_chains(read(Roundabout)) == {"here": 0, "third": 2, "fourth": 1, "home": 0}


@pytest.mark.parametrize(("length", "most", "counted"), [(3, 3, 0), (3, 2, 1), (LONGEST_CALLS + 2, 10_000, 2)])
def test_chains_are_counted_that_might_be_too_long(length: int, most: int, counted: int) -> None:
    chains = Chains(chain(length).chart, most)

    assert chains.unsettled == {f"p{n}" for n in range(1, length + 1)}
    assert chains.counted == {f"p{n}" for n in range(1, counted + 1)}


def test_leaves_that_can_come_to_a_circle_are_counted() -> None:
    chains = Chains(read(Roundabout), 10_000)

    assert chains.counted == {"first", "second", "north", "south"}
    assert chains.unsettled - chains.counted == {"third", "fourth"}


def test_the_last_circle_of_a_trail_is_found() -> None:
    assert list(last_circle("abcbcd")) == ["c", "b", "c"]
    assert list(last_circle("aa")) == ["a", "a"]
    assert not last_circle("abc")


def test_a_long_chain_is_shortened() -> None:
    said = str(endless("Chain", [f"p{n}" for n in range(1_000)], 999))

    assert said.count("->") == SHOWN
    assert said.endswith("-> ...; build the engine with a larger most_consequences.")
