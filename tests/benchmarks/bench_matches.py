"""Whole matches of the search, seeded: the same games, and the same winners, every time.

Belote is the default match to 1,000 points; the search sits at seats 0 and 2 in one half of the matches and at 1 and 3
in the other, thinks for 200 iterations, and has the game's own hints, so that it bids as the heuristic bids. Uno is one
round for two, against a player who plays any card that fits and draws only if none does; the search sits at either
seat in half of the games, and has no hints.

All cores work. Takes about 25 minutes of CPU time: 8 for each of the Belote matches, and 9 for Uno.
"""

import os
from collections.abc import Mapping
from typing import Any

from fsm.simulate import Processes, Simulation, simulate
from tests.benchmarks.timing import verdict

SENSIBLE, RANDOM = "games.belote.bots:sensible", "random"
BELOTE = UNO = "search:200"
MATCHES, ROUNDS = 200, 500


def main() -> bool:
    """Play; False when a bar is missed."""
    return all([belote(SENSIBLE, 0.75), belote(RANDOM, 1.0), uno(0.62)])


def belote(opponent: str, bar: float) -> bool:
    """Matches of Belote that the search wins."""
    won = 0
    for team in (0, 1):
        seats = {seat: BELOTE if seat % 2 == team else opponent for seat in range(4)}
        won += wins(play("belote", MATCHES // 2, team, seats, {}), f"winner {team},")
    return reached(f"belote, {BELOTE} against {opponent}", won, MATCHES, bar)


def uno(bar: float) -> bool:
    """Rounds of Uno that the search wins."""
    won = 0
    for own in (0, 1):
        seats = {seat: UNO if seat == own else RANDOM for seat in range(2)}
        won += wins(play("uno", ROUNDS // 2, own, seats, {"players": 2}), f"winner {own},")
    return reached(f"uno, {UNO} against {RANDOM}", won, ROUNDS, bar)


def play(flow: str, games: int, seed: int, seats: Mapping[Any, str], settings: Mapping[str, Any]) -> Simulation:
    """The games of one seating."""
    workers = Processes(os.cpu_count() or 1)
    return simulate(flow, games, seed=seed, seats=seats, settings=settings, check=0, workers=workers, batch=1)


def wins(found: Simulation, outcome: str) -> int:
    """Games that ended so."""
    return sum(games for name, games in found.outcomes.items() if name.startswith(outcome))


def reached(title: str, won: int, games: int, bar: float) -> bool:
    """Say how many were won."""
    print(f"\n{title}: {won} of {games}")
    return verdict(f"{title}: at least {bar:.0%} are won", 100 * won / games, won >= bar * games)
