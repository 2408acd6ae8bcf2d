"""Iterations of a search a second, beside OpenSpiel's search, and tic-tac-toe against everything that can be played.

Conventions: an iteration is one redeal, the way down the tree, one new edge and one roll-out to the end. Positions of
Belote are those in which a card can be chosen, of deals that are played as `games.belote.bots:sensible` plays, with
the hints of the game: roll-outs end with the deal. Positions of Uno are the first of a round for two. OpenSpiel has no
Belote and no Uno that its search can play; Euchre is its nearest, with 24 cards for 32, five tricks for eight and a
shorter auction; both of its searches begin after the deal. Its figures include its own roll-outs, one for each
iteration. Everything is CPU time of one process; contenders and positions take turns, and each keeps its best round.

Takes about a minute.
"""

from collections.abc import Callable
from statistics import harmonic_mean
from time import process_time
from typing import Any

from fsm import Engine, Snapshot
from fsm.search import Search, search
from games.belote import engine as belote
from games.belote.bots import sensible_bot
from games.belote.moves import PlayCard
from games.uno import engine as uno
from tests.benchmarks.bench_engine import by_hand
from tests.benchmarks.timing import rates, show, verdict
from tests.fsm.searching.samples import noughts

ITERATIONS, ROUNDS = 200, 20
PERFECT = 1_000
"""Iterations for each move of tic-tac-toe."""

DISPATCH, BELOTE, LEARNING = "hand-written dispatch", "belote, random roll-outs", "belote, roll-outs that learn"
UNO, EUCHRE_PYTHON, EUCHRE_CPP = "uno, two players", "OpenSpiel euchre, Python", "OpenSpiel euchre, C++"

BAR, AT = 12_000, 3_600_000
"""Iterations a second in Belote, on a machine on which hand-written dispatch does so many events a second."""

Position = tuple[Any, list[Any], Any]
"""A view, the legal moves, the seat."""


def main() -> bool:
    """Compare; False when a bar is missed."""
    return all([speed(), tic_tac_toe()])


# Speed


def measured(rounds: int) -> dict[str, float]:
    """Iterations a second of each search, and events a second of hand-written dispatch."""
    cards, rounds_of_uno = card_positions()[::9], [first_position(seed) for seed in range(3)]
    contenders = {
        DISPATCH: {"": by_hand()},
        BELOTE: {str(place): searching(belote, one, learning=False) for place, one in enumerate(cards)},
        LEARNING: {str(place): searching(belote, one, learning=True) for place, one in enumerate(cards)},
        UNO: {str(place): searching(uno, one, learning=True) for place, one in enumerate(rounds_of_uno)},
        **open_spiel(),
    }
    single = {f"{name} {part}": run for name, parts in contenders.items() for part, run in parts.items()}
    best = rates(single, rounds, process_time)
    return {name: harmonic_mean([best[f"{name} {part}"] for part in parts]) for name, parts in contenders.items()}


def speed() -> bool:
    """Iterations a second."""
    found = measured(ROUNDS)
    show("iterations of a search", found, BELOTE, "iterations")
    scaled = {name: found[name] * AT / found[DISPATCH] for name in (BELOTE, LEARNING)}
    print(f"{LEARNING}, for dispatch at {AT:,} events/s: {scaled[LEARNING]:,.0f}")
    claim = f"iterations a second in Belote, where dispatch does {AT:,} events a second: at least {BAR:,}"
    return verdict(claim, scaled[BELOTE], scaled[BELOTE] >= BAR)


def searching(engine: Engine[Any], position: Position, learning: bool) -> Callable[[], int]:
    """Searches one position. Rounds are short, so that some run undisturbed."""
    view, moves, seat = position

    def run() -> int:
        Search(engine, view, moves, seat, learning=learning).run(ITERATIONS)
        return ITERATIONS

    return run


def card_positions() -> list[Position]:
    """The decisions of three deals in which there is a card to choose."""
    found: list[Position] = []
    snapshot = belote.start(seed=1)
    while snapshot.game.match.deals < 4 and not belote.is_over(snapshot):
        seat = snapshot.game.turn
        view, moves = belote.view(snapshot, seat), belote.legal_moves(snapshot, seat)
        if isinstance(moves[0], PlayCard) and len(moves) > 1:
            found.append((view, moves, seat))
        after = belote.step(snapshot, sensible_bot(view, moves, 0))
        assert isinstance(after, Snapshot)
        snapshot = after
    return found


def first_position(seed: int) -> Position:
    """The first decision of a round of Uno."""
    snapshot = uno.start(seed=seed, players=2)
    (seat,) = uno.to_act(snapshot)
    return uno.view(snapshot, seat), uno.legal_moves(snapshot, seat), seat


def open_spiel() -> dict[str, dict[str, Callable[[], int]]]:
    """Both searches of OpenSpiel on Euchre; none where it is not installed."""
    try:
        import pyspiel
        from numpy.random import RandomState
        from open_spiel.python.algorithms import ismcts, mcts
    except ImportError:
        print("OpenSpiel is not installed, so it is left out.")
        return {}
    game, dice = pyspiel.load_game("euchre"), RandomState(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(dice.choice([action for action, _ in state.chance_outcomes()])))
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=dice)
    slow = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=ITERATIONS, random_state=dice)
    quick = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 10 * ITERATIONS)

    def run(bot: Any, iterations: int) -> Callable[[], int]:
        def step() -> int:
            bot.step(state)
            return iterations

        return step

    return {EUCHRE_PYTHON: {"": run(slow, ITERATIONS)}, EUCHRE_CPP: {"": run(quick, 10 * ITERATIONS)}}


# Tic-tac-toe


def tic_tac_toe() -> bool:
    """Whatever the other player does, and whoever begins: the search never loses."""
    results = [result for bot in "xo" for result in every_game(noughts.start(), bot, {})]
    lost = results.count(-1)
    print(f"\ntic-tac-toe, {PERFECT} iterations a move, against every way to play: {len(results):,} games, "
          f"{results.count(1):,} won, {results.count(0):,} drawn, {lost:,} lost")  # fmt: skip
    return verdict("games of tic-tac-toe lost: 0", lost, lost == 0)


def every_game(snapshot: Snapshot[Any], bot: str, known: dict[Any, Any]) -> list[float]:
    """What the search gets in all games that the other player can lead it into."""
    if noughts.is_over(snapshot):
        return [(noughts.returns(snapshot) or {})[bot]]
    (seat,) = noughts.to_act(snapshot)
    moves = noughts.legal_moves(snapshot)
    if seat == bot:
        if snapshot.game not in known:
            known[snapshot.game] = search(noughts, snapshot, moves, seat, PERFECT).move
        moves = [known[snapshot.game]]
    found: list[float] = []
    for move in moves:
        after = noughts.step(snapshot, move)
        assert isinstance(after, Snapshot)
        found += every_game(after, bot, known)
    return found
