"""Rounds and the match: dealing, the next deal, and an end that says who and why."""

from typing import Any

import pytest
from msgspec.structs import replace

from fsm import SettingsError, Snapshot
from games.belote import (
    DECK,
    Card,
    Contract,
    Outcome,
    PassBid,
    PlayCard,
    Reason,
    Suit,
    cards_in,
    engine,
)
from games.belote.bots import play_out, random_bot
from games.belote.cards import PACKS
from games.belote.table import hand_of
from tests.games.belote.tables import auction, counted, ended, match_of, played, playing

# Dealing


def test_a_given_deal_goes_round_card_by_card() -> None:
    snapshot = engine.start(seed=0, deal=list(DECK))

    for seat in range(4):
        assert cards_in(hand_of(snapshot.game, seat)) == DECK[seat::4]


def test_a_given_deal_may_be_names() -> None:
    assert engine.start(seed=0, deal=[str(card) for card in DECK]) == engine.start(seed=0, deal=DECK)


def test_the_deal_after_a_given_one_is_shuffled_by_the_seed() -> None:
    calls = ["pass"] * 4

    assert auction(*calls, deal=DECK, seed=3).game.dealt == auction(*calls, seed=3).game.dealt


def test_the_seed_decides_the_deal() -> None:
    assert engine.start(seed=5) == engine.start(seed=5)
    assert engine.start(seed=5).game.dealt != engine.start(seed=6).game.dealt


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"deal": DECK[:31]}, "A deal must be all 32 cards, not 31."),
        ({"deal": [*DECK[:31], DECK[0]]}, "this one has 7♠ more than once"),
        ({"deal": [*DECK, DECK[5]]}, "this one has K♠ more than once"),
        ({"deal": [*DECK[:31], "1♠"]}, "There is no card '1♠'"),
        ({"deal": [*DECK[:31], 7]}, "There is no card 7"),
        ({"deal": [*DECK[:31], []]}, "There is no card"),
        ({"deal": []}, "A deal must be all 32 cards, not 0."),
        ({"deal": "7♠"}, "A deal must be a list of 32 cards"),
        ({"deal": 5}, "A deal must be a list of 32 cards"),
        ({"deal": DECK, "pack": 20}, "A deal must be all 20 cards, not 32."),
        ({"deal": DECK[:8], "pack": 8}, "7♠ is not in a pack of 8 cards."),
        ({"pack": 10}, "The setting 'pack' does not fit"),
        ({"players": 5}, "Belote needs 4 players, not 5."),
        ({"players": 3}, "Belote needs 4 players, not 3."),
        ({"seed": -1}, "The seed must be a whole number"),
        ({"preset": "tarot"}, "There is no preset 'tarot'; choose one of seed, ffb, small."),
        ({"partner_fees": True}, "There is no setting 'partner_fees'"),
        ({"partner_frees": 1}, "The setting 'partner_frees' does not fit"),
        ({"target": 0}, "The setting 'target' does not fit"),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_its_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(SettingsError, match=reason.replace("(", r"\(")):
        engine.start(**given)


# Short packs


