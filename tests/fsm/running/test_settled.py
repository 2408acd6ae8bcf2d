"""The functions of an engine for some settings: right for those, and otherwise those of the whole engine."""

import gc
import linecache
from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, Refusal, RefusalKind, Snapshot, SnapshotError, State, variants
from fsm.chart import Chart
from fsm.compiler.program import Program, compile_chart
from fsm.running import settled
from fsm.running.settled import MOST_KEPT, kept, specialised_lister, specialised_stepper
from fsm.snapshot import Caller
from tests.fsm.running.races import FOREIGN, HERE, NOT_FOR_US, Pace, Race, Run, compared, laps


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
    days: int = 1


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


def new_trip(scenic: bool = False, days: int = 1) -> Trip:
    return Trip(Plan(scenic, days))


def trips() -> Engine[Trip]:
    return Engine(Scenic, moves=(Ride, Pause), new=new_trip)


def test_a_caller_may_wait_in_a_phase_that_the_settings_no_longer_lead_to() -> None:
    trip = trips()
    here: Any = Snapshot("rest.cafe", Trip(), (Caller("lake", "lake-pause-rest"),))

    assert "lake" not in trip.chart_for(Plan()).by_path
    assert trip.for_settings(Plan()).step(here, Ride()) == trip.step(here, Ride()) == Snapshot("lake", Trip())


def test_callers_that_are_none_are_left_to_the_whole_engine() -> None:
    trip = trips()
    twin: Any = trip.for_settings(Plan())

    with pytest.raises(SnapshotError):
        twin.step("no snapshot", Ride())


# Programs


def test_settings_that_leave_the_same_chart_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Chart] = []

    def noted(chart: Chart, *rest: Any) -> Program:
        compiled.append(chart)
        return compile_chart(chart, *rest)

    monkeypatch.setattr(settled, "compile_chart", noted)
    trip = trips()
    for days in range(1, 10):
        for scenic in (True, False):
            twin, here = trip.for_settings(Plan(scenic, days)), trip.start(scenic=scenic, days=days)

            assert twin.step(here, Ride()) == Snapshot("lake" if scenic else "road", here.game)
            assert twin.legal_moves(here) == [Ride()]

    assert len(compiled) == 3
    assert set(compiled) == {trip.chart, trip.chart_for(Plan(True)), trip.chart_for(Plan(False))}


def test_engines_that_share_a_program_keep_to_their_own_settings() -> None:
    trip = trips()
    one, other = (trip.for_settings(Plan(days=days)) for days in (1, 2))
    one.step(trip.start(days=1), Ride())

    assert other.step(trip.start(days=1), Ride()) == Snapshot("road", Trip(Plan(days=1)))
    assert other.step(trip.start(days=2), Ride()) == Snapshot("road", Trip(Plan(days=2)))
    assert other.step(trip.start(scenic=True, days=2), Ride()) == Snapshot("lake", Trip(Plan(True, 2)))


def test_tracebacks_find_the_source_of_an_engine_for_settings() -> None:
    trip = trips()
    twin = trip.for_settings(Plan())
    twin.legal_moves(trip.start())
    gc.collect()

    assert any(
        "def" in "".join(linecache.getlines(name))
        for name in linecache.cache
        if name.startswith("phasebook:'Scenic'") and "lake" not in "".join(linecache.getlines(name))
    )


def test_the_oldest_of_too_many_is_given_up() -> None:
    made: dict[int, str] = {}
    for number in range(MOST_KEPT + 1):
        kept(made, number, lambda: "first")

    assert list(made) == list(range(1, MOST_KEPT + 1))
    assert kept(made, MOST_KEPT, lambda: "again") == "first"
    assert kept(made, 0, lambda: "again") == "again"
