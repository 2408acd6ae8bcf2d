"""The picture of game lengths and outcomes."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagrams.content.text import clean
from diagrams.histogram import LEFT, MOST_BINS, MOST_OUTCOMES, TALLEST, TOP, WIDTH, bins, histogram, ranking

SVG = "{http://www.w3.org/2000/svg}"


def bars(picture: str) -> list[ElementTree.Element]:
    return [rect for rect in ElementTree.fromstring(picture).iter(f"{SVG}rect") if rect.get("class") == "bar"]


@given(
    st.text(),
    st.dictionaries(st.integers(0, 10_000), st.integers(1, 10**9)),
    st.dictionaries(st.text(), st.integers(1, 10**9)),
)
def test_it_is_well_formed_whatever_is_counted(title: str, lengths: dict[int, int], outcomes: dict[str, int]) -> None:
    picture = ElementTree.fromstring(histogram(title, lengths, outcomes))

    assert picture.tag == f"{SVG}svg"
    assert picture.findtext(f"{SVG}title") == clean(title)
    bars = [rect for rect in picture.iter(f"{SVG}rect") if rect.get("class") == "bar"]
    assert len(bars) == len(bins(lengths)) + len(ranking(outcomes))


@given(st.dictionaries(st.integers(0, 10_000), st.integers(1, 100), min_size=1))
def test_bins_lose_no_game_and_are_few(lengths: dict[int, int]) -> None:
    found = bins(lengths)

    assert sum(games for _, games in found) == sum(lengths.values())
    assert 1 <= len(found) <= MOST_BINS
    assert found[0][0].split(" ")[0] == str(min(lengths))


def test_rare_outcomes_are_put_together() -> None:
    found = ranking({f"outcome {number:02}": 100 - number for number in range(20)})

    assert len(found) == MOST_OUTCOMES + 1
    assert found[0] == ("outcome 00", 100)
    assert found[-1] == ("all others", sum(100 - number for number in range(MOST_OUTCOMES, 20)))


def test_it_speaks_to_screen_readers_and_to_dark_rooms() -> None:
    text = histogram("Games", {3: 7, 4: 1}, {"x wins": 5, "o wins": 3})
    picture = ElementTree.fromstring(text)

    assert picture.get("role") == "img"
    assert picture.get("aria-labelledby") == "title desc"
    assert picture.findtext(f"{SVG}desc") == "Most games (7) have 3 moves. x wins: 5 games; o wins: 3 games."
    assert "prefers-color-scheme: dark" in text


def test_a_long_outcome_is_cut_and_its_tooltip_is_not() -> None:
    name = "a very long outcome that nobody can read beside a bar"
    text = histogram("Games", {1: 1}, {name: 1})

    assert f"{name[:25]}…" in text
    assert f"{name}: 1 games" in text


@given(st.dictionaries(st.text("abc", min_size=1), st.integers(1, 10**6), min_size=1, max_size=8))
def test_lying_bars_are_as_long_as_their_numbers_and_leave_room_for_them(outcomes: dict[str, int]) -> None:
    rects = bars(histogram("Games", {}, outcomes))
    widths = [float(rect.get("width", "")) for rect in rects]
    most = max(outcomes.values())

    assert max(widths) == WIDTH - LEFT - 100
    for width, (_, games) in zip(widths, ranking(outcomes), strict=True):
        assert width == pytest.approx(max(widths) * games / most, abs=0.1)
    assert {rect.get("x") for rect in rects} == {f"{LEFT:.1f}"}


def test_the_first_and_the_last_column_are_named_below_their_ends() -> None:
    picture = histogram("Games", {3: 7, 4: 1, 5: 2}, {})
    placed = {text.text: text for text in ElementTree.fromstring(picture).iter(f"{SVG}text")}
    columns = bars(picture)
    floor = float(columns[0].get("y", "")) + float(columns[0].get("height", ""))

    assert placed["3"].get("x") == columns[0].get("x")
    assert placed["3"].get("text-anchor") == "start"
    assert placed["5"].get("x") == f"{WIDTH - 16:.1f}"
    assert placed["5"].get("text-anchor") == "end"
    assert placed["3"].get("y") == placed["5"].get("y") == f"{floor + 18:.1f}"
    assert "4" not in placed


@given(st.dictionaries(st.integers(0, 500), st.integers(1, 10**6), min_size=1))
def test_upright_bars_are_as_tall_as_their_numbers_and_stand_on_one_line(lengths: dict[int, int]) -> None:
    columns = bars(histogram("Games", lengths, {}))
    most = max(games for _, games in bins(lengths))

    for column, (_, games) in zip(columns, bins(lengths), strict=True):
        height = float(column.get("height", ""))
        assert height == pytest.approx(TALLEST * games / most, abs=0.1)
        assert float(column.get("y", "")) + height == pytest.approx(TOP + TALLEST, abs=0.2)
