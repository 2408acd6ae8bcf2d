"""What players may know: never what another one has chosen, nor which prize comes next."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import Hidden, PhasebookError, Refusal, Session, Snapshot
from games.goofspiel import Bid, Table, engine
from tests.games.goofspiel.tables import ORDERS, after, moments, settings
from tests.games.indistinguishable import check_alike, check_seats, dealt_anew, played_on

Secret = tuple[Snapshot[Table], Snapshot[Table], int]


@st.composite
def secrets(draw: st.DrawFn) -> Secret:
    """A moment at which somebody has chosen, the same with another choice, and whose choice it is."""
    chosen = draw(settings.filter(lambda given: given["cards"] > 1))
    path = list(moments(engine.start(**chosen), draw(st.randoms(use_true_random=False))))
    snapshot = draw(st.sampled_from([one for one in path if one.chosen and len(one.game.hands[0]) > 1]))
    bid = draw(st.sampled_from(snapshot.chosen))
    card = draw(st.sampled_from([card for card in snapshot.game.hands[bid.seat] if card != bid.card]))
    others = [one for one in snapshot.chosen if one != bid]
    choices = sorted([*others, Bid(bid.seat, card)], key=lambda one: one.seat)
    return snapshot, replace(snapshot, chosen=tuple(choices)), bid.seat


def others_of(snapshot: Snapshot[Table], seat: int) -> list[int | None]:
    """Everybody but one seat; None is a spectator."""
    return [None, *(other for other in range(snapshot.game.settings.players) if other != seat)]


@given(secrets())
def test_no_other_view_changes_with_what_was_chosen(secret: Secret) -> None:
    here, there, seat = secret

    assert engine.view(here, seat) != engine.view(there, seat)
    for other in others_of(here, seat):
        assert engine.view(here, other) == engine.view(there, other)


@given(secrets())
def test_no_legal_move_and_no_refusal_of_others_gives_a_choice_away(secret: Secret) -> None:
    here, there, seat = secret

    assert engine.legal_moves(here) == engine.legal_moves(there)
    for other in others_of(here, seat)[1:]:
        for card in (0, 1, 13):
            answers = [engine.step(snapshot, Bid(int(other or 0), card)) for snapshot in (here, there)]
            refusals = [answer for answer in answers if isinstance(answer, Refusal)]
            assert len(refusals) in (0, 2)
            assert refusals[:1] == refusals[1:]


@given(secrets())
def test_a_view_says_who_has_chosen(secret: Secret) -> None:
    snapshot, _, seat = secret
    mine, spectators = engine.view(snapshot, seat), engine.view(snapshot, None)

    assert [mine.bid] == [bid for bid in snapshot.chosen if bid.seat == seat]
    assert mine.chosen == tuple(Hidden(bid.seat) for bid in snapshot.chosen if bid.seat != seat)
    assert spectators.bid is None
    assert spectators.chosen == tuple(Hidden(bid.seat) for bid in snapshot.chosen)


@pytest.mark.long
@given(settings, st.randoms(use_true_random=False))
def test_no_view_changes_with_the_order_of_prizes_to_come(chosen: dict[str, Any], dice: Random) -> None:
    for snapshot in moments(engine.start(**chosen), dice):
        deck = tuple(dice.sample(snapshot.game.deck, len(snapshot.game.deck)))
        other = replace(snapshot, game=replace(snapshot.game, deck=deck))
        for player in others_of(snapshot, -1):
            assert engine.view(snapshot, player) == engine.view(other, player)


def test_news_of_a_choice_say_nothing_about_the_card() -> None:
    def news(card: int) -> list[Any]:
        found: list[Any] = []
        Session.start(engine, seed=0, observers=[found.append], preset="small").send(Bid(0, card))
        return found

    assert news(1) == news(4) != []


def test_everything_else_is_open() -> None:
    snapshot = after(engine.start(seed=0, preset="small"), Bid(0, 1), Bid(1, 2))
    view = engine.view(snapshot, 0)

    assert view.phase == "round.bidding"
    assert view.hands == ((2, 3, 4), (1, 3, 4))
    assert (view.stake, view.deck, view.scores) == ((3,), (1, 2), (0, 4))


# Dealt anew


@pytest.mark.long
@given(settings, st.randoms(use_true_random=False))
def test_nobody_can_tell_a_game_dealt_anew_from_the_real_one(chosen: dict[str, Any], dice: Random) -> None:
    path = list(moments(engine.start(**chosen), dice))
    for snapshot in (*dice.choices(path, k=3), path[-1]):
        check_seats(engine, snapshot)
        for seat in (*range(chosen["players"]), None):
            redealt = dealt_anew(engine, snapshot, seat, dice)
            check_alike(engine, snapshot, redealt, seat, [Bid(0, 1), Bid(1, 13), Bid(1, 0)])
        assert engine.is_over(played_on(engine, redealt, dice))


@pytest.mark.parametrize("order", ORDERS)
def test_prizes_to_come_are_in_any_order_unless_that_is_agreed(order: str) -> None:
    start, chance = engine.start(cards=4, prize_order=order, seed=3), Random(1)
    decks = {engine.redeal(engine.view(start, 0), chance).game.deck for _ in range(200)}

    assert len(decks) == (6 if order == "random" else 1)
    assert start.game.deck in decks


def test_others_may_have_chosen_any_of_their_cards() -> None:
    bid, chance = after(engine.start(cards=3, players=3), Bid(0, 2), Bid(2, 3)), Random(1)
    mine = {engine.redeal(engine.view(bid, 0), chance).chosen for _ in range(200)}
    everybodys = {engine.redeal(engine.view(bid, None), chance).chosen for _ in range(200)}

    assert mine == {(Bid(0, 2), Bid(2, card)) for card in (1, 2, 3)}
    assert everybodys == {(Bid(0, first), Bid(2, third)) for first in (1, 2, 3) for third in (1, 2, 3)}


def test_what_is_no_view_cannot_be_dealt_anew() -> None:
    with pytest.raises(PhasebookError, match="A redeal needs a TableView, not dict"):
        engine.redeal({}, Random(1))


@pytest.mark.parametrize("player", [2, -1, True, "0", 0.0])
def test_there_is_a_view_only_for_those_who_are_there(player: Any) -> None:
    with pytest.raises(PhasebookError, match="There is no seat"):
        engine.view(engine.start(seed=0), player)
