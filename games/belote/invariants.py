"""What holds in every snapshot of a match, the phase and the table tied together.

They are asked before anything else when a save is loaded, so they make do with any table of the right types.
"""

from itertools import pairwise

from msgspec.structs import replace

from fsm import Snapshot
from fsm.chance import is_seed
from games.belote.cards import PACKS, Card, Pack, best_of, mask_of
from games.belote.moves import CAPOT, VALUES, Bid, Coinche, PassBid
from games.belote.scoring import CAPOT_TRICK, LAST_TRICK, points_taken
from games.belote.table import Call, Contract, Settings, Table, TrickWon, hand_of
from games.belote.tricks import trick_winner

BIDDING = ("bidding.open", "bidding.coinched")


def pack_of(game: Table) -> Pack:
    return PACKS[game.settings.pack]


def cards_are_conserved(snapshot: Snapshot[Table]) -> bool:
    """Hands, table and won tricks are the pack: 32 different cards, unless it is a short one."""
    game, pack = snapshot.game, pack_of(snapshot.game)
    first, second, third, fourth = game.dealt
    places = [first & game.held, second & game.held, third & game.held, fourth & game.held]
    places += [mask_of(game.trick), *(mask_of(trick.cards) for trick in game.tricks)]
    count = sum(place.bit_count() for place in places)
    union = 0
    for place in places:
        union |= place
    return count == len(pack.bits) and union == pack.mask == game.held | pack.mask


def cards_were_dealt(snapshot: Snapshot[Table]) -> bool:
    """Each seat was dealt a quarter of the cards, and played no other."""
    game, pack = snapshot.game, pack_of(snapshot.game)
    first, second, third, fourth = game.dealt
    if first | second | third | fourth != pack.mask or any(hand.bit_count() != pack.tricks for hand in game.dealt):
        return False
    leader = (game.turn - len(game.trick)) % 4
    played = [*((trick.leader, trick.cards) for trick in game.tricks), (leader, game.trick)]
    return all(own_cards(game, seat, cards) for seat, cards in played)


def own_cards(game: Table, leader: int, cards: tuple[Card, ...]) -> bool:
    """Whether each card of a trick was dealt to the seat that played it."""
    return all(game.dealt[(leader + place) % 4] & card.bit for place, card in enumerate(cards))


def hands_are_even(snapshot: Snapshot[Table]) -> bool:
    """Between tricks all hands are of one size; during one, the seats that have played hold a card less."""
    game = snapshot.game
    before, played = pack_of(game).tricks - len(game.tricks), len(game.trick)
    leader = (game.turn - played) % 4
    sizes = [hand_of(game, (leader + place) % 4).bit_count() for place in range(4)]
    return sizes == [before - (place < played) for place in range(4)]


def turn_is_one_seats(snapshot: Snapshot[Table]) -> bool:
    """The turn goes round: from the left of the dealer in the auction, from the last winner in play."""
    game = snapshot.game
    start = game.tricks[-1].winner if game.tricks else game.match.deals % 4
    gone = len(game.calls) if snapshot.phase in BIDDING else len(game.trick)
    return game.turn == (start + gone) % 4


def points_add_up(snapshot: Snapshot[Table]) -> bool:
    """A whole round counts 162 before belote, or 252 for a capot that counts so; never more on the way.

    A short pack counts less, by the cards that are not in it.
    """
    game, pack = snapshot.game, pack_of(snapshot.game)
    whole = [pack.points + LAST_TRICK] + [pack.points + CAPOT_TRICK] * game.settings.capot_counts_252
    sofar, last = sum(points_taken(game.tricks, game.settings)), game.match.last
    complete = len(game.tricks) == pack.tricks
    return (sofar in whole if complete else sofar <= pack.points) and (last is None or sum(last.points) in whole)


def best_card_wins(snapshot: Snapshot[Table]) -> bool:
    """The best card on the table is known; each trick went to the seat of its best card, which led the next."""
    game = snapshot.game
    if game.contract is None:
        return game.best is None and not game.tricks
    trump = game.contract.trump
    won = all(
        len(trick.cards) == 4
        and trick.winner == trick_winner(trick.cards, trick.leader, trump)
        and trick.points == sum(trump.worth[card.number] for card in trick.cards)
        for trick in game.tricks
    )
    led = leads_follow_wins(game.tricks, game.match.deals % 4)
    return won and led and game.best is (best_of(game.trick, trump) if game.trick else None)


