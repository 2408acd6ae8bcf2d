"""The card file: what ships is right, and what is wrong is said with the card's number."""

import re
from typing import Any

import pytest

from games.onepiece import LIBRARY, CardError, read_library
from games.onepiece.cards import Category, Keyword, Timing
from games.onepiece.library import DECK_SIZE, KNOWN_STEPS, MOST_COPIES

GOOD = """
[[card]]
number = "T-L"
name = "Leader"
category = "leader"
colours = ["red"]
power = 5000
life = 5

[[card]]
number = "T-1"
name = "Somebody"
category = "character"
colours = ["red"]
cost = 1
power = 2000
effects = [{ timing = "on_play", steps = [{ do = "draw", amount = 1 }] }]
"""


def test_a_good_file_is_read() -> None:
    library = read_library(GOOD)

    assert library.cards["T-1"].effects[0].steps[0].amount == 1  # type: ignore[union-attr]  # it is a draw
    assert library.decks == {}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('do = "draw"', 'do = "dance"', r"Card T-1: there is no step 'dance'; the steps are draw, .*give_cost\."),
        (", amount = 1", "", r"Card T-1: Object missing required field `amount`"),
        ("amount = 1", "amount = 0", r"Card T-1: Expected `int` >= 1"),
        ("amount = 1", "amount = 1, luck = 2", r"Card T-1: Object contains unknown field `luck`"),
        ("cost = 1", "cost = -1", r"Card T-1: Expected `int` >= 0 - at `\$.cost`"),
        ("cost = 1", 'cost = "1"', r"Card T-1: Expected `int`, got `str` - at `\$.cost`"),
        ("cost = 1", "price = 1", r"Card T-1: Object contains unknown field `price`"),
        ('number = "T-1"', 'number = "T-L"', r"Card T-L: 'Leader' and 'Somebody' share the number"),
        ('number = "T-1"\n', "", r"Card Somebody: Object missing required field `number`"),
        (
            'timing = "on_play"',
            'timing = "sometimes"',
            r"Card T-1: there is no timing 'sometimes'; the .*ger\.$",
        ),
        ('timing = "on_play"', 'timing = "main"', r"Card T-1: a character has no timing main; .*activate, trigger\.$"),
        ('timing = "on_play"', 'timing = "trigger"', r"Card T-1: the keyword trigger and an effect"),
        (
            'category = "character"',
            'category = "pirate"',
            r"Card T-1: there is no category 'pirate'; .*event\.$",
        ),
        ('category = "character"', 'category = "don"', r"Card T-1: DON are not listed"),
        ('category = "character"', 'category = "event"', r"Card T-1: an event needs an effect with timing main"),
        ("life = 5\n", "", r"Card T-L: a leader needs life of at least 1\."),
        (
            'colours = ["red"]\ncost',
            'colours = ["pink"]\ncost',
            r"Card T-1: there is no colour 'pink'; the .* red",
        ),
        ('colours = ["red"]\ncost', "cost", r"Card T-1: it has no colour"),
        ("cost = 1", 'keywords = ["flying"]', r"Card T-1: there is no keyword 'flying'; the keywords are rush"),
        ('{ do = "draw", amount = 1 }', "", r"Card T-1: Expected `array` of length >= 1"),
        (
            'do = "draw", amount = 1',
            'do = "ko", target = "own_leader"',
            r"Card T-1: ko cannot have the target own_leader",
        ),
        ('do = "draw", amount = 1', 'do = "ko", target = "own_hand"', r"Card T-1: ko cannot have the target own_hand"),
        ('do = "draw", amount = 1', 'do = "rest"', r"Card T-1: Object missing required field `target`"),
        ('[[card]]\nnumber = "T-1"', '[[cards]]\nnumber = "T-1"', r"The card file has a table 'cards'"),
        ("power = 2000", "power = ", r"The card file is not TOML"),
    ],
)
def test_a_mistake_is_a_sentence_that_names_the_card(old: str, new: str, sentence: str) -> None:
    assert old in GOOD
    with pytest.raises(CardError) as caught:
        read_library(GOOD.replace(old, new))

    assert re.match(sentence, str(caught.value)), str(caught.value)


# Shapes


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (GOOD.replace("[[card]]", "[card]", 1).partition("[[card]]")[0],
         "The card file says [card]; begin each card with [[card]], in double brackets."),
        ('[deck]\nname = "mine"', "The card file says [deck]; begin each deck with [[deck]], in double brackets."),
        ('[card.effects]\ntiming = "x"',
         "The card file says [card]; begin each card with [[card]], in double brackets."),
        ('card = "x"', "The card file says card = ...; begin each card with [[card]], and its fields below."),
        ("deck = 5", "The card file says deck = ...; begin each deck with [[deck]], and its fields below."),
        ("card = [1, 2]", "The card file says card = ...; begin each card with [[card]], and its fields below."),
        (GOOD.replace('steps = [{ do = "draw", amount = 1 }]', "steps = 5"),
         "Card T-1: Expected `array`, got `int` - at `$.effects[0].steps`; correct that."),
        (GOOD.replace('[{ do = "draw", amount = 1 }]', '["draw"]'),
         "Card T-1: Expected `object`, got `str` - at `$.effects[0].steps[0]`; correct that."),
        (GOOD.replace('number = "T-1"', "number = 5"),
         "Card 5: Expected `str`, got `int` - at `$.number`; correct that."),
        (GOOD.replace("cost = 1", 'keywords = "rush"'),
         "Card T-1: Expected `array`, got `str` - at `$.keywords`; correct that."),
        ("[[deck]]\ncards = 5", "Deck ?: Expected `object`, got `int` - at `$.cards`; correct that."),
        (None, "A card file is read from its text; pass a str, not NoneType."),
        (b"", "A card file is read from its text; pass a str, not bytes."),
    ],
)  # fmt: skip
def test_a_wrong_shape_is_a_sentence_with_its_remedy(text: Any, sentence: str) -> None:
    with pytest.raises(CardError) as caught:
        read_library(text)

    assert str(caught.value) == sentence


