"""Pictures inside a page follow the page: its theme button, else the system."""

import re

import pytest

from diagrams.diagram import Diagram
from diagrams.formats.palette import ROLES
from diagrams.stylesheet import site_stylesheet
from games.belote import engine


def test_every_class_of_a_picture_has_a_rule() -> None:
    picture, style = Diagram(engine).svg(inline=True), site_stylesheet()
    used = set(re.findall(r"pb-(?:fill|stroke)-\w+", picture))

    assert used
    assert all(f".{name}{{" in style for name in used)


def test_every_variable_has_a_value_in_both_themes() -> None:
    style = site_stylesheet()

    assert all(f"--phasebook-{role}:{colour};" in style for role, pair in ROLES.items() for colour in pair)


def test_a_picture_inside_a_page_brings_no_style_of_its_own() -> None:
    assert "<style" in Diagram(engine).svg()
    assert "<style" not in Diagram(engine).svg(inline=True)


def test_two_pictures_in_one_page_share_no_id() -> None:
    one, two = (set(re.findall(r'\bid="([^"]+)"', Diagram(engine).svg(prefix=name))) for name in ("a-", "b-"))

    assert len(one) == len(two) > 20
    assert not one & two


def test_what_labels_a_picture_is_in_it() -> None:
    text = Diagram(engine).svg(prefix="a-")
    labels = re.search(r'aria-labelledby="([^"]+)"', text)

    assert labels is not None
    assert all(f'id="{name}"' in text for name in labels.group(1).split())


@pytest.mark.parametrize("follows_system", [True, False])
def test_a_page_without_a_button_follows_the_system_or_its_own_colour_scheme(follows_system: bool) -> None:
    style = site_stylesheet(follows_system=follows_system)

    assert ("@media (prefers-color-scheme:dark){:root," in style) == follows_system
    assert ("light-dark(" in style) != follows_system
    assert '[data-theme="auto"]' in style  # furo's mark for "as the system is"
