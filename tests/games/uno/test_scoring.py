"""Points, the end of a round, and the outcome."""

import pytest

from games.uno import Ending, Leave, NextRound, Outcome, Play, engine, outcome
from tests.games.uno.tables import after, position, won


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


def test_at_the_limit_the_match_is_over() -> None:
    end = won(("wild-1", "wild-draw4-1"), ("red-2-1",), score_limit=100)

    assert end.phase == "match_over"
    assert outcome(end.game) == Outcome(0, Ending.SCORE_LIMIT, (102, 0, 0))


def test_exactly_the_limit_is_enough() -> None:
    end = won(("wild-1", "wild-draw4-1"), score_limit=100)

    assert (end.phase, end.game.scores) == ("match_over", (100, 0))


def test_a_match_of_one_round_keeps_the_points_too() -> None:
    """They decide nothing, but a display may show them."""
    end = won(("red-skip-1", "blue-9-1"), ("wild-1",))

    assert end.game.settings.score_limit is None
    assert end.game.scores == (79, 0, 0)
    assert engine.view(end, 1).scores == (79, 0, 0)


def test_there_is_no_outcome_before_the_end() -> None:
    """Not at the start, not in a round, not between rounds, and not when somebody has left."""
    start = position(("red-9-1", "red-8-1"), ("red-1-1",), ("red-2-1",), top="red-5-1", score_limit=100)
    over = won(("red-1-1",), ("red-2-1",), score_limit=100)

    for snapshot in (engine.start(seed=0), start, after(start, Play(0, "red-9-1")), after(start, Leave(1)), over):
        assert outcome(snapshot.game) is None
    assert outcome(after(over, Leave(0)).game) is None
    assert outcome(after(over, NextRound()).game) is None


# Returns


def test_the_winner_gets_what_the_others_share_the_loss_of() -> None:
    end = won(("red-1-1",), ("red-2-1",), ("red-3-1",), ("red-4-1",))

    assert engine.returns(end) == {0: 1.0, 1: -0.25, 2: -0.25, 3: -0.25, 4: -0.25}


def test_who_has_left_shares_the_loss() -> None:
    start = position(("red-9-1",), ("red-1-1",), ("red-2-1",), top="red-5-1", score_limit=None)

    assert engine.returns(after(start, Leave(1), Play(0, "red-9-1"))) == {0: 1.0, 1: -0.5, 2: -0.5}


def test_an_abandoned_match_returns_nothing_to_anybody() -> None:
    over = won(("red-1-1",), ("red-2-1",), score_limit=100)

    assert engine.returns(over) is None
    assert engine.returns(after(over, Leave(1), Leave(2))) == {0: 0.0, 1: 0.0, 2: 0.0}
