"""Text with styles: what a terminal gets of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from phasebook.playing.markup import (
    STYLES,
    capitalised,
    coloured,
    harmless,
    in_columns,
    padded,
    plain,
    sentence,
    spelled,
    width,
    wrapped,
)

MARKED = some.lists(
    some.sampled_from(["red 7", "[red]", "[/]", "[bold]", " ", "  ", "a", "♥", "日本", "[1]", "long" * 9])
).map("".join)


def test_styles_become_codes_and_end_with_the_line() -> None:
    assert coloured("[red]7♥[/] and [bold]more") == "\x1b[31m7♥\x1b[0m and \x1b[1mmore\x1b[0m"
    assert coloured("[1] no style") == plain("[1] no style") == "[1] no style"


def test_without_colours_nothing_is_left_of_styles() -> None:
    assert plain("[red]7♥[/] and [bold]more") == "7♥ and more"


def test_every_style_has_a_code_of_its_own() -> None:
    assert len(set(STYLES.values())) == len(STYLES)


@pytest.mark.parametrize("text", ["\x1b[2J", "a\rb", "a\nb", "\x07", "\u202e"])
def test_nothing_moves_the_cursor(text: str) -> None:
    assert harmless(text).isprintable()
    assert len(harmless(text)) == len(text)


def test_signs_have_letters_for_poor_terminals() -> None:
    assert spelled("7♠ 8♥ 9♦ 10♣ … ·") == "7S 8H 9D 10C ... -"


@pytest.mark.parametrize(("text", "columns"), [("[red]7♥[/]", 2), ("日本", 4), ("e\u0301", 1), ("", 0)])
def test_the_width_is_that_on_the_screen(text: str, columns: int) -> None:
    assert width(text) == columns
    assert width(padded(text, 9)) == 9


def test_a_sentence_has_a_capital_and_a_stop() -> None:
    assert sentence("[bold]you[/] won") == "[bold]You[/] won."
    assert sentence("is it so?") == "Is it so?"
    assert sentence("[red]red 7[/]") == "[red]Red 7[/]."
    assert capitalised("") == ""


def test_columns_fill_the_width_and_stand_below_each_other() -> None:
    assert in_columns(["a", "bbb", "[red]c[/]", "d"], 13) == ["a    bbb  [red]c[/]", "d"]
    assert in_columns(["too wide for it"], 5) == ["too wide for it"]
    assert in_columns([], 5) == []


@given(MARKED, some.integers(10, 60))
def test_wrapped_lines_hold_every_word_and_fit(text: str, columns: int) -> None:
    lines = wrapped(text, columns, "  ")

    assert " ".join(map(plain, lines)).split() == plain(text).split()
    assert all(width(line) <= columns or " " not in plain(line).strip() for line in lines)


@given(MARKED, some.integers(10, 60))
def test_a_style_goes_on_in_the_next_line(text: str, columns: int) -> None:
    """Each letter has the style that it has in one line."""
    whole = styles_of(text)
    apart = [one for line in wrapped(text, columns, "  ") for one in styles_of(line)]

    assert [one for one in apart if one[0] != " "] == [one for one in whole if one[0] != " "]


def styles_of(text: str) -> list[tuple[str, str]]:
    """Every letter with the last style before it."""
    style, found, rest = "", [], text
    while rest:
        mark = next((name for name in (*STYLES, "/") if rest.startswith(f"[{name}]")), None)
        if mark is not None:
            style, rest = "" if mark == "/" else mark, rest[len(mark) + 2 :]
        else:
            found.append((rest[0], style))
            rest = rest[1:]
    return found
