"""Streams that cannot say everything, and sentences that stay one line."""

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phasebook.cli import streams

TEXTS = st.text(st.characters())  # with surrogates: names of files that are not text


@pytest.fixture(autouse=True, scope="module")
def _prepared() -> None:
    streams.accept_any_text()


@given(TEXTS, st.sampled_from(["ascii", "utf-8", "latin-1", "cp1252", "shift_jis"]))
def test_whatever_is_printed_can_be_written(text: str, encoding: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, errors=streams.ANY_TEXT)
    stream.write(text)
    stream.flush()

    assert raw.getvalue() or not text


@given(st.binary())
def test_the_bytes_of_a_file_name_come_out_as_they_are(name: bytes) -> None:
    printed = name.decode("ascii", "surrogateescape")

    assert printed.encode("ascii", streams.ANY_TEXT) == name


def test_a_letter_that_an_encoding_lacks_is_spelled() -> None:
    assert "é → \udce9".encode("ascii", streams.ANY_TEXT) == b"\\xe9 \\u2192 \xe9"


@given(TEXTS)
def test_a_sentence_is_one_line_that_moves_no_cursor(text: str) -> None:
    line = streams.one_line(text)

    assert line == "" or line.isprintable()
    assert len(line) <= 10 * (streams.LONGEST + 1)
    assert streams.one_line(line) == line or len(text) > streams.LONGEST


@given(st.text(st.characters(categories=["L", "N", "P"]), max_size=50))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert streams.one_line(text) == text


def test_an_endless_message_is_cut() -> None:
    assert streams.one_line("x" * 100_000) == "x" * streams.LONGEST + "…"


class Full(io.StringIO):
    """A stream that takes nothing."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")

    def flush(self) -> None:
        raise OSError(28, "No space left on device")


def test_nobody_complains_about_a_complaint_that_nobody_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Full())
    streams.say("Something is wrong.")

    with pytest.raises(OSError, match="No space"):
        print("That stream is full indeed.", file=sys.stderr)
