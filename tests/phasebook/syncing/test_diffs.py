"""Diffs: what patch could apply, and nothing that moves the cursor."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phasebook.syncing.diffs import diff_of, diff_of_words

LINES = st.lists(st.sampled_from(["a", "b", "", "| c |", "-", "+ d"]), max_size=8).map("\n".join)


@pytest.mark.parametrize("final", ["\n", ""])
@pytest.mark.parametrize(
    ("old", "new"), [("a\nb\nc", "a\nc"), ("", "a"), ("a", "b"), ("a\n" * 20 + "b", "a\n" * 20 + "c")]
)
def test_patch_understands_it(tmp_path: Path, old: str, new: str, final: str) -> None:
    (tmp_path / "page").write_text(old + final)
    diff = diff_of("page", old + final, new + final) + "\n"
    done = subprocess.run(["git", "apply", "--unidiff-zero", "-p0"], input=diff.replace("+++ now", "+++ page"),
                          text=True, cwd=tmp_path, check=False, capture_output=True)  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "page").read_text() == new + final


@given(LINES, LINES)
def test_there_is_a_diff_exactly_if_there_is_a_difference(old: str, new: str) -> None:
    assert bool(diff_of("page", old, new)) == (old != new)


def test_other_line_ends_are_said_in_words() -> None:
    assert diff_of("page", "a\nb\n", "a\r\nb\r\n") == "page: only line ends differ"
    assert "\r" not in diff_of("page", "a\r\nb\r\n", "a\r\nc\r\n")


def test_nothing_moves_the_cursor() -> None:
    assert "\x1b" not in diff_of("page", "\x1b[2J\n", "\x07\n")


def test_pictures_differ_sentence_by_sentence() -> None:
    assert diff_of_words("x.svg", "Starts in A. From A, b leads to C.", "Starts in A. From A, b leads to D.") == (
        "--- x.svg, what it says\n+++ what the flow says now\n@@ -1,2 +1,2 @@\n"
        " Starts in A.\n-From A, b leads to C.\n+From A, b leads to D."
    )
    assert diff_of_words("x.svg", "Same. Same.", "Same. Same.") == ""
