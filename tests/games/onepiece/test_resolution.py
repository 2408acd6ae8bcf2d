"""Resolving triggers: offered, declined, dropped, carried out."""

from games.onepiece import DeclineTrigger, PlayCard, UseTrigger
from games.onepiece.cards import Timing
from games.onepiece.news import EffectDropped, EffectUsed
from tests.games.onepiece.tables import Seat, after, doing, me, news, played, refused, table


def test_an_effect_that_costs_something_may_be_declined() -> None:
    price = doing({"do": "draw", "amount": 1}, cost={"rest_don": 1})
    start = played(price, Seat(active_don=2))

    assert start.phase == "triggers.offered"
    assert refused(start, UseTrigger(1)).message == "This is your opponent's decision."
    assert refused(start, DeclineTrigger(1)).message == "This is your opponent's decision."
    used, declined = after(start, UseTrigger(0)), after(start, DeclineTrigger(0))
    assert (len(me(used).hand), len(me(used).active_don)) == (1, 1)
    assert (len(me(declined).hand), len(me(declined).active_don)) == (0, 2)


def test_an_effect_that_cannot_be_paid_does_not_happen_and_nobody_is_asked() -> None:
    start = table(Seat(hand=(doing({"do": "draw", "amount": 1}, cost={"rest_don": 1}),)))

    assert after(start, PlayCard(0, 1)).phase == "main.idle"
    assert EffectDropped(0, 1, Timing.ON_PLAY) in news(start, PlayCard(0, 1))


def test_a_used_effect_is_reported() -> None:
    start = table(Seat(hand=(doing({"do": "draw", "amount": 1}),)))

    assert EffectUsed(0, 1, Timing.ON_PLAY) in news(start, PlayCard(0, 1))
