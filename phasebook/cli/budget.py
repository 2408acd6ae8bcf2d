"""How long something may take: `30s`, `2m`, `500ms`."""

import re

from fsm.errors import PhasebookError

UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}
LONGEST = 24 * 60 * 60
"""A day, in seconds."""


def seconds_in(text: str) -> float:
    """The seconds of a budget, or an error that says how to write one."""
    match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s|m)", text)
    seconds = float(match[1]) * UNITS[match[2]] if match else -1.0
    if not 0 <= seconds <= LONGEST:
        raise PhasebookError(f"{text[:40]!r} is no budget; write one such as 30s, 2m or 500ms, of at most a day.")
    return seconds
