"""Giving DON and activating effects; playing cards is in test_requirements.py."""

import pytest
from msgspec.structs import replace

from fsm import Snapshot
from games.onepiece import Activate, EndTurn, GiveDon
from games.onepiece.news import DonGiven, EffectUsed, PowerChanged
from games.onepiece.power_and_cost import power_of
from games.onepiece.table import THINGS
from games.onepiece.zones import with_piece
from tests.games.onepiece.tables import Seat, after, effect, foe, made, me, news, refused, table

DON = 51

# Giving DON


def test_given_don_adds_1000_power_to_leader_or_character() -> None:
    start = table(Seat(characters=("PB-001",), active_don=3))
    end = after(start, GiveDon(0, DON, 0), GiveDon(0, DON + 2, 1), GiveDon(0, DON + 1, 1))

    assert (power_of(end.game, me(end).leader), power_of(end.game, me(end).characters[0])) == (6000, 5000)
    assert me(end).characters[0].given == (DON + 2, DON + 1)
    assert me(end).active_don == ()
    assert end.phase == "main.idle"


def test_giving_don_is_reported_with_the_new_power() -> None:
    start = table(Seat(active_don=1))

    assert news(start, GiveDon(0, DON, 0)) == [DonGiven(0, DON, 0), PowerChanged(0, 6000)]


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (GiveDon(1, DON + THINGS, THINGS), "It is not your turn."),
        (GiveDon(0, 1, 0), "There is no such DON."),
        (GiveDon(0, 999, 0), "There is no such DON."),
        (GiveDon(0, DON + 9, 0), "That DON is not in your cost area."),
        (GiveDon(0, DON + THINGS, 0), "That DON is not in your cost area."),
        (GiveDon(0, DON + 1, 0), "That DON is rested."),
        (GiveDon(0, DON, THINGS), "DON is given to your leader or to a character of yours on the field."),
        (GiveDon(0, DON, 2), "DON is given to your leader or to a character of yours on the field."),
        (GiveDon(0, DON, 1), "DON is given to your leader or to a character of yours on the field."),
    ],
)
def test_giving_don_is_refused_for_the_first_reason(move: GiveDon, sentence: str) -> None:
    start = table(Seat(hand=("PB-000",), stage="PB-040", active_don=1, rested_don=1), opponent=Seat(active_don=1))

    assert refused(start, move).message == sentence


# Activating


def test_an_activated_effect_is_paid_and_carried_out() -> None:
    start = table(Seat(leader="PB-L2", active_don=2))
    end = after(start, Activate(0, 0, 0))

    assert (len(me(end).hand), len(me(end).active_don), len(me(end).rested_don)) == (1, 1, 1)
    assert end.phase == "main.idle"
    assert isinstance(news(start, Activate(0, 0, 0))[0], EffectUsed)


def test_once_per_turn_is_respected() -> None:
    start = after(table(Seat(leader="PB-L2", active_don=2)), Activate(0, 0, 0))

    assert refused(start, Activate(0, 0, 0)).message == "That effect was used this turn already."
    assert len(me(after(start, EndTurn(0), EndTurn(1), Activate(0, 0, 0))).hand) == 3


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Activate(1, THINGS, 0), "It is not your turn."),
        (Activate(0, 999, 0), "There is no such card."),
        (Activate(0, THINGS, 0), "That card is not yours."),
        (Activate(0, 1, 0), "That card is not on the field."),
        (Activate(0, 2, 0), "That card has no such effect to activate."),
        (Activate(0, 3, -1), "That card has no such effect to activate."),
        (Activate(0, 3, 1), "That card has no such effect to activate."),
        (Activate(0, 3, 0), "You cannot pay for that effect."),
        (Activate(0, 0, 0), "You cannot pay for that effect."),
        (Activate(0, 4, 0), "The condition of that effect is not met."),
    ],
)
def test_activating_is_refused_for_the_first_reason(move: Activate, sentence: str) -> None:
    needy = made(effects=(effect("activate", {"do": "draw", "amount": 1}, condition={"given_don": 1}),))
    seat = Seat(leader="PB-L2", hand=("PB-029",), characters=("PB-028", "PB-029", needy), rested=True)

    assert refused(table(seat, opponent=Seat(leader="PB-L2")), move).message == sentence


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"given_don": 1}, True),
        ({"given_don": 2}, False),
        ({"life_at_most": 4}, True),
        ({"life_at_most": 3}, False),
        ({"hand_at_most": 2}, True),
        ({"hand_at_most": 1}, False),
    ],
)
def test_each_condition_is_respected(condition: dict[str, int], holds: bool) -> None:
    needy = made(effects=(effect("activate", {"do": "draw", "amount": 1}, condition=condition),))
    start = table(Seat(hand=("PB-000",) * 2, characters=(needy,), active_don=1))
    start = after(start, GiveDon(0, DON, 3))

    if holds:
        assert len(me(after(start, Activate(0, 3, 0))).hand) == 3
    else:
        assert refused(start, Activate(0, 3, 0)).guard == "effect_condition_holds"


def test_each_price_is_paid() -> None:
    price = {"rest_self": True, "rest_don": 2, "return_don": 3}
    costly = made(effects=(effect("activate", {"do": "draw", "amount": 1}, cost=price),))
    start = table(Seat(characters=(costly,), active_don=4, rested_don=1))
    end = after(start, Activate(0, 1, 0))

    assert me(end).characters[0].rested
    assert (len(me(end).active_don), len(me(end).rested_don), len(me(end).don_deck)) == (2, 0, 8)
    assert refused(end, Activate(0, 1, 0)).message == "You cannot pay for that effect."


@pytest.mark.parametrize(("active", "rested", "payable"), [(1, 0, True), (0, 1, True), (0, 0, False)])
def test_don_goes_back_to_the_don_deck_rested_ones_first(active: int, rested: int, payable: bool) -> None:
    start = table(Seat(characters=("PB-032",), active_don=active, rested_don=rested))
    if not payable:
        assert refused(start, Activate(0, 1, 0)).guard == "effect_can_be_paid"
        return
    end = after(start, Activate(0, 1, 0))

    assert (me(end).active_don, me(end).rested_don, len(me(end).don_deck)) == ((), (), 10)
    assert power_of(end.game, me(end).leader) == 6000


def test_equal_cards_have_their_own_once_per_turn() -> None:
    start = table(Seat(characters=("PB-030", "PB-030")))
    end = after(start, Activate(0, 1, 1), Activate(0, 2, 1))

    assert len(me(end).discounts) == 2
    assert refused(end, Activate(0, 2, 1)).guard == "effect_is_unused"


def test_a_rested_card_cannot_rest_itself_again() -> None:
    start = table(Seat(characters=("PB-029",)))
    start = Snapshot(start.phase, with_piece(start.game, replace(me(start).characters[0], rested=True)))

    assert refused(start, Activate(0, 1, 0)).guard == "effect_can_be_paid"
    assert foe(start).hand == ()
