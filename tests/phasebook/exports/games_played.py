"""Random games of every registered flow, and of the recipes of the cookbook, for tests of what is exported."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from fsm.catalogue import engine_of, registered
from fsm.engine import Engine
from fsm.snapshot import Refusal, Snapshot, Trace
from tests.docs.recipes import recipes

FLOWS = tuple(registered())


class Step(NamedTuple):
    """A position of a game, and the news of the step that led there."""

    snapshot: Snapshot[Any]
    news: list[Any]


@cache
def cookbook() -> dict[str, Engine[Any]]:
    """The engines of the cookbook, by the names of their flows."""
    return {engine.name: engine for recipe in recipes() for engine in recipe.play().engines}


@cache
def every_engine() -> dict[str, Engine[Any]]:
    """The engines of all flows that we have."""
    return {name: engine_of(name) for name in FLOWS} | cookbook()


def presets_of(engine: Engine[Any]) -> list[dict[str, Any]]:
    """The settings of every preset, for `start`; nothing for a flow without presets."""
    return [{"preset": preset} for preset in engine.presets] or [{}]


def seeded(engine: Engine[Any], seed: int) -> dict[str, Any]:
    """The seed for `start`, of a flow that takes one."""
    return {"seed": seed} if "seed" in engine._keywords.known else {}


def played(engine: Engine[Any], seed: int, most: int, **settings: Any) -> Iterator[Step]:
    """A game by chance, position by position; nobody gives up who can do anything else."""
    chance, trace = Random(f"{engine.name} {seed}"), Trace()
    snapshot = engine.start(trace=trace, **settings, **seeded(engine, seed))
    yield Step(snapshot, trace.news)
    for _ in range(most):
        legal = engine.legal_moves(snapshot)
        if not legal:
            return
        trace, going_on = Trace(), [move for move in legal if not move.gives_up]
        after = engine.step_traced(snapshot, chance.choice(going_on or legal), trace)
        assert not isinstance(after, Refusal)
        snapshot = after
        yield Step(snapshot, trace.news)


def as_json(value: Any) -> Any:
    """A value as a client receives it."""
    return msgspec.json.decode(msgspec.json.encode(value))
