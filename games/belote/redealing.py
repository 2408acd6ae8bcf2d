"""A match that a seat cannot tell from the real one: the cards that it has not seen are dealt anew.

Play shows what a seat does not hold: one that did not follow suit has no card of the suit, one that did not trump or
overtrump has no trump to do it with. So every unseen card has a set of seats that may hold it. Cards with the same set
are a group; how many cards of each group each seat gets is drawn first, with the number of deals as its weight, and
which ones afterwards. All deals that fit are then equally likely.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from random import Random

from fsm import PhasebookError, Snapshot
from fsm.chance import SEEDS
from games.belote.cards import PACKS, Card, best_of, bits_in, mask_of
from games.belote.duties import ruled_out
from games.belote.moves import SEATS
from games.belote.table import Match, Table
from games.belote.view import SeatView

Groups = tuple[tuple[int, int], ...]
"""Sets of seats, a bit each, and how many cards these seats share."""
Room = tuple[int, ...]
"""How many more cards each seat takes; the same for a share of a group."""

SEED_BITS = SEEDS.bit_length() - 1

NOTHING_FITS = "No deal fits this view; pass one as engine.view gives it."


def redeal(view: SeatView, chance: Random) -> Snapshot[Table]:
    """A position with this view: other hands and the seed are new."""
    return redealer(view)(chance)


def redealer(view: SeatView) -> Callable[[Random], Snapshot[Table]]:
    """Makes many positions with one view: what all of them share is worked out once."""
    played, excluded = shown_by_play(view)
    own = mask_of(view.hand)
    others = [seat for seat in SEATS if seat != view.seat]
    unseen = PACKS[view.settings.pack].mask ^ (own | played[0] | played[1] | played[2] | played[3])
    room = [view.hand_sizes[seat] for seat in others]
    deal = dealing(unseen, room, [excluded[seat] for seat in others])
    best = best_of(view.trick, view.contract.trump) if view.trick and view.contract else None
    one, two, three, four = played

    def redealt(chance: Random) -> Snapshot[Table]:
        hands = deal(chance)
        if view.seat is not None:
            hands.insert(view.seat, own)
        first, second, third, fourth = hands
        match = Match(
            seed=chance.getrandbits(SEED_BITS),
            deals=view.round,
            totals=view.totals,
            given=(),
            last=view.last_round,
            winner=view.winner,
        )
        table = Table(
            settings=view.settings,
            match=match,
            calls=view.calls,
            contract=view.contract,
            dealt=(first | one, second | two, third | three, fourth | four),
            held=first | second | third | fourth,
            turn=view.turn,
            trick=view.trick,
            best=best,
            tricks=view.tricks,
        )
        return Snapshot(view.phase, table)

    return redealt


# What play has shown


def shown_by_play(view: SeatView) -> tuple[list[int], list[int]]:
    """By seat: the cards that it has played in this round, and cards that it does not hold."""
    played, excluded = [0, 0, 0, 0], [0, 0, 0, 0]
    for trick in view.tricks:
        look_at(trick.leader, trick.cards, view, played, excluded)
    if view.trick:
        look_at(view.leader, view.trick, view, played, excluded)
    return played, excluded


def look_at(leader: int, cards: Sequence[Card], view: SeatView, played: list[int], excluded: list[int]) -> None:
    """Note what the cards of one trick show."""
    trump, settings, led = view.contract.trump, view.settings, cards[0].suit  # type: ignore[union-attr]
    seat, winner, best = leader, leader, cards[0]
    played[seat] |= best.bit
    for card in cards[1:]:
        seat = (seat + 1) % 4
        played[seat] |= card.bit
        if card.suit is not led or led is trump:
            partner_wins = (seat - winner) % 4 == 2
            excluded[seat] |= ruled_out(card, led, best, trump, partner_wins, settings)
        if trump.over[best.number] & card.bit:
            winner, best = seat, card


# Dealing


def dealing(cards: int, room: list[int], excluded: list[int]) -> Callable[[Random], list[int]]:
    """Deals the cards to seats with so much room, to none a card that it does not hold; every such deal has an equal
    chance."""
    sure, groups = [0] * len(room), []
    for seats, group in grouped(cards, excluded).items():
        if seats & (seats - 1):
            groups.append((seats, group))
        else:
            sure[seats.bit_length() - 1] = group
            room[seats.bit_length() - 1] -= group.bit_count()
    if min(room) < 0 or sum(room) != sum(group.bit_count() for _, group in groups):
        raise PhasebookError(NOTHING_FITS)
    groups.sort(key=lambda entry: entry[0].bit_count())
    sizes, whole = tuple((seats, group.bit_count()) for seats, group in groups), tuple(room)
    steps = [(sizes[place:], bits_in(group)) for place, (_, group) in enumerate(groups)]

    def deal(chance: Random) -> list[int]:
        hands, left = sure.copy(), whole
        for rest, group in steps:
            share, left = drawn_share(rest, left, chance)
            hand_out(group, share, hands, chance)
        return hands

    return deal


def grouped(cards: int, excluded: Sequence[int]) -> dict[int, int]:
    """The cards by the set of seats that may hold them."""
    groups = {0: cards}
    for place, forbidden in enumerate(excluded):
        seat, finer = 1 << place, {}
        for seats, group in groups.items():
            if allowed := group & ~forbidden:
                finer[seats | seat] = allowed
            if rest := group & forbidden:
                finer[seats] = rest
        groups = finer
    if 0 in groups:
        raise PhasebookError(NOTHING_FITS)
    return groups


def drawn_share(groups: Groups, room: Room, chance: Random) -> tuple[Room, Room]:
    """How many cards of the first group each seat gets, and the room that is left then."""
    shares, weights = weighed(groups, room)
    if not shares:
        raise PhasebookError(NOTHING_FITS)
    if len(shares) == 1:
        return shares[0]
    return shares[bisect(weights, chance.random() * weights[-1], 0, len(weights) - 1)]


def hand_out(group: Sequence[int], share: Room, hands: list[int], chance: Random) -> None:
    """The cards of a group, in a new order, to the seats that share them."""
    throw = chance.random
    cards, start = sorted(group, key=lambda card: throw()), 0
    for place, number in enumerate(share):
        if number:
            hands[place] |= sum(cards[start : start + number])
            start += number


# Counting deals


@lru_cache(maxsize=1 << 14)
def weighed(groups: Groups, room: Room) -> tuple[tuple[tuple[Room, Room], ...], tuple[int, ...]]:
    """The shares of the first group that seats can get, and the room left by each; and how many deals there are with a
    share or one before it."""
    (seats, size), rest = groups[0], groups[1:]
    found = []
    for share in shares(seats, size, room) if rest else only_share(seats, room):
        left = tuple(space - number for space, number in zip(room, share, strict=True))
        if deals := ways_to_cut(share) * (deals_of(rest, left) if rest else 1):
            found.append(((share, left), deals))
    return tuple(entry for entry, _ in found), tuple(accumulate(deals for _, deals in found))


def deals_of(groups: Groups, room: Room) -> int:
    """How many deals of the groups fill the room."""
    weights = weighed(groups, room)[1]
    return weights[-1] if weights else 0


def shares(seats: int, size: int, room: Room) -> Iterator[Room]:
    """Every way to give so many cards to these seats, counting how many each gets."""
    if not room:
        if not size:
            yield ()
        return
    most = min(size, room[0]) if seats & 1 else 0
    for number in range(most + 1):
        for others in shares(seats >> 1, size - number, room[1:]):
            yield number, *others


def only_share(seats: int, room: Room) -> list[Room]:
    """The share of the last group, which fills all the room; none, if a seat with room may not have it."""
    fits = all(seats >> place & 1 for place, space in enumerate(room) if space)
    return [room] if fits else []


def ways_to_cut(share: Room) -> int:
    """In how many ways different cards can be shared out so."""
    ways, rest = 1, sum(share)
    for number in share:
        ways, rest = ways * comb(rest, number), rest - number
    return ways
