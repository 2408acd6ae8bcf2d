"""Which generated function answers a move, with and without a seat."""

from typing import Any

import pytest

from fsm import Engine, Refusal, Snapshot, SnapshotError, Trace
from fsm.running.dispatch import lister, seated_stepper, stepper, traced_stepper
from tests.fsm.parlour import Draw, Play, parlour
from tests.fsm.running.races import FOREIGN, HERE, NOT_FOR_US, Race, Run, laps
from tests.fsm.samples import MOVES, Earn, Market, Purse, market, new_purse


def ran(snapshot: Any, move: Any, trace: Any = "untraced") -> Any:
    return "ran", snapshot, move, trace


def refused(snapshot: Any, move: Any) -> Any:
    return "refused", snapshot, move


def as_seat(snapshot: Any, move: Any, seat: Any) -> Any:
    return "as seat", seat


def by_seat(snapshot: Any, seat: Any) -> Any:
    return "moves of", seat


# Whole engines

step: Any = stepper({"here": {Run: ran}}, refused, as_seat)
step_traced: Any = traced_stepper({"here": {Run: ran}}, refused)


def test_the_function_of_the_phase_and_the_move_answers() -> None:
    trace = Trace()

    assert step(HERE, Run()) == ("ran", HERE, Run(), "untraced")
    assert step_traced(HERE, Run(), trace) == ("ran", HERE, Run(), trace)


@pytest.mark.parametrize(("snapshot", "move"), NOT_FOR_US)
def test_what_has_no_function_is_refused(snapshot: Any, move: Any) -> None:
    assert step(snapshot, move) == step_traced(snapshot, move, Trace()) == ("refused", snapshot, move)


@pytest.mark.parametrize("kind", [KeyError, AttributeError, TypeError])
def test_an_error_in_a_rule_is_no_refusal(kind: type[Exception]) -> None:
    """Not even one that a failed look-up would raise."""

    def fails(*_: Any) -> Any:
        raise kind("in a rule")

    acts: Any = {"here": {Run: fails}}
    with pytest.raises(kind, match="in a rule"):
        stepper(acts, refused, as_seat)(HERE, Run())
    with pytest.raises(kind, match="in a rule"):
        traced_stepper(acts, refused)(HERE, Run(), Trace())
    with pytest.raises(kind, match="in a rule"):
        lister({"here": fails}, Race, SnapshotError, by_seat)(HERE)


@pytest.mark.parametrize("foreign", FOREIGN)
def test_legal_moves_are_listed_for_our_own_snapshots_only(foreign: Any) -> None:
    legal_moves = lister({"here": laps}, Race, lambda snapshot: SnapshotError(f"no: {snapshot}"), by_seat)

    assert legal_moves(Snapshot("here", Race(laps=3))) == [3]
    with pytest.raises(SnapshotError, match="no: "):
        legal_moves(foreign)


# Seats


@pytest.mark.parametrize("seat", [0, None, "north", False, ()])
def test_a_caller_with_a_seat_is_answered_as_that_seat(seat: Any) -> None:
    legal_moves: Any = lister({"here": laps}, Race, SnapshotError, by_seat)

    assert step(HERE, Run(), seat) == ("as seat", seat)
    assert legal_moves(HERE, seat) == ("moves of", seat)


def test_only_a_seats_own_move_goes_the_quick_way() -> None:
    start, play = parlour.start(seed=3), Play("east", 5)
    asked: list[Any] = []

    class Careful:
        def step(self, *given: Any) -> Any:
            asked.append(given)
            return "with care"

    careful: Any = Careful()
    quick: Any = seated_stepper(parlour._program.acts, {Play: "seat"}, careful)

    assert quick(start, play, "east") == parlour.step(start, play)
    for move, seat in ((play, "north"), (play, None), (Draw("east"), "east"), ("play", "east")):
        assert quick(start, move, seat) == "with care"
        assert asked.pop() == (start, move, seat)


# Methods that are compiled


def test_a_compiled_method_is_a_function_of_the_engine_from_its_first_use_on() -> None:
    engine = Engine(Market, moves=MOVES, new=new_purse)

    assert "step" not in vars(engine)
    first = engine.step
    assert vars(engine)["step"] is first is engine.step
    assert first.__doc__ == Engine.step.__doc__
    assert first.__qualname__ == "Engine.step"


def test_a_subclass_may_have_a_step_of_its_own() -> None:
    class Loud(Engine[Purse]):
        def step(self, snapshot: Snapshot[Purse], move: Any, seat: Any = ...) -> Snapshot[Purse] | Refusal:
            heard.append(move)
            return super().step(snapshot, move, seat)

    heard: list[Any] = []
    loud = Loud(Market, moves=MOVES, new=new_purse)

    assert loud.step(loud.start(), Earn()) == market.step(market.start(), Earn())
    assert heard == [Earn()]
    assert loud.legal_moves(loud.start()) == market.legal_moves(market.start())
