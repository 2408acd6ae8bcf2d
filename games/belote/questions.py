"""What a program around a match may ask: small answers, each from the rules that the flow goes by."""

from collections.abc import Sequence

import msgspec

from fsm import RuleError, Snapshot
from games.belote.cards import Card, Suit
from games.belote.duties import playable
from games.belote.table import Contract, Table, standing_contract

IN_PROGRESS = ("playing.leading", "playing.following")


# Seats


def next_seat(seat: int) -> int:
    """The seat to the left, which is next in turn."""
    return (seat + 1) % 4


def on_same_team(seat: int, other: int) -> bool:
    """Whether two seats play together; everybody does with themselves."""
    return seat % 2 == other % 2


# The contract


def contract_of(snapshot: Snapshot[Table]) -> Contract:
    """The contract of this round; before the auction is over, asking for it is an error."""
    if snapshot.phase.startswith("bidding"):
        raise RuleError("There is no contract before the auction is over; ask again when cards are played.")
    return standing_contract(snapshot.game)


# Tricks


class Trick(msgspec.Struct, frozen=True, kw_only=True):
    """One trick, finished or not."""

    id: str
    """No other trick of the match has it: `trick-2-5` is the fifth of the second deal."""
    leader: int
    trump: Suit
    cards: tuple[Card, ...]
    """In the order played, the leader's first."""
    winner: int | None
    """None while the trick is in progress."""


def trick_of(snapshot: Snapshot[Table], number: int | None = None) -> Trick:
    """The trick in progress, or after the last one that one; with a number, that trick of this deal."""
    game, trump = snapshot.game, contract_of(snapshot).trump
    done = len(game.tricks)
    latest = done + (snapshot.phase in IN_PROGRESS)
    wanted = latest if number is None else number
    if not 1 <= wanted <= latest:
        raise RuleError(f"There is no trick {wanted} yet; ask for one of the {latest} that this deal has had.")
    name = f"trick-{game.match.deals}-{wanted}"
    if wanted > done:
        leader = (game.turn - len(game.trick)) % 4
        return Trick(id=name, leader=leader, trump=trump, cards=game.trick, winner=None)
    trick = game.tricks[wanted - 1]
    return Trick(id=name, leader=trick.leader, trump=trump, cards=trick.cards, winner=trick.winner)


def may_play(snapshot: Snapshot[Table], seat: int, card: Card) -> bool:
    """Whether a seat may play a card now: a trick is in progress, it is their turn, and every duty is met."""
    game = snapshot.game
    return snapshot.phase in IN_PROGRESS and seat == game.turn and playable(game) & card.bit != 0


# Hands


def without_card(hand: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """The hand after a card has left it; the hand given stays as it is."""
    if card not in hand:
        raise RuleError(f"{card} is not in this hand; it has {', '.join(map(str, hand)) or 'no cards'}.")
    place = list(hand).index(card)
    return (*hand[:place], *hand[place + 1 :])
