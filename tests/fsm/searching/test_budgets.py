"""Budgets: iterations or seconds, and every wrong one refused in a sentence."""

from typing import Any

import pytest

from fsm import PhasebookError
from fsm.searching.budgets import Budget, budget_of


@pytest.mark.parametrize(
    ("given", "budget"),
    [
        (500, Budget(iterations=500)),
        ("500", Budget(iterations=500)),
        ("0.5s", Budget(seconds=0.5)),
        ("2s", Budget(seconds=2.0)),
        (Budget(seconds=1.5), Budget(seconds=1.5)),
    ],
)
def test_a_budget_in_many_words(given: Any, budget: Budget) -> None:
    assert budget_of(given) == budget
    assert budget_of(str(budget)) == budget


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("many", "'many' is no budget of a search; write a number of iterations, such as 500, or of seconds"),
        ("", "'' is no budget"),
        ("s", "'s' is no budget"),
        ("1.5", r"'1.5' is no budget"),
        (True, "'True' is no budget"),
        (0, "at least 1 iteration, not 0"),
        ("-3", "at least 1 iteration, not -3"),
        ("0s", "needs some time, not 0.0 seconds"),
        ("infs", "needs some time, not inf seconds"),
        ("nans", "needs some time, not nan seconds"),
    ],
)
def test_what_is_no_budget_is_refused_in_a_sentence(given: Any, sentence: str) -> None:
    with pytest.raises(PhasebookError, match=sentence):
        budget_of(given)


@pytest.mark.parametrize("both", [{}, {"iterations": 1, "seconds": 1.0}])
def test_a_budget_is_one_of_the_two(both: Any) -> None:
    with pytest.raises(PhasebookError, match="one of the two"):
        Budget(**both)
