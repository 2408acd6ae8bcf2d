"""The code that the engine generates for flows without calls, endings, refusals and gatherings, kept to be compared.

A flow that needs none of these must not pay for them: the code for a plain flow stays as it is, to the letter. One
short flow is kept whole, to be read when it differs; of the others there are digests. If the code for plain flows is
changed on purpose, `python -m tests.fsm.compiler.kept_sources` writes both again; say in the commit why.
"""

import random
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from fsm import Engine, FlowError
from fsm.compiler.dialects import Plain, Traced
from tests.fsm import dropping, evening, race, samples, tictactoe
from tests.fsm.compiler import drinks, flows
from tests.fsm.random_flows import random_engines

DIGESTS = Path(__file__).with_name("kept_sources.txt")
WHOLE = Path(__file__).with_name("kept_source_of_drinks.txt")
SEEDS = range(40)


def source_of(engine: Engine[Any]) -> str:
    """The generated code of an engine."""
    return engine._program.source


def written() -> Iterator[tuple[str, Engine[Any]]]:
    """Plain flows of the tests, whose rules are inlined or called whatever the environment says."""
    yield "drinks", drinks.engine
    yield "chain", flows.chain(4, inline=True)
    yield "long chain", flows.chain(60, inline=True)
    yield "dropping", dropping.dropping(inline=True)
    for name, module in (("evening", evening), ("race", race), ("tictactoe", tictactoe)):
        yield name, again(module.engine, inline=True)
    yield "night", again(evening.night, inline=True)
    yield "market", again(samples.market, inline=True)
    yield "market, called", again(samples.market, inline=False)


def again(engine: Engine[Any], inline: bool) -> Engine[Any]:
    """An engine of the same flow."""
    return Engine(engine.flow, moves=engine.moves, new=engine.new, inline=inline)


def drawn() -> Iterator[tuple[str, Engine[Any]]]:
    """Random plain flows, with rules inlined and with rules called."""
    for seed in SEEDS:
        inlined, called = first_engines(random.Random(seed))
        yield f"random {seed}, inlined", inlined
        yield f"random {seed}, called", called


def first_engines(rng: random.Random) -> tuple[Engine[Any], Engine[Any]]:
    """The engines of the first sound flow that a generator gives."""
    while True:
        try:
            return random_engines(rng.randrange)
        except FlowError:
            continue


def digests() -> dict[str, str]:
    """What is kept of each flow, by its name; of those with settings also for the settings of a new game."""
    found = {name: digest(source_of(engine)) for name, engine in written()}
    for name, engine in drawn():
        settled = engine.for_settings(engine.new().settings)._compiled(Plain, Traced)
        found[name] = f"{digest(source_of(engine))} {digest(settled.source)}"
    return found


def digest(source: str) -> str:
    """A short mark that changes with the source."""
    return blake2b(source.encode(), digest_size=8).hexdigest()


def kept_digests() -> dict[str, str]:
    """The digests as they are kept: a line for each flow."""
    lines = DIGESTS.read_text("utf-8").splitlines()
    return {name: marks for name, _, marks in (line.partition(": ") for line in lines)}


if __name__ == "__main__":
    DIGESTS.write_text("".join(f"{name}: {marks}\n" for name, marks in digests().items()), "utf-8")
    WHOLE.write_text(source_of(drinks.engine), "utf-8")
