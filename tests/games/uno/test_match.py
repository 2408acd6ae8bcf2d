"""Rounds, scores and endings of a match."""

from typing import Any

import pytest
from msgspec.structs import replace

from fsm import Snapshot
from games.uno import Draw, Ending, Leave, NextRound, Outcome, Play, Table, engine, outcome
from tests.games.uno.tables import after, position, reason


def won(*others: tuple[str, ...], **settings: Any) -> Snapshot[Table]:
    """Player 0 has just gone out against these hands."""
    return after(position(("red-9-1",), *others, top="red-5-1", **settings), Play(0, "red-9-1"))


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        (("red-0-1", "blue-9-1"), 9),
        (("red-skip-1", "red-reverse-1", "red-draw2-1"), 60),
        (("wild-1", "wild-draw4-1"), 100),
    ],
)
def test_the_winner_scores_the_other_hands(cards: tuple[str, ...], points: int) -> None:
    assert won(cards, ("red-1-1",), score_limit=500).game.scores == (points + 1, 0, 0)


def test_one_round_is_a_match() -> None:
    end = won(("red-1-1",), ("red-2-1",))

    assert end.phase == "match_over"
    assert outcome(end.game) == Outcome(0, Ending.LAST_CARD, (3, 0, 0))


def test_below_the_limit_the_next_round_is_dealt() -> None:
    over = won(("red-1-1",), ("red-2-1",), score_limit=100)

    end = after(over, NextRound())

    assert over.phase == "round_over"
    assert (end.game.round, end.game.scores) == (2, (3, 0, 0))
    assert sum(end.game.player_card_counts) >= 21


def test_at_the_limit_the_match_is_over() -> None:
    end = won(("wild-1", "wild-draw4-1"), ("red-2-1",), score_limit=100)

    assert end.phase == "match_over"
    assert outcome(end.game) == Outcome(0, Ending.SCORE_LIMIT, (102, 0, 0))


def test_exactly_the_limit_is_enough() -> None:
    end = won(("wild-1", "wild-draw4-1"), score_limit=100)

    assert (end.phase, end.game.scores) == ("match_over", (100, 0))


def test_a_match_of_one_round_keeps_the_points_too() -> None:
    """Nothing is played for, but whoever shows the result can show them."""
    end = won(("red-skip-1", "blue-9-1"), ("wild-1",))

    assert end.game.settings.score_limit is None
    assert end.game.scores == (79, 0, 0)
    assert engine.view(end, 1).scores == (79, 0, 0)


def test_between_rounds_nobody_plays() -> None:
    over = won(("red-1-1",), ("red-2-1",), score_limit=100)

    for move in (Play(1, "red-1-1"), Draw(1)):
        assert reason(over, move) == "The round is over; deal the next one with next_round."


# Leaving between rounds


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


# The outcome


def test_there_is_no_outcome_before_the_end() -> None:
    """Not at the start, not in a round, not between rounds, and not when somebody has left."""
    start = position(("red-9-1", "red-8-1"), ("red-1-1",), ("red-2-1",), top="red-5-1", score_limit=100)
    over = won(("red-1-1",), ("red-2-1",), score_limit=100)

    for snapshot in (engine.start(), start, after(start, Play(0, "red-9-1")), after(start, Leave(1)), over):
        assert outcome(snapshot.game) is None
    assert outcome(after(over, Leave(0)).game) is None
    assert outcome(after(over, NextRound()).game) is None


def test_the_base_seat_moves_on_by_one_each_round() -> None:
    """Over many second rounds that open with a number, seat 1 begins."""
    seen = set()
    for seed in range(40):
        over = won(("red-1-1",), ("red-2-1",), score_limit=100)
        second = after(Snapshot("round_over", replace(over.game, seed=seed)), NextRound()).game
        if second.pile[0].split("-")[1].isdigit() and not second.pile[0].startswith("wild"):
            seen.add((second.player, second.direction))

    assert seen == {(1, 1)}


def test_who_left_is_dealt_no_hand_in_the_next_round() -> None:
    start = position(("red-9-1",), ("red-1-1",), ("red-2-1",), top="red-5-1", score_limit=100)

    end = after(start, Leave(1), Play(0, "red-9-1"), NextRound())

    assert end.game.order == (0, 2)
    assert end.game.player_card_counts[1] == 0


def test_the_official_preset_plays_to_500() -> None:
    assert engine.start(preset="official").game.settings.score_limit == 500
