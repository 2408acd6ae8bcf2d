"""The discard turn: draw a hand, discard down, end the turn. Read flow.py first."""

from typing import get_args

from fsm import Engine
from games.discard.dealing import new_game, outcome, to_act
from games.discard.flow import DiscardTurn
from games.discard.invariants import INVARIANTS
from games.discard.moves import AnyMove, ChangeSettings, ConfirmDiscard, DealNextHand, EndTurn, ToggleCard
from games.discard.news import CardsDealt, CardsDiscarded, HandDealt, PileReshuffled, TurnEnded
from games.discard.table import PRESETS, SEATS, Card, Outcome, Reason, Settings, Table
from games.discard.view import TurnStatus, TurnView, is_discarding, redeal, turn_status, view

__all__ = [
    "INVARIANTS",
    "PRESETS",
    "SEATS",
    "AnyMove",
    "Card",
    "CardsDealt",
    "CardsDiscarded",
    "ChangeSettings",
    "ConfirmDiscard",
    "DealNextHand",
    "DiscardTurn",
    "EndTurn",
    "HandDealt",
    "Outcome",
    "PileReshuffled",
    "Reason",
    "Settings",
    "Table",
    "ToggleCard",
    "TurnEnded",
    "TurnStatus",
    "TurnView",
    "engine",
    "is_discarding",
    "new_game",
    "outcome",
    "redeal",
    "to_act",
    "turn_status",
    "view",
]

engine: Engine[Table, AnyMove] = Engine(
    DiscardTurn,
    moves=get_args(AnyMove),
    new=new_game,
    seats=SEATS,
    to_act=to_act,
    view=view,
    redeal=redeal,
    transient=("selected",),
    invariants=INVARIANTS,
    outcome=outcome,
    presets=PRESETS,
)
