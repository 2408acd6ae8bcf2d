"""Turns that note what a simulation counts. That the notes are those of steps is tested with `fsm.simulating`."""

import re
from typing import Any

import pytest

from fsm import RuleError
from fsm.compiler.counting import CountedTurns, refused
from fsm.simulate import runner
from games.belote import engine as belote
from games.uno import engine as uno
from tests.fsm.compiler import drinks


def turns_of(engine: Any) -> CountedTurns:
    """The turns for the settings of a new game."""
    here = runner(engine)
    return here.counted.turns_for(here.begin(0).first.game)


def turn(counted: CountedTurns, leaf: str) -> str:
    """The lines of one turn."""
    found = re.search(rf"  # counting turn {re.escape(leaf)}\n(.*?)\n(?:    )?def ", counted.turns.source, re.DOTALL)
    assert found is not None
    return found[1]


def test_every_answer_has_its_place() -> None:
    assert turns_of(drinks.engine).answers == (
        ("has_cans", True),
        ("has_cans", False),
        ("is_a_price", True),
        ("is_a_price", False),
    )


def test_a_guard_that_every_legal_move_has_met_is_noted_and_not_asked() -> None:
    counted = turns_of(drinks.engine)
    before_the_sale = turn(counted, "ready").partition("# sell")[0]

    assert "# has_cans" not in before_the_sale, "legal_moves has asked it"
    assert "[0] = True" in before_the_sale
    assert "# is_a_price" in before_the_sale


def test_guards_that_settings_decide_are_noted_and_not_asked() -> None:
    counted = turns_of(uno)

    assert ("stacking", False) in counted.answers
    assert "game.settings.stacking" not in counted.turns.source


def test_rows_are_noted_and_news_is_not_made() -> None:
    cards = turn(turns_of(belote), "playing.following")

    assert "('playing.following-then-playing.complete')" in cards
    assert "effect with news" not in turns_of(belote).turns.source


def test_a_legal_move_that_no_row_answers_is_an_error() -> None:
    with pytest.raises(RuleError, match="Pay\\(coins=1\\) is legal, and refused"):
        raise refused(drinks.Pay(1))
