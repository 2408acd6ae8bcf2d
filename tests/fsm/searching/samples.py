"""Small games for the search: with numbers that can be worked out by hand, secrets that bite, and no end."""

from collections.abc import Iterable
from random import Random
from typing import Annotated, Any, Self

import msgspec

from fsm import Engine, Flow, Move, Snapshot, State, Unchanging, guard, stay
from tests.fsm.tictactoe import LINES, Board, Mark, TicTacToe, new_board, whose_turn


def whole(snapshot: Snapshot[Any], seat: Any) -> Snapshot[Any]:
    """The view of a game that hides nothing."""
    return snapshot


# Tic-tac-toe, with seats: moves do not say whose they are


def turn_of(snapshot: Snapshot[Board]) -> tuple[str, ...]:
    return (whose_turn(snapshot.game),) if snapshot.phase == "playing" else ()


def noughts_returns(game: Board) -> dict[str, float]:
    full = [{game.squares[square] for square in line} for line in LINES]
    return {seat: ({seat} in full) - ({other} in full) for seat, other in ("xo", "ox")}


noughts: Engine[Board, Mark] = Engine(
    TicTacToe,
    moves=(Mark,),
    new=new_board,
    seats=("x", "o"),
    to_act=turn_of,
    view=whole,
    returns=noughts_returns,
)


# One choice, whose worth is its number


class Shop(msgspec.Struct, frozen=True):
    prices: tuple[float, ...] = (3.0, 1.0, 2.0)
    paid: float = 0.0


class Buy(Move):
    seat: int
    place: int

    @classmethod
    def candidates(cls, game: Shop) -> Iterable["Buy"]:
        return [cls(0, place) for place in range(len(game.prices))]


def pay(game: Shop, move: Buy) -> Shop:
    return Shop(game.prices, game.prices[move.place])


class Shopping(Flow):
    open = State(initial=True)
    closed = State(final=True)
    buy = open.to(closed, on=pay)


def new_shop(prices: tuple[float, ...] = (3.0, 1.0, 2.0)) -> Shop:
    return Shop(prices)


shopping: Engine[Shop, Buy] = Engine(
    Shopping, moves=(Buy,), new=new_shop, seats=(0,), view=whole, returns=lambda game: {0: game.paid}
)


# A number that only the rules may read


class Sealed:
    """Raises when anything is read from it."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"somebody has read {name!r} of what is sealed")


class Number:
    def __init__(self, value: int) -> None:
        self.value = value


class Safe(msgspec.Struct, frozen=True):
    code: Annotated[Any, Unchanging("nobody writes to it")]
    guess: int | None = None


class Guess(Move):
    seat: int
    number: int

    @classmethod
    def candidates(cls, game: Safe) -> Iterable["Guess"]:
        return [cls(0, number) for number in range(3)]


def guessed(game: Safe, move: Guess) -> Safe:
    return Safe(game.code, int(game.code.value == move.number))


class Guessing(Flow):
    shut = State(initial=True)
    seen = State(final=True)
    guess = shut.to(seen, on=guessed)


def new_safe(seed: int = 0) -> Safe:
    return Safe(Number(seed % 3))


def safe_view(snapshot: Snapshot[Safe], seat: int | None) -> tuple[str, int | None]:
    return snapshot.phase, snapshot.game.guess


def mostly_two(view: tuple[str, int | None], chance: Random) -> Snapshot[Safe]:
    """The code is 2 four times of five."""
    return Snapshot(view[0], Safe(Number(2 if chance.random() < 0.8 else int(chance.random() * 2)), view[1]))


guessing: Engine[Safe, Guess] = Engine(
    Guessing,
    moves=(Guess,),
    new=new_safe,
    seats=(0,),
    view=safe_view,
    redeal=mostly_two,
    returns=lambda game: {0: float(game.guess or 0)},
)


# A walk without an end, from which one may get off; who walks out is left alone


class Walk(msgspec.Struct, frozen=True):
    steps: int = 0


class OfWalker(Move):
    """Only one walks."""

    seat: int = 0

    @classmethod
    def candidates(cls, game: Walk) -> Iterable[Self]:
        return (cls(),)


class Go(OfWalker): ...


class GetOff(OfWalker): ...


class WalkOut(OfWalker):
    gives_up = True


class Sulk(OfWalker):
    avoided = True


@guard("You have just begun.")
def has_gone_far(game: Walk) -> bool:
    return game.steps >= 1_000_000


def walk_on(game: Walk) -> Walk:
    return Walk(game.steps + 1)


class Walking(Flow):
    road = State(initial=True)
    home = State(final=True)
    go = stay(road, on=walk_on)
    sulk = stay(road, on=walk_on)
    get_off = road.to(home, cond=has_gone_far)
    walk_out = road.to(home)


def new_walk(steps: int = 0) -> Walk:
    return Walk(steps)


walking: Engine[Walk] = Engine(
    Walking, moves=(Go, Sulk, GetOff, WalkOut), new=new_walk, seats=(0,), view=whole, returns=lambda game: {0: 1.0}
)


# A button, and then a clock that never stops: only the host can move


class Press(Move):
    seat: int
    button: int

    @classmethod
    def candidates(cls, game: Walk) -> Iterable["Press"]:
        return [cls(0, button) for button in range(2)]


class Tick(Move):
    by_host = True


class Ticking(Flow):
    still = State(initial=True)
    ticking = State()
    press = still.to(ticking)
    tick = stay(ticking, on=walk_on)


ticking: Engine[Walk] = Engine(
    Ticking, moves=(Press, Tick), new=new_walk, seats=(0,), view=whole, returns=lambda game: {0: 1.0}
)
