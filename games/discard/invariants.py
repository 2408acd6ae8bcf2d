"""What holds in every snapshot of a discard turn, the phase and the table tied together.

They are asked before anything else when a save is loaded, so they make do with any table of the right types.
"""

from fsm import Snapshot
from fsm.chance import is_seed
from games.discard.table import Table
from games.discard.view import BETWEEN_TURNS, is_discarding


def cards_are_conserved(snapshot: Snapshot[Table]) -> bool:
    """Hand and piles together are the deck, always; and there is a deck."""
    game = snapshot.game
    return bool(game.deck) and sorted(game.draw_pile + game.discard_pile + game.hand) == sorted(game.deck)


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
    fits = {
        "discarding.choosing": chosen == 0 < owed,
        "discarding.selecting": 0 < chosen < owed,
        "discarding.ready": chosen == owed > 0,
    }
    return fits.get(snapshot.phase, True)


def phase_tells_the_hand(snapshot: Snapshot[Table]) -> bool:
    """Before the deal there is no hand; then what was asked is owed, as far as the hand goes, until discarded.

    When the game is over, it is as before a deal.
    A turn whose whole hand is discarded still knows what was asked: so it differs from one before its deal.
    """
    game = snapshot.game
    if snapshot.phase in BETWEEN_TURNS:
        return not game.hand_cards and game.asked == game.owed == 0
    if is_discarding(snapshot):
        return game.owed == min(game.asked, len(game.hand_cards)) > 0
    return game.owed == 0 and (bool(game.hand_cards) or game.asked > 0)


def turns_are_counted(snapshot: Snapshot[Table]) -> bool:
    """Turns are counted from 1, and every deal has asked chance for the pile and for each card's id."""
    game = snapshot.game
    deals = game.turn - (snapshot.phase in BETWEEN_TURNS)
    return game.turn >= 1 and 1 + 2 * deals <= game.draws <= 1 + 11 * deals


def game_ends_with_its_turns(snapshot: Snapshot[Table]) -> bool:
    """A game is over when its last turn has ended, and not before."""
    turn, turns = snapshot.game.turn, snapshot.game.settings.turns
    if snapshot.phase == "game_over":
        return turns is not None and turn == turns + 1
    return turns is None or turn <= turns


def seed_is_within_bounds(snapshot: Snapshot[Table]) -> bool:
    return is_seed(snapshot.game.seed)


INVARIANTS = (
    cards_are_conserved,
    selection_is_within_hand,
    selection_is_within_owed,
    phase_tells_the_selection,
    phase_tells_the_hand,
    turns_are_counted,
    game_ends_with_its_turns,
    seed_is_within_bounds,
)
