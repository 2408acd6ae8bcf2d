"""The card file: what ships is right, and what is wrong is said with the card's number."""

import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.onepiece import LIBRARY, Card, CardError, read_library
from games.onepiece.card_checks import TIMINGS
from games.onepiece.card_words import NOUNS
from games.onepiece.cards import Category, Keyword, Timing
from games.onepiece.library import DECK_SIZE, KNOWN_STEPS, MOST_COPIES, read_card

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


EVENT = """
[[card]]
number = "T-E"
name = "Storm"
category = "event"
colours = ["red"]
effects = [{ timing = "main", steps = [{ do = "draw", amount = 1 }] }]
"""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('do = "draw", amount = 1', 'do = "rest", target = "this"', "Card T-E: rest cannot have the target this"),
        ("}] }]", '}] }, { timing = "on_ko", steps = [{ do = "draw", amount = 1 }] }]', "Card T-E: an event has no"),
        ("}] }]", "}], cost = { rest_self = true } }]", "Card T-E: a card that is not on the field cannot rest itself"),
    ],
)
def test_an_event_is_never_on_the_field(old: str, new: str, sentence: str) -> None:
    assert read_library(EVENT).cards["T-E"].has(Timing.MAIN)
    with pytest.raises(CardError, match=sentence):
        read_library(EVENT.replace(old, new))


# Each of these can never do anything


def card(category: str, *effects: dict[str, Any], **printed: Any) -> dict[str, Any]:
    """A card as the file has it."""
    always = {"leader": {"life": 5, "power": 5000}, "event": {}, "stage": {}}.get(category, {"power": 1000})
    return {"number": "T", "name": "Test", "category": category, "colours": ["red"], "effects": list(effects)} | (
        always | printed
    )


