"""Uno on boardgame.io: the rules of `bench_uno` in its own moves, compared game by game before anything is measured."""

from functools import cache
from random import Random
from typing import Any

from games.uno.cards import CHOICES, COLOURS, DECK
from tests.benchmarks.bench_uno import BARE, FITS, KIND, ON_PILE, Checked
from tests.benchmarks.figures.peers_in_node import Node
from tests.benchmarks.timing import Timed

BOARDGAME = "boardgame.io"
COMPARED = 12
"""Games that are played by both."""


@cache
def uno() -> Node:
    """A process that knows the cards."""
    node = Node("uno.mjs")
    node.ask(do="tables", tables=tables())
    return node


def tables() -> dict[str, Any]:
    """What fits on what, what colours can be named, and what lies on the pile then."""
    return {
        "kinds": KIND,
        "bare": BARE,
        "fits": [[card in fits for card in range(len(DECK))] for fits in FITS],
        "colours": [sorted((COLOURS.index(c) if c else None for c in CHOICES[card]), key=str) for card in DECK],
        "onPile": [
            {"none" if colour is None else str(colour): top for colour, top in each.items()} for each in ON_PILE
        ],
    }


class Recorded(Checked):
    """Uno by hand that notes what every shuffle gave."""

    def __init__(self, seed: int) -> None:
        self.shuffled: list[list[int]] = []
        super().__init__(seed)

    def shuffle(self, cards: Any) -> list[int]:
        self.shuffled.append(super().shuffle(cards))
        return list(self.shuffled[-1])


def differences(games: int = COMPARED) -> list[str]:
    """Games that are not the same on boardgame.io, given the same shuffles and the same dice."""
    found = []
    for seed in range(games):
        game, chance, dice, seen = Recorded(seed), Random(seed), list[float](), list[list[int]]()
        over = False
        while not over:
            actions = game.legal()
            dice.append(chance.random())
            over = game.step(actions[int(dice[-1] * len(actions))])
            seen.append([game.turn, game.pile[-1]])
        if uno().ask(do="follow", shuffles=game.shuffled, dice=dice) != seen:
            found.append(f"boardgame.io plays game {seed} of Uno otherwise")
    return found


def played(games: range) -> Timed:
    """Random games; counts their steps."""
    before = uno().seconds
    steps = uno().ask(do="play", times=len(games))
    return Timed(steps, uno().seconds - before)


def simulated(times: int) -> None:
    """Random games by its own bots."""
    uno().ask(do="simulate", times=times)
