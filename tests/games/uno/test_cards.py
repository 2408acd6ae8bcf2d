"""The deck, and what fits on what."""

from collections import Counter

import pytest

from games.uno import CARDS, COLOURS, DECK
from games.uno.cards import COLOURED, FACE, PLAYABLE, POINTS, STEPS, SYMBOL, WITHOUT_CHOICE, wild_cards
from games.uno.cards import fits as may_be_laid


def test_every_colour_has_one_zero_and_two_of_everything_else() -> None:
    counts = Counter(FACE[card] for card in DECK if FACE[card][0])

    assert counts.pop(("red", "0")) == 1
    assert all(counts.pop((colour, "0")) == 1 for colour in COLOURS[1:])
    assert set(counts.values()) == {2}
    assert len(counts) == 4 * 12


@pytest.mark.parametrize(
    ("card", "points"), [("red-0-1", 0), ("red-9-2", 9), ("red-skip-1", 20), ("wild-1", 50), ("wild-draw4-4", 50)]
)
def test_cards_are_worth_their_number_or_20_or_50(card: str, points: int) -> None:
    assert POINTS[card] == points


@pytest.mark.parametrize(
    ("top", "card", "fits"),
    [
        ("wild-1", "blue-3-1", True),
        ("red-5-1", "wild-draw4-1", True),
        ("red-5-1", "red-skip-1", True),
        ("red-5-1", "blue-5-2", True),
        ("red-5-1", "blue-6-1", False),
        ("wild-1:green", "green-2-1", True),
        ("wild-1:green", "red-2-1", False),
        ("wild-draw4-1:green", "wild-1", True),
    ],
)
def test_a_card_fits_by_colour_or_symbol_or_as_a_wild(top: str, card: str, fits: bool) -> None:
    assert (card in PLAYABLE[top]) is fits


def test_every_card_fits_on_every_other_as_the_rules_say() -> None:
    """Sets that are shared by cards that look the same included."""
    for name, top in CARDS.items():
        assert PLAYABLE[name] == {card for card in DECK if may_be_laid(CARDS[card], top)}


def test_every_wild_can_have_every_colour_on_the_pile() -> None:
    made = {(WITHOUT_CHOICE[name], CARDS[name].colour): name for name in COLOURED.values()}

    assert made == COLOURED
    assert len(COLOURED) == len(wild_cards()) * len(COLOURS)


def test_a_wild_on_the_pile_is_a_card_and_forgets_its_colour() -> None:
    assert CARDS["wild-3:blue"].colour == "blue"
    assert WITHOUT_CHOICE["wild-3:blue"] == "wild-3"
    assert POINTS["wild-3:blue"] == POINTS["wild-3"]


def test_only_cards_that_just_pass_the_turn_have_steps() -> None:
    steps = {symbol: {STEPS[card] for card in CARDS if SYMBOL[card] == symbol} for symbol in set(SYMBOL.values())}

    assert {symbol for symbol, found in steps.items() if found == {0}} == {"reverse", "draw2", "wild-draw4"}
    assert steps["skip"] == {2}
    assert steps["7"] == steps["wild"] == {1}
