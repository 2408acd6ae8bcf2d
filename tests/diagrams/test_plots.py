"""Plots: axes, units, names that are not cut, and no game lost on the way."""

from xml.etree import ElementTree

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagrams.content.text import clean
from diagrams.plots import (
    MOST_BARS,
    MOST_BINS,
    Interval,
    bars,
    bins,
    boxes,
    five_numbers,
    histogram,
    intervals,
    ranking,
)

SVG = "{http://www.w3.org/2000/svg}"
COUNTS = st.dictionaries(st.integers(-100, 10_000), st.integers(1, 10**9), max_size=30)


def texts(plot: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(plot).iter(f"{SVG}text")]


def words(plot: str) -> str:
    return ElementTree.fromstring(plot).findtext(f"{SVG}desc") or ""


@settings(max_examples=5)
@given(st.text(max_size=60), COUNTS, st.dictionaries(st.text(max_size=200), st.integers(1, 10**9), max_size=20))
def test_plots_are_well_formed_whatever_is_counted(title: str, numbers: dict[int, int], names: dict[str, int]) -> None:
    for plot in (histogram(numbers, title=title, across="moves", up="games"), bars(names, title=title, along="games")):
        assert ElementTree.fromstring(plot).findtext(f"{SVG}title") == clean(title)


def test_a_histogram_has_axes_with_units_and_says_what_it_shows() -> None:
    plot = histogram({3: 7, 4: 1, 5: 1_200}, title="Length of games", across="moves a game", up="games")

    assert {"Length of games", "moves a game", "games", "3", "5", "1,200"} <= set(texts(plot))
    assert words(plot) == "games by moves a game: 1,208 in all, from 3 to 5; the most, 1,200, at 5."


@given(st.dictionaries(st.integers(0, 10_000), st.integers(1, 100), min_size=1))
def test_bins_lose_no_game_and_are_few(counts: dict[int, int]) -> None:
    found = bins(counts)

    assert sum(column.number for column in found) == sum(counts.values())
    assert 1 <= len(found) <= MOST_BINS
    assert found[0].start == min(counts)
    assert found[-1].start <= max(counts) < found[-1].start + found[-1].width


def test_columns_are_as_tall_as_their_numbers() -> None:
    plot = ElementTree.fromstring(histogram({1: 10, 2: 5, 3: 1}, title="", across="moves", up="games"))
    blue = [path.get("d", "").split() for path in plot.iter(f"{SVG}path") if path.get("class") == "pb-fill-guard"]
    heights = [float(d[2]) - float(d[8]) for d in blue]

    assert heights[0] == pytest.approx(2 * heights[1])
    assert heights[0] == pytest.approx(10 * heights[2])


def test_rare_things_are_put_together() -> None:
    found = ranking({f"outcome {number:02}": 100 - number for number in range(20)})

    assert len(found) == MOST_BARS + 1
    assert found[0] == ("outcome 00", 100)
    assert found[-1] == (f"{20 - MOST_BARS} others", sum(100 - number for number in range(MOST_BARS, 20)))


def test_a_long_name_is_folded_and_none_of_it_is_lost_to_screen_readers() -> None:
    name = "seats 0 and 2 won: a reason that takes more than the one line that there is beside a bar"
    plot = bars({name: 3, "$x_1$": 1}, title="Outcomes", along="games")

    assert "seats 0 and 2 won: a reason that" in texts(plot)
    assert "$x_1$" in texts(plot), "a dollar is a dollar"
    assert "3 (75.0%)" in texts(plot)
    assert name in words(plot)


def test_intervals_stand_beside_what_they_are_compared_with() -> None:
    seats = [Interval("seat 0", 0.55, 0.5, 0.6), Interval("seat 1", 0.45, 0.4, 0.5)]
    plot = intervals(seats, title="Wins", along="share of games", beside=0.5, besides="fair", percent=True)

    assert {"seat 0", "seat 1", "fair", "50%"} <= set(texts(plot))
    assert words(plot) == (
        "share of games. seat 0: 55.0% (50.0% to 60.0%); seat 1: 45.0% (40.0% to 50.0%); fair: 50.0%."
    )


@given(st.dictionaries(st.integers(-50, 50), st.integers(1, 9), min_size=1))
def test_the_five_numbers_of_a_box_are_those_of_numpy(counts: dict[int, int]) -> None:
    values = [value for value, count in counts.items() for _ in range(count)]

    assert list(five_numbers(counts)) == numpy.quantile(values, [0, 0.25, 0.5, 0.75, 1], method="inverted_cdf").tolist()


def test_boxes_say_in_words_what_they_show() -> None:
    plot = boxes({"scores 0": {0: 1, 10: 2, 20: 1}, "scores 1": {}}, title="Scores", along="points")

    assert words(plot) == "points. scores 0: from 0 to 20, half of them between 0 and 10, median 10, mean 10.00."
    assert {"scores 0", "points"} <= set(texts(plot))


@pytest.mark.parametrize("number", [1, 10**9])
def test_no_text_is_outside_the_picture(number: int) -> None:
    """Letters of readers' fonts are 5.6 points wide, as a rule."""
    plot = ElementTree.fromstring(bars({"abcdefgh " * 9: number, "a" * 60: 1}, title="Outcomes", along="games"))
    width = float(plot.get("viewBox", "").split()[2])
    for text in plot.iter(f"{SVG}text"):
        wide = 5.6 * len(text.text or "")
        anchor = text.get("text-anchor", "start")
        left = float(text.get("x", "0")) - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]

        assert left >= 0
        assert left + wide <= width
