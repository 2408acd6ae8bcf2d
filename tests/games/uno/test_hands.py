"""Sevens and zeros: hands change owners."""

import pytest

from games.uno import Play, Swap
from tests.games.uno.tables import after, position, reason

HAND = ("blue-1-1", "blue-2-1", "wild-1", "red-9-1")
OTHER = ("red-1-1", "red-2-1", "red-3-1")
THIRD = ("green-1-1", "green-2-1", "green-3-1")


def test_a_seven_swaps_two_hands() -> None:
    start = position(("red-7-1", *HAND), OTHER, THIRD, top="red-5-1", seven_zero=True)

    end = after(start, Play(0, "red-7-1"), Swap(0, 2))

    assert end.game.hands == (THIRD, OTHER, HAND)
    assert end.game.player == 1


def test_a_seven_swaps_with_another_player_only() -> None:
    start = after(position(("red-7-1", *HAND), OTHER, THIRD, top="red-5-1", seven_zero=True), Play(0, "red-7-1"))

    assert reason(start, Swap(0, 0)) == "Swap with another player who is still in the match."
    assert reason(start, Swap(0, 8)) == "Swap with another player who is still in the match."
    assert reason(start, Swap(1, 2)) == "It is not your turn."


@pytest.mark.parametrize(("direction", "hands"), [(1, (THIRD, HAND, OTHER)), (-1, (OTHER, THIRD, HAND))])
def test_a_zero_passes_all_hands_on(direction: int, hands: tuple[tuple[str, ...], ...]) -> None:
    start = position(("red-0-1", *HAND), OTHER, THIRD, top="red-5-1", direction=direction, seven_zero=True)

    assert after(start, Play(0, "red-0-1")).game.hands == hands


@pytest.mark.parametrize("card", ["red-7-1", "red-0-1"])
def test_a_last_seven_or_zero_wins_and_swaps_nothing(card: str) -> None:
    end = after(position((card,), OTHER, THIRD, top="red-5-1", seven_zero=True), Play(0, card))

    assert end.phase == "match_over"
    assert end.game.hands == ((), OTHER, THIRD)
