"""The widths of letters: as the browser measures them, and never too small for letters of other fonts."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagrams.formats.svg import FONTS
from diagrams.formats.text_width import ASCENT, DESCENT, WIDTHS, text_width
from tests.browser import needs_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MEASURE = """
([text, look, fonts]) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${look} 100px ${fonts}`;
  const found = pen.measureText(text);
  return [found.width / 100, found.actualBoundingBoxAscent / 100, found.actualBoundingBoxDescent / 100];
}
"""


@needs_browser
@pytest.mark.parametrize("look", ["normal", "bold", "italic"])
def test_every_letter_is_as_wide_as_in_a_browser(browser: "Browser", look: str) -> None:
    page = browser.new_page()
    for letter in WIDTHS[False]:
        width, above, below = page.evaluate(MEASURE, [letter, look, FONTS])

        assert text_width(letter, look == "bold") == pytest.approx(width, abs=0.002), letter
        assert above <= ASCENT + 0.02, letter
        assert below <= DESCENT + 0.02, letter
    page.close()


@needs_browser
def test_signs_of_other_fonts_are_not_taken_for_narrower_than_they_are(browser: "Browser") -> None:
    page = browser.new_page()
    for text in ("↔", "↕", "↓", "×", "·", "⚑", "é", "Ł", "漢字", "🂡", "…", "“x”", "–", "ß"):
        width, _, _ = page.evaluate(MEASURE, [text, "normal", FONTS])

        assert text_width(text, False) >= width - 0.01, text
    page.close()


@given(st.text(), st.text(), st.booleans())
def test_a_text_is_as_wide_as_its_parts(one: str, other: str, bold: bool) -> None:
    assert text_width(one + other, bold) == pytest.approx(text_width(one, bold) + text_width(other, bold))


def test_an_accent_takes_no_room_of_its_own() -> None:
    assert text_width("e\u0301", False) == text_width("é", False) == text_width("e", False)
