"""`phasebook list`: the flows that are registered."""

import argparse
from typing import Any

from fsm.commands import DONE, VERBS


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("list", help=VERBS["list"])
    verb.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Print a line a flow: its name and its title."""
    from fsm.catalogue import find, registered
    from fsm.engine import Engine
    from fsm.reading import read

    for name in registered():
        found = find(name)
        chart = found.chart if isinstance(found, Engine) else read(found)
        print(f"{name:12} {chart.title}")
    return DONE
