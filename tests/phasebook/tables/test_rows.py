import pytest

from phasebook.tables.rows import LARGEST, LONGEST_NAME, StorageError, check
from tests.phasebook.tables.logs import row


@pytest.mark.parametrize(
    "good",
    [
        row(),
        row(LARGEST, time=LARGEST, deadline=LARGEST),
        row(seat=None, time=0, deadline=0),
        row(request="x" * LONGEST_NAME, table="\U0001f0a1" * LONGEST_NAME),
        row(kind="", content=b"\0\xff", fingerprint=""),
    ],
)
def test_a_row_that_every_store_can_keep_is_accepted(good: object) -> None:
    check(good)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"table": ""}, "between 1 and 200 characters"),
        ({"request": ""}, "between 1 and 200 characters"),
        ({"table": "x" * 201}, "between 1 and 200 characters"),
        ({"request": "x" * 201}, "between 1 and 200 characters"),
        ({"seat": "\0"}, "leave out NUL"),
        ({"request": "a\0b"}, "leave out NUL"),
        ({"kind": "\ud800"}, "lone surrogates"),
        ({"fingerprint": "\udfff"}, "lone surrogates"),
        ({"n": 0}, "from 1"),
        ({"n": LARGEST + 1}, "from 1"),
        ({"time": -1}, "from 0"),
        ({"time": LARGEST + 1}, "from 0"),
        ({"deadline": -1}, "from 0"),
        ({"deadline": LARGEST + 1}, "from 0"),
    ],
)
def test_what_some_store_cannot_keep_is_refused_by_all(changes: dict[str, object], words: str) -> None:
    with pytest.raises(StorageError, match=words):
        check(row(**changes))  # type: ignore[arg-type]
