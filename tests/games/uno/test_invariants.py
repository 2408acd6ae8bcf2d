"""The invariants notice what they are there for: tables that were tampered with, under phases that are not theirs."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import SaveError, Snapshot
from games.uno import Draw, Leave, NextRound, Play, Settings, Stack, Table, engine
from tests.games.forging import altered, leaves, misplaced, plays_on, walk
from tests.games.uno.tables import after, opened_with, position

HOUSE = {"force_play": True, "stacking": True, "jump_in": True, "seven_zero": True}
VARIANTS: list[dict[str, Any]] = [
    {},
    {"players": 2, "preset": "official"},
    {"players": 3, "preset": "official", "hand_size": 5, "score_limit": 100},
    {"players": 3, "hand_size": 5, **HOUSE},
    {"players": 5, "preset": "official", "hand_size": 5, "score_limit": 200, **HOUSE},
    {"players": 3, "hand_size": 5, "uno_calls": True, "stacking": True, "score_limit": 100},
    {"players": 10, "hand_size": 10, "preset": "official", "seven_zero": True},
    {"players": 4, "stacking": True, "stack_limit": 4, "uno_calls": True},
]

ALIKE = {
    (
        "round.playing",
        "round.drawn",
    ): "The player to act holds a card at the end of the hand that fits: it may be drawn.",
    ("round.playing", "round.calling"): "The player to act has one card left: they may have laid the top card.",
    ("round.playing", "round.swapping"): "The top card is a seven: it may have been laid by the player to act.",
    ("round.drawn", "round.swapping"): "The top card is a seven, and the last card of the hand fits.",
    ("round.calling", "round.swapping"): "The top card is a seven, and the player to act has one card left.",
    ("round.calling", "round.stacking"): "A draw card lies on another, and the player to act has one card left.",
    (
        "round.naming",
        "round.playing",
    ): "The opening wild has no colour: the one to name it may be the one who has left.",
    ("round.naming", "round.drawn"): "The same, and the last card of the hand fits on anything.",
}
"""Phases that one and the same table can be in, so that nothing can tell which it was: a choice is all that differs."""


PAIRS = {frozenset(pair) for pair in ALIKE}


def tampered(snapshot: Snapshot[Table], **changes: Any) -> Snapshot[Table]:
    return Snapshot(snapshot.phase, replace(snapshot.game, **changes))


def games(number: int) -> Any:
    """The snapshots of a random game of a random variant."""
    dice = Random(number)
    start = engine.start(seed=number, **dice.choice(VARIANTS))
    return walk(engine, start, dice, 150, (Leave,))


# Tables


HANDS = ("red-9-1", "red-8-1"), ("red-1-1",), ("red-2-1",)
START = position(*HANDS, top="red-5-1", score_limit=100)
OVER = after(position(("red-9-1",), ("red-1-1",), ("red-2-1",), top="red-5-1", score_limit=100), Play(0, "red-9-1"))
ENDED = after(position(("red-9-1",), ("red-1-1",), top="red-5-1"), Play(0, "red-9-1"))


@pytest.mark.parametrize(
    ("snapshot", "changes", "broken"),
    [
        (START, {"turn": 3}, "one_seat_is_to_act"),
        (START, {"turn": -1}, "one_seat_is_to_act"),
        (START, {"order": ()}, "one_seat_is_to_act"),
        (START, {"order": (0, 2, 1)}, "one_seat_is_to_act"),
        (START, {"order": (0, 1, 1)}, "one_seat_is_to_act"),
        (START, {"order": (0, 1, 2, 3)}, "one_seat_is_to_act"),
        (START, {"hands": START.game.hands[:2]}, "one_seat_is_to_act"),
        (START, {"scores": (0, 0)}, "one_seat_is_to_act"),
        (START, {"deck": START.game.deck[1:]}, "cards_are_conserved"),
        (START, {"deck": (*START.game.deck[1:], "red-5-1")}, "cards_are_conserved"),
        (START, {"pile": ("red-5-1", "x")}, "cards_are_conserved"),
        (START, {"direction": 0}, "direction_is_one_step"),
        (START, {"pile": ()}, "top_card_is_not_in_deck"),
        (START, {"pile": ("x",)}, "top_card_is_not_in_deck"),
        (START, {"pile": (START.game.deck[0],)}, "top_card_is_not_in_deck"),
        (START, {"pile": ("red-5-1", "wild-1")}, "wilds_on_the_pile_have_colours"),
        (START, {"pile": ("wild-draw4-1",)}, "wilds_on_the_pile_have_colours"),
        (START, {"hands": ((), *START.game.hands[1:])}, "only_a_winner_has_no_cards"),
        (START, {"order": (0, 1)}, "only_a_winner_has_no_cards"),
        (START, {"round": 0}, "rounds_are_counted"),
        (START, {"round": 2}, "rounds_are_counted"),
        (START, {"owed": 2}, "debts_wait_for_answers"),
        (START, {"bluffer": 1}, "debts_wait_for_answers"),
        (START, {"winner": 1}, "phase_tells_the_table"),
        (START, {"scores": (100, 0, 0)}, "phase_tells_the_table"),
        (OVER, {"winner": None}, "phase_tells_the_table"),
        (OVER, {"winner": 1}, "phase_tells_the_table"),
        (OVER, {"turn": 1}, "phase_tells_the_table"),
        (OVER, {"scores": (0, 100, 0)}, "phase_tells_the_table"),
        (ENDED, {"turn": 1}, "phase_tells_the_table"),
        (ENDED, {"round": 2}, "rounds_are_counted"),
    ],
)
def test_a_broken_snapshot_is_noticed(snapshot: Snapshot[Table], changes: dict[str, Any], broken: str) -> None:
    assert engine.broken(snapshot) == []
    assert broken in engine.broken(tampered(snapshot, **changes))


# Phases

CALL = after(
    position(("red-draw2-1", "blue-1-1"), *HANDS[1:], top="red-5-1", stacking=True, uno_calls=True),
    Play(0, "red-draw2-1"),
)
CHALLENGE = after(
    position(("wild-draw4-1", "blue-1-1", "blue-2-1"), *HANDS[1:], top="red-5-1", preset="official"),
    Play(0, "wild-draw4-1", "blue"),
)
STACK = after(
    position(("red-draw2-1", "blue-1-1", "blue-2-1"), *HANDS[1:], top="red-5-1", stacking=True),
    Play(0, "red-draw2-1"),
)
DRAWN = after(
    position(
        ("blue-1-1", "blue-2-1"), *HANDS[1:], top="red-5-1", deck=("red-4-1",), preset="official", force_play=True
    ),
    Draw(0),
)


@pytest.mark.parametrize(
    ("snapshot", "changes"),
    [
        (CALL, {"owed": 2}),  # on a card that is no draw card
        (CALL, {"owed": 1}),
        (CALL, {"bluffer": 0}),
        (CALL, {"pile": ("red-draw2-1",)}),  # nothing was laid
        (CALL, {"hands": (("blue-1-1", "blue-3-1"), *CALL.game.hands[1:])}),
        (CALL, {"settings": replace(CALL.game.settings, uno_calls=False)}),
        (CHALLENGE, {"owed": 0}),
        (CHALLENGE, {"owed": 8}),
        (CHALLENGE, {"bluffer": 1}),
        (CHALLENGE, {"bluffer": 3}),
        (CHALLENGE, {"settings": replace(CHALLENGE.game.settings, challenges=False)}),
        (STACK, {"owed": 0}),
        (STACK, {"owed": 3}),
        (STACK, {"bluffer": 0}),
        (STACK, {"owed": 4, "settings": replace(STACK.game.settings, stack_limit=4)}),  # a full one was drawn
        (STACK, {"owed": 6, "settings": replace(STACK.game.settings, stack_limit=6)}),
        (STACK, {"settings": replace(STACK.game.settings, stacking=False)}),
        (DRAWN, {"hands": (("red-8-1", "red-4-1"), *DRAWN.game.hands[1:])}),  # one that fitted before
        (DRAWN, {"hands": (("red-4-1",), *DRAWN.game.hands[1:])}),
        (DRAWN, {"hands": (("red-4-1", "blue-1-1"), *DRAWN.game.hands[1:])}),
        (DRAWN, {"settings": replace(DRAWN.game.settings, play_drawn_card=False)}),
    ],
)
def test_a_phase_whose_reason_is_gone_is_noticed(snapshot: Snapshot[Table], changes: dict[str, Any]) -> None:
    assert engine.broken(snapshot) == []
    assert "phase_tells_the_table" in engine.broken(tampered(snapshot, **changes))


@pytest.mark.parametrize("phase", ["round.playing", "round.drawn", "round.calling", "round.swapping"])
def test_a_colour_to_name_is_not_forgotten(phase: str) -> None:
    """Not while everybody is there who could name it."""
    unnamed = opened_with("wild", preset="official", players=3)

    assert unnamed.phase == "round.naming"
    assert "phase_tells_the_table" in engine.broken(Snapshot(phase, unnamed.game))


@given(number=st.integers(0, 10**6))
def test_a_table_under_another_phase_is_noticed_unless_nothing_tells_them_apart(number: int) -> None:
    dice = Random(number)
    for snapshot in games(number):
        assert not engine.broken(snapshot)
        for other in misplaced(engine, snapshot):
            pair = frozenset((snapshot.phase, other.phase))
            assert pair in PAIRS, pair
            plays_on(engine, other, dice, 8)


def test_every_pair_of_phases_that_cannot_be_told_apart_occurs() -> None:
    """The list is no longer than it must be."""
    unnamed = after(opened_with("wild", preset="official", players=3), Leave(1))
    hands = ("red-draw2-1", "red-9-1", "red-8-1"), ("blue-draw2-1", "blue-9-1"), ("red-1-1", "red-2-1")
    stacked = position(*hands, top="red-5-1", stacking=True, uno_calls=True)
    last_but_one = after(stacked, Play(0, "red-draw2-1"), Stack(1, "blue-draw2-1"))
    snapshots = [unnamed, last_but_one, *(snapshot for number in range(60) for snapshot in games(number))]

    found = {frozenset((one.phase, other.phase)) for one in snapshots for other in misplaced(engine, one)}

    assert found == PAIRS


def test_a_round_does_not_vanish_with_its_phase() -> None:
    """No round is over, and no match, before somebody has won it; also not when somebody has left."""
    start = position(*HANDS, top="red-5-1", score_limit=100)
    for snapshot in (start, after(start, Leave(1)), after(start, Leave(0)), opened_with("wild", preset="official")):
        for phase in ("round.dealt", "round.opening", "round.laid", "round.acting", "round_over", "match_over"):
            assert "phase_tells_the_table" in engine.broken(Snapshot(phase, snapshot.game))


def test_a_round_that_is_over_is_not_played_again() -> None:
    for snapshot in (OVER, after(OVER, Leave(0)), after(OVER, Leave(1)), ENDED, after(OVER, Leave(0), Leave(1))):
        for phase in leaves(engine):
            assert phase == snapshot.phase or engine.broken(Snapshot(phase, snapshot.game)), phase
    assert not engine.broken(after(OVER, Leave(0), NextRound()))


# Whatever is in a save


@given(number=st.integers(0, 10**9))
def test_whatever_is_in_a_save_the_invariants_judge_it(number: int) -> None:
    """No table of the right types makes one raise; where none objects, the match goes on."""
    dice = Random(number)
    for snapshot in games(number):
        forged = altered(engine, snapshot, dice) if dice.random() < 0.2 else None
        if forged is not None and not engine.broken(forged):
            plays_on(engine, forged, dice, 8)


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 1},
        {"players": 11},
        {"players": 2**63 - 1},
        {"hand_size": 6},
        {"hand_size": 2**62},
        {"score_limit": 1},
        {"score_limit": 2**63},
    ],
)
def test_settings_out_of_bounds_are_no_save(changes: dict[str, Any]) -> None:
    settings = Settings(**changes)

    with pytest.raises(SaveError):
        engine.load(engine.dump(tampered(START, settings=settings)))
    assert engine.broken(tampered(START, settings=replace(START.game.settings, players=2**63)))


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": -1},
        {"seed": 2**128},
        {"draws": -1},
        {"round": 2**63},
        {"turn": 10},
        {"scores": (2**62, 0, 0)},
        {"owed": -1},
    ],
)
def test_numbers_out_of_bounds_are_no_save(changes: dict[str, Any]) -> None:
    with pytest.raises(SaveError):
        engine.load(engine.dump(tampered(START, **changes)))
