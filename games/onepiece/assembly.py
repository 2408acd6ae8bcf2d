"""The engine, put together."""

from typing import get_args

from fsm import Engine
from games.onepiece.flow import OnePiece
from games.onepiece.invariants import INVARIANTS
from games.onepiece.moves import AnyMove
from games.onepiece.setup import new_game
from games.onepiece.table import PRESETS, Game, outcome
from games.onepiece.view import view

engine: Engine[Game, AnyMove] = Engine(
    OnePiece,
    moves=get_args(AnyMove),
    new=new_game,
    view=view,
    transient=("news",),
    invariants=INVARIANTS,
    outcome=outcome,
    presets=PRESETS,
)
