"""What every verb that draws does first."""

from fsm.errors import PhasebookError


def check_diagrams() -> None:
    """Refuse to draw with a package `diagrams` that is not, or not wholly, Phasebook's."""
    from phasebook.intact import damage

    if sentence := damage("diagrams"):
        raise PhasebookError(sentence)
