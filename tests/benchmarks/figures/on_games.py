"""Workloads of whole games: random play, rollouts, simulations with their counts, and a search."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time
from typing import Any

from fsm.simulate import runner
from tests.benchmarks import bench_belote, bench_search, bench_uno
from tests.benchmarks.bench_belote import DEALS, moves_in_all_deals
from tests.benchmarks.bench_uno import RLCARD, SETTINGS, Trusting, rlcard_env
from tests.benchmarks.figures import uno_in_node
from tests.benchmarks.figures.workloads import PHASEBOOK, Column, Effort, Measured, Row, Workload
from tests.benchmarks.timing import Contender, Timed, paced, rates

CHECKED, TRUSTING, BOARDGAME, OPEN_SPIEL = "by hand, checked", "by hand, trusting", "boardgame.io", "OpenSpiel"
SHEDDING: tuple[str, dict[str, int]] = ("crazy_eights", {"players": 4})
TRICKS: tuple[str, dict[str, int]] = ("euchre", {})
GAMES = 20
NO_GAMES = dict.fromkeys(
    ("python-statemachine", "transitions", "Automat", "sismic", "XState"),
    "no games; those of one's own cost what is said above, for each event",
)


# Whole games


def open_spiel(name: str, parameters: dict[str, Any]) -> Callable[[], Timed]:
    """Random games in a Python loop over its C++. What is counted are moves of players.

    Its example draws what chance does by weights. All weights are equal in these games, so chance is one more player
    here, which is quicker.
    """
    import pyspiel

    game, dice = pyspiel.load_game(name, parameters), Random(1).random

    def run() -> Timed:
        moves, before = 0, process_time()
        for _ in range(GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                moves += not state.is_chance_node()
                state.apply_action(actions[int(dice() * len(actions))])
        return Timed(moves, process_time() - before)

    return run


def whole_games(effort: Effort, names: frozenset[str]) -> Measured:
    moves, games = uno(effort, names)
    tricks: dict[str, Contender] = {name: run for name, run in bench_belote.contenders().items() if name in names}
    if OPEN_SPIEL in names:
        tricks[OPEN_SPIEL] = open_spiel(*TRICKS)
    deals = rates(tricks, 3 * effort.rounds, process_time)
    each = moves_in_all_deals() / DEALS
    played = {name: rate if name == OPEN_SPIEL else rate * each for name, rate in deals.items()}
    deals.pop(OPEN_SPIEL, None)
    return {UNO_GAMES: games, UNO_MOVES: moves, BELOTE_DEALS: deals, BELOTE_MOVES: played}


def uno(effort: Effort, names: frozenset[str]) -> tuple[dict[str, float], dict[str, float]]:
    """Moves and games a second; the games of boardgame.io are as long as ours, being the same."""
    players = {name: play for name, play in bench_uno.contenders().items() if name in names}
    contenders: dict[str, Contender] = {name: partial(play, bench_uno.FEW) for name, play in players.items()}
    if BOARDGAME in names:
        contenders[BOARDGAME] = partial(uno_in_node.played, range(GAMES))
    if OPEN_SPIEL in names:
        contenders[OPEN_SPIEL] = open_spiel(*SHEDDING)
    moves = rates(contenders, effort.rounds, process_time)
    lengths = bench_uno.lengths(players)
    lengths |= {BOARDGAME: lengths[PHASEBOOK]} if BOARDGAME in names else {}
    return moves, {name: moves[name] / length for name, length in lengths.items()}


UNO_GAMES, UNO_MOVES, BELOTE_DEALS, BELOTE_MOVES = "Uno, games", "Uno, moves", "Belote, deals", "Belote, moves"

WHOLE = Workload(
    "games",
    "Whole games",
    "Random games of Uno for four, where a card is drawn only if nothing fits, and random deals of Belote: shuffle, "
    "auction, eight tricks, score. Before each move the list of all legal moves is made, one is chosen, and the game "
    "gets it. By hand and on boardgame.io the games are the same as ours, move for move.",
    (Column(UNO_GAMES, "game", False), Column(UNO_MOVES, "move"), Column(BELOTE_DEALS, "deal", False),
     Column(BELOTE_MOVES, "move")),
    (
        Row(PHASEBOOK, "`legal_moves` and `step`"),
        Row(CHECKED, "one mutable object, cards as numbers and bit masks; a wrong move is refused with its reason"),
        Row(TRUSTING, "the same, and it plays whatever it is given"),
        Row(RLCARD, "`env.step`, truly with four players; it plays a drawn card that fits in the same step, so its "
            "games have fewer moves", "RLCard"),
        Row(BOARDGAME, "the same Uno as a game of boardgame.io, on a client without a server", "boardgame.io"),
        Row(OPEN_SPIEL, "a Python loop over its C++. It has neither game: in their place stand Crazy Eights for four "
            "and Euchre, whose moves are compared and whose games are not", "OpenSpiel"),
    ),
    NO_GAMES,
    whole_games,
    main=(0, 1),
)  # fmt: skip


# Rollouts


def rollouts(effort: Effort, names: frozenset[str]) -> Measured:
    kept = {bench_uno.ROLLOUT: PHASEBOOK, bench_uno.HAND: CHECKED, bench_uno.TRUSTING: TRUSTING}
    players = {kept[name]: play for name, play in bench_uno.contenders().items() if name in kept}
    _, games = bench_uno.compared(players, effort.rounds, process_time)
    also = {bench_belote.ROLLOUT: PHASEBOOK, bench_belote.CHECKED: CHECKED, bench_belote.TRUSTING: TRUSTING}
    runs = {also[name]: run for name, run in bench_belote.contenders().items() if name in also}
    return {UNO_GAMES: games, BELOTE_DEALS: rates(runs, 3 * effort.rounds, process_time)}


ROLLOUTS = Workload(
    "rollouts",
    "Rollouts",
    "The same games to their ends in one call, as a search needs them: only the end is of interest.",
    (Column(UNO_GAMES, "game", False), Column(BELOTE_DEALS, "deal", False)),
    (
        Row(PHASEBOOK, "`engine.rollout`, generated code without the checks of `step`"),
        Row(CHECKED, "as above"),
        Row(TRUSTING, "as above"),
    ),
    NO_GAMES | {
        "RLCard": "games are played move by move alone",
        "boardgame.io": "games are played move by move alone",
        "OpenSpiel": "rollouts in C++ are part of its search, below",
    },
    rollouts,
    main=(0, 1),
)  # fmt: skip


# Search

SEARCHES = {
    PHASEBOOK: bench_search.BELOTE,
    "phasebook, rollouts that learn": bench_search.LEARNING,
    "phasebook, Uno for two": bench_search.UNO,
    "OpenSpiel, Python": bench_search.EUCHRE_PYTHON,
    "OpenSpiel, C++": bench_search.EUCHRE_CPP,
}


def searching(effort: Effort, names: frozenset[str]) -> Measured:
    found = bench_search.measured(2 * effort.turns)
    return {"": {name: found[SEARCHES[name]] for name in SEARCHES if name in names}}


SEARCH = Workload(
    "search",
    "A search under secrets",
    "Iterations of information-set Monte Carlo tree search: one redeal of what is hidden, the way down the tree, one "
    "new edge, one rollout.",
    (Column("", "iteration", False),),
    (
        Row(PHASEBOOK, "Belote, positions in which there is a card to choose; the rollout ends with the deal"),
        Row("phasebook, rollouts that learn", "the same, and rollouts prefer what has worked"),
        Row("phasebook, Uno for two", "the first position of a round"),
        Row("OpenSpiel, Python", "its `ISMCTSBot` in Python on Euchre, the nearest game that it has: 24 cards for 32, "
            "five tricks for eight", "OpenSpiel"),
        Row("OpenSpiel, C++", "the same in C++", "OpenSpiel"),
    ),
    NO_GAMES | {
        "RLCard": "no search",
        "boardgame.io": "its `MCTSBot` searches with the hidden cards in view",
    },
    searching,
)  # fmt: skip


# Simulations


def tallied(times: int) -> Counter[tuple[int, int]]:
    """Games by hand: how often each player won after how many moves."""
    dice, tally = Random(1).random, Counter[tuple[int, int]]()
    for seed in range(times):
        game, moves, over = Trusting(seed), 0, False
        while not over:
            actions = game.legal()
            over = game.step(actions[int(dice() * len(actions))])
            moves += 1
        tally[next(seat for seat in range(4) if not game.hands[seat]), moves] += 1
    return tally


def simulated(policy: str) -> Callable[[int], object]:
    """Our simulation of the same games."""
    made = runner("uno", settings=SETTINGS, policy=policy, check=0)
    return lambda times: made.play(range(times))


def on_env(env: Any) -> Callable[[int], object]:
    """RLCard's own loop with its own random agents."""
    from rlcard.agents import RandomAgent  # type: ignore[import-untyped,import-not-found,unused-ignore]

    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(4)])

    def run(times: int) -> None:
        for _ in range(times):
            env.run(is_training=True)

    return run


