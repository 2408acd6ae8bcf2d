"""Goofspiel beside OpenSpiel's, move by move: who acts, with which cards, and what it scores.

OpenSpiel knows no prizes that are carried over. It plays the last card of each hand by itself, as there is nothing to
choose; here the players do, so a game of ours goes on by one round.
"""

import re
from itertools import product
from random import Random
from typing import Any

import pytest

from fsm import Snapshot
from games.goofspiel import Bid, Table, engine
from tests.games.goofspiel.tables import ORDERS, after, with_prizes

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; pip install open_spiel")


class Beside:
    """A game of ours, and the same game of OpenSpiel in two states that differ in how they count the end."""

    def __init__(self, here: Snapshot[Table], totals: Any, winning: Any) -> None:
        self.here = here
        self.totals = totals
        self.winning = winning

    @classmethod
    def start(cls, here: Snapshot[Table]) -> "Beside":
        settings = here.game.settings
        names = {"num_cards": settings.cards, "players": settings.players, "points_order": settings.prize_order}
        states = [
            pyspiel.load_game("goofspiel", {**names, "imp_info": False, "returns_type": kind}).new_initial_state()
            for kind in ("total_points", "win_loss")
        ]
        return cls(here, *states).with_prize()

    @property
    def is_last_round(self) -> bool:
        """Everybody has one card left: OpenSpiel does not ask for it."""
        return len(self.here.game.hands[0]) == 1

    def with_prize(self) -> "Beside":
        """The prize that came here comes there, where it is chance."""
        for state in (self.totals, self.winning):
            if state.is_chance_node():
                assert [action + 1 for action in state.legal_actions()] == sorted(
                    [self.here.game.stake[-1], *self.here.game.deck]
                )
                state.apply_action(self.here.game.stake[-1] - 1)
        return self

    def cards(self, seat: int) -> list[int]:
        """What OpenSpiel lets a seat bid."""
        return [action + 1 for action in self.totals.legal_actions(seat)]

    def after(self, bids: tuple[int, ...], dice: Random) -> "Beside":
        """The same bids in both games; here they come one by one, in any order."""
        here, seats = self.here, list(range(len(bids)))
        dice.shuffle(seats)
        for place, seat in enumerate(seats):
            legal = [(waiting, card) for waiting in sorted(seats[place:]) for card in self.cards(waiting)]
            assert engine.legal_moves(here) == [Bid(*move) for move in legal]
            here = after(here, Bid(seat, bids[seat]))
        states = [self.totals.clone(), self.winning.clone()]
        for state in states:
            state.apply_actions([card - 1 for card in bids])
        return Beside(here, *states).with_prize()

    def check(self) -> None:
        """Hands, points and whose turn it is are the same."""
        if engine.is_over(self.here) or self.is_last_round:
            assert self.totals.is_terminal()
            return
        hands = [tuple(map(int, line.split())) for line in re.findall(r"hand: (.*)", str(self.totals))]
        points = tuple(map(int, re.findall(r"Points: (.*)", str(self.totals))[0].split()))

        assert self.totals.is_simultaneous_node()
        assert self.here.game.hands == tuple(hands)
        assert self.here.game.scores == points

    def check_end(self) -> None:
        """The last cards are played here as well; then points and winners are the same."""
        if not engine.is_over(self.here):
            legal = engine.legal_moves(self.here)
            assert [move.seat for move in legal] == [*range(self.here.game.settings.players)]
            self.here = after(self.here, *legal)
        outcome, result = engine.outcome(self.here), self.winning.returns()

        assert self.totals.returns() == list(outcome.scores)
        assert engine.returns(self.here) == dict(enumerate(result))
        assert [seat for seat, won in enumerate(result) if won == max(result)] == list(outcome.winners)


def check_all(game: Beside, dice: Random) -> int:
    """Every game from here on; how many there are."""
    game.check()
    if game.totals.is_terminal():
        game.check_end()
        return 1
    seats = range(game.here.game.settings.players)
    return sum(check_all(game.after(bids, dice), dice) for bids in product(*map(game.cards, seats)))


@pytest.mark.parametrize(
    ("players", "cards", "games"), [(2, 2, 2**2), (2, 3, 6**2), (2, 4, 24**2), (3, 2, 2**3), (3, 3, 6**3), (4, 2, 2**4)]
)
@pytest.mark.parametrize("order", ORDERS[1:])
def test_all_games_with_few_cards(order: str, players: int, cards: int, games: int) -> None:
    """Everybody bids their cards in any order: that many games there are."""
    start = engine.start(seed=0, players=players, cards=cards, prize_order=order)

    assert check_all(Beside.start(start), Random(1)) == games


@pytest.mark.parametrize("prizes", [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)])
def test_all_games_with_prizes_in_any_order(prizes: tuple[int, ...]) -> None:
    assert check_all(Beside.start(with_prizes(*prizes)), Random(1)) == 6**2


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players: int, order: str) -> None:
    dice = Random(f"{players} {order}")
    for seed in range(60):
        game = Beside.start(engine.start(seed=seed, players=players, cards=2 + seed % 12, prize_order=order))
        while not game.totals.is_terminal():
            game.check()
            game = game.after(tuple(dice.choice(game.cards(seat)) for seat in range(players)), dice)
        game.check_end()
