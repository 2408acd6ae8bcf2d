"""What counts as seen, and of what."""

import msgspec
import pytest

from fsm import Engine, Flow, Move, State
from fsm.checking import walk
from fsm.checking.coverage import passages, unreached
from fsm.explore import explore
from fsm.simulate import simulate
from tests.fsm.tictactoe import engine as tictactoe


class Variant(msgspec.Struct, frozen=True):
    short: bool = True


class Trip(msgspec.Struct, frozen=True):
    settings: Variant = Variant()


def is_short(settings: Variant) -> bool:
    return settings.short


class Go(Move): ...


class Stop(Move): ...


class Journey(Flow):
    """Straight home, or by way of an inn."""

    road = State(initial=True)
    inn = State()
    home = State(final=True)
    go = road.to(home, cond=is_short) | road.to(inn) | inn.to(home)


def new_trip(short: bool = True) -> Trip:
    return Trip(Variant(short))


journey = Engine(Journey, moves=(Go,), new=new_trip)


@pytest.mark.parametrize(("short", "phases"), [(True, ["road", "home"]), (False, ["road", "inn", "home"])])
def test_only_what_the_settings_leave_is_expected(short: bool, phases: list[str]) -> None:
    """The inn is no gap in a short trip, and a guard about settings has no second answer to wait for."""
    for coverage in (
        explore(journey, settings={"short": short}).coverage,
        simulate(journey, 3, settings={"short": short}).coverage,
    ):
        assert list(coverage.phases) == phases
        assert coverage.guards == {}
        assert not unreached(coverage)


def test_counting_in_between_changes_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = explore(tictactoe, limit=500)
    monkeypatch.setattr(walk, "FLUSH", 10)

    assert explore(tictactoe, limit=500) == whole


class Asking(Flow):
    """Whoever calls is left at once after the call, and so is where the call leads to."""

    class playing(State.Compound, initial=True):
        road = State(initial=True)
        crossing = State()

        class question(State.Compound):
            asked = State(initial=True)
            answered = State(final=True)

    home = State(final=True)
    stop = playing.to(home) | playing.question.refuses("Answer first.")
    go = playing.question.asked.to(playing.question.answered)
    playing.road.calls(playing.question, then=playing.crossing)
    playing.crossing.to(home)


asking = Engine(Asking, moves=(Go, Stop), new=new_trip)


def test_phases_on_the_way_back_from_a_call_are_passed_through() -> None:
    for coverage in (explore(asking).coverage, simulate(asking, 1).coverage):
        assert coverage.phases == {
            "playing.road": 1,
            "playing.crossing": 1,
            "playing.question.asked": 1,
            "playing.question.answered": 1,
            "home": 1,
        }


def test_a_row_that_refuses_is_no_gap() -> None:
    coverage = explore(asking).coverage

    assert not [row for row in coverage.rows if "refuse" in row or row.startswith("playing.question-stop")]
    assert unreached(coverage).rows == ("playing-stop-home",), "nobody can stop before the answer, nor after"


def test_a_call_that_is_abandoned_does_not_come_back() -> None:
    chart = asking.chart
    called = {"playing.road-then-playing.question": 3, "playing.question.asked-go-playing.question.answered": 2}

    assert passages(chart, called)["playing.crossing"] == 2
    assert passages(chart, called)["playing.road"] == 3
