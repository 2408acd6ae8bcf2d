"""How long something may take."""

import pytest

from fsm.errors import PhasebookError
from phasebook.cli.budget import seconds_in


@pytest.mark.parametrize(
    ("text", "seconds"), [("30s", 30), ("2m", 120), ("500ms", 0.5), ("1.5s", 1.5), ("0s", 0), ("1440m", 86_400)]
)
def test_a_budget_is_a_number_with_a_unit(text: str, seconds: float) -> None:
    assert seconds_in(text) == seconds


@pytest.mark.parametrize("text", ["", "30", "s", "-1s", "1h", "30 s", "1e3s", "nans", "1441m", "٣s", "9" * 400 + "s"])
def test_anything_else_is_one_sentence(text: str) -> None:
    with pytest.raises(PhasebookError, match=r"is no budget; write one such as 30s, 2m or 500ms, of at most a day\.$"):
        seconds_in(text)
