"""The chart in the repository says what the figures say; marks are by kind; a run without some peers can be drawn."""

import re
from html import unescape

import msgspec

from tests.benchmarks.figures.chart import chart, label, mark_of, words
from tests.benchmarks.figures.run import read
from tests.docs.pages import DOCS

FIGURES = read(DOCS / "benchmarks.json")


def test_the_chart_in_the_repository_is_of_the_figures() -> None:
    """Its shapes are Matplotlib's, which differ from version to version; what it says does not."""
    drawn = (DOCS / "images" / "benchmarks.svg").read_text("utf-8")
    (said,) = re.findall(r"<desc[^>]*>(.*?)</desc>", drawn, re.DOTALL)

    assert unescape(said) == words(FIGURES)


def test_the_chart_is_in_both_themes() -> None:
    drawn = chart(FIGURES)

    assert "prefers-color-scheme:dark" in drawn
    assert {"pb-fill-guard", "pb-fill-accent", "pb-fill-effect", "pb-fill-line"} <= {*re.findall(r"pb-fill-\w+", drawn)}


def test_marks_are_by_kind() -> None:
    names = ("by hand, checked", "sismic", "XState", "OpenSpiel, C++", "Python alone")

    assert [mark_of(name).label for name in names] == [
        "by hand", "library for Python", "library for JavaScript", "OpenSpiel", "the language alone",
    ]  # fmt: skip


def test_a_run_without_peers_can_be_drawn() -> None:
    alone = {key: {column: {name: rate for name, rate in found.items() if name.startswith("phasebook")}
                   for column, found in columns.items()} for key, columns in FIGURES.figures.items()}  # fmt: skip

    assert "A guarded event" in chart(msgspec.structs.replace(FIGURES, figures=alone))


def test_labels_count_in_both_directions() -> None:
    assert [label(value, 0) for value in (0.001, 1, 10_000)] == ["1/1,000×", "1×", "10,000×"]