def does(timing: str, *steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An effect as the file has it; it draws a card, unless it does something else."""
    return {"timing": timing, "steps": list(steps) or [{"do": "draw", "amount": 1}], **more}


def power(target: str, **more: Any) -> dict[str, Any]:
    """A step that gives power."""
    return {"do": "give_power", "target": target, "amount": 1000, "until": "end_of_turn", **more}


SELF = {"rest_self": True}
MAIN = does("main")
LEADERS = ("its timings are when_attacking, on_opponents_attack, when_rested, start_of_your_turn, end_of_your_turn, "
           "end_of_opponents_turn, activate.")  # fmt: skip
STAGES = ("its timings are on_play, on_opponents_attack, when_rested, start_of_your_turn, end_of_your_turn, "
          "end_of_opponents_turn, activate, trigger.")  # fmt: skip

USELESS: list[tuple[dict[str, Any], str]] = [
    *((card("leader", does(timing)), f"a leader has no timing {timing}; {LEADERS}")
      for timing in ("on_play", "on_ko", "on_block", "trigger", "main", "counter")),
    *((card("stage", does(timing)), f"a stage has no timing {timing}; {STAGES}")
      for timing in ("when_attacking", "on_ko", "on_block", "main", "counter")),
    *((card("event", MAIN, does(timing)), f"an event has no timing {timing}; its timings are main, counter, trigger.")
      for timing in ("on_play", "activate", "on_ko", "end_of_your_turn")),
    *((card("leader", keywords=[word]),
       f"a leader cannot use the keyword {word}; its keywords are double_attack, banish.")
      for word in ("rush", "blocker", "trigger")),
    *((card(category, MAIN, keywords=[word]),
       f"{a} {category} cannot use the keyword {word}; its keywords are trigger.")
      for a, category in (("a", "stage"), ("an", "event")) for word in ("rush", "blocker", "double_attack", "banish")),
    (card("character", does("on_block")), "the timing on_block is for a card with the keyword blocker; add it."),
    (card("stage", does("when_rested")),
     "a stage rests by its own effects alone; add one with rest_self, or leave when_rested out."),
    *((card("character", does(timing, cost=SELF), keywords=["blocker"]),
       f"for {timing} the card is rested already and cannot rest itself; leave rest_self out.")
      for timing in ("when_attacking", "on_block")),
    *((card("character", does(timing, cost=SELF), keywords=["trigger"] if timing == "trigger" else []),
       f"a card that is not on the field cannot rest itself; for {timing} leave rest_self out.")
      for timing in ("on_ko", "trigger")),
    (card("event", does("counter", cost=SELF)),
     "a card that is not on the field cannot rest itself; for counter leave rest_self out."),
    (card("character", does("on_ko", power("this"))),
     "give_power cannot have the target this; its targets are own_leader, own_character, own_leader_or_character, "
     "opposing_character, opposing_leader_or_character."),
    (card("stage", does("activate", power("this"))), "give_power cannot have the target this; its targets are own_"),
    (card("leader", does("activate", {"do": "ko", "target": "this"})),
     "ko cannot have the target this; its targets are own_character, opposing_character."),
    (card("character", does("activate", {"do": "rest", "target": "own_hand"})),
     "rest cannot have the target own_hand; its targets are this, own_leader, own_character, "
     "own_leader_or_character, opposing_character, opposing_leader_or_character."),
    *((card(category, does(timing, condition={"given_don": 1}), keywords=["trigger"] if timing == "trigger" else []),
       f"given_don is never met for {timing}: the card is not on the field; leave it out.")
      for category, timing in (("event", "main"), ("event", "counter"), ("character", "trigger"))),
    (card("stage", does("activate", condition={"given_don": 1})),
     "given_don is never met: DON is given to leaders and characters; leave it out."),
    (card("character", does("on_play", condition={"given_don": 1})),
     "given_don is never met for on_play: the card has only just come; leave it out."),
    *((card("character", does("activate", cost={name: 11})), f"{name} is 11; a player has 10 DON.")
      for name in ("rest_don", "return_don")),
    (card("character", does("activate", condition={"given_don": 11})), "given_don is 11; a player has 10 DON."),
    (card("character", does("activate", condition={"given_don": 6}, cost={"return_don": 5})),
     "given_don and its cost ask for more than 10 DON together."),
    *((card(category, MAIN, life=1), "only a leader has life; leave it out.")
      for category in ("character", "stage", "event")),
    *((card(category, MAIN, power=1), "only leaders and characters have power; leave it out.")
      for category in ("stage", "event")),
    (card("leader", counter=1000), "a leader is never in the hand; leave counter out."),
    *((card("leader", life=life), f"a leader has life of at most 10, not {life}.") for life in (11, 45, 50, 10**9)),
    (card("leader", life=0), "a leader needs life of at least 1."),
    *((card("character", does("activate", power(target, **more))),
       f"give_power with {target} asks nobody; leave count and up_to out.")
      for target in ("this", "own_leader") for more in ({"up_to": True}, {"count": 2})),
    (card("character", does("activate", power("own_character", every=True, up_to=True))),
     "give_power with every asks nobody; leave count and up_to out."),
    (card("character", does("activate", power("own_character", amount=0))),
     "give_power with the amount 0 changes nothing; give another amount."),
    (card("character", does("activate", power("own_hand", do="give_cost", cost_at_most=3))),
     "give_cost with own_hand is about every card there; leave power_at_most and cost_at_most out."),
    (card("character", does("activate", {"do": "ko", "target": "own_character", "cost_at_most": -1})),
     "ko finds no card: none costs less than 0, so cost_at_most is at least 0."),
]  # fmt: skip


@pytest.mark.parametrize(("useless", "sentence"), USELESS)
def test_what_can_never_do_anything_is_refused_and_the_right_words_are_listed(
    useless: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(CardError) as caught:
        read_card(useless)

    assert str(caught.value).startswith(f"Card T: {sentence}")


@pytest.mark.parametrize(
    "useful",
    [
        card("leader", *(does(timing) for timing in TIMINGS[Category.LEADER]), keywords=["double_attack", "banish"]),
        card("leader", life=1),
        card("leader", life=10),
        card("character", *(does(timing) for timing in TIMINGS[Category.CHARACTER]), keywords=[*Keyword]),
        card("stage", *(does(timing) for timing in TIMINGS[Category.STAGE]), does("activate", cost=SELF),
             keywords=["trigger"]),
        card("event", *(does(timing) for timing in TIMINGS[Category.EVENT]), keywords=["trigger"], counter=1000),
        card("character", does("on_ko", condition={"given_don": 1})),
        card("character", does("on_ko", condition={"given_don": 10}, cost={"return_don": 10})),
        card("character", does("when_rested", {"do": "set_active", "target": "this"}),
             does("when_attacking", cost=SELF)),
        card("leader", does("activate", power("this", every=True), power("own_leader_or_character", up_to=True))),
        card("stage", does("activate", {"do": "rest", "target": "this"}), does("when_rested")),
        card("character", does("on_play", power("own_hand", do="give_cost"))),
    ],
)  # fmt: skip
def test_what_can_do_something_is_accepted(useful: dict[str, Any]) -> None:
    assert read_card(useful).number == "T"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"until": "tomorrow"}, "there is no duration 'tomorrow'; the durations are end_of_battle, end_of_turn, "
         "your_next_turn, always."),
        ({"target": "everybody"}, "there is no target 'everybody'; the targets are this, own_leader, own_character, "
         "own_leader_or_character, opposing_character, opposing_leader_or_character, own_hand."),
        ({"do": "dance"}, "there is no step 'dance'; the steps are draw, trash_from_hand, add_don, rest, "
         "set_active, ko, return_to_hand, give_power, give_cost."),
        ({"do": "trash_from_hand", "who": "both"}, "there is no player 'both'; the players are opponent, you."),
        ({"do": "draw", "who": "all"}, "there is no player 'all'; the players are you, opponent, both."),
        ({"do": 5}, "Expected `str`, got `int` - at `$.effects[0].steps[0].do`."),
        ({"target": 5}, "Expected `str`, got `int` - at `$.effects[0].steps[0].target`."),
        ({"do": ["draw"]}, "Expected `str`, got `list` - at `$.effects[0].steps[0].do`."),
    ],
)  # fmt: skip
def test_a_wrong_word_lists_the_right_ones(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CardError) as caught:
        read_card(card("character", does("activate", power("this") | words)))

    assert str(caught.value) == f"Card T: {sentence}"


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
         "Card T-1: Expected `array`, got `int` - at `$.effects[0].steps`."),
        (GOOD.replace('[{ do = "draw", amount = 1 }]', '["draw"]'),
         "Card T-1: Expected `object`, got `str` - at `$.effects[0].steps[0]`."),
        (GOOD.replace('number = "T-1"', "number = 5"), "Card 5: Expected `str`, got `int` - at `$.number`."),
        (GOOD.replace("cost = 1", 'keywords = "rush"'), "Card T-1: Expected `array`, got `str` - at `$.keywords`."),
        ("[[deck]]\ncards = 5", "Deck ?: Expected `object`, got `int` - at `$.cards`."),
        (None, "A card file is read from its text, a str; this is NoneType."),
        (b"", "A card file is read from its text, a str; this is bytes."),
    ],
)  # fmt: skip
def test_a_wrong_shape_is_a_sentence_with_its_remedy(text: Any, sentence: str) -> None:
    with pytest.raises(CardError) as caught:
        read_library(text)

    assert str(caught.value) == sentence


def test_a_file_nested_too_deeply_is_a_sentence() -> None:
    with pytest.raises(CardError, match="The card file is not TOML"):
        read_library("card = " + "[" * 100_000)


SHAPES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from(["draw", "this", "x"]),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.sampled_from(sorted({*NOUNS, "amount"})), parts),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(Card.__struct_fields__), SHAPES),
    st.sampled_from(["whole", "effects", "effect", "steps", "step"]),
    SHAPES,
)
def test_whatever_is_written_is_a_card_or_a_card_error(fields: dict[str, Any], place: str, shape: Any) -> None:
    put = {
        "whole": fields,
        "effects": {"effects": shape},
        "effect": {"effects": [shape]},
        "steps": {"effects": [does("activate") | {"steps": shape}]},
        "step": {"effects": [does("activate", shape)]},
    }[place]
    with suppress(CardError):
        assert isinstance(read_card(card("character") | put), Card)


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
        (FIFTY | {"PB-015": 1}, "PB-L1", "Deck mine: it has 49 cards; a deck has 50."),
        (FIFTY | {"PB-015": 3}, "PB-L1", "Deck mine: it has 51 cards; a deck has 50."),
        (FIFTY | {"PB-014": 5, "PB-015": 1}, "PB-L1", "Deck mine: it has 5 copies of PB-014; at most 4 are allowed."),
        (FIFTY | {"PB-014": 3, "PB-020": 1}, "PB-L1", "Deck mine: PB-020 is blue; the leader PB-L1 is red."),
        (FIFTY | {"PB-999": 1}, "PB-L1", "Deck mine: there is no card PB-999."),
        (FIFTY | {"PB-L2": 1}, "PB-L1", "Deck mine: PB-L2 is a leader; a deck has one, named as its leader."),
        (FIFTY, "PB-001", "Deck mine: its leader PB-001 is not a leader card."),
        (FIFTY, "PB-L9", "Deck mine: its leader PB-L9 is not a leader card."),
        (FIFTY | {"PB-000": -1}, "PB-L1", "Deck mine: Expected `int` >= 1 - at `$.cards[...]`."),
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
