"""What is written and never happens. The checks themselves are seeded in tests/fsm/test_seeded_defects.py."""

from typing import Any

import pytest

from fsm import Flow, State, guard
from fsm.catalogue import engine_of, registered
from fsm.lint import examine
from tests.fsm.test_seeded_defects import Rows, boxed

CHECKED = {"exit_from_the_end", "unplayed_variant", "swallowed_refusal"}


@guard("It is too small.")
def is_big(game: int) -> bool:
    return game > 3


def leave(game: int) -> int:
    return game + 1


def test_our_own_flows_neglect_nothing() -> None:
    for name in registered():
        assert not {finding.check for finding in examine(engine_of(name))} & CHECKED


def test_the_end_of_a_part_is_left_so_its_exit_effects_happen() -> None:
    class Parts(Flow):
        class round(State.Compound, initial=True):
            here = State(initial=True)
            over = State(final=True, exit=leave)
            go = here.to(over)

        end = State(final=True)
        round.done.to(end)

    assert "exit_from_the_end" not in {finding.check for finding in examine(Parts)}


def is_even(game: int) -> bool:
    return game % 2 == 0


@pytest.mark.parametrize(
    ("inner", "outer"),
    [
        (lambda left, right: left.to(right, cond=is_big) | left.refuses("It is too small."), []),
        (lambda left, right: left.to(right, cond=is_big), [is_big]),
        (lambda left, right: left.to(right, cond=is_even), []),
    ],
    ids=["the inner row refuses", "the outer row refuses, too", "a guard without a sentence only chooses"],
)
def test_a_refusal_is_not_swallowed_where(inner: Rows, outer: list[Any]) -> None:
    assert "swallowed_refusal" not in {finding.check for finding in examine(boxed(inner, outer))}
