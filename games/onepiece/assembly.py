"""The engine, put together."""

from fsm import Engine
from games.onepiece.flow import OnePiece
from games.onepiece.invariants import INVARIANTS
from games.onepiece.moves import MOVES
from games.onepiece.setup import new_game
from games.onepiece.table import PRESETS, outcome
from games.onepiece.view import view

engine = Engine(
    OnePiece,
    moves=MOVES,
    new=new_game,
    view=view,
    transient=("news",),
    invariants=INVARIANTS,
    outcome=outcome,
    presets=PRESETS,
)
