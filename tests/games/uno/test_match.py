"""Rounds of a match, one after the other."""

from msgspec.structs import replace

from fsm import Snapshot
from games.uno import NextRound
from tests.games.uno.tables import after, won


def test_below_the_limit_the_next_round_is_dealt() -> None:
    over = won(("red-1-1",), ("red-2-1",), score_limit=100)

    end = after(over, NextRound())

    assert over.phase == "round_over"
    assert (end.game.round, end.game.scores) == (2, (3, 0, 0))
    assert sum(end.game.player_card_counts) >= 21


def test_the_base_seat_moves_on_by_one_each_round() -> None:
    """Over many second rounds that open with a number, seat 1 begins."""
    seen = set()
    for seed in range(40):
        over = won(("red-1-1",), ("red-2-1",), score_limit=100)
        second = after(Snapshot("round_over", replace(over.game, seed=seed)), NextRound()).game
        if second.pile[0].split("-")[1].isdigit() and not second.pile[0].startswith("wild"):
            seen.add((second.player, second.direction))

    assert seen == {(1, 1)}
