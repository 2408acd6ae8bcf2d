"""What can never do anything is refused, and all else is accepted."""

from typing import Any

import pytest

from games.onepiece import CardError, read_library
from games.onepiece.card_checks import TIMINGS
from games.onepiece.cards import Category, Keyword, Timing
from games.onepiece.library import read_card
from tests.games.onepiece.written_cards import card, does, power

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
    *((card("character", does("activate", cost={name: 11})),
       f"{name} is 11; it must be at most 10, a player has no more DON.")
      for name in ("rest_don", "return_don")),
    (card("character", does("activate", condition={"given_don": 11})),
     "given_don is 11; it must be at most 10, a player has no more DON."),
    (card("character", does("activate", condition={"given_don": 6}, cost={"return_don": 5})),
     "given_don and its cost ask for more than 10 DON together; ask for less."),
    *((card(category, MAIN, life=1), "only a leader has life; leave it out.")
      for category in ("character", "stage", "event")),
    *((card(category, MAIN, power=1), "only leaders and characters have power; leave it out.")
      for category in ("stage", "event")),
    (card("leader", counter=1000), "a leader is never in the hand; leave counter out."),
    *((card("leader", life=life), f"a leader must have life of at most 10, not {life}.")
      for life in (11, 45, 50, 10**9)),
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
     "ko finds no card: none costs less than 0, so cost_at_most must be at least 0."),
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