def test_a_file_nested_too_deeply_is_a_sentence() -> None:
    with pytest.raises(CardError, match="The card file is not TOML"):
        read_library("card = " + "[" * 100_000)


def test_two_decks_of_one_name_are_refused() -> None:
    with pytest.raises(CardError) as caught:
        read_library(deck(FIFTY).replace('name = "mine"', 'name = "tides"'))

    assert str(caught.value) == "Deck tides: another deck has this name; give one of them another."


def deck(cards: dict[str, int], leader: str = "PB-L1", **more: Any) -> str:
    """The shipped cards with one deck more."""
    from importlib.resources import files

    lines = "\n".join(f"{number} = {copies}" for number, copies in cards.items())
    shipped = files("games.onepiece").joinpath("cards.toml").read_text("utf-8")
    return f'{shipped}\n[[deck]]\nname = "mine"\nleader = "{leader}"\n[deck.cards]\n{lines}\n'


FIFTY = {"PB-000": 4, "PB-001": 4, "PB-002": 4, "PB-003": 4, "PB-004": 4, "PB-005": 4, "PB-006": 4, "PB-007": 4,
         "PB-008": 4, "PB-009": 4, "PB-010": 4, "PB-014": 4, "PB-015": 2}  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "leader", "sentence"),
    [
        (FIFTY | {"PB-015": 1}, "PB-L1", "Deck mine: it has 49 cards; a deck must have 50."),
        (FIFTY | {"PB-015": 3}, "PB-L1", "Deck mine: it has 51 cards; a deck must have 50."),
        (FIFTY | {"PB-014": 5, "PB-015": 1}, "PB-L1", "Deck mine: it has 5 copies of PB-014; at most 4 are allowed."),
        (
            FIFTY | {"PB-014": 3, "PB-020": 1},
            "PB-L1",
            "Deck mine: PB-020 is blue; it must share a colour with the leader PB-L1, red.",
        ),
        (FIFTY | {"PB-999": 1}, "PB-L1", "Deck mine: there is no card PB-999; add it, or leave it out."),
        (
            FIFTY | {"PB-L2": 1},
            "PB-L1",
            "Deck mine: PB-L2 is a leader; leave it out, a deck has one, named as its leader.",
        ),
        (FIFTY, "PB-001", "Deck mine: its leader PB-001 is not a leader card; name one."),
        (FIFTY, "PB-L9", "Deck mine: its leader PB-L9 is not a leader card; name one."),
        (FIFTY | {"PB-000": -1}, "PB-L1", "Deck mine: Expected `int` >= 1 - at `$.cards[...]`; correct that."),
    ],
)
def test_a_wrong_deck_is_a_sentence_that_names_the_card(cards: dict[str, int], leader: str, sentence: str) -> None:
    with pytest.raises(CardError) as caught:
        read_library(deck(cards, leader))

    assert str(caught.value) == sentence


def test_a_right_deck_is_read() -> None:
    assert read_library(deck(FIFTY)).decks["mine"].leader == "PB-L1"


# What ships


def test_there_is_a_character_without_effects_for_every_cost() -> None:
    plain = {
        card.cost
        for card in LIBRARY.cards.values()
        if card.category is Category.CHARACTER and not card.effects and not card.keywords
    }

    assert plain == set(range(11))


def test_the_shipped_decks_use_every_keyword_timing_and_step() -> None:
    shipped = [LIBRARY.cards[number] for name in ("embers", "tides") for number in LIBRARY.decks[name].cards]
    shipped += [LIBRARY.cards[LIBRARY.decks[name].leader] for name in ("embers", "tides")]
    effects = [effect for card in shipped for effect in card.effects]

    assert {word for card in shipped for word in card.keywords} == set(Keyword)
    assert {effect.timing for effect in effects} == set(Timing)
    assert {step.__struct_config__.tag for effect in effects for step in effect.steps} == set(KNOWN_STEPS)
    assert {card.category for card in shipped} == set(Category) - {Category.DON}


def test_every_shipped_deck_may_be_played() -> None:
    for built in LIBRARY.decks.values():
        assert sum(built.cards.values()) == DECK_SIZE
        assert max(built.cards.values()) <= MOST_COPIES
