"""`phasebook export`: a flow for programs in other languages."""

import argparse
import sys
from pathlib import Path
from typing import Any

from fsm.errors import PhasebookError
from phasebook.cli.options import FLOW
from phasebook.cli.pictures import check_diagrams
from phasebook.cli.verbs import DONE, VERBS

# Written out, because the table they repeat lives in a package that --help must not wait for.
TARGETS = ("schema", "typescript", "client", "xstate", "scxml")


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser(
        "export",
        help=VERBS["export"],
        description="Write a flow for programs in other languages. What a language cannot say is said on standard "
        "error, and in the file.",
    )
    option = verb.add_argument
    option("flow", metavar="FLOW", help=FLOW)
    option("--to", required=True, choices=TARGETS, help="the language")
    option("-o", "--output", metavar="FILE", default="-", help="a file, or - for standard output (default: -)")
    option("--preset", metavar="NAME", help="the flow as it is under a preset")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the flow, then say what is missing from it."""
    from phasebook.cli.streams import say
    from phasebook.exports.targets import exported

    if options.preset is not None:
        check_diagrams()
    made = exported(options.flow, options.to, options.preset)
    if options.output == "-":
        sys.stdout.buffer.write(made.text.encode())
        sys.stdout.flush()
    else:
        write(options.output, made.text)
        print(f"wrote {options.output}")
    for note in made.notes:
        say(note)
    return DONE


def write(path: str, text: str) -> None:
    """Write a file whole, or say why not."""
    from fsm import files

    try:
        files.write(Path(path), text.encode())
    except (OSError, ValueError) as error:
        raise PhasebookError(files.cannot_write(Path(path), error)) from None
