"""Whether an effect happens: conditions, costs, cards that have left, chains without end."""

from typing import Any

import pytest

from games.onepiece import (
    Attack,
    Choose,
    DeclineTrigger,
    EndTurn,
    GiveDon,
    OrderTrigger,
    Outcome,
    PassOn,
    PlayCard,
    Reason,
    UseTrigger,
)
from games.onepiece.cards import Card, Timing
from games.onepiece.news import EffectDropped, EffectUsed
from games.onepiece.table import NEVER_ENDING, outcome
from tests.games.onepiece.tables import FOE, Seat, after, doing, effect, foe, made, me, news, played, table


@pytest.mark.parametrize("hand", [0, 1])
def test_an_effect_whose_condition_is_not_met_does_not_happen(hand: int) -> None:
    card = doing({"do": "draw", "amount": 1}, condition={"hand_at_most": 0})
    end = played(card, Seat(hand=("PB-001",) * hand))

    assert len(me(end).hand) == 1


def test_once_per_turn_holds_for_triggers_too() -> None:
    """The watch gets up after its first attack of a turn, not after its second."""
    start = table(Seat(characters=("PB-028",)))
    one = after(start, Attack(0, 1, FOE), PassOn(1), PassOn(1))
    assert not me(one).characters[0].rested
    two = after(one, Attack(0, 1, FOE), PassOn(1), PassOn(1))
    assert me(two).characters[0].rested


def test_an_effect_of_a_card_that_has_left_still_happens_but_not_to_itself() -> None:
    card = made(
        effects=(
            effect("on_play", {"do": "ko", "target": "this"}),
            effect(
                "on_play",
                {"do": "give_power", "target": "this", "amount": 1, "until": "always"},
                {"do": "draw", "amount": 1},
            ),
        )
    )
    end = played(card)

    assert me(end).trash[-1] == 1
    assert len(me(end).hand) == 1


@pytest.mark.parametrize(("preset", "drawn"), [("seed", 1), ("official", 0)])
def test_official_a_waiting_trigger_of_a_card_that_has_left_the_field_does_nothing(preset: str, drawn: int) -> None:
    card = made(
        effects=(effect("on_play", {"do": "ko", "target": "this"}), effect("on_play", {"do": "draw", "amount": 1}))
    )
    start = table(Seat(hand=(card,)), preset=preset)
    moves = (PlayCard(0, 1), OrderTrigger(0, 0)) if preset == "official" else (PlayCard(0, 1),)

    assert len(me(after(start, *moves)).hand) == drawn
    assert (EffectDropped(0, 1, Timing.ON_PLAY) in news(start, *moves)) is (preset == "official")


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_effects_of_cards_that_are_never_on_the_field_do_not_need_them_there(preset: str) -> None:
    """An event, and a card that was knocked out."""
    event = table(Seat(hand=("PB-052",), active_don=1), preset=preset)
    assert len(me(after(event, PlayCard(0, 1))).hand) == 2

    ko = doing({"do": "ko", "target": "opposing_character"})
    start = played(ko, opponent=Seat(characters=("PB-026",)), preset=preset)
    assert len(foe(after(start, Choose(0, FOE + 1))).hand) == 1


@pytest.mark.parametrize("preset", ["seed", "official"])
@pytest.mark.parametrize(("given", "drawn"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_on_ko_is_judged_by_the_don_that_the_card_had_on_the_field(preset: str, given: int, drawn: int) -> None:
    brave = made(effects=(effect("on_ko", {"do": "draw", "amount": 1}, condition={"given_don": 2}),))
    ko = doing({"do": "ko", "target": "own_character"})
    start = table(Seat(hand=(ko,), characters=(brave,), active_don=3), preset=preset)
    start = after(start, *[GiveDon(0, don, 2) for don in me(start).active_don[:given]], PlayCard(0, 1), Choose(0, 2))

    assert len(me(start).hand) == drawn
    assert len(me(start).rested_don) == given


def test_on_ko_in_battle_is_judged_by_the_don_that_the_card_had() -> None:
    brave = made(power=1000, effects=(effect("on_ko", {"do": "draw", "amount": 1}, condition={"given_don": 1}),))
    start = table(Seat(characters=(brave,), active_don=1), active=0)
    start = after(start, GiveDon(0, 51, 1), Attack(0, 1, FOE), PassOn(1), PassOn(1), EndTurn(0))

    assert len(me(after(start, Attack(1, FOE, 1), PassOn(0), PassOn(0))).hand) == 1


# Chains without end


def restless(**more: Any) -> Card:
    """Whenever it rests it gets up and rests again."""
    return made(
        power=5000,
        effects=(
            effect("when_rested", {"do": "set_active", "target": "this"}, {"do": "rest", "target": "this"}, **more),
        ),
    )


def test_an_effect_that_loops_for_ever_ends_the_game_in_a_draw() -> None:
    start = table(Seat(characters=(restless(),)))
    end = after(start, Attack(0, 1, FOE))

    assert end.phase == "game_over"
    assert outcome(end.game) == Outcome(None, None, Reason.ENDLESS)
    used = [item for item in news(start, Attack(0, 1, FOE)) if isinstance(item, EffectUsed)]
    assert len(used) == NEVER_ENDING


def test_once_per_turn_ends_a_loop() -> None:
    end = after(table(Seat(characters=(restless(once_per_turn=True),))), Attack(0, 1, FOE))

    assert end.phase == "main.battle.blocking"


def test_a_loop_that_a_player_can_decline_goes_on_while_the_player_wants() -> None:
    start = after(table(Seat(characters=(restless(optional=True),))), Attack(0, 1, FOE))
    for _ in range(5):
        start = after(start, UseTrigger(0))

    assert after(start, DeclineTrigger(0)).phase == "main.battle.blocking"


def test_a_player_who_can_end_a_loop_by_declining_has_to() -> None:
    start, used = after(table(Seat(characters=(restless(optional=True),))), Attack(0, 1, FOE)), 0
    while start.phase == "triggers.offered":
        start, used = after(start, UseTrigger(0)), used + 1

    assert (start.phase, used) == ("main.battle.blocking", NEVER_ENDING)
