"""The invariants notice what they are there for: each a snapshot that was tampered with."""

from typing import Any

import pytest
from msgspec.structs import replace

from fsm import PhasebookError, RuleError, SaveError, Snapshot
from games.belote import Card, PassBid, Table, contract_of, engine
from games.belote.bots import play_out
from tests.games.belote.tables import auction, played, playing
from tests.games.belote.test_match import ended


def in_play() -> Snapshot[Table]:
    """A whole deal, one trick and two cards on."""
    snapshot = auction("80♥", "pass", "pass", "pass", seed=3)
    for _ in range(6):
        snapshot = engine.step(snapshot, engine.legal_moves(snapshot)[0])  # type: ignore[assignment]  # legal
    return snapshot


def tampered(snapshot: Snapshot[Table], **changes: Any) -> Snapshot[Table]:
    return Snapshot(snapshot.phase, replace(snapshot.game, **changes))


def test_an_honest_snapshot_breaks_nothing() -> None:
    for snapshot in (engine.start(), auction("80♥", "coinche"), in_play()):
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


# Errors of programmers


def test_a_phase_without_a_bid_has_no_contract() -> None:
    lost = Snapshot("playing.leading", engine.start().game)

    with pytest.raises(RuleError, match="before somebody bids"):
        contract_of(lost)


def test_a_bot_that_cheats_is_named() -> None:
    table = played(playing("A♥", "7♥ 7♠", "8♥", "9♥"), "A♥")

    with pytest.raises(PhasebookError, match="The bot of seat 1 sent a move that is refused: The auction is over"):
        play_out(engine, table, [lambda view, legal, decision: PassBid(view.turn)] * 4, rounds=9)
