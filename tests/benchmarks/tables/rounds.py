"""Tic-tac-toe without end, for servers under load: a board that is full or won is wiped, and the other player begins.

`tests/node-bench/boardgame.mjs` has the same game for boardgame.io.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from fsm import Engine, Flow, Move, Snapshot, State, guard, stay
from tests.fsm.tictactoe import LINES

EMPTY = "." * 9


class Board(msgspec.Struct, frozen=True, gc=False):
    """Nine squares, row by row, and whose turn it is."""

    squares: str = EMPTY
    turn: int = 0


class Mark(Move):
    """Take a square."""

    square: int
    seat: int

    @classmethod
    def candidates(cls, game: Board) -> Iterable["Mark"]:
        return [cls(square, game.turn) for square in range(9)]


@guard("It is not your turn.")
def is_on_turn(game: Board, move: Mark) -> bool:
    return move.seat == game.turn


@guard("There is no such square, or it is taken.")
def is_free(game: Board, move: Mark) -> bool:
    return 0 <= move.square < 9 and game.squares[move.square] == "."


def mark(game: Board, move: Mark) -> Board:
    squares = f"{game.squares[: move.square]}{'xo'[move.seat]}{game.squares[move.square + 1 :]}"
    return Board(EMPTY if is_finished(squares) else squares, 1 - move.seat)


def is_finished(squares: str) -> bool:
    """Whether nothing is left to be won."""
    return "." not in squares or any(squares[a] == squares[b] == squares[c] != "." for a, b, c in LINES)


class Rounds(Flow):
    """One board after the other."""

    playing = State("Playing", initial=True)
    mark = stay(playing, cond=[is_on_turn, is_free], on=mark)
    accepts = (("no_final", "playing", "A client under load stops when it has measured enough."),)


def on_turn(snapshot: Snapshot[Board]) -> tuple[int, ...]:
    return (snapshot.game.turn,)


def everything(snapshot: Snapshot[Board], seat: Any) -> Snapshot[Board]:
    return snapshot


def new(seed: int = 0) -> Board:
    return Board()


engine: Engine[Board, Mark] = Engine(Rounds, moves=(Mark,), new=new, seats=(0, 1), to_act=on_turn, view=everything)
