"""What is reported: that somebody has bid, and the bids only when all are open."""

from typing import Any

import pytest

from fsm import Chosen, Session
from games.goofspiel import Bid, engine
from games.goofspiel.news import BidsCompared


def heard(*rounds: tuple[int, int], **settings: Any) -> list[Any]:
    """The news of whole rounds between two, in each of which seat 1 bids first."""
    news: list[Any] = []
    session = Session.start(engine, observers=[news.append], seed=0, preset="small", **settings)
    for first, second in rounds:
        session.send(Bid(1, second))
        session.send(Bid(0, first))
    return news


def test_bids_are_reported_when_all_are_open() -> None:
    assert heard((2, 3)) == [Chosen(1), Chosen(0), BidsCompared((4,), (2, 3), 1)]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_everybody_hears_it(seat: int | None) -> None:
    news: list[Any] = []
    session = Session.start(engine, preset="small")
    session.subscribe(news.append, seat=seat)
    session.send(Bid(1, 3), seat=1)
    session.send(Bid(0, 2), seat=0)

    assert news == [Chosen(1), Chosen(0), BidsCompared((4,), (2, 3), 1)]


def test_a_tie_has_no_winner() -> None:
    assert heard((2, 2))[-1] == BidsCompared((4,), (2, 2), None)


def test_prizes_that_were_carried_over_are_reported_again() -> None:
    assert heard((2, 2), (4, 1), carry_over=True)[2::3] == [
        BidsCompared((4,), (2, 2), None),
        BidsCompared((4, 3), (4, 1), 0),
    ]


def test_discarded_prizes_are_not() -> None:
    assert heard((2, 2), (4, 1))[-1] == BidsCompared((3,), (4, 1), 0)
