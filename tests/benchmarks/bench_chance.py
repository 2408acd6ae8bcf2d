"""A whole deal with the keyed shuffle, beside the same deal with a shuffle that gives its seed away.

The baseline sorts by the throws of Python's own generator, which is seeded with the seed as it is: quick to write, and
a short seed is found from a hand of cards within seconds. A whole deal is the step from a table without cards to the
first decision: the flow's own effects and guards, with either shuffle in them.
"""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import repeat, starmap
from random import Random
from typing import Any
from unittest.mock import patch

from fsm import Engine
from fsm.chance import shuffled
from games.belote import engine as belote
from games.uno import engine as uno
from tests.benchmarks.timing import rates, show, verdict

KEYED, OPEN = "keyed shuffle", "shuffle by Python's generator"
GAMES, ROUNDS = 40, 300
"""Rounds take about a millisecond, so that on a busy machine, too, some run undisturbed."""
SEED = Random(13).getrandbits(128)
MOST = 0.1
"""Of a whole deal, that the keyed shuffle may take longer."""


def shuffled_in_the_open(cards: Iterable[Any], seed: int, draw: int) -> tuple[Any, ...]:
    """The baseline."""
    throws = starmap(Random(seed << 32 | draw).random, repeat(()))
    return tuple(sorted(cards, key=partial(next, throws)))


def shuffles(shuffle: Callable[..., Any], cards: int) -> int:
    """So many shuffles of so many cards."""
    deck = tuple(1 << card for card in range(cards))
    for draw in range(GAMES):
        shuffle(deck, SEED, draw)
    return GAMES


def deals(engine: Engine[Any], tables: list[Any], where: str, shuffle: Callable[..., Any]) -> int:
    """One deal at each of the tables."""
    begin = engine._begin
    with patch(where, shuffle):
        for table in tables:
            begin(table)
    return len(tables)


def is_quick_enough(name: str, engine: Engine[Any], where: str) -> bool:
    """The figures of one game, and whether its bar is met."""
    tables = [engine.new(seed=SEED ^ number) for number in range(GAMES)]
    measured = rates({
        KEYED: partial(deals, engine, tables, where, shuffled),
        OPEN: partial(deals, engine, tables, where, shuffled_in_the_open),
    }, ROUNDS)  # fmt: skip
    show(f"{name}: whole deals", measured, OPEN, "deals")
    longer = measured[OPEN] / measured[KEYED] - 1
    return verdict(
        f"{name}: share of a deal that the keyed shuffle takes longer (at most {MOST})", longer, longer <= MOST
    )


def main() -> bool:
    """The figures, and whether the bars are met."""
    for cards in (32, 108):
        measured = rates({
            KEYED: partial(shuffles, shuffled, cards),
            OPEN: partial(shuffles, shuffled_in_the_open, cards),
        }, ROUNDS)  # fmt: skip
        show(f"Shuffles of {cards} cards", measured, OPEN, "shuffles")
    return all(
        [
            is_quick_enough("Belote", belote, "games.belote.match.shuffled"),
            is_quick_enough("Uno", uno, "games.uno.dealing.shuffled"),
        ]
    )
