"""The auction: who speaks, what may be bid, how it closes, and what comes out of it."""

import pytest

from fsm import Snapshot
from games.belote import Bid, Coinche, PassBid, Suit, Surcoinche, Table, contract_of, engine
from tests.games.belote.tables import auction, call_of, refused, sent


def contract(snapshot: Snapshot[Table]) -> tuple[str, int, int, int, int]:
    found = contract_of(snapshot)
    return found.trump.value, found.value, found.bidder, found.team, found.level


# Turns


def test_the_seat_left_of_the_dealer_speaks_first_and_then_clockwise() -> None:
    turns = [auction(*["pass"] * spoken).game.turn for spoken in range(4)]

    assert turns == [1, 2, 3, 0]


@pytest.mark.parametrize("move", [Bid(0, 80, Suit.HEARTS), PassBid(2), Coinche(3), PassBid(7), PassBid(-1)])
def test_a_call_out_of_turn_is_refused(move: object) -> None:
    assert refused(auction(), move).message == "It is not your turn."


def test_not_your_turn_is_named_before_a_wrong_bid() -> None:
    assert refused(auction("100♠"), Bid(0, 85, Suit.HEARTS)).guard == "it_is_your_turn"


# Bids


@pytest.mark.parametrize("value", [-80, 0, 70, 79, 81, 85, 161, 165, 170, 250, 1000])
def test_a_bid_off_the_ladder_is_refused(value: int) -> None:
    answer = refused(auction(), Bid(1, value, Suit.HEARTS))

    assert answer.guard == "bid_is_on_the_ladder"
    assert answer.message == "A bid is 80 to 160, in tens."


@pytest.mark.parametrize("value", range(80, 161, 10))
@pytest.mark.parametrize("suit", Suit)
def test_every_bid_of_the_ladder_may_open(value: int, suit: Suit) -> None:
    assert sent(auction(), Bid(1, value, suit)).game.contract is not None


@pytest.mark.parametrize("value", [80, 100])
def test_a_bid_must_be_strictly_above_the_highest(value: int) -> None:
    answer = refused(auction("100♠"), Bid(2, value, Suit.HEARTS))

    assert answer.guard == "bid_is_higher"
    assert answer.message == "Bid more than the highest bid, or pass."


def test_the_partner_may_go_over_the_partner() -> None:
    assert contract(auction("80♠", "pass", "90♥", "pass", "pass", "pass")) == ("♥", 90, 3, 1, 1)


@pytest.mark.parametrize("value", [85, 170, 200, 260])
def test_with_capot_the_ladder_has_one_more_rung(value: int) -> None:
    answer = refused(auction(preset="ffb"), Bid(1, value, Suit.HEARTS))

    assert answer.message == "A bid is 80 to 160, in tens, or 250 for capot."
    assert sent(auction("160♠", preset="ffb"), Bid(2, 250, Suit.HEARTS)).game.contract is not None


@pytest.mark.parametrize("value", [70, 105, 110, 160])
def test_the_ladder_may_end_sooner(value: int) -> None:
    answer = refused(auction(highest_bid=100), Bid(1, value, Suit.HEARTS))
    with_capot = refused(auction(highest_bid=100, preset="ffb"), Bid(1, value, Suit.HEARTS))

    assert answer.message == "A bid is 80 to 100, in tens."
    assert with_capot.message == "A bid is 80 to 100, in tens, or 250 for capot."
    assert engine.legal_moves(auction("100♠", highest_bid=100)) == [PassBid(2), Coinche(2)]
    assert Bid(2, 250, Suit.CLUBS) in engine.legal_moves(auction("100♠", highest_bid=100, preset="ffb"))


def test_nothing_is_above_capot() -> None:
    moves = engine.legal_moves(auction("250♠", preset="ffb"))

    assert moves == [PassBid(2), Coinche(2)]


