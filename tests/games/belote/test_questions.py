"""What may be asked about a match is what the engine goes by."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import RuleError
from games.belote import (
    DECK,
    Card,
    PlayCard,
    Suit,
    contract_of,
    engine,
    may_play,
    next_seat,
    on_same_team,
    trick_of,
    trick_winner,
    without_card,
)
from games.belote.table import hand_of
from tests.games.belote.tables import auction, played, playing
from tests.games.forging import walk

VARIANTS: list[dict[str, Any]] = [
    {"target": 300},
    {"target": 500, "preset": "ffb"},
    {"rise_in_trumps": True},
    {"preset": "small"},
]


def test_seats_go_round_and_partners_sit_opposite() -> None:
    assert [next_seat(seat) for seat in range(4)] == [1, 2, 3, 0]
    for seat in range(4):
        assert [on_same_team(seat, other) for other in range(4)] == [
            other in (seat, (seat + 2) % 4) for other in range(4)
        ]


@pytest.mark.parametrize("calls", [(), ("80♠",), ("80♠", "pass"), ("80♠", "coinche")])
def test_asking_for_the_contract_during_the_auction_is_an_error(calls: tuple[str, ...]) -> None:
    with pytest.raises(RuleError, match="before the auction is over"):
        contract_of(auction(*calls))


def test_the_contract_of_a_round_is_the_last_bid() -> None:
    contract = contract_of(auction("80♠", "90♥", "pass", "pass", "pass"))

    assert (contract.value, contract.trump, contract.bidder) == (90, Suit.HEARTS, 2)


@given(number=st.integers(0, 10**6), variant=st.sampled_from(VARIANTS))
def test_a_card_may_be_played_exactly_if_the_engine_accepts_it(number: int, variant: dict[str, Any]) -> None:
    """In every phase, for every seat and every card."""
    for snapshot in walk(engine, engine.start(seed=number, **variant), Random(number), 45):
        legal = engine.legal_moves(snapshot)
        for seat in range(4):
            for card in DECK:
                assert may_play(snapshot, seat, card) is (PlayCard(seat, card) in legal)


def test_a_finished_match_takes_no_card() -> None:
    *_, last = walk(engine, engine.start(seed=3, target=1), Random(3), 500)

    assert engine.is_over(last)
    assert not any(may_play(last, seat, card) for seat in range(4) for card in DECK)
    assert trick_of(last) == trick_of(last, 8)


@given(number=st.integers(0, 10**6))
def test_every_trick_of_a_deal_can_be_looked_up(number: int) -> None:
    for snapshot in walk(engine, engine.start(seed=number, target=1), Random(number), 60):
        if snapshot.phase.startswith("bidding"):
            continue
        tricks = [trick_of(snapshot, place + 1) for place in range(len(snapshot.game.tricks))]
        for trick, won in zip(tricks, snapshot.game.tricks, strict=True):
            assert (trick.leader, trick.cards, trick.winner) == (won.leader, won.cards, won.winner)
            assert trick_winner(trick.cards, trick.leader, trick.trump) == trick.winner
        if not engine.is_over(snapshot):
            current = trick_of(snapshot)
            assert (current.cards, current.winner) == (snapshot.game.trick, None)
            assert current.leader == engine.view(snapshot, 0).leader
            tricks.append(current)
        assert [trick.id for trick in tricks] == [
            f"trick-{snapshot.game.match.deals}-{place + 1}" for place in range(len(tricks))
        ]


def test_a_trick_begins_empty_with_its_leader_and_trump_and_is_frozen() -> None:
    trick = trick_of(auction("90♦", "pass", "pass", "pass"))

    assert (trick.id, trick.leader, trick.trump) == ("trick-1-1", 1, Suit.DIAMONDS)
    assert (trick.cards, trick.winner) == ((), None)
    with pytest.raises(AttributeError, match="immutable"):
        trick.winner = 2  # type: ignore[misc]  # the point of the test
    assert msgspec.json.decode(msgspec.json.encode(trick))["trump"] == "♦"


def test_before_the_auction_is_over_there_is_no_trick() -> None:
    with pytest.raises(RuleError, match="before the auction is over"):
        trick_of(auction("90♦"))


@pytest.mark.parametrize("number", [0, -1, 3, 9])
def test_a_trick_that_was_not_played_is_an_error(number: int) -> None:
    table = played(playing("A♥ 7♥", "K♥ 8♥", "Q♥ 9♥", "J♥ 10♥"), "A♥ K♥ Q♥ J♥")

    with pytest.raises(RuleError, match=f"There is no trick {number} yet; ask for one of the 2 that this deal has had"):
        trick_of(table, number)


def test_a_hand_without_a_card_is_another_hand() -> None:
    hand = (Card("A♥"), Card("7♥"), Card("J♠"))

    assert without_card(hand, Card("7♥")) == (Card("A♥"), Card("J♠"))
    assert len(hand) == 3
    with pytest.raises(RuleError, match="K♣ is not in this hand; it has A♥, 7♥, J♠"):
        without_card(hand, Card("K♣"))
    with pytest.raises(RuleError, match="it has no cards"):
        without_card((), Card("K♣"))


def test_playing_a_card_is_the_hand_without_it() -> None:
    before = playing("A♥ 7♥", "K♥ 8♥", "Q♥ 9♥", "J♥ 10♥")
    after = played(before, "A♥")

    assert engine.view(after, 0).hand == without_card(engine.view(before, 0).hand, Card("A♥"))
    assert hand_of(after.game, 1) == hand_of(before.game, 1)
