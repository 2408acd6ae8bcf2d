"""The engine, put together."""

from fsm import Engine
from games.onepiece.flow import OnePiece
from games.onepiece.invariants import INVARIANTS
from games.onepiece.moves import (
    Activate,
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
from games.onepiece.setup import new_game
from games.onepiece.table import PRESETS, outcome
from games.onepiece.view import view

engine = Engine(
    OnePiece,
    moves=(
        Mulligan,
        Keep,
        PlayCard,
        TrashCharacter,
        GiveDon,
        Activate,
        Attack,
        Block,
        Counter,
        PassOn,
        UseTrigger,
        DeclineTrigger,
        OrderTrigger,
        Choose,
        EndTurn,
        Concede,
    ),
    new=new_game,
    view=view,
    transient=("news",),
    invariants=INVARIANTS,
    outcome=outcome,
    presets=PRESETS,
)
