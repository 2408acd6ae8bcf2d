"""Whole games: how many there are, by formula, python-statemachine's own interpreter beside ours, and a transcript."""

from itertools import permutations, product
from math import factorial, prod
from pathlib import Path
from typing import Any

import pytest

from fsm import Refusal, Session
from fsm.explore import explore, perft
from fsm.testing import conformance
from games.goofspiel import Bid, engine
from tests.games.goofspiel.tables import ORDERS, bidden, prizes_of, scores_by_hand

TRANSCRIPT = Path(__file__).with_name("small_game.txt")

SIZES = [(2, 1), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2)]
"""Players and cards of games that are small enough to be looked at whole."""

test_a_carried_game_for_three_conforms = conformance(
    engine, games=3, settings={"players": 3, "cards": 5, "carry_over": True}, players=(0, 1, 2, None)
)


# Counts


@pytest.mark.parametrize(("players", "cards"), [size for size in SIZES if size != (3, 3)])
def test_sequences_of_bids_are_as_many_as_the_formula_says(players: int, cards: int) -> None:
    """In each round everybody bids a card that they still hold, and they do so in any order."""
    rounds = prod(factorial(players) * left**players for left in range(1, cards + 1))

    assert perft(engine, engine.start(seed=0, players=players, cards=cards), players * cards) == rounds
    assert rounds == factorial(players) ** cards * factorial(cards) ** players


def tables_by_hand(prizes: tuple[int, ...], players: int, carry_over: bool) -> list[set[Any]]:
    """After 0, 1, 2, ... rounds, the tables that can lie there: which cards are gone, what is tied for, the scores."""
    found: list[set[Any]] = [set() for _ in range(len(prizes) + 1)]
    for bids in product(permutations(range(1, len(prizes) + 1)), repeat=players):
        rounds = list(zip(*bids, strict=True))
        for played, tables in enumerate(found):
            scores = scores_by_hand(prizes, rounds[:played], carry_over=carry_over, players=players)
            pot = sum(prizes[:played]) - sum(scores) if carry_over else 0
            tables.add((*(frozenset(cards[:played]) for cards in bids), pot, *scores))
    return found


@pytest.mark.parametrize("carry_over", [False, True])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("players", "cards"), SIZES)
def test_exploration_sees_as_many_snapshots_as_the_formula_says(
    players: int, cards: int, order: str, carry_over: bool
) -> None:
    """One seat after the other has one of so many cards left to choose; the last bid makes the next table."""
    settings: dict[str, Any] = {"players": players, "cards": cards, "prize_order": order, "carry_over": carry_over}
    found = explore(engine, settings=settings)
    tables = [*map(len, tables_by_hand(prizes_of(engine.start(seed=0, **settings)), players, carry_over))]
    left = range(cards, 0, -1)

    assert found.complete
    assert found.endings == tables[-1]
    assert found.depth == players * cards
    assert found.snapshots == tables[-1] + sum(
        many * sum(cards_left**chosen for chosen in range(players))
        for many, cards_left in zip(tables, left, strict=False)
    )
    assert found.transitions == sum(
        many * sum(cards_left**chosen for chosen in range(1, players + 1))
        for many, cards_left in zip(tables, left, strict=False)
    )


def test_verify_sees_the_small_game_whole_and_finds_nothing() -> None:
    found = explore(engine, settings={"preset": "small"}, thorough=True)

    assert found.complete
    assert found.defects == ()


# The end of a game that is known by heart


def test_the_highest_card_always_bid_first_ties_all_the_way() -> None:
    same = [(card, card, card) for card in range(13, 0, -1)]

    assert engine.outcome(bidden(engine.start(seed=0, players=3), same)).winners == (0, 1, 2)
    assert engine.outcome(bidden(engine.start(seed=0, players=3, carry_over=True), same)).scores == (0, 0, 0)


def test_one_card_more_than_each_prize_beats_bidding_its_value() -> None:
    """The king is lost to the ace, and every other prize is won: 78 points of 91."""
    start = engine.start(seed=0, prize_order="descending")
    rounds = [(prize % 13 + 1, prize) for prize in prizes_of(start)]

    assert engine.outcome(bidden(start, rounds)).scores == (78, 13)


# The golden transcript


def transcript() -> str:
    """A small game with ties that are carried over, and with refusals."""
    news: list[Any] = []
    session = Session.start(engine, seed=0, observers=[news.append], preset="small", carry_over=True)
    lines = []
    for seat, card in [(1, 4), (1, 3), (2, 1), (0, 4), (0, 4), (0, 3), (1, 1), (0, 2), (1, 2), (1, 3), (0, 1), (0, 1)]:
        game = session.snapshot.game
        lines.append(
            f"at stake {game.stake}, to come {game.deck}, scores {game.scores}, chosen {session.snapshot.chosen}"
        )
        answer = session.send(Bid(seat, card))
        lines.append(f"> seat {seat} bids {card}")
        lines += [f"  refused: {answer.message}"] if isinstance(answer, Refusal) else [f"  {one}" for one in news]
        news.clear()
    return "\n".join([*lines, str(engine.outcome(session.snapshot)), ""])


def test_a_small_game_goes_as_it_is_written_down() -> None:
    assert transcript() == TRANSCRIPT.read_text("utf-8")
