"""What holds in every snapshot of a match."""

from fsm import Snapshot
from games.belote.cards import ALL_CARDS, best_of, mask_of
from games.belote.scoring import points_taken
from games.belote.table import Table, hand_of
from games.belote.tricks import trick_winner


def cards_are_conserved(snapshot: Snapshot[Table]) -> bool:
    """Hands, table and won tricks are 32 different cards."""
    game = snapshot.game
    first, second, third, fourth = game.dealt
    places = [first & game.held, second & game.held, third & game.held, fourth & game.held, mask_of(game.trick)]
    places += [mask_of(trick.cards) for trick in game.tricks]
    count = sum(place.bit_count() for place in places)
    union = 0
    for place in places:
        union |= place
    return count == 32 and union == ALL_CARDS


def hands_are_even(snapshot: Snapshot[Table]) -> bool:
    """Between tricks all hands are of one size; during one, who has played has a card less."""
    game = snapshot.game
    before, played = 8 - len(game.tricks), len(game.trick)
    leader = (game.turn - played) % 4
    return all(hand_of(game, (leader + place) % 4).bit_count() == before - (place < played) for place in range(4))


def turn_is_one_seats(snapshot: Snapshot[Table]) -> bool:
    """The turn goes round: from the left of the dealer in the auction, from the last winner in play."""
    game = snapshot.game
    start = game.tricks[-1].winner if game.tricks else game.match.deals % 4
    gone = len(game.calls) if snapshot.phase.startswith("bidding") else len(game.trick)
    return game.turn == (start + gone) % 4


def points_add_up(snapshot: Snapshot[Table]) -> bool:
    """A whole round counts 162 before belote, or 252 for a capot that counts so; never more on the way."""
    game = snapshot.game
    whole = (162, 252) if game.settings.capot_counts_252 else (162,)
    sofar, last = sum(points_taken(game.tricks, game.settings)), game.match.last
    complete = len(game.tricks) == 8
    return (sofar in whole if complete else sofar <= 152) and (last is None or sum(last.points) in whole)


def best_card_wins(snapshot: Snapshot[Table]) -> bool:
    """The best card on the table is known, and the last trick went to the seat that played its best."""
    game = snapshot.game
    if game.contract is None:
        return game.best is None and not game.tricks
    trump = game.contract.trump
    won = all(
        len(trick.cards) == 4 and trick.winner == trick_winner(trick.cards, trick.leader, trump)
        for trick in game.tricks[-1:]
    )
    return won and game.best is (best_of(game.trick, trump) if game.trick else None)


def match_ends_at_the_target(snapshot: Snapshot[Table]) -> bool:
    """The match is over exactly when a team has reached the target, and then it has a winner."""
    match = snapshot.game.match
    over = snapshot.phase == "match_over"
    return over is (max(match.totals) >= snapshot.game.settings.target) is (match.winner is not None)


INVARIANTS = (
    cards_are_conserved,
    hands_are_even,
    turn_is_one_seats,
    points_add_up,
    best_card_wins,
    match_ends_at_the_target,
)
