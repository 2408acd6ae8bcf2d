"""Belote with an auction (Coinche): bid for a contract, play eight tricks, score. Read flow.py first.

>>> from games.belote import Bid, Suit, engine
>>> snapshot = engine.start(seed=7, preset="ffb")
>>> engine.step(snapshot, Bid(seat=1, value=85, suit=Suit.HEARTS)).message
'A bid is 80 to 160, in tens, or 250 for capot.'
"""

from typing import get_args

from fsm import Engine
from games.belote.cards import DECK, Card, Suit, cards_in, mask_of
from games.belote.flow import Belote
from games.belote.invariants import INVARIANTS
from games.belote.match import new_game, outcome, returns, to_act
from games.belote.moves import SEATS, AnyMove, Bid, Coinche, PassBid, PlayCard, Surcoinche
from games.belote.news import (
    AuctionReopened,
    CallMade,
    CardPlayed,
    CardsDealt,
    ContractFixed,
    HandDealt,
    MatchOver,
    RoundCancelled,
)
from games.belote.questions import (
    Trick,
    contract_of,
    may_play,
    next_seat,
    on_same_team,
    trick_of,
    without_card,
)
from games.belote.redealing import redeal
from games.belote.table import PRESETS, Contract, Outcome, Reason, RoundScored, Settings, Table, TrickWon
from games.belote.tricks import trick_winner
from games.belote.view import SeatView, view

__all__ = [
    "DECK",
    "INVARIANTS",
    "PRESETS",
    "SEATS",
    "AnyMove",
    "AuctionReopened",
    "Belote",
    "Bid",
    "CallMade",
    "Card",
    "CardPlayed",
    "CardsDealt",
    "Coinche",
    "Contract",
    "ContractFixed",
    "HandDealt",
    "MatchOver",
    "Outcome",
    "PassBid",
    "PlayCard",
    "Reason",
    "RoundCancelled",
    "RoundScored",
    "SeatView",
    "Settings",
    "Suit",
    "Surcoinche",
    "Table",
    "Trick",
    "TrickWon",
    "cards_in",
    "contract_of",
    "engine",
    "mask_of",
    "may_play",
    "new_game",
    "next_seat",
    "on_same_team",
    "outcome",
    "redeal",
    "returns",
    "to_act",
    "trick_of",
    "trick_winner",
    "view",
    "without_card",
]

engine: Engine[Table, AnyMove] = Engine(
    Belote,
    moves=get_args(AnyMove),
    new=new_game,
    seats=SEATS,
    to_act=to_act,
    view=view,
    redeal=redeal,
    invariants=INVARIANTS,
    outcome=outcome,
    returns=returns,
    presets=PRESETS,
)
