"""What the rules report reaches observers, and only them."""

from typing import Any

from msgspec.structs import replace

from fsm import Session
from games.onepiece import EndTurn, Game, engine
from games.onepiece.news import TurnBegan, add_news, delivers_news
from tests.games.onepiece.games import random_game
from tests.games.onepiece.tables import news, table

GAME = table().game


def test_news_is_collected_only_where_somebody_listens() -> None:
    assert add_news(GAME, TurnBegan(0, 1)) is GAME
    assert add_news(replace(GAME, news=()), TurnBegan(0, 1), TurnBegan(1, 2)).news == (TurnBegan(0, 1), TurnBegan(1, 2))


def test_an_effect_hands_its_news_over_and_leaves_none_in_the_game() -> None:
    @delivers_news
    def effect(game: Game) -> Game:
        return add_news(replace(game, turn=9), TurnBegan(0, 9))

    version: Any = vars(effect)["news_version"]
    assert effect(GAME) == replace(GAME, turn=9)
    assert version(GAME).game == replace(GAME, turn=9)
    assert list(version(GAME).news) == [TurnBegan(0, 9)]


def test_observers_hear_the_news_of_a_step() -> None:
    assert TurnBegan(1, 6) in news(table(), EndTurn(0))


def test_a_session_can_be_written_and_replayed_with_the_same_news() -> None:
    session, heard, again = Session.start(engine, seed=2, may_concede=False), list[object](), list[object]()
    session.subscribe(heard.append)
    for _, move, _, _ in random_game(2, "seed"):
        session.send(move)
    Session.replay(engine, session.write_log(), observers=[again.append])

    assert again == heard


def test_every_effect_that_makes_news_delivers_it() -> None:
    """An effect that is not `delivers_news` would lose its news without a word; these have none."""
    effects = {effect.name for row in engine.chart.rows for effect in row.effects}
    effects |= {effect.name for phase in engine.chart.phases for effect in (*phase.enter, *phase.exit)}

    assert {name for name in effects if not hasattr(engine._rules[name], "news_version")} == {
        "concede",
        "finish_effect",
        "take_chosen_trigger",
        "take_first_trigger",
        "wait_for_room",
    }