def simulations(effort: Effort, names: frozenset[str]) -> Measured:
    works: dict[str, Callable[[int], object]] = {
        PHASEBOOK: simulated("quick"),
        "phasebook, policy `random`": simulated("random"),
        TRUSTING: tallied,
    }
    if RLCARD in names:
        works[RLCARD] = on_env(rlcard_env())
    contenders = {name: paced(work, 4 * effort.seconds) for name, work in works.items()}
    if BOARDGAME in names:
        contenders[BOARDGAME] = paced(uno_in_node.simulated, 4 * effort.seconds, uno_in_node.uno().clock)
    return {"": rates(contenders, effort.rounds)}


SIMULATE = Workload(
    "simulate",
    "Simulating",
    "Random games of Uno for four in one process, counted: who wins, after how many moves.",
    (Column("", "game", False),),
    (
        Row(PHASEBOOK, "`simulate` with the policy `quick`; it also counts phases, rows and lengths"),
        Row("phasebook, policy `random`", "the same, and each choice is a hash, so that a new legal move changes no "
            "others"),
        Row(TRUSTING, "a loop and a `Counter` for winners and lengths"),
        Row(RLCARD, "`env.run` with its `RandomAgent`, which keeps the trajectories", "RLCard"),
        Row(BOARDGAME, "`Simulate` with its `RandomBot`", "boardgame.io"),
    ),
    NO_GAMES | {"OpenSpiel": "no Uno; its loop is the one of whole games, above"},
    simulations,
)  # fmt: skip

ON_GAMES = (WHOLE, ROLLOUTS, SEARCH, SIMULATE)
