"""Problems: all of them, each once, each with its place."""

import pytest

from fsm.errors import PhasebookError
from phasebook.syncing.problems import DocsError, Problems, at


def test_a_place_is_one_that_editors_know() -> None:
    assert at("docs/uno.md", 12) == "docs/uno.md:12"
    assert at("docs/uno.md") == "docs/uno.md"


def test_problems_are_collected_and_looking_goes_on() -> None:
    problems = Problems()
    for error in (PhasebookError("One."), DocsError("Two.", "Three."), PhasebookError("One.")):
        with problems.collected("a.md:1"):
            raise error

    assert problems.sentences == ["a.md:1: One.", "a.md:1: Two.", "a.md:1: Three."]
    with pytest.raises(DocsError) as refused:
        problems.check()
    assert refused.value.problems == tuple(problems.sentences)


def test_without_problems_nothing_is_raised() -> None:
    problems = Problems()
    with problems.collected("a.md"):
        pass
    problems.check()


def test_a_bug_is_no_problem_of_the_page() -> None:
    with pytest.raises(ZeroDivisionError), Problems().collected("a.md"):
        1 / 0
