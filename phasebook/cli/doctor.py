"""`phasebook doctor`: what is installed, who draws, and what to do about what is missing."""

import argparse
from collections.abc import Iterator
from typing import Any

from phasebook.cli.verbs import DONE, NO, VERBS

DISTRIBUTIONS = (
    "phasebook",
    "python-statemachine",
    "networkx",
    "graphviz",
    "msgspec",
    "tqdm",
    "graphviz-pure",
    "resvg_py",
    "matplotlib",
    "starlette",
    "uvicorn",
    "websockets",
    "psycopg",
)
TRIAL = "digraph { a -> b }"


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("doctor", help=VERBS["doctor"])
    verb.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Print what there is; the answer is no if something of ours is damaged, or pictures cannot be drawn."""
    import platform

    print(f"{'Python':20} {platform.python_version()} on {platform.system()} {platform.machine()}")
    for name in DISTRIBUTIONS:
        print(f"{name:20} {version(name)}")
    print()
    if not packages_are_ours():
        return verdict(fine=False)
    print()
    print(f"{'serve':20} {carriers()}")
    print(f"{'serve --store':20} {stores()}")
    print()
    return verdict(fine=pictures_are_drawn())


def verdict(*, fine: bool) -> int:
    """Print the answer, for those who do not want to read the rest."""
    print()
    print("All is well. What is not installed is optional." if fine else "Not all is well: see above what to do.")
    return DONE if fine else NO


def packages_are_ours() -> bool:
    """Print whether our packages are as they were installed, and who else brings packages of their names."""
    from phasebook.intact import PACKAGES, claimants, damage

    harms = {package: damage(package) for package in PACKAGES}
    for package, harm in harms.items():
        print(f"{package:20} {harm or shared(claimants(package))}")
    return not any(harms.values())


def shared(others: list[str]) -> str:
    """What to say of a package that is ours."""
    if not others:
        return "as installed"
    return (
        f"as installed, but {' and '.join(others)} brings a package of the same name: uninstalling either one "
        "breaks the other; keep them in separate environments"
    )


def carriers() -> str:
    """Where tables can be served."""
    if is_usable("starlette", "uvicorn", "websockets"):
        return "over WebSocket, and on standard input and output"
    return "on standard input and output; for WebSocket: pip install 'phasebook[serve]'"


def stores() -> str:
    """Where tables can be kept."""
    if is_usable("psycopg"):
        return "in SQLite and in PostgreSQL"
    return "in SQLite; for PostgreSQL: pip install 'phasebook[postgres]'"


def is_usable(*modules: str) -> bool:
    """Whether all of them can be imported: one that is installed may still lack what it needs."""
    from importlib import import_module

    try:
        return all(import_module(module) for module in modules)
    except ImportError:
        return False


def pictures_are_drawn() -> bool:
    """Print who draws what."""
    from diagrams.renderers import embedded, system

    for kind, engine in (("embedded engine", embedded()), ("system engine", system())):
        print(f"{kind:20} {description_of(engine)}")
    print()
    verdicts = list(trials())
    for format, verdict, _fine in verdicts:
        print(f"{format:20} {verdict}")
    print(f"{'html':20} wherever svg is drawn")
    for formats in ("dot mmd puml d2", "md rst json"):
        print(f"{formats:20} always, without an engine")
    # Without PDF there is still every picture that a screen can show.
    return all(fine for format, _, fine in verdicts if format != "pdf")


def version(name: str) -> str:
    """The version of an installed package."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    try:
        return version_of(name)
    except PackageNotFoundError:
        return f"not installed{way_to(name)}"


def way_to(name: str) -> str:
    """Which extra of ours brings a package, if one does; of several, the one that brings least beside it."""
    import re
    from importlib.metadata import requires

    found = [re.match(r"([\w.-]+).*extra == ['\"](\w+)", line) for line in requires("phasebook") or ()]
    brought = [(one[1].lower().replace("_", "-"), one[2]) for one in found if one]
    extras = [extra for _, extra in brought]
    ways = [extra for package, extra in brought if package == name.lower().replace("_", "-")]
    return f"; pip install 'phasebook[{min(ways, key=extras.count)}]' brings it" if ways else ""


def description_of(engine: Any) -> str:
    """Where an engine is and what it says of itself."""
    from diagrams.renderers import version_of

    return "not found" if engine is None else f"{version_of(engine)} at {engine.command}"


def trials() -> Iterator[tuple[str, str, bool]]:
    """Draw something small in each format: what the promise of an engine is worth here."""
    from diagrams.errors import DrawingError
    from diagrams.renderers import ENDINGS, draw, renderer_for

    for format in ENDINGS:
        try:
            draw(TRIAL, format, timeout=20)
            yield format, manner(format, renderer_for(format).kind), True
        except DrawingError as error:
            yield format, str(error), False


def manner(format: str, kind: str) -> str:
    """Who draws a format; of PNG also whether it is the same picture as the SVG."""
    from diagrams.raster import lack

    if format != "png":
        return f"drawn by the {kind} engine"
    if missing := lack():
        return f"drawn by the {kind} engine itself, without the last touch that the SVG gets: {missing}"
    return f"drawn from the SVG of the {kind} engine"
