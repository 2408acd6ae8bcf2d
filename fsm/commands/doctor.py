"""`phasebook doctor`: what is installed, who draws, and what to do about what is missing."""

import argparse
import platform
from collections.abc import Iterator
from typing import Any

from fsm.commands import DONE, NO

PACKAGES = ("phasebook", "python-statemachine", "networkx", "graphviz", "msgspec", "tqdm", "graphviz-pure")
TRIAL = "digraph { a -> b }"


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("doctor", help="what is installed, who draws, and what to do about what is missing")
    verb.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Print what there is; the answer is no if pictures cannot be drawn."""
    from diagrams.drawing import embedded, system

    print(f"{'Python':20} {platform.python_version()} on {platform.system()} {platform.machine()}")
    for name in PACKAGES:
        print(f"{name:20} {version(name)}")
    print()
    for kind, engine in (("embedded engine", embedded()), ("system engine", system())):
        print(f"{kind:20} {told(engine)}")
    print()
    verdicts = list(trials())
    for format, verdict, _fine in verdicts:
        print(f"{format:20} {verdict}")
    print(f"{'dot mmd md rst json':20} always, without an engine")
    # Without PDF there is still every picture that a screen can show.
    return DONE if all(fine for format, _, fine in verdicts if format != "pdf") else NO


def version(name: str) -> str:
    """The version of an installed package."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    try:
        return version_of(name)
    except PackageNotFoundError:
        return "not installed"


def told(engine: Any) -> str:
    """Where an engine is and what it says of itself."""
    from diagrams.drawing import version_of

    return "not found" if engine is None else f"{version_of(engine)} at {engine.command}"


def trials() -> Iterator[tuple[str, str, bool]]:
    """Draw something small in each format: what the promise of an engine is worth here."""
    from diagrams.drawing import ENDINGS, draw, engine_for
    from diagrams.errors import DrawingError

    for format in ENDINGS:
        try:
            draw(TRIAL, format, timeout=20)
            yield format, f"drawn by the {engine_for(format).kind} engine", True
        except DrawingError as error:
            yield format, str(error), False
