"""`phasebook new NAME`: a package of one's own, with a small game that works."""

import argparse
from pathlib import Path
from typing import Any

from phasebook.cli.verbs import DONE, VERBS


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("new", help=VERBS["new"])
    verb.add_argument("name", metavar="NAME", help="what the package and the flow are called, such as high_card")
    verb.add_argument("--into", type=Path, metavar="DIR", help="the folder to write to (default: NAME)")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the files, and say what comes next."""
    from phasebook.starting.package import start

    folder = options.into or Path(options.name)
    for path in start(options.name, folder):
        print(path)
    print(f"\nA small game, ready to be changed. Read {folder / options.name / 'flow.py'} first, then:\n")
    for line in (f"cd {folder}", "pip install -e '.[test]'", "pytest", f"phasebook verify {options.name}"):
        print(f"    {line}")
    return DONE
