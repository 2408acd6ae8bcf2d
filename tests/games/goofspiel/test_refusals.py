"""Moves at the wrong time, and that there is always a right one."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fsm import RefusalKind
from fsm.lint import examine
from games.goofspiel import Bid, engine
from tests.games.goofspiel.tables import bidden, moments, refused, settings


def test_nobody_bids_when_the_game_is_over() -> None:
    answer = refused(bidden(engine.start(seed=0, cards=1), [(1, 1)]), Bid(0, 1))

    assert (answer.kind, answer.message) == (RefusalKind.IMPOSSIBLE, "The game is over.")


@given(settings, st.randoms(use_true_random=False))
def test_what_the_linter_thinks_possible_never_is_everybody_has_a_card_to_bid(
    chosen: dict[str, Any], dice: Random
) -> None:
    assert [(finding.check, finding.phase) for finding in examine(engine)] == [("may_deadlock", "round.bidding")]
    for snapshot in moments(engine.start(**chosen), dice):
        waiting = {*range(chosen["players"])} - {bid.seat for bid in snapshot.chosen}
        able = {move.seat for move in engine.legal_moves(snapshot)}

        assert able == (set() if engine.is_over(snapshot) else waiting)
