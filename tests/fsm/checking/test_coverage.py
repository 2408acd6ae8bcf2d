"""What counts as seen, and of what."""

import msgspec
import pytest

from fsm import Engine, Flow, Move, State
from fsm.checking import walk
from fsm.checking.coverage import unreached
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
