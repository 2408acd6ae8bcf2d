"""Pages connect from where they may, and an origin that no browser would name is not taken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.errors import PhasebookError
from phasebook.tables.origins import allowed, as_browsers_write, is_from_here

AS_BROWSERS_DO = [
    "https://play.example",
    "http://play.example:8080",
    "http://localhost:3000",
    "http://[::1]:8000",
    "https://xn--krten-mua.example",
    "capacitor://localhost",
    "null",
]
SLIPS = {
    "https://play.example/": "https://play.example",
    "https://play.example/games?x=1#top": "https://play.example",
    "HTTPS://Play.Example": "https://play.example",
    "https://play.example:443": "https://play.example",
    "http://play.example:80": "http://play.example",
    "https://somebody@play.example": "https://play.example",
    "https://kärten.example": "https://xn--krten-gra.example",
}
NONE = ["", "*", "play.example", "play.example:8443", "https://", "https://*.play.example", "https://[", "https://a:b"]


@pytest.mark.parametrize("origin", AS_BROWSERS_DO)
def test_origins_are_taken_as_browsers_write_them(origin: str) -> None:
    assert allowed([origin]) == {origin}


def test_a_single_origin_is_not_taken_for_its_letters() -> None:
    assert allowed("https://play.example") == {"https://play.example"}


@pytest.mark.parametrize("origin", SLIPS)
def test_a_slip_is_answered_with_what_is_meant(origin: str) -> None:
    with pytest.raises(PhasebookError, match=f"write {SLIPS[origin]}, as browsers do"):
        allowed(["https://play.example", origin])


@pytest.mark.parametrize("origin", NONE)
def test_what_is_no_origin_is_answered_with_an_example(origin: str) -> None:
    with pytest.raises(PhasebookError, match="is no origin; write scheme and host"):
        allowed([origin])


@given(st.text() | st.text().map("https://{}".format))
def test_what_is_meant_is_an_origin(origin: str) -> None:
    meant = as_browsers_write(origin)

    assert meant is None or as_browsers_write(meant) == meant


@pytest.mark.parametrize(
    ("origin", "host", "is_here"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://127.0.0.1:8000", "127.0.0.1:9000", False),
        ("http://rebound.example:8000", "rebound.example:8000", False),
        ("http://localhost.evil.example", "localhost.evil.example", False),
        ("http://[", "[", False),
        ("null", "null", False),
        ("", "", False),
    ],
)
def test_a_name_that_others_may_let_lead_here_is_not_trusted(origin: str, host: str, is_here: bool) -> None:
    assert is_from_here(origin, host) is is_here
