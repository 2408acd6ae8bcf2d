"""Positions to start tests from, with all 108 cards in them."""

from itertools import product
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from fsm import Refusal, Snapshot
from games.uno import DECK, PRESETS, AnyMove, Play, Settings, Table, engine, new_game
from games.uno.cards import WITHOUT_CHOICE
from games.uno.table import HAND_SIZES, SCORE_LIMITS

LARGE = [preset for preset in PRESETS if preset != "small"]
"""Presets for any table; tests/games/test_small.py looks at the small one, which somebody may have to leave."""
SWITCHES = [
    name for name, default in msgspec.structs.asdict(Settings()).items() if default is False and name != "short_deck"
]
"""The official extras and the house rules that are on or off."""

COMBINATIONS: list[dict[str, Any]] = [
    dict(zip(SWITCHES, flags, strict=True)) for flags in product((False, True), repeat=len(SWITCHES))
]


def position(
    *hands: tuple[str, ...],
    top: str,
    deck: tuple[str, ...] | None = None,
    under: tuple[str, ...] = (),
    turn: int = 0,
    direction: int = 1,
    **settings: Any,
) -> Snapshot[Table]:
    """A round in play. Cards not named are in the deck; if the deck is named, the last player holds them instead."""
    game = new_game(seed=0, players=len(hands), **settings)
    named = {WITHOUT_CHOICE[card] for card in (*(card for hand in hands for card in hand), *(deck or ()), *under, top)}
    rest = tuple(card for card in DECK if card not in named)
    held = hands if deck is None else (*hands[:-1], hands[-1] + rest)
    table = replace(
        game,
        seed=7,
        draws=1,
        round=1,
        turn=turn,
        direction=direction,
        hands=held,
        deck=rest if deck is None else deck,
        pile=(*under, top),
    )
    snapshot = Snapshot("round.playing", table)
    assert not engine.broken(snapshot)
    return snapshot


def after(snapshot: Snapshot[Table], *moves: AnyMove) -> Snapshot[Table]:
    """The position after moves that must all be accepted, and that break no invariant."""
    for move in moves:
        answer = engine.step(snapshot, move)
        assert isinstance(answer, Snapshot), f"{move} was refused: {answer}"
        assert not engine.broken(answer)
        snapshot = answer
    return snapshot


def reason(snapshot: Snapshot[Table], move: AnyMove) -> str:
    """Why a move is refused, which it must be; the position stays as it was."""
    before = engine.dump(snapshot)
    answer = engine.step(snapshot, move)
    assert isinstance(answer, Refusal), f"{move} was accepted"
    assert engine.dump(snapshot) == before
    return answer.message


def won(*others: tuple[str, ...], **settings: Any) -> Snapshot[Table]:
    """Player 0 has just gone out against these hands."""
    return after(position(("red-9-1",), *others, top="red-5-1", **settings), Play(0, "red-9-1"))


def opened_with(symbol: str, **settings: Any) -> Snapshot[Table]:
    """A new match whose first card turned over shows that symbol, found by trying seeds."""
    for seed in range(10_000):
        snapshot = engine.start(seed=seed, **settings)
        if snapshot.game.pile[0].split("-", 1)[-1].startswith(symbol) or snapshot.game.pile[0].startswith(symbol):
            return snapshot
    raise AssertionError(f"no seed opens with {symbol}")


def random_settings(dice: Random) -> dict[str, Any]:
    """A preset, some house rules, and a table of any size."""
    preset, rules = dice.choice(LARGE), {name: dice.random() < 0.5 for name in SWITCHES}
    return {
        "preset": preset,
        "players": dice.choice((2, 2, 3, 3, 4, 5, 7, 10)),
        "hand_size": dice.choice(HAND_SIZES),
        "score_limit": dice.choice(SCORE_LIMITS),
        "stack_limit": dice.choice((None, None, 4, 6, 8, 10)),
        "leaving": dice.random() < 0.8,
    } | dice.choice(({}, rules))


def random_game(dice: Random, most: int = 400, leavers: float = 0.02, **settings: Any) -> list[Snapshot[Table]]:
    """The positions of a game in which players draw seldom and leave now and then."""
    snapshot = engine.start(seed=dice.randrange(10**6), **settings)
    found = [snapshot]
    while len(found) < most and (moves := engine.legal_moves(snapshot)):
        answer = engine.step(snapshot, random_choice(dice, moves, leavers))
        assert isinstance(answer, Snapshot)
        snapshot = answer
        found.append(snapshot)
    return found


def random_choice(dice: Random, moves: list[AnyMove], leavers: float) -> AnyMove:
    """A move at random: with that chance one that leaves, else seldom one that is avoided."""
    leaves = [move for move in moves if move.gives_up]
    stays = [move for move in moves if not move.gives_up]
    if leaves and (not stays or dice.random() < leavers):
        return dice.choice(leaves)
    wanted = [move for move in stays if not move.avoided]
    return dice.choice(wanted if wanted and dice.random() < 0.85 else stays)
