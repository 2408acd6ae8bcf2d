"""One Piece at random: against copying the whole state on every event, and in units of hand-written dispatch.

Convention: uniform random legal moves, both presets, nobody concedes; every move of a player is one event, what follows
from it unasked (refresh, draw, DON, triggers without a choice, end of battle) is not counted. "steps" replays recorded
moves; "legal moves and steps" also lists the legal moves before each of them. No observers.
"""

import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from fsm import Move, Snapshot
from fsm.chance import picked
from games.onepiece import PRESETS, Game, engine
from games.onepiece.invariants import cards_of
from games.onepiece.zones import owner_of, piece_of
from tests.benchmarks.bench_engine import by_hand
from tests.benchmarks.timing import rates, show, verdict

GAMES = 20
HAND = "hand-written dispatch, ring of four"
DISPATCH = 3_600_000
"""Events a second of that ring on the machine that the bar of 60,000 was set for."""

Played = tuple[Any, list[tuple[Snapshot[Game], Move]]]
"""An engine, and every snapshot of some games with the move made there."""


def recorded(preset: str) -> Played:
    """Some random games of a preset."""
    settings = engine.start(seed=0, preset=preset, may_concede=False).game.settings
    runner = engine.for_settings(settings)
    return runner, [pair for seed in range(GAMES) for pair in random_game(runner, seed, preset)]


def random_game(runner: Any, seed: int, preset: str) -> Iterator[tuple[Snapshot[Game], Move]]:
    """One game."""
    snapshot = runner.start(seed=seed, preset=preset, may_concede=False)
    number = 0
    while moves := runner.legal_moves(snapshot):
        move = picked(moves, seed, number)
        yield snapshot, move
        snapshot, number = runner.step(snapshot, move), number + 1


# Contenders


def steps(played: Played) -> int:
    """Every recorded move once more."""
    step = played[0].step
    for snapshot, move in played[1]:
        step(snapshot, move)
    return len(played[1])


def legal_moves_and_steps(played: Played) -> int:
    """The same, listing the legal moves before each."""
    step, legal = played[0].step, played[0].legal_moves
    for snapshot, move in played[1]:
        legal(snapshot)
        step(snapshot, move)
    return len(played[1])


def copying(played: Played, copies: list[Any]) -> int:
    """The same moves by the same rules, on a state that is copied whole for every event."""
    step = played[0].step
    for (snapshot, move), state in zip(played[1], copies, strict=True):
        copy.deepcopy(state)
        step(snapshot, move)
    return len(played[1])


def records(game: Game) -> dict[str, Any]:
    """The state as one would first write it: a mutable record for each card, printed text shared and not copied."""
    cards = {card: record(game, card) for player in (0, 1) for card in cards_of(game, player)}
    return {"turn": game.turn, "active": game.active, "queue": list(game.queue), "cards": cards}


def record(game: Game, card: int) -> dict[str, Any]:
    """One card: id, number, owner, state, given DON, modifiers, flags."""
    piece = piece_of(game, card)
    return {
        "id": card,
        "number": game.cards[card].number,
        "owner": owner_of(card),
        "rested": piece is not None and piece.rested,
        "given": [] if piece is None else list(piece.given),
        "modifiers": [] if piece is None else list(piece.modifiers),
        "flags": [] if piece is None else list(piece.used),
    }


def main() -> bool:
    """True when every bar is met."""
    met = [compare(preset) for preset in PRESETS]
    return all(met)


def compare(preset: str) -> bool:
    """The bars of one preset."""
    played = recorded(preset)
    states = [records(snapshot.game) for snapshot, _ in played[1]]
    contenders: dict[str, Callable[[], int]] = {
        HAND: by_hand(),
        "steps": partial(steps, played),
        "legal moves and steps": partial(legal_moves_and_steps, played),
        "steps, whole state copied": partial(copying, played, states),
    }
    measured = rates(contenders, rounds=9)
    show(f"One Piece, preset {preset}, {len(played[1]):,} events of {GAMES} games", measured, HAND)
    scale = DISPATCH / measured[HAND]
    copied = measured["steps"] / measured["steps, whole state copied"]
    scaled = measured["steps"] * scale
    with_legal_moves = measured["legal moves and steps"] * scale
    print(f"     events/s where dispatch does 3.6 M, legal moves included: {with_legal_moves:,.2f}")
    met = [
        verdict("times as fast as copying the whole state (10)", copied, copied >= 10),
        verdict("events/s where dispatch does 3.6 M (60,000)", scaled, scaled >= 60_000),
    ]
    return all(met)
