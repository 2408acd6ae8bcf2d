"""The nouns of Belote: the settings, the table, and how a match ended.

Seats are 0 to 3, clockwise; partners sit opposite, so a seat's team is `seat % 2`.
"""

from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from fsm import News, RuleError, Variant, variants
from fsm.chance import Seed
from games.belote.cards import ALL_CARDS, Card, Suit
from games.belote.moves import Bid, Coinche, PassBid, Surcoinche

FAR = 10**9
"""No match comes near such a number; a save that claims a higher one is refused."""

Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Team = Annotated[int, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2 * FAR)]
"""A total or a number of deals: a match of the highest target still fits."""
Hand = Annotated[int, msgspec.Meta(ge=0, le=ALL_CARDS)]
"""A set of cards: bit `card.number` is set for each card."""

Pair = tuple[Count, Count]
"""A number for each team."""

Call = Bid | PassBid | Coinche | Surcoinche


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The variants of the rules. The defaults are the preset `seed`."""

    target: Annotated[int, msgspec.Meta(ge=1, le=FAR)] = 1000
    """The total that ends the match."""
    pack: Literal[8, 12, 16, 20, 24, 28, 32] = 32
    """Cards in the pack, a quarter to each seat. A shorter one has the highest ranks of each suit: A 10 K Q J 9 8 7."""

    # Playing
    rise_in_trumps: bool = False
    """When trumps are led, beat the highest one if you can."""
    partner_frees: bool = False
    """A player who cannot follow suit may play anything while the partner is winning."""
    beaten_frees: bool = False
    """A player who can neither follow suit nor beat an opponent's trump may play anything."""

    # Bidding
    highest_bid: Literal[80, 90, 100, 110, 120, 130, 140, 150, 160] = 160
    """How far the bids go, apart from capot."""
    capot_bid: Annotated[bool, Variant("Capot is no bid in this game.", negated="Capot may be bid.")] = False
    """250 may be bid above 160: met by all eight tricks, whatever they count, and by nothing else."""
    three_passes_after_coinche: Annotated[
        bool,
        Variant(
            "A coinched auction ends with the next pass.",
            negated="A coinched auction waits for three passes.",
        ),
    ] = False
    """A coinched auction waits for three passes, not for one."""
    rebid_if_all_pass: Annotated[
        bool, Variant("After four passes the next dealer deals.", negated="Passed cards are bid for again.")
    ] = False
    """After four passes the same cards are bid for again; without, the next dealer deals."""

    # Scoring
    capot_counts_252: bool = False
    """All eight tricks count 252 points, not 162."""
    majority_needed: bool = False
    """A contract is met only with more points than the defence."""
    made_adds_contract: bool = False
    """A team that meets its contract scores its value on top of the points."""
    coinche_takes_all: Annotated[bool, Variant("Both sides score, coinched or not.")] = False
    """A coinched contract pays its whole stake to one side."""
    stake_adds_contract: bool = False
    """The stake is 160 and the contract's value, not 162; times the level."""
    belote_in_one_hand: bool = False
    """Belote needs the king and queen of trump in one hand, not in one team."""
    belote_helps_contract: bool = False
    """The 20 of belote count toward the contract, and for the defence against it."""
    round_to_tens: bool = False
    """Points are written rounded to the nearest ten, half up; contracts are judged before that."""
    higher_total_wins: Annotated[
        bool, Variant("The contracting team is tested first.", negated="The higher total wins.")
    ] = False
    """With both teams over the target the higher total wins (of equals the contracting team)."""


S = variants(Settings)
"""The settings as conditions, for rows that only some matches are played with."""

OF_THE_HOUSE = ("target", "pack", "highest_bid", "rebid_if_all_pass")
"""Settings that no federation asks for."""
PRESETS: dict[str, dict[str, Any]] = {
    "seed": {},
    "ffb": {name: True for name in Settings.__struct_fields__ if name not in OF_THE_HOUSE},
    "small": {"target": 1, "pack": 8, "highest_bid": 80, "rebid_if_all_pass": True},
}
"""The plain rules; those of the French federation, which knows every other variant; and a match of one short deal."""


class Contract(msgspec.Struct, frozen=True, gc=False):
    """What the bidding side must reach. During the auction: the bid that stands."""

    trump: Suit
    value: Count
    bidder: Seat
    team: Team
    level: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    """1, coinched 2, surcoinched 4."""


class TrickWon(News, gc=False):
    """Four cards, in the order played, and who took them."""

    public = True
    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: Count
    """What the cards count."""


class RoundScored(News):
    """How a round ended."""

    public = True
    contract: Contract
    met: bool
    points: Pair
    """Cards and the last trick."""
    belote: Team | None
    """The team that had king and queen of trump."""
    written: Pair
    """What each team scores."""
    totals: Pair


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What outlives a round."""

    seed: Seed
    deals: Count
    """How often cards were dealt; with the seed it decides the next shuffle."""
    totals: Pair
    given: tuple[Card, ...]
    """The order of the first deal, if it was given and is still to come."""
    last: RoundScored | None
    """The last round that was scored."""
    winner: Team | None

    @property
    def dealer(self) -> int:
        """Seat 0 deals first; the deal moves on each round."""
        return (self.deals - 1) % 4


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything about a match, between two moves."""

    settings: Settings
    match: Match
    calls: tuple[Call, ...]
    """The auction so far."""
    contract: Contract | None
    """During the auction: the bid that stands."""
    dealt: tuple[Hand, Hand, Hand, Hand]
    """The hands as dealt, by seat."""
    held: Hand
    """The cards that are still in the hands, all four together."""
    turn: Seat
    trick: tuple[Card, ...]
    """The cards on the table, in the order played."""
    best: Card | None
    """The card that is winning the trick."""
    tricks: tuple[TrickWon, ...]
    """The tricks of this round."""


def hand_of(game: Table, seat: int) -> int:
    """The cards that a seat holds now, as a set."""
    return game.dealt[seat] & game.held


def standing_contract(game: Table) -> Contract:
    """The contract of a table where somebody has bid."""
    if game.contract is None:
        raise RuleError("There is no contract before somebody bids; look at `contract` first.")
    return game.contract


class Reason(StrEnum):
    """Why a match ended as it did."""

    TARGET_REACHED = "target reached"
    """Only the winner reached the target."""
    CONTRACTORS_FIRST = "contractors first"
    """Both did, and the contracting team is tested first."""
    HIGHER_TOTAL = "higher total"
    """Both did, and the winner has more."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: who and why."""

    winner: int
    """The team: 0 for seats 0 and 2, 1 for seats 1 and 3."""
    totals: Pair
    reason: Reason
