"""Moves at the wrong time are refused with a sentence of their own."""

import pytest

from fsm import RefusalKind, Snapshot
from fsm.lint import Finding, examine
from fsm.moves import event_of
from games.belote import Bid, Card, Coinche, PassBid, PlayCard, Suit, Surcoinche, Table, engine
from games.belote.refusals import REFUSALS
from tests.games.belote.tables import auction, ended, refused

MOMENTS: dict[str, Snapshot[Table]] = {
    "bidding": auction("80♠"),
    "bidding.open": auction("80♠"),
    "bidding.coinched": auction("80♠", "coinche"),
    "playing": auction("80♠", "pass", "pass", "pass"),
    "match_over": ended((900, 0)),
}
MOVES = {
    event_of(type(move)): move
    for move in (Bid(1, 90, Suit.HEARTS), PassBid(1), Coinche(1), Surcoinche(1), PlayCard(1, Card("A♥")))
}


@pytest.mark.parametrize(("phase", "event", "sentence"), REFUSALS)
def test_a_move_at_the_wrong_time_is_refused_with_its_sentence(phase: str, event: str, sentence: str) -> None:
    answer = refused(MOMENTS[phase], MOVES[event])

    assert answer.kind is RefusalKind.IMPOSSIBLE
    assert answer.message == sentence


def test_no_move_at_the_wrong_time_is_without_a_sentence() -> None:
    """In every phase where a match waits, each event is known or has a sentence."""
    for snapshot in MOMENTS.values():
        parents = (snapshot.phase, snapshot.phase.partition(".")[0])
        said = {event for phase, event, _ in REFUSALS if phase in parents}

        assert said | set(engine.chart.events_at(snapshot.phase)) == set(MOVES)


@pytest.mark.parametrize("finding", examine(engine), ids=lambda finding: finding.where)
def test_what_the_linter_thinks_possible_never_happens_in_random_play(finding: Finding) -> None:
    """A phase that may be stuck as far as the linter can see never is."""
    seen = 0
    snapshot = engine.start(seed=8, target=10**6)
    for number in range(3000):
        legal = engine.legal_moves(snapshot)
        seen += snapshot.phase == finding.phase
        assert legal
        snapshot = engine.step(snapshot, legal[number * 7 % len(legal)])  # type: ignore[assignment]  # legal

    assert finding.check == "may_deadlock"
    assert seen
