"""The markup languages, as other packages get them."""

import pytest

from diagrams.errors import DiagramError
from diagrams.markup import LANGUAGES, language_of


@pytest.mark.parametrize("style", LANGUAGES)
def test_a_language_is_found_by_the_suffix_of_a_page(style: str) -> None:
    table = language_of(style).table(["a", "b"], [["c", ""]])

    assert table.endswith("\n")
    assert [letter for letter in table if letter in "abc" and f" {letter}" in table] != []


def test_another_style_is_refused_with_a_list_of_those_there_are() -> None:
    with pytest.raises(DiagramError, match=r"There is no table style 'html'; choose one of md, rst\."):
        language_of("html")
