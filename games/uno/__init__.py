"""Uno: lay a card that fits, or draw one. Read flow.py first."""

from typing import get_args

from fsm import Engine
from games.uno.cards import CARDS, COLOURS, DECK, Card
from games.uno.dealing import new_game
from games.uno.flow import Uno
from games.uno.invariants import INVARIANTS
from games.uno.moves import (
    Accept,
    AnyMove,
    CallUno,
    Catch,
    Challenge,
    ChooseColour,
    Draw,
    GoOn,
    JumpIn,
    Keep,
    Leave,
    NextRound,
    Play,
    PlayDrawn,
    Stack,
    Swap,
)
from games.uno.news import (
    CardPlayed,
    CardsDrawn,
    ColourChosen,
    DirectionChanged,
    HandsSwapped,
    MatchOver,
    OpeningCardReplaced,
    OwnCardsDrawn,
    OwnHandChanged,
    PlayerLeft,
    PlayerSkipped,
    Reshuffled,
    RoundDealt,
    RoundWon,
)
from games.uno.redealing import redeal
from games.uno.scoring import outcome, returns
from games.uno.seats import seats, to_act
from games.uno.table import PRESETS, Ending, Outcome, Settings, Table
from games.uno.view import UnoView, view

__all__ = [
    "CARDS",
    "COLOURS",
    "DECK",
    "INVARIANTS",
    "PRESETS",
    "Accept",
    "AnyMove",
    "CallUno",
    "Card",
    "CardPlayed",
    "CardsDrawn",
    "Catch",
    "Challenge",
    "ChooseColour",
    "ColourChosen",
    "DirectionChanged",
    "Draw",
    "Ending",
    "GoOn",
    "HandsSwapped",
    "JumpIn",
    "Keep",
    "Leave",
    "MatchOver",
    "NextRound",
    "OpeningCardReplaced",
    "Outcome",
    "OwnCardsDrawn",
    "OwnHandChanged",
    "Play",
    "PlayDrawn",
    "PlayerLeft",
    "PlayerSkipped",
    "Reshuffled",
    "RoundDealt",
    "RoundWon",
    "Settings",
    "Stack",
    "Swap",
    "Table",
    "Uno",
    "UnoView",
    "engine",
    "new_game",
    "outcome",
    "redeal",
    "returns",
    "seats",
    "to_act",
    "view",
]

engine: Engine[Table, AnyMove] = Engine(
    Uno,
    moves=get_args(AnyMove),
    new=new_game,
    seats=seats,
    to_act=to_act,
    view=view,
    redeal=redeal,
    invariants=INVARIANTS,
    outcome=outcome,
    returns=returns,
    presets=PRESETS,
)
