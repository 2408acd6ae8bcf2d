"""Positions to start tests from, with all 108 cards in them."""

from itertools import product
from typing import Any

import msgspec
from msgspec.structs import replace

from fsm import Refusal, Snapshot
from games.uno import DECK, AnyMove, Play, Settings, Table, engine, new_game
from games.uno.cards import WITHOUT_CHOICE

SWITCHES = [name for name, default in msgspec.structs.asdict(Settings()).items() if default is False]
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
