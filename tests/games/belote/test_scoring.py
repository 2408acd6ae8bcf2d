"""Scoring: points, contract met or failed at each level, belote, last trick, capot; both presets."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import Snapshot
from games.belote import DECK, Card, Contract, RoundScored, Suit, Table, TrickWon, engine, mask_of
from games.belote.scoring import points_taken, round_to_ten, stake_of
from tests.games.belote.tables import counted, match_of, settings_for

SPADES = Suit.SPADES


def result(table: Table) -> RoundScored:
    """What the flow writes for a round that is to be counted."""
    scored: RoundScored = engine._program.settle(Snapshot("playing.played", table)).game.match.last
    return scored


# Points


def test_cards_count_152_whatever_is_trump() -> None:
    for suit in Suit:
        assert sum(suit.worth) == 152
        assert sum(suit.worth[card.number] for card in DECK if card.suit is suit) == 62


@pytest.mark.parametrize(
    ("rank", "trump", "plain"),
    [("7", 0, 0), ("8", 0, 0), ("9", 14, 0), ("10", 10, 10), ("J", 20, 2), ("Q", 3, 3), ("K", 4, 4), ("A", 11, 11)],
)
def test_what_a_card_counts(rank: str, trump: int, plain: int) -> None:
    assert SPADES.worth[Card(f"{rank}♠").number] == trump
    assert SPADES.worth[Card(f"{rank}♥").number] == plain


def test_the_last_trick_counts_ten_for_its_winner() -> None:
    tricks = [TrickWon(0, (), 0, 19)] * 7
    settings = settings_for()

    assert points_taken(tuple(tricks), settings) == (133, 0)
    assert points_taken((*tricks, TrickWon(0, (), 1, 19)), settings) == (133, 29)


# Preset seed


@pytest.mark.parametrize(("level", "written"), [(1, (90, 72)), (2, (180, 144)), (4, (360, 288))])
def test_seed_met_contract_pays_both_their_points(level: int, written: tuple[int, int]) -> None:
    scored = result(counted(90, 80, level))

    assert (scored.met, scored.points, scored.written) == (True, (90, 72), written)


@pytest.mark.parametrize(("level", "stake"), [(1, 162), (2, 324), (4, 648)])
def test_seed_failed_contract_pays_the_defence_everything(level: int, stake: int) -> None:
    scored = result(counted(99, 100, level))

    assert (scored.met, scored.written) == (False, (0, stake))


def test_seed_contract_is_met_by_exactly_the_bid() -> None:
    assert result(counted(80, 80)).met is True
    assert result(counted(79, 80)).met is False


def test_seed_contract_may_be_met_with_fewer_points_than_the_defence() -> None:
    assert result(counted(80, 80)).written == (80, 82)


@pytest.mark.parametrize("belote", [(0, 0), (0, 2), (2, 0)])
@pytest.mark.parametrize("level", [1, 2, 4])
def test_seed_belote_is_20_flat_for_the_team(belote: tuple[int, int], level: int) -> None:
    scored = result(counted(100, 80, level, belote))

    assert scored.belote == 0
    assert scored.written == (100 * level + 20, 62 * level)


def test_seed_belote_of_the_defence() -> None:
    assert result(counted(100, 80, 1, (1, 3))).written == (100, 82)


def test_seed_belote_is_kept_on_failure_and_does_not_help() -> None:
    scored = result(counted(90, 100, 2, (0, 0)))

    assert (scored.met, scored.written) == (False, (20, 324))


def test_king_and_queen_with_opponents_are_no_belote() -> None:
    assert result(counted(100, 80, 1, (0, 3))).belote is None


def test_seed_all_eight_tricks_count_162() -> None:
    scored = result(counted(162, 80, capot=True))

    assert scored.points == (162, 0)
    assert scored.written == (162, 0)


# Preset ffb


def test_ffb_made_contract_adds_its_value_and_rounds_the_points() -> None:
    assert result(counted(96, 90, preset="ffb")).written == (100 + 90, 70)


@pytest.mark.parametrize(("points", "written"), [(0, 0), (4, 0), (5, 10), (14, 10), (15, 20), (94, 90), (95, 100)])
def test_ffb_rounds_half_up(points: int, written: int) -> None:
    assert round_to_ten(points) == written


def test_ffb_judges_a_contract_by_points_before_rounding() -> None:
    assert result(counted(89, 90, preset="ffb")).met is False


@pytest.mark.parametrize(("level", "stake"), [(1, 250), (2, 500), (4, 1000)])
def test_ffb_failed_contract_pays_160_and_the_contract(level: int, stake: int) -> None:
    assert result(counted(82, 90, level, preset="ffb")).written == (0, stake)


@pytest.mark.parametrize(("level", "stake"), [(2, 500), (4, 1000)])
def test_ffb_made_coinched_contract_takes_the_whole_stake(level: int, stake: int) -> None:
    scored = result(counted(100, 90, level, preset="ffb"))

    assert (scored.met, scored.written) == (True, (stake, 0))


def test_ffb_needs_more_points_than_the_defence() -> None:
    """80 of 162 are not enough for 80; 81 to 81 is not more."""
    assert result(counted(80, 80, preset="ffb")).met is False
    assert result(counted(81, 80, preset="ffb")).met is False
    assert result(counted(82, 80, preset="ffb")).met is True


def test_ffb_belote_counts_toward_the_contract() -> None:
    assert result(counted(90, 110, belote=(0, 0), preset="ffb")).met is True
    assert result(counted(89, 110, belote=(0, 0), preset="ffb")).met is False


def test_ffb_belote_of_the_defence_counts_against_the_contract() -> None:
    assert result(counted(90, 80, belote=(1, 1), preset="ffb")).met is False
    assert result(counted(92, 80, belote=(1, 1), preset="ffb")).met is True


def test_ffb_belote_must_be_in_one_hand() -> None:
    assert result(counted(100, 80, belote=(0, 2), preset="ffb")).belote is None
    assert result(counted(100, 80, belote=(2, 2), preset="ffb")).belote == 0


def test_ffb_belote_is_kept_on_failure_and_not_multiplied() -> None:
    assert result(counted(60, 90, 2, (0, 0), preset="ffb")).written == (20, 500)


def test_ffb_capot_counts_252() -> None:
    scored = result(counted(162, 100, capot=True, preset="ffb"))

    assert scored.points == (252, 0)
    assert scored.written == (250 + 100, 0)


def test_ffb_capot_bid_is_met_only_by_all_eight_tricks() -> None:
    made = result(counted(162, 250, capot=True, preset="ffb"))
    failed = result(counted(162, 250, belote=(0, 0), preset="ffb"))

    assert (made.met, made.written) == (True, (250 + 250, 0))
    assert (failed.met, failed.written) == (False, (20, 410))


CAPOT_VARIANTS = [
    {"capot_bid": True, "capot_counts_252": counts, "majority_needed": majority, "belote_helps_contract": helps}
    for counts in (False, True)
    for majority in (False, True)
    for helps in (False, True)
]


@pytest.mark.parametrize("variant", CAPOT_VARIANTS)
@pytest.mark.parametrize("belote", [(0, 0), (1, 1), (0, 1)])
def test_a_capot_contract_is_met_exactly_by_all_eight_tricks(variant: dict[str, Any], belote: tuple[int, int]) -> None:
    """Whatever the tricks count, and no matter which side has belote."""
    assert result(counted(162, 250, belote=belote, capot=True, **variant)).met is True
    assert result(counted(162, 250, belote=belote, **variant)).met is False


@given(
    winners=st.lists(st.integers(0, 3), min_size=8, max_size=8) | st.sampled_from([[1, 3] * 4, [0, 2] * 4, [3] * 8]),
    points=st.lists(st.integers(0, 56), min_size=8, max_size=8),
    counts_252=st.booleans(),
)
def test_points_go_to_the_team_that_took_the_tricks(winners: list[int], points: list[int], counts_252: bool) -> None:
    """For every way to take eight tricks: cards to their takers, the last trick's bonus to its taker."""
    tricks = tuple(TrickWon(0, (), winner, worth) for winner, worth in zip(winners, points, strict=True))
    sides = [sum(trick.points for trick in tricks if trick.winner in team) for team in ((0, 2), (1, 3))]
    capot = set(winners) <= {0, 2} or set(winners) <= {1, 3}
    sides[0 if winners[-1] in (0, 2) else 1] += 100 if capot and counts_252 else 10

    assert points_taken(tricks, settings_for(capot_counts_252=counts_252)) == tuple(sides)


