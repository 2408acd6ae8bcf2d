"""What is known of an engine's types: found where they are declared, and nothing made up."""

from typing import Any

import msgspec
import pytest

from fsm import Chosen, News, Redone, Snapshot, Undone
from games.goofspiel import engine as goofspiel
from games.goofspiel.moves import Bid
from games.goofspiel.table import Outcome, Settings
from games.goofspiel.view import TableView
from games.uno import engine as uno
from phasebook.exports.facts import facts_of, home_of, news_of, structs_in, without_none
from tests.fsm.samples import market
from tests.phasebook.exports.games_played import FLOWS, every_engine, played, presets_of


def test_the_types_are_those_that_the_game_declares() -> None:
    facts = facts_of(goofspiel)

    assert facts.moves == (Bid,)
    assert (facts.view, facts.outcome, facts.settings) == (TableView, Outcome, Settings)


def test_a_game_without_settings_has_none() -> None:
    assert facts_of(market).settings is None


@pytest.mark.parametrize("flow", FLOWS)
def test_all_news_that_games_make_is_found(flow: str) -> None:
    engine = every_engine()[flow]
    heard = {
        type(item) for preset in presets_of(engine) for step in played(engine, 5, 40, **preset) for item in step.news
    }

    assert heard <= set(news_of(engine))


def test_no_news_of_another_game_is_found() -> None:
    own = {Chosen, Redone, Undone}

    assert {kind.__module__ for kind in news_of(uno) if kind not in own} == {"games.uno.news"}


def test_a_preset_leaves_only_the_moves_that_are_possible_under_it() -> None:
    settings: Any = uno.start(seed=1, preset="seed").game.settings
    facts = facts_of(uno, uno.chart_for(settings))

    assert "JumpIn" in {kind.__name__ for kind in facts_of(uno).moves}
    assert "JumpIn" not in {kind.__name__ for kind in facts.moves}


def test_the_home_of_a_module_is_its_package() -> None:
    assert home_of("games.uno.flow") == home_of("games.uno") == "games.uno"
    assert home_of("alone") == "alone"


def test_an_outcome_that_is_there_is_not_none() -> None:
    assert without_none(int | None) is int
    assert without_none(int | str | None) == int | str | None
    assert without_none(Any) is Any


def test_structs_are_found_however_deep_they_lie() -> None:
    class Inner(msgspec.Struct):
        again: "Inner | None" = None

    class Outer(msgspec.Struct):
        one: dict[str, tuple[list[Inner], int]]
        pair: tuple[int, Snapshot[int]]

    Inner.__annotations__["again"] = Inner | None

    assert {Inner, Outer} <= set(structs_in([Outer]))
    assert structs_in([int, News]).keys() == {News}
