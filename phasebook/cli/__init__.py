"""The `phasebook` command: whatever happens, the user reads one sentence and the exit code tells the truth.

Nothing is imported up here but what Python has loaded anyway: all else happens inside `main`, where a Ctrl-C
or a damaged installation is a sentence, too.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

CANNOT = 2
"""The exit code of wrong use and of what cannot be done. 1 means that the answer is no, and no mishap is that."""


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run one verb. Without arguments this is the process's own command line, and its last act."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    signals = None
    try:
        from phasebook.cli.signals import Signals

        signals = Signals()
        signals.hear()
        return run(given)
    except BaseException as error:
        # Also SystemExit and KeyboardInterrupt: a flow's own code may raise whatever it likes.
        if signals is not None:
            signals.ignore()
        return explain(error, wants_traceback(given))
    finally:
        if signals is not None:
            if arguments is None:
                signals.ignore()
            else:
                signals.restore()


def run(given: "Sequence[str]") -> int:
    """Do what the command line says, until the last letter has left."""
    from phasebook.cli import streams

    streams.fill_gaps()
    streams.accept_any_text()
    from phasebook.cli.parser import parser

    try:
        options = parser(given).parse_args(given)
    except SystemExit as done:  # argparse has said what there is to say: help, the version, or what is wrong
        code = int(done.code or 0)
    else:
        code = int(options.run(options))
    sys.stdout.flush()  # a failure is an error like any other here; later it would be a complaint of Python's
    return code


def explain(error: BaseException, with_traceback: bool) -> int:
    """Say what happened, as far as anybody still listens."""
    from phasebook.cli import streams

    streams.fill_gaps()  # again: it may have happened before
    streams.give_up_if_broken(sys.stdout)
    if with_traceback:
        import traceback

        streams.write_error("".join(traceback.format_exception(error)).rstrip("\n"))
    if sentence := sentence_of(error):
        streams.say(sentence)
    return CANNOT


def sentence_of(error: BaseException) -> str:
    """What to say about an error; if even that fails, its name at least."""
    try:
        from phasebook.cli import mishaps

        return mishaps.sentence_of(error)
    except BaseException as another:
        return f"{type(error).__name__}, then {type(another).__name__}; --traceback shows more."


def wants_traceback(given: "Sequence[str]") -> bool:
    """Whether somebody wants to see where it happened."""
    return "--traceback" in given or os.environ.get("PHASEBOOK_TRACEBACK", "0") not in ("", "0")
