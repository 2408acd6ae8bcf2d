"""What verbs that write files share."""

from collections.abc import Callable
from pathlib import Path

from fsm.errors import PhasebookError

File = tuple[Path | None, Callable[[Path], None]]
"""Where something goes, if it was asked for, and what makes it."""


def attempted(*files: File) -> list[PhasebookError]:
    """Make the files that were asked for; what got in their way, for the results are printed all the same."""
    errors: list[PhasebookError] = []
    for path, make in files:
        try:
            if path is not None:
                make(path)
        except PhasebookError as error:
            errors.append(error)
    return errors


def check_diagrams() -> None:
    """Refuse to draw with a package `diagrams` that is not, or not wholly, Phasebook's."""
    from phasebook.intact import damage

    if sentence := damage("diagrams"):
        raise PhasebookError(sentence)
