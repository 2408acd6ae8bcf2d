"""Starting games in numbers: from seeds, with settings that came from outside."""

from collections.abc import Callable, Mapping
from typing import Any

from fsm.engine import Engine
from fsm.settings import keywords_of
from fsm.snapshot import G, Snapshot, Trace


def starter(engine: Engine[G], settings: Mapping[str, Any]) -> Callable[[int, Trace | None], Snapshot[G]]:
    """A function of seed and trace that starts a game. A game without chance takes no seed, and gets none."""
    keywords = keywords_of(engine.new)
    keywords.check(engine.name, settings)
    takes_seed = keywords.takes_any or "seed" in keywords.known

    def start(seed: int, trace: Trace | None = None) -> Snapshot[G]:
        chance = {"seed": seed} if takes_seed else {}
        return engine.start(trace=trace, **{**chance, **settings})

    return start
