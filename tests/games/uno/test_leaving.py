"""Leaving, during a round and between rounds."""

from typing import Any

import pytest

from games.uno import Ending, Leave, NextRound, Outcome, Play, engine, outcome
from tests.games.uno.tables import after, position, reason, won

HAND = ("blue-1-1", "blue-2-1", "wild-1", "red-9-1")
OTHER = ("red-1-1", "red-2-1", "red-3-1")
THIRD = ("green-1-1", "green-2-1", "green-3-1")


# During a round


def test_a_player_leaves_in_turn_and_the_turn_passes() -> None:
    start = position(HAND, ("red-1-1",), ("red-2-1",), top="red-5-1")

    end = after(start, Leave(0))

    assert end.game.order == (1, 2)
    assert end.game.player == 1
    assert set(HAND) <= set(end.game.deck)
    assert end.game.player_card_counts == (0, 1, 1)


def test_a_player_leaves_in_turn_while_play_goes_backwards() -> None:
    start = position(HAND, ("red-1-1",), ("red-2-1",), top="red-5-1", turn=1, direction=-1)

    assert after(start, Leave(1)).game.player == 0


@pytest.mark.parametrize("seat", [0, 2])
def test_a_player_leaves_out_of_turn_and_the_turn_stays(seat: int) -> None:
    start = position(HAND, ("red-1-1",), ("red-2-1",), top="red-5-1", turn=1)

    end = after(start, Leave(seat))

    assert end.game.player == 1
    assert reason(end, Leave(seat)) == "There is nobody at that seat."
    assert end.game.deck != start.game.deck + start.game.hands[seat], "the hand is shuffled in"


def test_fewer_than_two_players_end_the_match_without_a_winner() -> None:
    end = after(position(HAND, ("red-1-1",), top="red-5-1"), Leave(1))

    assert end.phase == "match_over"
    assert engine.outcome(end).winner is None
    assert engine.outcome(end).ending == "abandoned"


def test_leaving_can_be_switched_off() -> None:
    assert (
        reason(position(HAND, ("red-1-1",), top="red-5-1", leaving=False), Leave(1)) == "Nobody may leave this match."
    )


# With something pending


@pytest.mark.parametrize("variant", [{"preset": "official"}, {"stacking": True}])
def test_a_match_abandoned_before_the_answer_leaves_no_debt(variant: dict[str, Any]) -> None:
    """The one who leaves is not the one to answer; `after` checks the invariants."""
    start = position(("wild-draw4-1", "red-9-1", *THIRD), OTHER, top="red-5-1", **variant)

    end = after(start, Play(0, "wild-draw4-1", "blue"), Leave(0))

    assert (end.phase, end.game.owed, end.game.bluffer) == ("match_over", 0, None)


# Between rounds


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_anybody_may_leave_between_rounds(seat: int) -> None:
    """The winner of the round, too; the scores stay, and the others play on."""
    over = won(("red-1-1",), ("red-2-1",), score_limit=100)

    left = after(over, Leave(seat))
    second = after(left, NextRound())

    assert (left.phase, left.game.scores, left.game.winner) == ("round_over", over.game.scores, 0)
    assert left.game.hands[seat] == ()
    assert second.game.order == tuple(other for other in range(3) if other != seat)
    assert second.game.player_card_counts[seat] == 0
    assert reason(left, Leave(seat)) == "There is nobody at that seat."


@pytest.mark.parametrize("seats", [(0, 1), (1, 0), (2, 1)])
def test_who_leaves_last_between_rounds_ends_the_match_without_a_winner(seats: tuple[int, int]) -> None:
    over = won(("red-1-1",), ("red-2-1",), score_limit=100)

    end = after(over, *map(Leave, seats))

    assert end.phase == "match_over"
    assert outcome(end.game) == Outcome(None, Ending.ABANDONED, (3, 0, 0))


def test_leaving_between_rounds_can_be_switched_off() -> None:
    over = won(("red-1-1",), ("red-2-1",), score_limit=100, leaving=False)

    assert reason(over, Leave(1)) == "Nobody may leave this match."


def test_who_left_is_dealt_no_hand_in_the_next_round() -> None:
    start = position(("red-9-1",), ("red-1-1",), ("red-2-1",), top="red-5-1", score_limit=100)

    end = after(start, Leave(1), Play(0, "red-9-1"), NextRound())

    assert end.game.order == (0, 2)
    assert end.game.player_card_counts[1] == 0
