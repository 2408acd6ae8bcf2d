"""A race of two seats to ten, which can go wrong in every way that a simulation should notice."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import force_setattr

from fsm import Engine, Flow, Move, Snapshot, State, guard, stay

SEATS = (0, 1)
GOAL = 10
TROUBLE_AT = 7
"""Trouble comes when the two have gone so far together."""


class Track(msgspec.Struct, frozen=True):
    """How far everybody is."""

    trouble: str = ""
    scores: tuple[int, int] = (0, 0)
    fled: int | None = None
    was_touched: bool = False


class Result(msgspec.Struct, frozen=True):
    """Who won, and how far everybody came."""

    winner: int | None
    scores: tuple[int, int]


class Advance(Move):
    """Go one step or two. Anybody can, at any time."""

    seat: int
    steps: int
    exact = True

    @classmethod
    def candidates(cls, game: Track) -> Iterable["Advance"]:
        return () if is_in(game, "stuck") else [cls(seat, steps) for seat in SEATS for steps in (1, 2)]


class Flee(Move):
    """Leave the race to the other."""

    seat: int
    gives_up = True

    @classmethod
    def candidates(cls, game: Track) -> Iterable["Flee"]:
        return [cls(seat) for seat in SEATS]


def is_in(game: Track, trouble: str) -> bool:
    return game.trouble == trouble and sum(game.scores) >= TROUBLE_AT


@guard("Everybody is too tired.")
def is_fresh(game: Track) -> bool:
    return not is_in(game, "refusing")


@guard("Nobody flees now.")
def may_flee(game: Track) -> bool:
    return not is_in(game, "stuck")


def arrives(game: Track, move: Advance) -> bool:
    return game.scores[move.seat] + move.steps >= GOAL


def advance(game: Track, move: Advance) -> Track:
    if is_in(game, "raising"):
        raise ZeroDivisionError("the track has a hole")
    if is_in(game, "touching"):
        force_setattr(game, "was_touched", True)
    first, second = game.scores
    after = (first + move.steps, second) if move.seat == 0 else (first, second + move.steps)
    return Track(game.trouble, after)


def flee(game: Track, move: Flee) -> Track:
    return Track(game.trouble, game.scores, move.seat)


class Race(Flow):
    """First to ten."""

    running = State(initial=True)
    over = State(final=True)

    # fmt: off
    advance = running.to(over, cond=[is_fresh, arrives], on=advance) \
            | stay(running,    cond=is_fresh,            on=advance)
    flee    = running.to(over, cond=may_flee,            on=flee)
    # fmt: on


def new_track(trouble: str = "") -> Track:
    if trouble == "never":
        raise ZeroDivisionError("there is no track")
    return Track(trouble)


def steps_are_short(snapshot: Snapshot[Track]) -> bool:
    """Holds, unless it is asked for trouble: at one sum only, in passing."""
    if snapshot.game.trouble == "mad":
        raise ZeroDivisionError("what is a step")
    if is_in(snapshot.game, "maddening"):
        raise ZeroDivisionError("what was a step")
    return not (snapshot.game.trouble == "jumping" and sum(snapshot.game.scores) == TROUBLE_AT)


def outcome(game: Track) -> Result | None:
    if game.trouble == "speechless":
        raise ZeroDivisionError("who won")
    if game.trouble == "silent":
        return None
    winner = next((seat for seat in SEATS if game.scores[seat] >= GOAL), None)
    return Result(winner if game.fled is None else 1 - game.fled, game.scores)


engine = Engine(Race, moves=(Advance, Flee), new=new_track, invariants=(steps_are_short,), outcome=outcome)
