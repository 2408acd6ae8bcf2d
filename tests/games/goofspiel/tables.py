"""Games to start tests from, and Goofspiel worked out a second time, from whole rounds of bids."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import Refusal, Snapshot
from games.goofspiel import Bid, Table, engine

ORDERS = ("random", "ascending", "descending")

Rounds = list[tuple[int, ...]]
"""The bids of each round, by seat."""


def after(snapshot: Snapshot[Table], *moves: Bid) -> Snapshot[Table]:
    """The game after moves that must all be accepted, and that break no invariant."""
    for move in moves:
        answer = engine.step(snapshot, move)
        assert isinstance(answer, Snapshot), f"{move} was refused: {answer}"
        assert engine.broken(answer) == []
        snapshot = answer
    return snapshot


def refused(snapshot: Snapshot[Table], move: Bid) -> Refusal:
    answer = engine.step(snapshot, move)
    assert isinstance(answer, Refusal), f"{move} was accepted"
    return answer


def with_prizes(*prizes: int, **settings: Any) -> Snapshot[Table]:
    """A game in which the prizes come in this order."""
    start = engine.start(seed=0, cards=len(prizes), **settings)
    return Snapshot(start.phase, replace(start.game, stake=prizes[:1], deck=prizes[1:]))


def prizes_of(start: Snapshot[Table]) -> tuple[int, ...]:
    """The order in which the prizes of a new game come."""
    return start.game.stake + start.game.deck


def bidden(start: Snapshot[Table], rounds: Sequence[Sequence[int]]) -> Snapshot[Table]:
    """The game after whole rounds, in each of which the seats bid one after the other."""
    return after(start, *(Bid(seat, card) for bids in rounds for seat, card in enumerate(bids)))


def moments(start: Snapshot[Table], dice: Random) -> Iterator[Snapshot[Table]]:
    """The snapshots of a random game."""
    snapshot = start
    yield snapshot
    while legal := engine.legal_moves(snapshot):
        snapshot = after(snapshot, dice.choice(legal))
        yield snapshot


# By hand


def scores_by_hand(prizes: Sequence[int], rounds: Rounds, *, carry_over: bool, players: int) -> list[int]:
    """What each seat scores, worked out from the bids alone."""
    scores, pot = [0] * players, 0
    for prize, bids in zip(prizes, rounds, strict=False):
        pot += prize
        first, second = sorted(bids, reverse=True)[:2]
        if first > second:
            scores[bids.index(first)] += pot
        if first > second or not carry_over:
            pot = 0
    return scores


# Strategies

settings: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "players": st.integers(2, 4),
        "cards": st.integers(1, 13),
        "prize_order": st.sampled_from(ORDERS),
        "carry_over": st.booleans(),
        "seed": st.integers(0, 2**128 - 1),
    }
)


@st.composite
def whole_games(draw: st.DrawFn) -> tuple[dict[str, Any], Rounds]:
    """Settings, and bids for every prize."""
    given = draw(settings)
    hands = [draw(st.permutations(range(1, given["cards"] + 1))) for _ in range(given["players"])]
    return given, list(zip(*hands, strict=True))
