"""`phasebook list`: the flows that are registered. Their titles are read from source text, where that tells them."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from phasebook.cli.verbs import CANNOT, DONE, VERBS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("list", help=VERBS["list"])
    verb.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Print a line a flow: its name and its title. One that cannot be loaded does not hide the others."""
    from fsm.catalogue import registered
    from fsm.errors import PhasebookError
    from phasebook.cli.streams import say

    code = DONE
    points = registered()
    for name in points:
        try:
            print(f"{name:12} {title_of(name, points)}")
        except PhasebookError as error:
            say(str(error))
            code = CANNOT
    return code


def title_of(name: str, points: "Mapping[str, EntryPoint]") -> str:
    """What a flow calls itself."""
    from phasebook.cli.titles import title_in_source

    place = points[name]
    return title_in_source(place.module, place.attr) or title_of_imported(name, points)


def title_of_imported(name: str, points: "Mapping[str, EntryPoint] | None" = None) -> str:
    """The same of a flow that has to be imported for it."""
    from fsm.catalogue import find
    from fsm.engine import Engine
    from fsm.reading import read

    found = find(name, points)
    return found.chart.title if isinstance(found, Engine) else read(found).title
