"""The picture of game lengths and outcomes."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from fsm.histogram import MOST_BINS, MOST_OUTCOMES, bins, histogram, ranking

SVG = "{http://www.w3.org/2000/svg}"


@given(
    st.text(st.characters(exclude_categories=["C"])),
    st.dictionaries(st.integers(0, 10_000), st.integers(1, 10**9)),
    st.dictionaries(st.text(st.characters(exclude_categories=["C"])), st.integers(1, 10**9)),
)
def test_it_is_well_formed_whatever_is_counted(title: str, lengths: dict[int, int], outcomes: dict[str, int]) -> None:
    picture = ElementTree.fromstring(histogram(title, lengths, outcomes))

    assert picture.tag == f"{SVG}svg"
    assert picture.findtext(f"{SVG}title") == title
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
