"""What a player reads who tries a move that the phase does not know."""

import pytest

from games.uno import Draw, JumpIn, Keep, Leave, NextRound, Play
from tests.games.uno.tables import after, position, reason, won

HAND = ("blue-1-1", "blue-2-1", "wild-1", "red-9-1")
OTHER = ("red-1-1", "red-2-1", "red-3-1")
THIRD = ("green-1-1", "green-2-1", "green-3-1")


def test_nothing_is_played_after_the_end() -> None:
    over = after(position(("red-9-1",), ("red-1-1",), top="red-5-1"), Play(0, "red-9-1"))

    assert over.phase == "match_over"
    for move in (Play(1, "red-1-1"), Draw(1), Leave(1), NextRound()):
        assert reason(over, move) == "The match is over."


def test_between_rounds_nobody_plays() -> None:
    over = won(("red-1-1",), ("red-2-1",), score_limit=100)

    for move in (Play(1, "red-1-1"), Draw(1)):
        assert reason(over, move) == "The round is over; the host deals the next one with next_round."


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (JumpIn(1, "red-5-2"), "Nobody jumps in in this match."),
        (Keep(0), "keep is not possible in Round › Turn; possible: "),
    ],
)
def test_house_rules_are_off_by_default(move: JumpIn | Keep, message: str) -> None:
    start = position(HAND, ("red-5-2", *OTHER), top="red-5-1")

    assert reason(start, move).startswith(message)
