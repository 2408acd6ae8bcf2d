"""The variants of trumping: each setting alone changes one duty, and the federation's preset has them all."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Snapshot
from games.belote import DECK, Card, PlayCard, Table, cards_in, engine
from games.belote.duties import partner_is_winning, ruled_out
from games.belote.duties import playable as playable_cards
from games.belote.table import hand_of
from tests.games.belote.tables import playable, played, playing, refused, refused_card
from tests.games.forging import walk

VARIANTS = ("rise_in_trumps", "partner_frees", "beaten_frees")


def trumps_led(**given: Any) -> Snapshot[Table]:
    return played(playing("10♠", "8♠ A♠ 7♦", "7♠", "Q♠", **given), "10♠")


def test_seed_follows_trumps_with_any_trump() -> None:
    assert playable(trumps_led()) == "8♠ A♠"


@pytest.mark.parametrize("given", [{"rise_in_trumps": True}, {"preset": "ffb"}])
def test_rise_in_trumps(given: dict[str, Any]) -> None:
    assert playable(trumps_led(**given)) == "A♠"
    assert refused_card(trumps_led(**given), "8♠") == "rises_if_trumps_are_led"


def test_who_cannot_rise_follows_with_any_trump() -> None:
    table = playing("J♠", "8♠ A♠ 7♦", "7♠", "Q♠", preset="ffb")

    assert playable(played(table, "J♠")) == "8♠ A♠"


def test_rising_is_owed_also_over_the_partner() -> None:
    """The partner frees only a player who cannot follow suit."""
    table = playing("10♠", "7♠", "8♠ 9♠", "Q♠", preset="ffb")

    assert playable(played(table, "10♠ 7♠")) == "9♠"


def partner_winning(**given: Any) -> Snapshot[Table]:
    """Hearts are led; the partner of the third seat has the ace."""
    return played(playing("A♥", "7♥", "8♠ 9♣", "8♥", **given), "A♥ 7♥")


def test_seed_trumps_also_over_the_partner() -> None:
    assert playable(partner_winning()) == "8♠"


@pytest.mark.parametrize("given", [{"partner_frees": True}, {"preset": "ffb"}])
def test_partner_frees(given: dict[str, Any]) -> None:
    assert playable(partner_winning(**given)) == "8♠ 9♣"


def test_a_partner_who_is_not_winning_frees_nobody() -> None:
    table = playing("K♥", "A♥", "8♠ 9♣", "8♥", preset="ffb")

    assert playable(played(table, "K♥ A♥")) == "8♠"
    assert refused_card(played(table, "K♥ A♥"), "9♣") == "trumps_unless_freed"


def test_a_partner_who_won_with_a_trump_frees_too() -> None:
    table = playing("A♥", "9♠", "8♥", "7♠ J♠ 8♣", preset="ffb")

    assert playable(played(table, "A♥ 9♠ 8♥")) == "7♠ J♠ 8♣"


def beaten(third: str, **given: Any) -> Snapshot[Table]:
    """Hearts are led and an opponent trumps with the nine."""
    return played(playing("A♥", "9♠", third, "8♥", **given), "A♥ 9♠")


def test_seed_undertrumps() -> None:
    assert playable(beaten("8♠ 9♣")) == "8♠"


@pytest.mark.parametrize("given", [{"beaten_frees": True}, {"preset": "ffb"}])
def test_beaten_frees(given: dict[str, Any]) -> None:
    assert playable(beaten("8♠ 9♣", **given)) == "8♠ 9♣"


def test_who_can_beat_the_trump_must() -> None:
    table = beaten("8♠ J♠ 9♣", preset="ffb")

    assert playable(table) == "J♠"
    assert refused_card(table, "8♠") == "overtrumps_unless_freed"
    assert refused_card(table, "9♣") == "trumps_unless_freed"


def test_beaten_frees_alone_does_not_free_from_the_partners_trump() -> None:
    table = playing("A♥", "9♠", "8♥", "7♠ 8♣", beaten_frees=True)

    assert playable(played(table, "A♥ 9♠ 8♥")) == "7♠"


@pytest.mark.parametrize(
    ("seat", "card", "guard"),
    [(3, "A♥", "it_is_your_turn"), (1, "K♣", "card_is_in_your_hand"), (1, "9♣", "card_follows_suit")],
)
def test_the_variants_keep_the_order_of_reasons(seat: int, card: str, guard: str) -> None:
    table = played(playing("A♥", "7♥ 7♠ 9♣", "8♥", "9♥", preset="ffb"), "A♥")

    assert refused(table, PlayCard(seat, Card(card))).guard == guard


@pytest.mark.long
@given(number=st.integers(0, 10**6), variant=st.fixed_dictionaries(dict.fromkeys(VARIANTS, st.booleans())))
def test_the_set_of_playable_cards_is_what_the_guards_let_pass(number: int, variant: dict[str, Any]) -> None:
    for snapshot in walk(engine, engine.start(seed=number, **variant), Random(number), 45):
        if snapshot.phase in ("playing.leading", "playing.following"):
            seat = snapshot.game.turn
            answers = {card: engine.step(snapshot, PlayCard(seat, card)) for card in DECK}
            accepted = [card for card, answer in answers.items() if isinstance(answer, Snapshot)]

            assert cards_in(playable_cards(snapshot.game)) == tuple(accepted)


def test_the_partner_is_winning_with_the_last_but_one_card() -> None:
    table = playing("A♥", "7♥", "8♠ 9♣", "8♥")

    assert not partner_is_winning(played(table, "A♥").game)
    assert partner_is_winning(played(table, "A♥ 7♥").game)


@given(number=st.integers(0, 10**6), variant=st.fixed_dictionaries(dict.fromkeys(VARIANTS, st.booleans())))
def test_a_card_may_be_played_exactly_from_hands_without_what_it_rules_out(
    number: int, variant: dict[str, Any]
) -> None:
    for snapshot in walk(engine, engine.start(seed=number, **variant), Random(number), 45):
        game = snapshot.game
        if snapshot.phase == "playing.following" and game.contract and game.best:
            led, trump, partner_wins = game.trick[0].suit, game.contract.trump, partner_is_winning(game)
            hand = hand_of(game, game.turn)
            for card in cards_in(hand):
                excluded = ruled_out(card, led, game.best, trump, partner_wins, game.settings)

                assert (card.bit & playable_cards(game) != 0) is (hand & excluded == 0)
