"""The invariants notice what they are there for: each a snapshot that was tampered with."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import PhasebookError, RuleError, SaveError, SettingsError, Snapshot
from games.belote import Bid, Card, Coinche, Contract, PassBid, Suit, Surcoinche, Table, contract_of, engine
from games.belote.bots import play_out
from games.belote.table import FAR, Call
from tests.games.belote.tables import auction, ended, match_of, played, playing
from tests.games.forging import altered, leaves, misplaced, plays_on, walk

VARIANTS: list[dict[str, Any]] = [
    {"preset": "seed", "target": 200},
    {"preset": "ffb", "target": 600},
    {"three_passes_after_coinche": True, "capot_bid": True},
    {"preset": "small", "target": 200},
]


def in_play() -> Snapshot[Table]:
    """A whole deal, one trick and two cards on."""
    snapshot = auction("80♥", "pass", "pass", "pass", seed=3)
    for _ in range(6):
        snapshot = engine.step(snapshot, engine.legal_moves(snapshot)[0])  # type: ignore[assignment]  # legal
    return snapshot


def tampered(snapshot: Snapshot[Table], **changes: Any) -> Snapshot[Table]:
    return Snapshot(snapshot.phase, replace(snapshot.game, **changes))


def test_an_honest_snapshot_breaks_nothing() -> None:
    for snapshot in (engine.start(seed=0), auction("80♥", "coinche"), in_play()):
        assert engine.broken(snapshot) == []


@pytest.mark.parametrize(
    ("changes", "broken"),
    [
        ({"held": 0}, "cards_are_conserved"),
        ({"trick": ()}, "cards_are_conserved"),
        ({"trick": (Card("7♠"), Card("7♠"))}, "cards_are_conserved"),
        ({"held": in_play().game.held ^ Card("7♠").bit}, "hands_are_even"),
        ({"turn": 3 - in_play().game.turn}, "turn_is_one_seats"),
        ({"tricks": (replace(in_play().game.tricks[0], points=400),)}, "points_add_up"),
        ({"tricks": (replace(in_play().game.tricks[0], points=1),)}, "best_card_wins"),
        ({"tricks": (replace(in_play().game.tricks[0], leader=3),)}, "best_card_wins"),
        ({"dealt": in_play().game.dealt[::-1]}, "cards_were_dealt"),
        ({"calls": ()}, "contract_is_what_was_called"),
        ({"calls": in_play().game.calls[:-1]}, "contract_is_what_was_called"),
        ({"calls": (*in_play().game.calls, PassBid(1))}, "contract_is_what_was_called"),
        ({"contract": replace(in_play().game.contract, value=90)}, "contract_is_what_was_called"),  # type: ignore[type-var]
        ({"contract": replace(in_play().game.contract, level=2)}, "contract_is_what_was_called"),  # type: ignore[type-var]
        ({"match": replace(in_play().game.match, totals=(50, 0))}, "totals_are_the_last_ones"),
        ({"match": replace(in_play().game.match, seed=2**128)}, "seed_is_within_bounds"),
        ({"match": replace(in_play().game.match, given=(Card("7♠"),))}, "phase_tells_the_table"),
        ({"tricks": (replace(in_play().game.tricks[0], winner=9),)}, "best_card_wins"),
        ({"best": None}, "best_card_wins"),
        ({"contract": None}, "best_card_wins"),
        ({"match": replace(in_play().game.match, totals=(5000, 0))}, "match_ends_at_the_target"),
    ],
)
def test_a_broken_snapshot_is_noticed(changes: dict[str, Any], broken: str) -> None:
    assert broken in engine.broken(tampered(in_play(), **changes))


def test_a_match_that_is_over_has_a_winner() -> None:
    over = ended((900, 0))
    nobody = tampered(over, match=replace(over.game.match, winner=None))

    assert "match_ends_at_the_target" not in engine.broken(over)
    assert "match_ends_at_the_target" in engine.broken(nobody)


def test_a_broken_save_is_refused() -> None:
    with pytest.raises(SaveError, match="cards_are_conserved"):
        engine.load(engine.dump(tampered(in_play(), held=0)))


EIGHTY = Bid(1, 80, Suit.SPADES)


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        ((Bid(1, 85, Suit.SPADES),), Contract(Suit.SPADES, 85, 1, 1)),
        ((Bid(1, 250, Suit.SPADES),), Contract(Suit.SPADES, 250, 1, 1)),
        ((EIGHTY, Bid(2, 80, Suit.HEARTS)), Contract(Suit.HEARTS, 80, 2, 0)),
        ((Bid(2, 80, Suit.SPADES),), Contract(Suit.SPADES, 80, 2, 0)),
        ((Coinche(1),), None),
        ((EIGHTY, PassBid(2), Coinche(3)), Contract(Suit.SPADES, 80, 1, 1, 2)),
        ((EIGHTY, PassBid(2), Surcoinche(3)), Contract(Suit.SPADES, 80, 1, 1, 4)),
        ((EIGHTY, Coinche(2), PassBid(3), PassBid(0)), Contract(Suit.SPADES, 80, 1, 1, 2)),
        ((EIGHTY, Coinche(2), Coinche(3)), Contract(Suit.SPADES, 80, 1, 1, 2)),
        ((EIGHTY, Coinche(2), Bid(3, 90, Suit.SPADES)), Contract(Suit.SPADES, 90, 3, 1)),
        ((EIGHTY, Coinche(2), Surcoinche(3), PassBid(0)), Contract(Suit.SPADES, 80, 1, 1, 4)),
        ((EIGHTY, PassBid(2), PassBid(3), PassBid(0), PassBid(1)), Contract(Suit.SPADES, 80, 1, 1)),
        (tuple(PassBid(seat) for seat in (1, 2, 3, 0)), None),
        (tuple(PassBid(seat) for seat in (1, 2, 3, 0, 1)), None),
    ],
)
def test_calls_that_could_not_be_made_are_noticed(calls: tuple[Call, ...], contract: Contract | None) -> None:
    """Whatever phase the save claims, and though the contract is what a careless reader takes from the calls."""
    for phase in leaves(engine):
        game = replace(engine.start(seed=0).game, calls=calls, contract=contract, turn=(1 + len(calls)) % 4)

        assert "contract_is_what_was_called" in engine.broken(Snapshot(phase, game))


def test_a_surcoinche_is_the_bidding_sides() -> None:
    calls = (EIGHTY, Coinche(2), PassBid(3), Surcoinche(0))
    game = engine.start(seed=0, three_passes_after_coinche=True).game
    game = replace(game, calls=calls, contract=Contract(Suit.SPADES, 80, 1, 1, 4))

    assert "contract_is_what_was_called" in engine.broken(Snapshot("playing.leading", game))


def test_a_trick_is_led_by_the_winner_of_the_one_before() -> None:
    """A trick turned by a seat goes to the right card, and still begins with the wrong seat."""
    trick = in_play().game.tricks[0]
    turned = replace(trick, leader=(trick.leader + 1) % 4, winner=(trick.winner + 1) % 4)

    assert "best_card_wins" in engine.broken(tampered(in_play(), tricks=(turned,)))


def test_a_winner_has_reached_the_target() -> None:
    over = ended((900, 0))
    other = tampered(over, match=replace(over.game.match, winner=1))

    assert "match_ends_at_the_target" in engine.broken(other)


# Phases that were forged


@given(number=st.integers(0, 10**6), variant=st.sampled_from(VARIANTS))
def test_no_table_fits_two_phases(number: int, variant: dict[str, Any]) -> None:
    """Each real snapshot breaks an invariant under every phase but its own: there is nothing to mistake it for."""
    for snapshot in walk(engine, engine.start(seed=number, **variant), Random(number), 60):
        assert not engine.broken(snapshot)
        assert not misplaced(engine, snapshot)


def test_a_round_does_not_vanish_with_its_phase() -> None:
    """A phase that goes on by itself has no table that fits: no save skips to the next deal, unscored."""
    for snapshot in (auction("80♥", "coinche"), in_play()):
        for phase in ("dealing", "playing.played", "round_over", "match_over", "playing.complete"):
            assert "phase_tells_the_table" in engine.broken(Snapshot(phase, snapshot.game))


@given(number=st.integers(0, 10**9))
def test_whatever_is_in_a_save_the_invariants_judge_it(number: int) -> None:
    """No table of the right types makes one raise; where none objects, the match goes on."""
    dice = Random(number)
    start = engine.start(seed=number, **dice.choice(VARIANTS))
    for snapshot in walk(engine, start, dice, dice.randrange(60)):
        forged = altered(engine, snapshot, dice)
        if forged is not None and not engine.broken(forged):
            plays_on(engine, forged, dice, 12)


@pytest.mark.parametrize("target", [0, FAR + 1, 2**63, 2**80, 4.0, True, "1000"])
def test_a_target_out_of_bounds_is_no_setting_and_no_save(target: Any) -> None:
    with pytest.raises(SettingsError):
        engine.start(seed=0, target=target)
    snapshot = engine.start(seed=0)
    game = replace(snapshot.game, settings=replace(snapshot.game.settings, target=target))
    if target != 2**80:  # too large to be written
        with pytest.raises(SaveError):
            engine.load(engine.dump(Snapshot(snapshot.phase, game)))


@pytest.mark.parametrize("changes", [{"deals": 2**63}, {"deals": -1}, {"totals": (2**63, 0)}, {"seed": -1}])
def test_numbers_that_no_match_reaches_are_no_save(changes: dict[str, Any]) -> None:
    snapshot = engine.start(seed=0)
    match = match_of(**{"deals": 1, **changes})

    with pytest.raises(SaveError):
        engine.load(engine.dump(tampered(snapshot, match=match)))


# Errors of programmers


def test_a_phase_without_a_bid_has_no_contract() -> None:
    lost = Snapshot("playing.leading", engine.start(seed=0).game)

    with pytest.raises(RuleError, match="before somebody bids"):
        contract_of(lost)


def test_a_bot_that_cheats_is_named() -> None:
    table = played(playing("A♥", "7♥ 7♠", "8♥", "9♥"), "A♥")

    with pytest.raises(PhasebookError, match=r"The bot of seat 1 sent a move that is refused \(The auction is over"):
        play_out(engine, table, [lambda view, legal, decision: PassBid(view.turn)] * 4, rounds=9)
