"""A two-player card battle after the One Piece TCG. Read flow.py first; the cards are in cards.toml."""

from typing import get_args

from fsm import Engine
from games.onepiece.cards import Card, Deck
from games.onepiece.flow import OnePiece
from games.onepiece.invariants import INVARIANTS
from games.onepiece.library import LIBRARY, CardError, Library, read_library
from games.onepiece.moves import (
    Activate,
    AnyMove,
    Attack,
    Block,
    Choose,
    Concede,
    Counter,
    DeclineTrigger,
    EndTurn,
    GiveDon,
    Keep,
    Mulligan,
    OrderTrigger,
    PassOn,
    PlayCard,
    TrashCharacter,
    UseTrigger,
)
from games.onepiece.opening import new_game
from games.onepiece.options import to_act
from games.onepiece.redealing import redeal
from games.onepiece.results import PlayCardResult, play_card
from games.onepiece.table import PRESETS, Game, Outcome, Reason, Settings, outcome, returns
from games.onepiece.view import PlayerView, view

__all__ = [
    "INVARIANTS",
    "LIBRARY",
    "PRESETS",
    "Activate",
    "AnyMove",
    "Attack",
    "Block",
    "Card",
    "CardError",
    "Choose",
    "Concede",
    "Counter",
    "Deck",
    "DeclineTrigger",
    "EndTurn",
    "Game",
    "GiveDon",
    "Keep",
    "Library",
    "Mulligan",
    "OnePiece",
    "OrderTrigger",
    "Outcome",
    "PassOn",
    "PlayCard",
    "PlayCardResult",
    "PlayerView",
    "Reason",
    "Settings",
    "TrashCharacter",
    "UseTrigger",
    "engine",
    "new_game",
    "outcome",
    "play_card",
    "read_library",
    "redeal",
    "returns",
    "to_act",
    "view",
]

engine: Engine[Game, AnyMove] = Engine(
    OnePiece,
    moves=get_args(AnyMove),
    new=new_game,
    seats=(0, 1),
    to_act=to_act,
    view=view,
    redeal=redeal,
    transient=("news",),
    invariants=INVARIANTS,
    outcome=outcome,
    returns=returns,
    presets=PRESETS,
)
