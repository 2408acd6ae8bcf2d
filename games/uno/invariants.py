"""What holds in every snapshot of Uno."""

from fsm import Snapshot
from games.uno.cards import DECK, WITHOUT_CHOICE
from games.uno.table import Table
from games.uno.view import view

ALL_CARDS = frozenset(DECK)
ANSWERING = ("round.challenging", "round.stacking", "round.calling")


def cards_are_conserved(snapshot: Snapshot[Table]) -> bool:
    """Deck, pile and hands together are the 108 cards, each once; only on the pile has a wild a colour."""
    game = snapshot.game
    cards = [WITHOUT_CHOICE[card] for card in game.pile]
    cards.extend(game.deck)
    for hand in game.hands:
        cards.extend(hand)
    return len(cards) == len(DECK) and ALL_CARDS.issuperset(cards) and len(set(cards)) == len(DECK)


def counts_equal_hands(snapshot: Snapshot[Table]) -> bool:
    """What everybody sees of a hand is its true size."""
    counts = view(snapshot, None).player_card_counts
    return all(count == len(hand) for count, hand in zip(counts, snapshot.game.hands, strict=True))


def one_seat_is_to_act(snapshot: Snapshot[Table]) -> bool:
    """While a round is played, the turn is with one of at least two different seats."""
    game = snapshot.game
    if not snapshot.phase.startswith("round."):
        return True
    seats = set(range(game.settings.players))
    return (
        len(set(game.order)) == len(game.order) >= 2
        and seats.issuperset(game.order)
        and game.turn in range(len(game.order))
    )


def direction_is_one_step(snapshot: Snapshot[Table]) -> bool:
    """Play goes one way or the other."""
    return snapshot.game.direction in (1, -1)


def top_card_is_not_in_deck(snapshot: Snapshot[Table]) -> bool:
    """The top card lies on the pile, and nowhere else."""
    return bool(snapshot.game.pile) and WITHOUT_CHOICE[snapshot.game.pile[-1]] not in snapshot.game.deck


def only_a_winner_has_no_cards(snapshot: Snapshot[Table]) -> bool:
    """While a round is played everybody holds a card; after it exactly one player does not; who left holds none."""
    game = snapshot.game
    empty = [seat for seat, hand in enumerate(game.hands) if not hand]
    gone = game.settings.players - len(game.order)
    winners = 0 if snapshot.phase.startswith("round.") or len(game.order) < 2 else 1
    return len(empty) == gone + winners


def debts_wait_for_answers(snapshot: Snapshot[Table]) -> bool:
    """Cards are owed, and bluffs remembered, only until somebody has answered."""
    game = snapshot.game
    return snapshot.phase in ANSWERING or (game.owed == 0 and game.bluffer is None)


INVARIANTS = (
    cards_are_conserved,
    counts_equal_hands,
    one_seat_is_to_act,
    direction_is_one_step,
    top_card_is_not_in_deck,
    only_a_winner_has_no_cards,
    debts_wait_for_answers,
)
