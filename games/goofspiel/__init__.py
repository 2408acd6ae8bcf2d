"""Goofspiel: bid for prizes, all at the same time. Read flow.py first."""

from fsm import Engine
from games.goofspiel.flow import Goofspiel
from games.goofspiel.invariants import INVARIANTS
from games.goofspiel.moves import Bid
from games.goofspiel.rounds import new_game, outcome, players, returns, to_act
from games.goofspiel.table import PRESETS, Table
from games.goofspiel.view import redeal, view

__all__ = [
    "INVARIANTS",
    "PRESETS",
    "Bid",
    "Goofspiel",
    "Table",
    "engine",
    "new_game",
    "outcome",
    "players",
    "redeal",
    "returns",
    "to_act",
    "view",
]

engine: Engine[Table, Bid] = Engine(
    Goofspiel,
    moves=(Bid,),
    new=new_game,
    seats=players,
    to_act=to_act,
    view=view,
    redeal=redeal,
    invariants=INVARIANTS,
    outcome=outcome,
    returns=returns,
    presets=PRESETS,
)
