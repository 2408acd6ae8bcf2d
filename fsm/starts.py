"""Starting games in numbers: from seeds, with settings that came from outside."""

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any

from fsm.engine import Engine
from fsm.errors import SettingsError
from fsm.snapshot import G, Snapshot, Trace


def starter(engine: Engine[G], settings: Mapping[str, Any]) -> Callable[[int, Trace | None], Snapshot[G]]:
    """A function of seed and trace that starts a game. A game without chance takes no seed, and gets none."""
    known = signature(engine.new).parameters
    takes_any = any(parameter.kind is Parameter.VAR_KEYWORD for parameter in known.values())
    for name in settings:
        if name not in known and not takes_any:
            raise SettingsError(f"{engine.name} has no setting {name!r}; it has {', '.join(known) or 'none'}.")
    takes_seed = takes_any or "seed" in known

    def start(seed: int, trace: Trace | None = None) -> Snapshot[G]:
        chance = {"seed": seed} if takes_seed else {}
        return engine.start(trace=trace, **{**chance, **settings})

    return start
