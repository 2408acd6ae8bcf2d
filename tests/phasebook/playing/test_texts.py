"""A game's own words are found by their place, and ours stand in for those that it lacks."""

from types import ModuleType

import pytest

from fsm import PhasebookError
from fsm.catalogue import engine_of
from games.goofspiel import Bid
from phasebook.playing.texts import FUNCTIONS, Texts, texts_of
from tests.fsm.tictactoe import engine as tictactoe


def module(**functions: object) -> ModuleType:
    made = ModuleType("own")
    vars(made).update(functions)
    return made


def name(seat: object) -> str:
    return f"seat {seat}"


@pytest.mark.parametrize("flow", ["belote", "discard", "goofspiel", "onepiece", "uno"])
def test_our_games_have_words_of_their_own(flow: str) -> None:
    assert {"show_table", "say_move", "say_news"} <= set(texts_of(engine_of(flow)).own)


def test_a_flow_without_such_a_module_has_ours() -> None:
    assert texts_of(tictactoe).own == {}


def test_what_a_game_does_not_say_is_said_by_us() -> None:
    engine = engine_of("goofspiel")
    texts = Texts(engine, module(say_move=lambda move, view, name: "it"))
    view = engine.view(engine.start(seed=1), 0)

    assert texts.payload(Bid(0, 3), view, name) == "it"
    assert Texts(engine).payload(Bid(0, 3), view, name) == "card 3"
    assert any("stake" in line for line in texts.table(view, name))
    assert texts.outcome("over", name) == ""
    assert texts.asked_about(view) == []


def test_a_function_that_nobody_would_call_is_an_error() -> None:
    with pytest.raises(PhasebookError, match=r"nobody calls 'say_moves'; rename it, or call it one of show_table"):
        Texts(tictactoe, module(say_move=str, say_moves=str))


def test_a_module_that_is_about_something_else_is_left_alone() -> None:
    assert Texts(tictactoe, module(say_hello=str)).own == {}


def test_the_docs_name_every_function() -> None:
    from tests.docs.pages import table

    assert [span.partition("(")[0] for span in table("docs/play.md", "function").names] == list(FUNCTIONS)
