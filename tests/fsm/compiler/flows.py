"""Flows with many rows or long chains of consequences, for tests that ask what becomes of them."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from fsm import Engine, Flow, Move, Refusal, RuleError, Snapshot, State, Trace
from fsm.flow import FlowMeta
from fsm.native import Native
from tests.fsm.samples import Purse, new_purse


class Go(Move): ...


class Hop(Move, tag="go"):
    size: int

    @classmethod
    def candidates(cls, game: Purse) -> list[Any]:
        return [cls(size) for size in range(3)]


def bit(number: int, looks_at_move: bool = False) -> Callable[..., bool]:
    """A guard that looks at one bit of the coins."""

    def by_game(game: Purse) -> bool:
        return not game.coins >> number & 1

    def by_move(game: Purse, move: Any) -> bool:
        return not (game.coins >> number & 1) and move.size < 2

    rule: Any = by_move if looks_at_move else by_game
    rule.__name__ = f"bit_{number}"
    return rule  # type: ignore[no-any-return]


def fork(*rows: list[Any], move: type[Move] = Go, unless: bool = False) -> Engine[Purse]:
    """An engine whose event `go` has a row for each list of guards; row n leads to `end_n`."""
    here, ends = State(initial=True), [State() for _ in rows]
    go: Any = None
    for end, guards in zip(ends, rows, strict=True):
        row = here.to(end, **{"unless" if unless else "cond": guards})
        go = row if go is None else go | row
    attributes = {"here": here, "go": go} | {f"end_{n}": end for n, end in enumerate(ends)}
    flow: Any = FlowMeta("Fork", (Flow,), attributes)
    return Engine(flow, moves=(move,), new=new_purse)


def outcome(act: Callable[..., Any], *arguments: Any) -> Any:
    """Where an act leads, or what it says."""
    try:
        answer = act(*arguments)
    except RuleError as error:
        return str(error)
    return answer.guard if isinstance(answer, Refusal) else answer.phase


def agreed(engine: Engine[Purse], coins: int, move: Move) -> Any:
    """Where a move leads, by every way to send it."""
    start = Snapshot("here", Purse(coins))
    said = outcome(engine.step, start, move)

    assert outcome(engine.step_traced, start, move, Trace()) == said
    assert outcome(Native(engine, start).send, move) == said
    return said


# Consequences


def coins_are_left(game: Purse) -> bool:
    return game.coins > 0


def spend(game: Purse) -> Purse:
    return Purse(game.coins - 1)


def chain(length: int, most: int = 10_000, **more: Any) -> Engine[Purse]:
    """An engine whose `go` is followed by so many consequences, in as many phases."""
    states = [State(initial=n == 0) for n in range(length + 2)]
    for here, there in pairwise(states[1:]):
        here.to(there)
    attributes = {f"p{n}": state for n, state in enumerate(states)} | {"go": states[0].to(states[1])}
    flow: Any = FlowMeta("Chain", (Flow,), attributes)
    return Engine(flow, moves=(Go,), new=new_purse, most_consequences=most, **more)


class Roundabout(Flow):
    """Three consequences to a circle of two, and three to leave it."""

    here = State(initial=True)
    first, second, north, south, third, fourth = State(), State(), State(), State(), State(), State()
    home = State(final=True)

    go = here.to(first)
    first.to(second)
    second.to(north)
    north.to(south, cond=coins_are_left, on=spend)
    north.to(third)
    south.to(north)
    third.to(fourth)
    fourth.to(home)
