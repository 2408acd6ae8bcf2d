"""Rounds and the match: dealing, the next deal, and an end that says who and why."""

from typing import Any

import pytest
from msgspec.structs import replace

from fsm import SettingsError, Snapshot
from games.belote import (
    DECK,
    Contract,
    Outcome,
    Reason,
    Suit,
    cards_in,
    engine,
)
from games.belote.bots import play_out, random_bot
from games.belote.table import hand_of
from tests.games.belote.tables import auction, counted, ended, match_of

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
        ({"players": 5}, "Belote is for 4 players, not 5."),
        ({"players": 3}, "Belote is for 4 players, not 3."),
        ({"seed": -1}, "The seed must be a whole number"),
        ({"preset": "tarot"}, "There is no preset 'tarot'; choose one of seed, ffb."),
        ({"partner_fees": True}, "There is no setting 'partner_fees'"),
        ({"partner_frees": 1}, "These settings do not fit"),
        ({"target": 0}, "These settings do not fit"),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_its_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(SettingsError, match=reason.replace("(", r"\(")):
        engine.start(**given)


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
