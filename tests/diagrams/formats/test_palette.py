"""Colours that everyone can see, in both themes."""

import pytest

from diagrams.formats.palette import LEAST_CONTRAST, ROLES, Pair, contrast, mix, pairings
from diagrams.options import Theme


def test_contrast_is_the_one_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")


@pytest.mark.parametrize(("role", "front", "back"), list(pairings()))
def test_every_pairing_reaches_the_contrast_that_its_role_promises(role: str, front: str, back: str) -> None:
    assert contrast(front, back) >= LEAST_CONTRAST[role]


def test_every_role_that_is_not_a_background_promises_a_contrast() -> None:
    backgrounds = {"paper", "node", *(f"tint{number}" for number in range(5))}

    assert set(LEAST_CONTRAST) == set(ROLES) - backgrounds


def test_text_and_lines_reach_what_the_guidelines_ask() -> None:
    assert all(LEAST_CONTRAST[role] >= 4.5 for role in ("ink", "guard", "effect", "line"))
    assert all(least >= 3 for least in LEAST_CONTRAST.values())


def test_roles_have_different_light_colours_except_paper_and_node() -> None:
    """The SVG finds a role by its light colour."""
    light = [pair.light for role, pair in ROLES.items() if role != "node"]

    assert len(set(light)) == len(light)


def test_a_mix_lies_between_its_colours() -> None:
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    assert mix("#102030", "#FFFFFF", 0) == "#102030"


def test_only_the_dark_theme_is_dark() -> None:
    pair = Pair("#FFFFFF", "#000000")

    assert [pair.of(theme) for theme in Theme] == ["#FFFFFF", "#000000", "#FFFFFF"]
