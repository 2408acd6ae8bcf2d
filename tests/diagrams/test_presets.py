"""The chart of a preset: a simpler flow from the same definition."""

from typing import Any

import msgspec
import pytest

from diagrams import Diagram, DiagramError, chart_of_preset
from diagrams.presets import differing_presets
from fsm import Engine, Flow, Move, State, guard


class Rules(msgspec.Struct, frozen=True):
    """Settings of the game below."""

    with_bonus: bool = False
    points: int = 100


class Game(msgspec.Struct, frozen=True):
    """A game with settings."""

    settings: Rules


class Bare(msgspec.Struct, frozen=True):
    """A game without settings."""


@guard("There is no bonus round.")
def there_is_a_bonus(settings: Rules) -> bool:
    return settings.with_bonus


class Rounds(Flow):
    """One round, and perhaps a bonus."""

    playing = State("Round", initial=True)
    bonus = State("Bonus round")
    over = State("Over", final=True)

    go_on = playing.to(bonus, cond=there_is_a_bonus) | playing.to(over) | bonus.to(over)


class Settled(Flow):
    """A flow that no setting changes."""

    playing = State("Round", initial=True)
    over = State("Over", final=True)

    go_on = playing.to(over)


class GoOn(Move):
    """Go on."""


def new_game() -> Game:
    return Game(Rules())


def new_bare_game() -> Bare:
    return Bare()


PRESETS: dict[str, dict[str, Any]] = {"plain": {}, "long": {"with_bonus": True}}
engine = Engine(Rounds, moves=(GoOn,), new=new_game, presets=PRESETS)


def test_a_preset_drops_the_phases_that_nobody_reaches() -> None:
    assert [phase.path for phase in chart_of_preset(engine, "plain").phases] == ["playing", "over"]
    assert [phase.path for phase in chart_of_preset(engine, "long").phases] == ["playing", "bonus", "over"]


def test_a_preset_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(DiagramError, match="no preset 'x'; choose one of plain, long"):
        chart_of_preset(engine, "x")
    with pytest.raises(DiagramError, match=r"no preset \['plain'\]; choose one of plain, long"):
        chart_of_preset(engine, ["plain"])  # type: ignore[arg-type]  # wrong on purpose


def test_presets_need_settings_to_decide() -> None:
    bare = Engine(Settled, moves=(GoOn,), new=new_bare_game, presets=PRESETS)

    with pytest.raises(DiagramError, match="has no field 'settings'"):
        chart_of_preset(bare, "plain")


def test_presets_that_change_the_flow_are_found() -> None:
    assert [names for names, _ in differing_presets(engine)] == [("plain",), ("long",)]


def test_presets_that_make_the_same_flow_share_one_picture() -> None:
    presets: dict[str, dict[str, Any]] = {
        "plain": {},
        "long": {"with_bonus": True},
        "longer": {"with_bonus": True, "points": 500},
    }
    same = Engine(Rounds, moves=(GoOn,), new=new_game, presets=presets)

    assert [names for names, _ in differing_presets(same)] == [("plain",), ("long", "longer")]


def test_presets_that_change_nothing_in_the_flow_are_left_out() -> None:
    settled = Engine(Settled, moves=(GoOn,), new=new_game, presets=PRESETS)

    assert list(differing_presets(settled)) == []


def test_a_specialised_engine_is_drawn_as_it_runs() -> None:
    assert Diagram(engine.for_settings(Rules())).dot == Diagram(chart_of_preset(engine, "plain")).dot
