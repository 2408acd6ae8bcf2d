"""Saved games: round trips, transient fields, and files that are torn, foreign or tampered with."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, SaveError, Snapshot
from fsm.saves import Save, digest_of
from tests.fsm.samples import MOVES, Ask, Earn, Enter, Grin, Market, Purse, market, new_purse, walk

here = walk(Earn(), Enter(), Ask())


def doctored(reseal: bool = True, **change: Any) -> bytes:
    """A save with something changed, its digest made to fit again."""
    save = msgspec.structs.replace(msgspec.json.decode(market.dump(here), type=Save), **change)
    return msgspec.json.encode(msgspec.structs.replace(save, digest=digest_of(save)) if reseal else save)


def test_a_save_is_loaded_as_it_was() -> None:
    assert market.load(market.dump(here)) == here
    assert market.load(market.dump(here).decode()) == here


def test_a_save_names_flow_version_and_fingerprint() -> None:
    save = msgspec.json.decode(market.dump(here))

    assert (save["flow"], save["version"], save["fingerprint"]) == ("Market", 1, market.chart.fingerprint)


def test_transient_fields_are_dropped_and_start_anew() -> None:
    smiling = walk(Earn(), Grin())
    data = market.dump(smiling)

    assert b"mood" not in data
    assert (smiling.game.mood, market.load(data).game.mood) == ("smiling", "")


def test_saving_is_the_same_in_two_engines_of_one_flow() -> None:
    twin = Engine(Market, moves=MOVES, new=new_purse, transient=("mood",))

    assert twin.load(market.dump(here)) == here


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This is not a saved game of Market"),
        (b"null", "This is not a saved game of Market"),
        (b"{}", "missing required field"),
        (b"\xff", "This is not a saved game of Market"),
        (market.dump(here)[:-20], "This is not a saved game of Market"),
        (doctored(format="phasebook save 9"), "format is 'phasebook save 9'"),
        (doctored(flow="Chess"), "is of the flow 'Chess'"),
        (doctored(version=2), "has version 2, Market has 1"),
        (doctored(fingerprint="0" * 16), "another definition of Market"),
        (doctored(reseal=False, phase="street"), "was changed after it was written"),
        (doctored(reseal=False, game={"coins": 99, "diary": []}), "was changed after it was written"),
        (doctored(phase="moon"), "in phase 'moon', which Market cannot be in"),
        (doctored(phase="shop"), "in phase 'shop', which Market cannot be in"),
        (doctored(game={"coins": "many"}), "does not fit: Expected `int`"),
        (doctored(game={"coins": -1, "diary": []}), "breaks the rule 'coins_are_never_owed'"),
    ],
)
def test_a_bad_save_is_a_clear_error(data: bytes, sentence: str) -> None:
    with pytest.raises(SaveError, match=sentence):
        market.load(data)


@given(st.binary(max_size=200))
def test_no_bytes_whatever_crash_the_loader(data: bytes) -> None:
    with pytest.raises(SaveError):
        market.load(data)


@given(st.integers(0, len(market.dump(here)) - 1), st.integers(1, 255))
def test_any_changed_byte_is_noticed_or_harmless(place: int, flip: int) -> None:
    data = bytearray(market.dump(here))
    data[place] ^= flip
    try:
        loaded: Snapshot[Purse] | None = market.load(bytes(data))
    except SaveError:
        loaded = None

    assert loaded in (None, here)