def leads_follow_wins(tricks: tuple[TrickWon, ...], first: int) -> bool:
    """Whether the first seat led the first trick, and each winner the next."""
    leaders_are_right = all(before.winner == trick.leader for before, trick in pairwise(tricks))
    return leaders_are_right and all(trick.leader == first for trick in tricks[:1])


# The auction


def contract_is_what_was_called(snapshot: Snapshot[Table]) -> bool:
    """Every call was possible when it was made, and the contract is what they came to.

    While bids are open, nobody has coinched; when cards are played, the auction is over.
    """
    game = snapshot.game
    contract, passes, over = None, 0, False
    for place, call in enumerate(game.calls):
        if over or call.seat != (game.match.deals + place) % 4:
            return False
        if isinstance(call, PassBid):
            passes += 1
        elif contract := raised(contract, call, game.settings):
            passes = 0
        else:
            return False
        over = passes == passes_to_settle(contract, game.settings)
    if snapshot.phase in BIDDING:
        waits = "bidding.coinched" if contract and contract.level == 2 else "bidding.open"
        return not over and snapshot.phase == waits and game.contract == contract
    return over and contract is not None and game.contract == contract


def raised(contract: Contract | None, call: Call, settings: Settings) -> Contract | None:
    """What stands after a call that is no pass; None if it could not be made."""
    if isinstance(call, Bid):
        is_plain = call.value in VALUES and call.value <= settings.highest_bid
        on_the_ladder = is_plain or (settings.capot_bid and call.value == CAPOT)
        higher = contract is None or (contract.level == 1 and call.value > contract.value)
        return Contract(call.suit, call.value, call.seat, call.seat % 2) if on_the_ladder and higher else None
    doubles = isinstance(call, Coinche)
    if contract is None or contract.level != (1 if doubles else 2):
        return None
    if (contract.team == call.seat % 2) is doubles:
        return None
    return replace(contract, level=2 if doubles else 4)


def passes_to_settle(contract: Contract | None, settings: Settings) -> int:
    """After how many passes in a row the auction is over."""
    if contract is None:
        return 4
    if contract.level == 2:
        return 3 if settings.three_passes_after_coinche else 1
    return 3 if contract.level == 1 else 0


# The match


def phase_tells_the_table(snapshot: Snapshot[Table]) -> bool:
    """A match waits in five phases, and each has a table of its own; all others are left at once."""
    game, phase = snapshot.game, snapshot.phase
    played, tricks, all_of_them = len(game.trick), len(game.tricks), pack_of(game).tricks
    fits = {
        "bidding.open": played == tricks == 0,
        "bidding.coinched": played == tricks == 0,
        "playing.leading": played == 0 and tricks < all_of_them,
        "playing.following": 0 < played < 4 and tricks < all_of_them,
        "match_over": played == 0 and tricks == all_of_them,
    }
    return fits.get(phase, False) and game.match.deals > 0 and game.match.given == ()


def match_ends_at_the_target(snapshot: Snapshot[Table]) -> bool:
    """The match is over exactly when a team has reached the target, and such a team is the winner."""
    match, target = snapshot.game.match, snapshot.game.settings.target
    over = snapshot.phase == "match_over"
    if over is not (max(match.totals) >= target) or over is not (match.winner is not None):
        return False
    return match.winner is None or match.totals[match.winner] >= target


def totals_are_the_last_ones(snapshot: Snapshot[Table]) -> bool:
    """The totals are those of the last round that was scored; before that they are zero."""
    match = snapshot.game.match
    return match.totals == ((0, 0) if match.last is None else match.last.totals)


def seed_is_within_bounds(snapshot: Snapshot[Table]) -> bool:
    return is_seed(snapshot.game.match.seed)


INVARIANTS = (
    phase_tells_the_table,
    cards_are_conserved,
    cards_were_dealt,
    hands_are_even,
    turn_is_one_seats,
    points_add_up,
    best_card_wins,
    contract_is_what_was_called,
    match_ends_at_the_target,
    totals_are_the_last_ones,
    seed_is_within_bounds,
)
