"""The page in the repository is what the code writes of its figures; ratios and words are right for made-up ones."""

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.figures.page import anchor, cells, compared, duration, page, ratios, rounded, section, sides
from tests.benchmarks.figures.peers import BY_NAME, GRAPHVIZ, PROGRAMS
from tests.benchmarks.figures.run import GROUPS, LINES, WORKLOADS, Run, read
from tests.benchmarks.figures.workloads import Column, Line, Row, Workload
from tests.docs.pages import DOCS, anchors, links, table, tables

FIGURES = read(DOCS / "benchmarks.json")
PAGE = (DOCS / "benchmarks.md").read_text("utf-8")


# The page in the repository


def test_the_page_is_what_the_code_writes_of_its_figures() -> None:
    """Written by `make bench`; after a change of words alone: python -m tests.benchmarks --write."""
    assert page(FIGURES) == PAGE


def test_every_version_is_known_or_named_as_missing() -> None:
    assert {*FIGURES.versions, *FIGURES.missing} == {*BY_NAME, *PROGRAMS}
    assert not {*FIGURES.versions} & {*FIGURES.missing}


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.key)
def test_everybody_was_measured_or_is_named_as_missing(workload: Workload) -> None:
    measured = FIGURES.figures[workload.key]

    without = {"SVG"} if GRAPHVIZ in FIGURES.missing else set()
    assert set(measured) == {column.title for column in workload.columns} - without
    for row in workload.rows:
        assert any(row.name in found for found in measured.values()) or row.peer in FIGURES.missing
    assert all(rate > 0 for found in measured.values() for rate in found.values())
    assert {name for found in measured.values() for name in found} <= {row.name for row in workload.rows}


def test_every_workload_and_every_peer_is_on_the_page() -> None:
    titles = re.findall(r"^### (.+)$", PAGE, re.MULTILINE)

    assert titles == [workload.title for group in GROUPS.values() for workload in group]
    assert set(BY_NAME) <= {re.sub(r"\[(.+)\].*", r"\1", row[0]) for row in table("docs/benchmarks.md", "library").rows}
    for found in tables(PAGE):
        if found.head[0] == "who":
            named = {name for row in found.rows for name in row[0].split(", ")}
            assert set(BY_NAME) <= named


def test_the_page_leads_to_its_own_parts_and_to_the_page_of_servers() -> None:
    assert {f"#{anchor(workload.title)}" for workload in WORKLOADS} <= set(links(PAGE))
    assert {anchor(workload.title) for workload in WORKLOADS} <= anchors(PAGE)
    assert "load.md" in links(PAGE)


def test_losses_are_shown() -> None:
    """There are some: a page without one would not be believed, and would not be true."""
    assert any(value < 0.9 for one in LINES for value in ratios(one, FIGURES).values())
    assert "× faster**" in PAGE


def test_a_peer_that_is_missing_is_named_everywhere() -> None:
    gone = {key: {column: {name: rate for name, rate in found.items() if name != "sismic"}
                  for column, found in columns.items()} for key, columns in FIGURES.figures.items()}  # fmt: skip
    versions = {name: version for name, version in FIGURES.versions.items() if name != "sismic"}
    text = page(msgspec.structs.replace(FIGURES, versions=versions, missing={"sismic": "`get it`"}, figures=gone))

    assert "**sismic was not installed**, so it was not measured in this run. To add it: `get it`." in text
    assert "| [sismic](https://github.com/AlexandreDecan/sismic) | not installed |" in text
    assert "| sismic | not installed | `interpreter.queue" in text


# Made-up figures

ROWS = (Row("phasebook", "ours"), Row("phasebook, otherwise", "also ours"), Row("fast", "f"), Row("slow", "s", "slow"))
MADE = Workload(
    "made", "Made up", "Something.", (Column("time", "event"), Column("games", "game", False)), ROWS,
    {"absent": "none here", "gone": "none here"}, lambda effort, names: {},
)  # fmt: skip


def run_of(time: dict[str, float], games: dict[str, float], **more: Any) -> Run:
    return Run(
        "Linux", 2, "3.11.1", **{"versions": {}, "missing": {}} | more, figures={"made": {"time": time, "games": games}}
    )


RUN = run_of(
    {"phasebook": 1e6, "phasebook, otherwise": 2e6, "fast": 4e6, "slow": 1e4},
    {"phasebook": 1000.0, "slow": 990.0, "fast": 12_345.0},
)


def test_a_ratio_is_how_many_times_as_long_it_takes() -> None:
    assert ratios(Line(MADE, MADE.columns[0]), RUN) == {"fast": 0.25, "slow": 100.0}


def test_sides_have_the_furthest_first_and_leave_out_the_same() -> None:
    assert sides(Line(MADE, MADE.columns[0]), RUN) == ("fast: 4.0×", "slow: 100×")
    assert sides(Line(MADE, MADE.columns[1]), RUN) == ("fast: 12×", "—")


def test_cells_say_figure_and_ratio() -> None:
    shown = {row.name: cells(MADE, row, RUN) for row in ROWS}

    assert shown == {
        "phasebook": ["1.0 µs", "1,000 a second"],
        "phasebook, otherwise": ["0.50 µs, **2.0× faster**", "—"],
        "fast": ["0.25 µs, **4.0× faster**", "12,000 a second, **12× faster**"],
        "slow": ["100 µs, 100× slower", "990 a second, the same"],
    }


def test_a_row_whose_peer_is_missing_says_so() -> None:
    assert cells(MADE, ROWS[3], run_of({}, {}, missing={"slow": "get it"})) == ["not installed", "not installed"]


def test_who_has_no_such_thing_is_in_the_table_with_the_reason() -> None:
    assert section(MADE, RUN).endswith("| absent, gone | none | none | none here |\n")


@given(st.floats(1e-6, 1e6))
def test_slower_and_faster_are_each_others_inverse(value: float) -> None:
    there, back = compared(value), compared(1 / value)

    assert there.replace("slower", "faster").strip("*") == back.replace("slower", "faster").strip("*")
    assert ("slower" in there) == (value > 1.05)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(2.34e-8, "0.023 µs"), (3.4e-7, "0.34 µs"), (1e-6, "1.0 µs"), (1.24e-5, "12 µs"), (9.99e-4, "1.0 ms"),
     (0.456, "460 ms"), (3, "3.0 s")],
)  # fmt: skip
def test_times_have_a_unit_that_is_easy_to_read(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


@given(st.floats(0.01, 1e9))
def test_two_digits_are_near_enough(value: float) -> None:
    assert abs(float(rounded(value).replace(",", "")) - value) <= 0.051 * max(value, 1)
