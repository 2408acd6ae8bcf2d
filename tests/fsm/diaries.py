"""A game that writes down what happens to it, for tests of the order in which things happen."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from fsm import Engine, Flow, Move, Refusal, State
from fsm.native import Native


class Diary(msgspec.Struct, frozen=True):
    """What happened, in order; and numbers for guards to look at."""

    entries: tuple[str, ...] = ()
    number: int = 0


def new_diary(number: int = 0) -> Diary:
    return Diary((), number)


def named(name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    rule.__name__ = rule.__qualname__ = name
    return rule


@cache
def note(word: str) -> Callable[..., Any]:
    """An effect that writes a word."""
    return named(word, lambda game: Diary((*game.entries, word), game.number))


@cache
def count(step: int) -> Callable[..., Any]:
    """An effect that changes the number."""
    return named(f"count_{step}".replace("-", "down_"), lambda game: Diary(game.entries, game.number + step))


@cache
def is_at(number: int) -> Callable[..., Any]:
    """A guard that looks at the number."""
    return named(f"is_at_{number}", lambda game: game.number == number)


def noting(name: str, **options: Any) -> Any:
    """A phase that writes down when it is entered and left; also the options of a compound one."""
    return State(**noted(name), **options)


def noted(name: str) -> dict[str, Any]:
    return {"enter": note(f"in_{name}"), "exit": note(f"out_{name}")}


def engine_of(flow: type[Flow], *moves: type[Move], most_consequences: int = 100) -> Engine[Diary]:
    return Engine(flow, moves=moves, new=new_diary, most_consequences=most_consequences)


def happened(native: Native[Diary], *moves: Move) -> str:
    """What is written while moves are answered, all of which must be accepted."""
    before = len(native.snapshot.game.entries)
    for move in moves:
        answer = native.send(move)
        assert not isinstance(answer, Refusal), answer
    return " ".join(native.snapshot.game.entries[before:])
