"""The `phasebook` command: the one place where engine, games and diagrams meet."""

import argparse
import os
import sys
from collections.abc import Sequence

from fsm.commands import CANNOT, doctor, draw, listing, simulate, verify

VERBS = (listing, draw, doctor, verify, simulate)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence on standard error, exit code 2."""

    def error(self, message: str) -> None:  # type: ignore[override]  # argparse says NoReturn; exit() is
        """Say what is wrong and how to learn more."""
        self.exit(CANNOT, f"phasebook: {message}; see {self.prog} --help.\n")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = Parser(prog="phasebook", description="Declare a game's flow once; run it, draw it, check it, simulate it.")
    verbs = top.add_subparsers(title="verbs", metavar="VERB", required=True)
    for verb in VERBS:
        verb.add(verbs)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb. Whatever goes wrong is one sentence and an exit code, never a traceback."""
    from fsm.errors import PhasebookError

    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except PhasebookError as error:
        print(f"phasebook: {error}", file=sys.stderr)
        return CANNOT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone: that is fine
        return CANNOT
    except KeyboardInterrupt:
        print("phasebook: stopped.", file=sys.stderr)
        return CANNOT


if __name__ == "__main__":
    sys.exit(main())
