"""Starting games in numbers: from a seed and settings that came from outside."""

from collections.abc import Mapping
from inspect import Parameter, signature
from typing import Any

from fsm.engine import Engine
from fsm.errors import SettingsError
from fsm.snapshot import G, Snapshot, Trace


def start(engine: Engine[G], seed: int, settings: Mapping[str, Any], trace: Trace | None = None) -> Snapshot[G]:
    """A new game. A game without chance takes no seed, and gets none."""
    given = {"seed": seed, **settings} if takes(engine, "seed") else dict(settings)
    check_names(engine, given)
    return engine.start(trace=trace, **given)


def takes(engine: Engine[Any], name: str) -> bool:
    """Whether the game's `new` accepts a keyword."""
    known = signature(engine.new).parameters
    return name in known or accepts_any(known)


def check_names(engine: Engine[Any], settings: Mapping[str, Any]) -> None:
    """Refuse a setting that `new` does not know, by name."""
    known = signature(engine.new).parameters
    for name in settings:
        if name not in known and not accepts_any(known):
            raise SettingsError(f"{engine.name} has no setting {name!r}; it has {', '.join(known) or 'none'}.")


def accepts_any(known: Mapping[str, Parameter]) -> bool:
    """Whether a function takes any keyword, and checks the names itself."""
    return any(parameter.kind is Parameter.VAR_KEYWORD for parameter in known.values())
