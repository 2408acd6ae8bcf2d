"""Errors: one family, that can go from process to process."""

import pickle

import pytest

from fsm import errors
from fsm.errors import PhasebookError, SimulationError
from fsm.simulate import Simulation, simulate
from tests.fsm.tictactoe import engine as tictactoe

ERRORS = [getattr(errors, name) for name in errors.__all__]


@pytest.mark.parametrize("kind", ERRORS)
def test_whoever_catches_our_errors_catches_all_of_them_and_nothing_else(kind: type[Exception]) -> None:
    assert issubclass(kind, PhasebookError)
    assert PhasebookError.__bases__ == (Exception,), "a KeyError of a rule is never taken for one of ours"


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_says_what_it_was_given_and_arrives_in_other_processes(kind: type[PhasebookError]) -> None:
    arrived = pickle.loads(pickle.dumps(kind("There is no such thing.")))

    assert type(arrived) is kind
    assert str(arrived) == "There is no such thing."


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_says_for_whom_it_is(kind: type[PhasebookError]) -> None:
    assert kind.__doc__


def test_an_error_of_a_simulation_keeps_what_was_counted() -> None:
    assert SimulationError("Stopped.").so_far is None
    with pytest.raises(SimulationError) as caught:
        simulate(tictactoe, 3, policy=lambda decision: decision.moves[99])

    assert isinstance(caught.value.so_far, Simulation)
    assert SimulationError("Another.").so_far is None, "it is each error's own"
