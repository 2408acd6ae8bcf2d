"""Tic-tac-toe as a flow: every number about it is published, so it judges exploration and simulation from outside."""

from collections.abc import Iterable

import msgspec

from fsm import Engine, Flow, Move, Snapshot, State, guard, stay

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board(msgspec.Struct, frozen=True):
    """Nine squares, row by row: `x`, `o` or `.`."""

    squares: str = "........."


class Mark(Move):
    """Take a square."""

    square: int

    @classmethod
    def candidates(cls, game: Board) -> Iterable["Mark"]:
        return [cls(square) for square in range(9)]


def whose_turn(game: Board) -> str:
    return "x" if game.squares.count(".") % 2 else "o"


def marked(game: Board, move: Mark) -> str:
    return game.squares[: move.square] + whose_turn(game) + game.squares[move.square + 1 :]


@guard("There is no such square, or it is taken.")
def is_free(game: Board, move: Mark) -> bool:
    return 0 <= move.square < 9 and game.squares[move.square] == "."


def completes_a_line(game: Board, move: Mark) -> bool:
    after, mine = marked(game, move), whose_turn(game)
    return any(all(after[square] == mine for square in line) for line in LINES)


def fills_the_board(game: Board, move: Mark) -> bool:
    return game.squares.count(".") == 1


def mark(game: Board, move: Mark) -> Board:
    return Board(marked(game, move))


class TicTacToe(Flow):
    """Three in a row."""

    playing = State("Playing", initial=True)
    won = State("Won", final=True)
    drawn = State("Drawn", final=True)

    # fmt: off
    mark = playing.to(won,   cond=[is_free, completes_a_line], on=mark) \
         | playing.to(drawn, cond=[is_free, fills_the_board],  on=mark) \
         | stay(playing,     cond=is_free,                     on=mark)
    # fmt: on

    accepts = (("may_deadlock", "playing", "While nobody has won and a square is free, it can be taken."),)


def new_board(squares: str = ".........") -> Board:
    return Board(squares)


def outcome(game: Board) -> str:
    full = [{game.squares[square] for square in line} for line in LINES]
    winner = next((player for player in "xo" if {player} in full), "nobody")
    return f"{winner} wins"


def turns_alternate(snapshot: Snapshot[Board]) -> bool:
    """x moves first, and nobody moves twice."""
    return 0 <= snapshot.game.squares.count("x") - snapshot.game.squares.count("o") <= 1


engine = Engine(TicTacToe, moves=(Mark,), new=new_board, invariants=(turns_alternate,), outcome=outcome)
