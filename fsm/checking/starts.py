"""Starting games in numbers: from seeds, with settings that came from outside."""

from collections.abc import Callable, Mapping
from typing import Any

from fsm.engine import Engine
from fsm.errors import PhasebookError, SettingsError
from fsm.settings import keywords_of
from fsm.snapshot import G, Snapshot, Trace

RESERVED = {"seed": "give the seed by itself", "trace": "choose another name for one of your own"}
"""Keywords of `engine.start` that are spoken for."""


def starter(engine: Engine[G], settings: Mapping[str, Any]) -> Callable[[int, Trace | None], Snapshot[G]]:
    """A function of seed and trace that starts a game. A game without chance takes no seed, and gets none."""
    for name in RESERVED:
        if name in settings:
            raise SettingsError(f"{name!r} is not a setting; {RESERVED[name]}.")
    keywords = keywords_of(engine.new)
    keywords.check(engine.name, settings)
    takes_seed = keywords.takes_any or "seed" in keywords.known

    def start(seed: int, trace: Trace | None = None) -> Snapshot[G]:
        chance = {"seed": seed} if takes_seed else {}
        try:
            return engine.start(trace=trace, **chance, **settings)
        except PhasebookError:
            raise
        except Exception as error:  # `new` and the first effects are foreign code
            given = f" with these settings ({', '.join(settings)})" if settings else ""
            todo = f"correct {'them, or ' if settings else ''}the function given as new="
            raise SettingsError(
                f"{engine.name} cannot start a game{given}: {type(error).__name__}: {error}; {todo}."
            ) from error

    return start


def check_settings(engine: Engine[G], first: Snapshot[G]) -> None:
    """Raise if settings decide which rows are in force, and cannot be looked up by: better at the start than later."""
    engine.chart_for(getattr(first.game, "settings", None))
