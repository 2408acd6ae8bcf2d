"""Which generated function answers a move, in a whole engine and in one for settings of its own."""

from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, Refusal, RefusalKind, Snapshot, SnapshotError, State, Trace, variants
from fsm.running.dispatch import lister, specialised_lister, specialised_stepper, stepper, traced_stepper
from fsm.snapshot import Caller
from tests.fsm.samples import MOVES, Earn, Market, Purse, market, new_purse


class Pace(msgspec.Struct, frozen=True):
    """Settings that count how often they are compared."""

    fast: bool = False

    def __eq__(self, other: object) -> bool:
        compared.append(other)
        return isinstance(other, Pace) and self.fast is other.fast

    def __hash__(self) -> int:
        return hash(self.fast)


compared: list[object] = []


class Race(msgspec.Struct, frozen=True):
    settings: Pace = Pace()
    laps: int = 0


class Run(Move): ...


class Rest(Move): ...


def ran(snapshot: Any, move: Any, trace: Any = "untraced") -> Any:
    return "ran", snapshot, move, trace


def refused(snapshot: Any, move: Any) -> Any:
    return "refused", snapshot, move


HERE = Snapshot("here", Race())
UNHASHABLE: Any = ["here"]
NOT_FOR_US = [
    (Snapshot("there", Race()), Run()),
    (Snapshot(UNHASHABLE, Race()), Run()),
    (HERE, Rest()),
    (HERE, "run"),
    (HERE, None),
    ("here", Run()),
    (None, Run()),
]

FOREIGN = [Snapshot("there", Race()), Snapshot(UNHASHABLE, Race()), Snapshot("here", 7), "here"]


def laps(game: Race) -> list[Any]:
    return [game.laps]


# Whole engines

step: Any = stepper({"here": {Run: ran}}, refused)
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
        stepper(acts, refused)(HERE, Run())
    with pytest.raises(kind, match="in a rule"):
        traced_stepper(acts, refused)(HERE, Run(), Trace())
    with pytest.raises(kind, match="in a rule"):
        lister({"here": fails}, Race, SnapshotError)(HERE)


@pytest.mark.parametrize("foreign", FOREIGN)
def test_legal_moves_are_listed_for_our_own_snapshots_only(foreign: Any) -> None:
    legal_moves = lister({"here": laps}, Race, lambda snapshot: SnapshotError(f"no: {snapshot}"))

    assert legal_moves(Snapshot("here", Race(laps=3))) == [3]
    with pytest.raises(SnapshotError, match="no: "):
        legal_moves(foreign)


# Engines with settings of their own


def from_the_whole(snapshot: Any, move: Any = None) -> Any:
    return "whole", snapshot


def one_lap(snapshot: Any, move: Any) -> Any:
    """A step that keeps the settings."""
    return Snapshot("here", Race(snapshot.game.settings, snapshot.game.laps + 1))


def own_step(act: Any = one_lap, fast: bool = False) -> Any:
    return specialised_stepper({"here": {Run: act}}, Pace(fast), from_the_whole)


def own_legal_moves(fast: bool = False) -> Any:
    return specialised_lister({"here": laps}, Race, Pace(fast), from_the_whole)


def test_a_snapshot_with_the_same_settings_is_answered_here() -> None:
    here = Snapshot("here", Race(Pace(True), 4))

    assert own_step(fast=True)(here, Run()) == Snapshot("here", Race(Pace(True), 5))
    assert own_legal_moves(fast=True)(here) == [4]


def test_a_snapshot_with_other_settings_is_left_to_the_whole_engine() -> None:
    assert own_step(fast=True)(HERE, Run()) == ("whole", HERE)
    assert own_legal_moves(fast=True)(HERE) == ("whole", HERE)


@pytest.mark.parametrize(("snapshot", "move"), NOT_FOR_US)
def test_what_has_no_function_here_is_left_to_the_whole_engine(snapshot: Any, move: Any) -> None:
    """Which may know the phase: settings can rule phases out."""
    assert own_step()(snapshot, move) == ("whole", snapshot)


@pytest.mark.parametrize("foreign", FOREIGN)
def test_legal_moves_of_other_snapshots_are_left_to_the_whole_engine(foreign: Any) -> None:
    assert own_legal_moves()(foreign) == ("whole", foreign)


def test_the_settings_of_a_game_are_compared_once() -> None:
    step, snapshot = own_step(), Snapshot("here", Race(Pace()))
    compared.clear()
    for _ in range(5):
        snapshot = step(snapshot, Run())

    assert snapshot.game.laps == 5
    assert len(compared) == 1


def test_a_step_that_changes_the_settings_is_done_again_by_the_whole_engine() -> None:
    def bend(snapshot: Any, move: Any) -> Any:
        return Snapshot("here", Race(Pace(True)))

    assert own_step(bend)(HERE, Run()) == ("whole", HERE)


def test_a_step_that_fails_is_done_again_by_the_whole_engine() -> None:
    """Settings may have changed on the way; if they have not, the whole engine fails alike."""

    def fails(snapshot: Any, move: Any) -> Any:
        raise ZeroDivisionError

    assert own_step(fails)(HERE, Run()) == ("whole", HERE)


def test_a_refusal_is_final() -> None:
    no = Refusal(RefusalKind.GUARDED, "here", Run(), "No.")

    assert own_step(lambda *_: no)(HERE, Run()) is no


# Callers


class Plan(msgspec.Struct, frozen=True):
    scenic: bool = False


class Trip(msgspec.Struct, frozen=True):
    settings: Plan = Plan()


class Pause(Move): ...


class Ride(Move): ...


class Scenic(Flow):
    """The lake is on the way in some matches only. There, a rest is a call, during which the plan may change."""

    station = State(initial=True)
    lake = State()
    road = State()

    class rest(State.Compound):
        cafe = State(initial=True)
        done = State(final=True)

    ride = station.to(lake, when=variants(Plan).scenic) | station.to(road) | rest.cafe.to(rest.done)
    pause = lake.calls(rest) | road.to(rest)


def new_trip(scenic: bool = False) -> Trip:
    return Trip(Plan(scenic))


def test_a_caller_may_wait_in_a_phase_that_the_settings_no_longer_lead_to() -> None:
    trip: Engine[Trip] = Engine(Scenic, moves=(Ride, Pause), new=new_trip)
    here: Any = Snapshot("rest.cafe", Trip(), (Caller("lake", "lake-pause-rest"),))

    assert "lake" not in trip.chart_for(Plan()).by_path
    assert trip.for_settings(Plan()).step(here, Ride()) == trip.step(here, Ride()) == Snapshot("lake", Trip())


def test_callers_that_are_none_are_left_to_the_whole_engine() -> None:
    trip: Engine[Trip] = Engine(Scenic, moves=(Ride, Pause), new=new_trip)
    twin: Any = trip.for_settings(Plan())

    with pytest.raises(SnapshotError):
        twin.step("no snapshot", Ride())


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
        def step(self, snapshot: Snapshot[Purse], move: Any) -> Snapshot[Purse] | Refusal:
            heard.append(move)
            return super().step(snapshot, move)

    heard: list[Any] = []
    loud = Loud(Market, moves=MOVES, new=new_purse)

    assert loud.step(loud.start(), Earn()) == market.step(market.start(), Earn())
    assert heard == [Earn()]
    assert loud.legal_moves(loud.start()) == market.legal_moves(market.start())
