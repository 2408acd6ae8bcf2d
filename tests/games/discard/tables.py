"""Helpers for tests of the discard turn."""

from typing import Any

from fsm import Refusal, Snapshot
from games.discard import AnyMove, ConfirmDiscard, DealNextHand, Table, ToggleCard, engine


def played(snapshot: Snapshot[Table], *moves: AnyMove) -> Snapshot[Table]:
    """The snapshot after moves that must all be accepted."""
    for move in moves:
        answer = engine.step(snapshot, move)
        assert isinstance(answer, Snapshot), answer
        snapshot = answer
    return snapshot


def refused(snapshot: Snapshot[Table], move: AnyMove) -> Refusal:
    """The refusal of a move that must be refused."""
    answer = engine.step(snapshot, move)
    assert isinstance(answer, Refusal), answer
    return answer


def dealt(seed: int = 0, **settings: Any) -> Snapshot[Table]:
    """A new game with its first hand dealt."""
    return played(engine.start(seed=seed, **settings), DealNextHand())


def selected(snapshot: Snapshot[Table], *places: int) -> Snapshot[Table]:
    """Toggle the cards at these places of the hand."""
    cards = snapshot.game.hand_cards
    return played(snapshot, *(ToggleCard(cards[place].id) for place in places))


def discarded(snapshot: Snapshot[Table]) -> Snapshot[Table]:
    """Discard the first cards that are owed, if any."""
    owed = snapshot.game.owed
    return played(selected(snapshot, *range(owed)), ConfirmDiscard()) if owed else snapshot
