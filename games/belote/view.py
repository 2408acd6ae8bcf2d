"""What a seat may know of a match: its own hand, and all that lies or was said in the open."""

import msgspec

from fsm import Snapshot
from games.belote.cards import Card, cards_in
from games.belote.moves import SEATS
from games.belote.scoring import points_taken
from games.belote.table import Call, Contract, Pair, RoundScored, Settings, Table, TrickWon, hand_of


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """The match as one seat sees it; a spectator (no seat) sees no hand."""

    phase: str
    settings: Settings
    seat: int | None
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds."""
    round: int
    dealer: int
    turn: int
    calls: tuple[Call, ...]
    contract: Contract | None
    """The bid that stands; after the auction, the contract."""
    trick_number: int
    """From 1 to 8; 9 when all are played. Of a short pack, up to the number of cards dealt to a seat, and one more."""
    leader: int
    trick: tuple[Card, ...]
    """The cards on the table, from the leader's on."""
    tricks: tuple[TrickWon, ...]
    """The tricks of this round."""
    points: Pair
    """What each team has won in this round."""
    totals: Pair
    last_round: RoundScored | None
    winner: int | None
    """The team that has won the match."""


def view(snapshot: Snapshot[Table], seat: int | None) -> SeatView:
    """What seat 0, 1, 2 or 3 sees, or with None a spectator."""
    game, match = snapshot.game, snapshot.game.match
    return SeatView(
        phase=snapshot.phase,
        settings=game.settings,
        seat=seat,
        hand=() if seat is None else cards_in(hand_of(game, seat)),
        hand_sizes=tuple(hand_of(game, one).bit_count() for one in SEATS),
        round=match.deals,
        dealer=match.dealer,
        turn=game.turn,
        calls=game.calls,
        contract=game.contract,
        trick_number=len(game.tricks) + 1,
        leader=(game.turn - len(game.trick)) % 4,
        trick=game.trick,
        tricks=game.tricks,
        points=points_taken(game.tricks, game.settings),
        totals=match.totals,
        last_round=match.last,
        winner=match.winner,
    )
