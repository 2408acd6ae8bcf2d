"""A coin that two seats toss once, with odds that everybody knows: to see whether statistics find them."""

from collections.abc import Iterable

import msgspec

from fsm import Engine, Flow, Move, State
from fsm.chance import Seed, picked

SEATS = (0, 1)
DIE = (1, 2, 3, 4, 5, 6)


class Settings(msgspec.Struct, frozen=True):
    """How fair it is."""

    odds: int = 50
    """Of 100 tosses, those that the one who tosses wins."""
    edges: int = 0
    """Of 100 tosses, those that nobody wins."""
    pays: bool = True
    """Whether the engine says what everybody gets; otherwise the outcome names the winner."""


class Table(msgspec.Struct, frozen=True):
    """Who tosses, and how it fell."""

    seed: Seed = 0
    settings: Settings = Settings()
    winner: int | None = None


class Result(msgspec.Struct, frozen=True):
    """Who won, why, and what a die showed for each seat."""

    winner: int | None
    reason: str
    scores: tuple[int, int]


class Toss(Move):
    """Toss the coin, high or low, which makes no difference."""

    seat: int
    high: bool

    @classmethod
    def candidates(cls, game: Table) -> Iterable["Toss"]:
        return [cls(tosser(game), high) for high in (False, True)]


def tosser(game: Table) -> int:
    """Drawn by lot."""
    return picked(SEATS, game.seed, 0)


def is_own(game: Table, move: Toss) -> bool:
    return move.seat == tosser(game)


def land(game: Table, move: Toss) -> Table:
    throw, settings = picked(range(100), game.seed, 1), game.settings
    winner = move.seat if throw < settings.odds else 1 - move.seat
    return Table(game.seed, settings, None if throw >= 100 - settings.edges else winner)


class Coin(Flow):
    """Toss a coin."""

    tossing = State(initial=True)
    over = State(final=True)
    toss = tossing.to(over, cond=is_own, on=land)


PRESETS = {"fair": {"odds": 50}, "crooked": {"odds": 70}}


def new_table(seed: int = 0, preset: str = "fair", odds: int | None = None, edges: int = 0, pays: bool = True) -> Table:
    return Table(seed, Settings(PRESETS[preset]["odds"] if odds is None else odds, edges, pays))


def outcome(game: Table) -> Result:
    """With the numbers of two dice that nobody bets on."""
    scores = (picked(DIE, game.seed, 2), picked(DIE, game.seed, 3))
    return Result(game.winner, "it fell" if game.winner is not None else "it stands on its edge", scores)


def returns(game: Table) -> dict[int, float]:
    if not game.settings.pays:
        return {}
    return dict.fromkeys(SEATS, 0.0) if game.winner is None else {game.winner: 1.0, 1 - game.winner: -1.0}


engine = Engine(
    Coin,
    moves=(Toss,),
    new=new_table,
    seats=SEATS,
    outcome=outcome,
    returns=returns,
    presets=PRESETS,
)
