"""The languages that a flow can be exported to, and what each needs of it."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from fsm.catalogue import find
from fsm.chart import Chart
from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.reading import read


class Exported(NamedTuple):
    """A flow in another language."""

    text: str
    notes: tuple[str, ...] = ()
    """What the language cannot say, in sentences; the text says it too."""


class Target(NamedTuple):
    """A language."""

    module: str
    says: str
    """What the file holds."""
    needs_engine: bool = False
    """Without moves and games there is nothing to say."""


TARGETS: Mapping[str, Target] = {
    "schema": Target("schema", "JSON Schema of moves, views, news, refusals and saves", needs_engine=True),
    "typescript": Target("typescript", "the same as types of TypeScript", needs_engine=True),
    "client": Target("client", "these types, and a client of the table protocol", needs_engine=True),
    "xstate": Target("xstate", "the flow as a machine for XState 5, in a module of JavaScript"),
    "scxml": Target("scxml", "the flow as a document of SCXML"),
}
"""By the word that the command line knows them by."""


def exported(name: str, target: str, preset: str | None = None) -> Exported:
    """A flow, by its name or its address, in another language."""
    language = TARGETS[target]
    found = find(name)
    if language.needs_engine and not isinstance(found, Engine):
        raise PhasebookError(
            f"{name!r} is a flow without an engine, so nothing is known of its moves; name the Engine."
        )
    make: Callable[[Any, Chart], Exported] = import_module(f"phasebook.exports.{language.module}").export
    return make(found, chart_for(found, preset))


def chart_for(found: Any, preset: str | None) -> Chart:
    """The chart of a flow, whole or under a preset."""
    if preset is None:
        return found.chart if isinstance(found, Engine) else read(found)
    if not isinstance(found, Engine):
        raise PhasebookError(f"{found.__name__} is a flow without an engine, so it has no presets; leave --preset out.")
    from diagrams.presets import chart_of_preset  # only here: another package of that name may be in its place

    return chart_of_preset(found, preset)
