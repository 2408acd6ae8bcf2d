"""How long a search may think: so many iterations, or so many seconds."""

from math import isfinite

import msgspec

from fsm.errors import PhasebookError

HOW_TO = "write a number of iterations, such as 500, or of seconds, such as 0.5s"


class Budget(msgspec.Struct, frozen=True):
    """Iterations, or seconds. Only a search by iterations gives the same answer every time."""

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.seconds is None):
            raise PhasebookError("A budget is a number of iterations or of seconds; give one of the two.")
        if self.iterations is not None and self.iterations < 1:
            raise PhasebookError(f"A search needs at least 1 iteration, not {self.iterations}.")
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds > 0):
            raise PhasebookError(f"A search needs some time, not {self.seconds} seconds.")

    def __str__(self) -> str:
        return str(self.iterations) if self.seconds is None else f"{self.seconds:g}s"


def budget_of(given: "Budget | int | str") -> Budget:
    """A budget, given itself, as a number of iterations, or in words: `500`, `0.5s`."""
    if isinstance(given, Budget):
        return given
    if isinstance(given, int) and not isinstance(given, bool):
        return Budget(iterations=given)
    text = str(given)
    try:
        return Budget(seconds=float(text[:-1])) if text.endswith("s") else Budget(iterations=int(text))
    except ValueError:
        raise PhasebookError(f"{text!r} is no budget of a search; {HOW_TO}.") from None
