"""The command line as argparse knows it: the verbs, and the options before them."""

import argparse
import re
import textwrap
from collections.abc import Sequence
from importlib import import_module

from phasebook.cli.verbs import CANNOT, EXAMPLES, MODULES, VERBS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SUMMARY = "Declare a game's flow once; run it, draw it, check it, simulate it."
FIRST = "Begin with phasebook list. What a verb takes, with examples: phasebook VERB --help."


SENTENCES = (
    (r"the following arguments are required: (.+)", r"This is missing: {}"),
    (r"unrecognized arguments: (.+)", r"{} is not understood"),
    (r"argument (.+): invalid choice: (.+) \(choose from (.+)\)", r"{} cannot be {}; choose one of {}"),
    (r"argument (.+): invalid int value: (.+)", r"{} needs a whole number, not {}"),
    (r"argument (.+): invalid float value: (.+)", r"{} needs a number, not {}"),
    (r"argument (.+): expected (?:one|at least one) argument", r"{} needs a value"),
    (r"argument (.+): not allowed with argument (.+)", r"{} and {} exclude each other; leave one out"),
    (r"argument (.+?): (.+)", r"{}: {}"),
)
"""What argparse says, which differs from one Python to the next, and what we say instead."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence on standard error, exit code 2."""

    def error(self, message: str) -> None:  # type: ignore[override]  # argparse says NoReturn; exit() is
        """Say what is wrong and how to learn more."""
        from phasebook.cli.streams import say

        say(f"{in_our_words(message)}; see {self.prog} --help.")
        self.exit(CANNOT)

    def print_help(self, file: "Any" = None) -> None:
        """Help that cannot be written is an error; argparse would keep quiet."""
        print(self.format_help(), end="", file=file)


def in_our_words(message: str) -> str:
    """What is wrong with a command line, for those who do not know what an argument is."""
    for said, ours in SENTENCES:
        if found := re.fullmatch(said, message):
            *parts, last = found.groups()
            return ours.format(*parts, last.replace("'", "") if len(parts) == 2 else last)
    return message


class Version(argparse.Action):
    """`--version`."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and leave."""
        import phasebook

        print(f"phasebook {phasebook.__version__}")
        parser.exit()


def parser(arguments: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The command line, as far as these arguments need it: of verbs that are not among them, the name."""
    top = Parser(prog="phasebook", description=SUMMARY, epilog=FIRST)
    top.add_argument("--version", action=Version, nargs=0, help="say which version this is")
    add_traceback(top)
    verbs = top.add_subparsers(title="verbs", metavar="VERB", required=True)
    for verb, summary in VERBS.items():
        if verb in arguments:
            import_module(f"phasebook.cli.{MODULES.get(verb, verb)}").add(verbs)
            add_traceback(verbs.choices[verb])
            explain(verb, verbs.choices[verb])
        else:
            verbs.add_parser(verb, help=summary)
    return top


def explain(verb: str, parser: argparse.ArgumentParser) -> None:
    """Say what a verb does, unless it does so itself, and show it at work."""
    parser.description = parser.description or f"{VERBS[verb][0].upper()}{VERBS[verb][1:]}."
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    lines = textwrap.wrap(parser.description, width=78)
    parser.description = "\n".join(lines)
    parser.epilog = "\n".join(["for example:", *(f"  {line}" for line in EXAMPLES[verb])])


def add_traceback(parser: argparse.ArgumentParser) -> None:
    """An option before and after the verb; `phasebook.cli` looks for it, even if the rest makes no sense."""
    parser.add_argument("--traceback", action="store_true", help="if something goes wrong, show where")
