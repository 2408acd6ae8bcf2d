"""A round: secret bids, what becomes of the prizes, and who has won in the end."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import SettingsError
from games.goofspiel import Bid, engine, new_game, outcome, returns
from tests.games.goofspiel.tables import (
    Rounds,
    after,
    bidden,
    moments,
    prizes_of,
    refused,
    scores_by_hand,
    settings,
    whole_games,
    with_prizes,
)

# A new game


@given(settings)
def test_a_new_game_deals_the_same_cards_to_everybody(chosen: dict[str, Any]) -> None:
    game, cards = new_game(**chosen), tuple(range(1, chosen["cards"] + 1))

    assert game.hands == (cards,) * chosen["players"]
    assert tuple(sorted(game.deck)) == cards
    assert (game.bids, game.stake, game.scores) == ((), (), (0,) * chosen["players"])


@pytest.mark.parametrize(("order", "prizes"), [("ascending", (1, 2, 3)), ("descending", (3, 2, 1))])
@pytest.mark.parametrize("seed", [0, 1, 99])
def test_prizes_come_in_the_order_that_was_agreed(order: str, prizes: tuple[int, ...], seed: int) -> None:
    assert prizes_of(engine.start(cards=3, prize_order=order, seed=seed)) == prizes


def test_random_prizes_come_in_every_order_and_the_seed_decides_which() -> None:
    orders = [prizes_of(engine.start(cards=3, seed=seed)) for seed in range(100)]

    assert len(set(orders)) == 6
    assert orders == [prizes_of(engine.start(cards=3, seed=seed)) for seed in range(100)]


@pytest.mark.parametrize("wrong", [{"players": 1}, {"players": 5}, {"cards": 0}, {"cards": 14}, {"prize_order": "up"}])
def test_other_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match=r"The setting .* does not fit"):
        engine.start(seed=0, **wrong)


# Bids


def test_nothing_happens_before_all_have_bid() -> None:
    start = engine.start(seed=0, players=3, preset="small")
    waiting = after(start, Bid(2, 4), Bid(0, 1))

    assert (waiting.phase, waiting.game) == (start.phase, start.game)
    assert waiting.chosen == (Bid(0, 1), Bid(2, 4))
    assert after(waiting, Bid(1, 3)).game.scores == (0, 0, 4)


@given(whole_games(), st.randoms(use_true_random=False))
def test_it_does_not_matter_who_bids_first(game: tuple[dict[str, Any], Rounds], dice: Random) -> None:
    given, rounds = game
    snapshot = engine.start(**given)
    for bids in rounds:
        moves = [Bid(seat, card) for seat, card in enumerate(bids)]
        in_turn = after(snapshot, *moves)
        dice.shuffle(moves)
        snapshot = after(snapshot, *moves)

        assert snapshot == in_turn


def test_a_bid_leaves_the_hand() -> None:
    game = bidden(engine.start(seed=0, preset="small"), [(2, 3)]).game

    assert game.hands == ((1, 3, 4), (1, 2, 4))


def test_a_bid_is_a_card_of_the_own_hand_once_a_round() -> None:
    start = bidden(engine.start(seed=0, preset="small"), [(2, 3)])

    assert refused(start, Bid(0, 2)).message == "You do not hold that card."
    assert refused(start, Bid(0, 5)).message == "You do not hold that card."
    assert refused(after(start, Bid(0, 3)), Bid(0, 4)).message == "You have chosen already."
    assert refused(start, Bid(2, 1)).guard == "is_among_players"
    assert refused(start, Bid(-1, 1)).guard == "is_among_players"


# Prizes


@pytest.mark.parametrize(
    ("bids", "scores"),
    [
        ((3, 1, 2), (3, 0, 0)),
        ((1, 2, 3), (0, 0, 3)),
        ((3, 3, 1), (0, 0, 0)),  # the lower bid does not win by a tie above it
        ((1, 1, 3), (0, 0, 3)),
        ((2, 2, 2), (0, 0, 0)),
    ],
)
def test_the_prize_goes_to_the_one_highest_bid(bids: tuple[int, ...], scores: tuple[int, ...]) -> None:
    assert bidden(with_prizes(3, 2, 1, players=3), [bids]).game.scores == scores


def test_a_tie_discards_the_prize() -> None:
    game = bidden(with_prizes(3, 1, 2), [(2, 2), (1, 3)]).game

    assert (game.stake, game.scores) == ((2,), (0, 1))


def test_a_tie_carries_the_prize_over() -> None:
    tied = bidden(with_prizes(3, 1, 2, carry_over=True), [(2, 2)])

    assert tied.game.stake == (3, 1)
    assert bidden(tied, [(1, 3)]).game.scores == (0, 4)


def test_nobody_has_what_is_tied_for_at_the_end() -> None:
    over = bidden(with_prizes(1, 2, carry_over=True), [(1, 2), (2, 1)])
    tied = bidden(with_prizes(1, 2, carry_over=True), [(1, 1), (2, 2)])

    assert over.game.scores == (2, 1)
    assert engine.is_over(tied)
    assert (tied.game.stake, tied.game.scores) == ((1, 2), (0, 0))


@given(whole_games())
def test_a_game_goes_as_it_goes_by_hand(game: tuple[dict[str, Any], Rounds]) -> None:
    given, rounds = game
    start = engine.start(**given)
    over = bidden(start, rounds)

    assert engine.is_over(over)
    assert list(over.game.scores) == scores_by_hand(
        prizes_of(start), rounds, carry_over=given["carry_over"], players=given["players"]
    )


# The end


@given(settings, st.randoms(use_true_random=False))
def test_a_game_takes_a_bid_from_everybody_for_each_prize(chosen: dict[str, Any], dice: Random) -> None:
    path = list(moments(engine.start(**chosen), dice))

    assert len(path) - 1 == chosen["players"] * chosen["cards"]
    assert [engine.outcome(snapshot) is None for snapshot in path] == [True] * (len(path) - 1) + [False]


@pytest.mark.parametrize(
    ("rounds", "winners", "scores"),
    [
        ([(1, 2), (2, 1)], (0,), (2, 1)),
        ([(2, 1), (1, 2)], (1,), (1, 2)),
        ([(1, 1), (2, 2)], (0, 1), (0, 0)),
    ],
)
def test_the_most_points_win(rounds: Rounds, winners: tuple[int, ...], scores: tuple[int, ...]) -> None:
    result = outcome(bidden(with_prizes(1, 2), rounds).game)

    assert result is not None
    assert (result.winners, result.scores) == (winners, scores)
    assert result.reason == ("most points" if len(winners) == 1 else "tied")


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        ((9, 5, 5, 1), (1, -1 / 3, -1 / 3, -1 / 3)),
        ((9, 9, 5, 1), (1 / 2, 1 / 2, -1 / 2, -1 / 2)),
        ((9, 9, 9, 1), (1 / 3, 1 / 3, 1 / 3, -1)),
        ((5, 5, 5, 5), (0, 0, 0, 0)),
    ],
)
def test_winners_share_what_the_others_lose(scores: tuple[int, ...], shares: tuple[float, ...]) -> None:
    game = replace(new_game(seed=0, players=4), scores=scores)

    assert returns(game) == dict(enumerate(shares))


# Who is to act


def test_a_game_waits_for_those_who_have_not_bid() -> None:
    start = engine.start(players=3, cards=1)

    assert engine.to_act(start) == {0, 1, 2}
    assert engine.to_act(after(start, Bid(1, 1))) == {0, 2}
    assert engine.to_act(bidden(start, [(1, 1, 1)])) == set()