@pytest.mark.parametrize("size", PACKS)
def test_a_pack_is_dealt_whole_a_quarter_to_each_seat(size: int) -> None:
    game = engine.start(seed=5, pack=size).game
    first, second, third, fourth = (set(cards_in(hand)) for hand in game.dealt)

    assert first | second | third | fourth == set(cards_in(PACKS[size].mask)) == set(cards_in(game.held))
    assert {len(hand) for hand in (first, second, third, fourth)} == {size // 4}


def test_a_short_pack_may_be_given_in_order() -> None:
    order = cards_in(PACKS[8].mask)
    game = engine.start(seed=5, pack=8, deal=order).game

    assert [cards_in(hand) for hand in game.dealt] == [(order[seat], order[seat + 4]) for seat in range(4)]


# The end


def test_below_the_target_the_next_deal_follows_at_once() -> None:
    snapshot = ended((899, 900))

    assert snapshot.phase == "bidding.open"
    assert snapshot.game.match.totals == (999, 962)
    assert (snapshot.game.match.deals, snapshot.game.turn) == (2, 2)
    assert engine.outcome(snapshot) is None


@pytest.mark.parametrize(
    ("totals", "given", "outcome"),
    [
        ((900, 0), {}, Outcome(0, (1000, 62), Reason.TARGET_REACHED)),
        ((0, 938), {}, Outcome(1, (100, 1000), Reason.TARGET_REACHED)),
        ((900, 990), {}, Outcome(0, (1000, 1052), Reason.CONTRACTORS_FIRST)),
        ((900, 990), {"higher_total_wins": True}, Outcome(1, (1000, 1052), Reason.HIGHER_TOTAL)),
        ((990, 900), {"higher_total_wins": True}, Outcome(0, (1090, 962), Reason.TARGET_REACHED)),
        ((962, 1000), {"higher_total_wins": True}, Outcome(0, (1062, 1062), Reason.HIGHER_TOTAL)),
        ((0, 0), {"target": 100}, Outcome(0, (100, 62), Reason.TARGET_REACHED)),
    ],
)
def test_an_ending_says_who_and_why(totals: tuple[int, int], given: dict[str, Any], outcome: Outcome) -> None:
    snapshot = ended(totals, **given)

    assert snapshot.phase == "match_over"
    assert engine.is_over(snapshot)
    assert engine.outcome(snapshot) == outcome


def test_of_equal_totals_the_contracting_team_wins() -> None:
    """Team 1 fails, and the 162 of the defence bring both teams to 1000."""
    table = counted(100, 80, higher_total_wins=True)
    table = replace(table, match=match_of(deals=1, totals=(838, 1000)), contract=Contract(Suit.SPADES, 80, 1, 1))

    assert engine.outcome(engine._program.settle(Snapshot("playing.played", table))).winner == 1


def test_the_dealer_moves_one_seat_each_round() -> None:
    snapshot = engine.start(seed=2, target=10**6)
    dealers = []
    for rounds in range(1, 9):
        snapshot = play_out(engine, snapshot, [random_bot(1)] * 4, rounds)
        dealers.append(snapshot.game.match.dealer)

    assert dealers == [1, 2, 3, 0, 1, 2, 3, 0]


# Seats


def test_the_seat_in_turn_is_to_act_and_nobody_when_the_match_is_over() -> None:
    assert engine.seats(engine.start()) == {0, 1, 2, 3}
    assert [engine.to_act(auction(*["pass"] * passes)) for passes in range(3)] == [{1}, {2}, {3}]
    assert engine.to_act(ended((900, 0))) == frozenset()


def test_a_clock_passes_or_plays_the_first_card_that_is_allowed() -> None:
    table = played(playing("A♥ 7♠", "7♦ 10♥", "8♥ 9♠", "9♥ J♠"), "A♥")

    assert engine.absent_move(engine.start(), 1) == PassBid(1)
    assert engine.absent_move(table, 1) == PlayCard(1, Card("10♥"))
    assert engine.absent_move(table, 2) is None


def test_the_team_that_wins_gets_one_and_the_other_loses_it() -> None:
    assert engine.returns(ended((900, 0))) == {0: 1, 1: -1, 2: 1, 3: -1}
    assert engine.returns(ended((0, 0))) is None


@pytest.mark.parametrize("card", ["A♣", "10♥"])
def test_a_seat_out_of_turn_learns_about_no_other_hand(card: str) -> None:
    """Seat 1 is in turn: whether it holds the card, or can follow suit, is none of seat 2's business."""
    one = played(playing("A♥ 7♠", "10♥ A♣", "8♥ 9♠", "9♥ J♠"), "A♥")
    other = played(playing("A♥ 7♠", "9♥ J♠", "8♥ 9♠", "10♥ A♣"), "A♥")
    move = PlayCard(2, Card(card))

    assert engine.why(one, move, seat=2) == engine.why(other, move, seat=2)