def test_the_specialised_engine_gives_the_same_reasons() -> None:
    for preset in ("seed", "ffb"):
        snapshot = auction("100♠", preset=preset)
        twin = engine.for_settings(snapshot.game.settings)
        for move in (Bid(2, 85, Suit.HEARTS), Bid(2, 90, Suit.HEARTS), Bid(1, 110, Suit.CLUBS), Surcoinche(2)):
            assert twin.step(snapshot, move) == engine.step(snapshot, move)


# Coinche


def test_coinche_needs_a_bid() -> None:
    assert refused(auction("pass"), Coinche(2)).message == "There is no bid to coinche yet."


def test_coinche_is_for_the_side_that_did_not_bid() -> None:
    answer = refused(auction("80♠", "pass"), Coinche(3))

    assert answer.message == "Only the side that did not bid may coinche."


def test_after_a_coinche_nobody_bids() -> None:
    assert engine.legal_moves(auction("80♠", "coinche")) == [PassBid(3), Surcoinche(3)]


def test_surcoinche_is_for_the_side_that_bid() -> None:
    """Only where the auction goes on after a pass can the other side try."""
    snapshot = auction("80♠", "coinche", "pass", preset="ffb")

    assert refused(snapshot, Surcoinche(0)).message == "Only the side that bid may surcoinche."
    assert engine.legal_moves(snapshot) == [PassBid(0)]


# Closing


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("80♠ pass pass pass", ("♠", 80, 1, 1, 1)),
        ("pass pass pass 90♦ pass pass pass", ("♦", 90, 0, 0, 1)),
        ("80♠ 90♥ pass 100♥ pass pass pass", ("♥", 100, 0, 0, 1)),
        ("80♠ coinche pass", ("♠", 80, 1, 1, 2)),
        ("80♠ pass pass coinche pass", ("♠", 80, 1, 1, 2)),
        ("160♣ coinche surcoinche", ("♣", 160, 1, 1, 4)),
    ],
)
def test_how_an_auction_closes(calls: str, expected: tuple[str, int, int, int, int]) -> None:
    before = auction(*calls.split()[:-1])
    after = sent(before, call_of(before.game.turn, calls.split()[-1]))

    assert before.phase.startswith("bidding.")
    assert after.phase == "playing.leading"
    assert contract(after) == expected
    assert after.game.turn == 1


def test_after_a_bid_two_passes_do_not_close() -> None:
    assert auction("80♠", "pass", "pass").phase == "bidding.open"


def test_a_bid_starts_the_count_of_passes_anew() -> None:
    assert auction("80♠", "pass", "pass", "90♥", "pass", "pass").phase == "bidding.open"


def test_four_passes_cancel_the_round_and_the_deal_moves_on() -> None:
    snapshot = auction("pass", "pass", "pass", "pass")

    assert snapshot.phase == "bidding.open"
    assert (snapshot.game.match.deals, snapshot.game.match.dealer, snapshot.game.turn) == (2, 1, 2)
    assert snapshot.game.match.totals == (0, 0)
    assert snapshot.game.dealt != auction().game.dealt


def test_passed_cards_may_be_bid_for_again() -> None:
    """By the same seats, as often as all pass."""
    for rounds in (1, 2, 3):
        snapshot = auction(*["pass"] * 4 * rounds, rebid_if_all_pass=True)

        assert snapshot == auction(rebid_if_all_pass=True)
    assert contract(auction(*["pass"] * 5, "80♠", "pass", "pass", "pass", rebid_if_all_pass=True)) == ("♠", 80, 2, 0, 1)


def test_the_federation_waits_for_three_passes_after_a_coinche() -> None:
    phases = [auction("80♠", "coinche", *["pass"] * n, preset="ffb").phase for n in (1, 2, 3)]

    assert phases == ["bidding.coinched", "bidding.coinched", "playing.leading"]


def test_the_federation_asks_the_partner_too_for_a_surcoinche() -> None:
    snapshot = auction("80♠", "coinche", "pass", "pass", "surcoinche", preset="ffb")

    assert contract(snapshot) == ("♠", 80, 1, 1, 4)
