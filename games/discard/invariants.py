"""What holds in every snapshot of a discard turn."""

from fsm import Snapshot
from games.discard.status import is_discarding
from games.discard.table import Table


def cards_are_conserved(snapshot: Snapshot[Table]) -> bool:
    """Hand and piles together are the deck, always."""
    game = snapshot.game
    return sorted(game.draw_pile + game.discard_pile + game.hand) == sorted(game.deck)


def selection_is_within_hand(snapshot: Snapshot[Table]) -> bool:
    """Only cards of the hand are selected, each once."""
    ids = [card.id for card in snapshot.game.hand_cards]
    chosen = snapshot.game.selected
    return len(set(ids)) == len(ids) and len(set(chosen)) == len(chosen) and set(chosen) <= set(ids)


def selection_is_within_owed(snapshot: Snapshot[Table]) -> bool:
    """Never more cards are selected than owed, and none outside the discard phase."""
    game = snapshot.game
    return len(game.selected) <= game.owed if is_discarding(snapshot) else not game.selected


def phase_tells_the_selection(snapshot: Snapshot[Table]) -> bool:
    """The three boxes of the discard phase say how far the selection is."""
    chosen, owed = len(snapshot.game.selected), snapshot.game.owed
    told = {
        "discarding.choosing": chosen == 0 < owed,
        "discarding.selecting": 0 < chosen < owed,
        "discarding.ready": chosen == owed > 0,
    }
    return told.get(snapshot.phase, True)


INVARIANTS = (
    cards_are_conserved,
    selection_is_within_hand,
    selection_is_within_owed,
    phase_tells_the_selection,
)
