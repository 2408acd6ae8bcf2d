"""The choices of a diagram: each value is accepted by its name, and anything else is answered with the list."""

from enum import StrEnum

import pytest

from diagrams.diagram import Diagram
from diagrams.errors import DiagramError
from diagrams.options import Detail, RendererChoice, Theme
from games.discard import DiscardTurn

OPTIONS: dict[str, type[StrEnum]] = {"detail": Detail, "theme": Theme, "engine": RendererChoice}


@pytest.mark.parametrize("option", OPTIONS)
def test_a_choice_is_made_by_its_name_or_its_member(option: str) -> None:
    for member in OPTIONS[option]:
        by_name, by_member = (Diagram(DiscardTurn, **{option: value}) for value in (member.value, member))  # type: ignore[arg-type]  # one of many options

        assert by_name.dot == by_member.dot


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("value", ["pink", "", "FULL", None])
def test_an_unknown_choice_is_answered_with_all_legal_ones(option: str, value: str | None) -> None:
    with pytest.raises(DiagramError) as caught:
        Diagram(DiscardTurn, **{option: value})  # type: ignore[arg-type]  # one of many options

    assert str(caught.value) == f"There is no {option} {value!r}; choose one of {', '.join(OPTIONS[option])}."