@pytest.mark.parametrize("winner", range(4))
def test_a_capot_bonus_goes_to_the_team_that_took_all_tricks(winner: int) -> None:
    tricks = (TrickWon(0, (), winner, 152), *[TrickWon(0, (), winner, 0)] * 7)
    team = (252, 0) if winner in (0, 2) else (0, 252)

    assert points_taken(tricks, settings_for(capot_counts_252=True)) == team


def test_the_result_is_added_to_the_totals() -> None:
    table = replace(counted(100, 80), match=match_of(deals=1, totals=(500, 300)))

    assert result(table).totals == (600, 362)


def test_masks_of_belote() -> None:
    for suit in Suit:
        assert suit.belote == mask_of([Card(f"K{suit}"), Card(f"Q{suit}")])


# Short packs


@pytest.mark.parametrize(
    ("pack", "given", "stake"),
    [(8, {}, 94), (20, {}, 148), (8, {"stake_adds_contract": True}, 90 + 80), (32, {}, 162)],
)
def test_the_stake_is_what_the_pack_counts(pack: int, given: dict[str, Any], stake: int) -> None:
    """10 and A count 21 in each suit; with K, Q and J that is 30, and 18 more for the jack of trump."""
    contract = Contract(Suit.SPADES, 80, 0, 0, 2)

    assert stake_of(contract, settings_for(pack=pack, **given)) == 2 * stake


def test_the_last_trick_of_a_short_pack_counts_its_ten() -> None:
    tricks = (TrickWon(0, (), 0, 42), TrickWon(0, (), 1, 42))

    assert points_taken(tricks[:1], settings_for(pack=8)) == (42, 0)
    assert points_taken(tricks, settings_for(pack=8)) == (42, 52)
    assert points_taken(tricks, settings_for(pack=12)) == (42, 42)
    assert points_taken((tricks[0],) * 2, settings_for(pack=8, capot_counts_252=True)) == (84 + 100, 0)
