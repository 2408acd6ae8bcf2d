"""Goofspiel: bid for prizes, all at the same time. Read flow.py first."""

from fsm import Engine
from games.goofspiel.flow import Goofspiel
from games.goofspiel.invariants import INVARIANTS
from games.goofspiel.moves import Bid
from games.goofspiel.rounds import new_game, outcome
from games.goofspiel.table import PRESETS, Table
from games.goofspiel.view import view

__all__ = ["INVARIANTS", "PRESETS", "Bid", "Goofspiel", "Table", "engine", "new_game", "outcome", "view"]

engine: Engine[Table, Bid] = Engine(
    Goofspiel, moves=(Bid,), new=new_game, view=view, invariants=INVARIANTS, outcome=outcome, presets=PRESETS
)
