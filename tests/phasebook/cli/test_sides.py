"""The two sides of a comparison, as options say."""

from argparse import Namespace
from typing import Any

import pytest

from fsm import PhasebookError
from phasebook.cli.sides import first_side, second_side


def options(**given: Any) -> Namespace:
    usual: dict[str, Any] = {
        "preset": None, "set": [], "policy": [], "max_moves": 100, "without": [], "giving_up": False, "check": None,
        "invariants": "sample", "compare": [],
    }  # fmt: skip
    return Namespace(**(usual | given))


def test_the_first_side_is_as_the_options_say() -> None:
    side = first_side(options(preset="small", set=["cards=5"], policy=["first", "0=random"], without=["fold"]))

    assert side == {
        "policy": "first", "seats": {"0": "random"}, "settings": {"preset": "small", "cards": 5}, "max_moves": 100,
        "without": ["fold"], "giving_up": False, "check": 16,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "name", "value"),
    [
        ("preset=ffb", "settings", {"preset": "ffb", "cards": 5}),
        ("set=cards=7", "settings", {"preset": "small", "cards": 7}),
        ("set=title=a=b", "settings", {"preset": "small", "cards": 5, "title": "a=b"}),
        ("policy=first", "policy", "first"),
        ("policy=1=first", "seats", {"0": "reckless", "1": "first"}),
        ("policy=0=first", "seats", {"0": "first"}),
        ("without=bid", "without", ["fold", "bid"]),
        ("max-moves=7", "max_moves", 7),
        ("giving-up=yes", "giving_up", True),
    ],
)
def test_the_second_side_differs_in_one_thing(change: str, name: str, value: object) -> None:
    given = options(preset="small", set=["cards=5"], policy=["0=reckless"], without=["fold"], compare=[change])
    first, second = first_side(given), second_side(given)

    assert second == {**first, name: value}


def test_several_changes_are_one_second_side() -> None:
    side = second_side(options(compare=["preset=ffb", "set=x=1", "set=y=2", "policy=first"]))

    assert (side["settings"], side["policy"]) == ({"preset": "ffb", "x": 1, "y": 2}, "first")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("colour=red", "'colour=red' changes nothing; write --compare OPTION=VALUE with one of preset, set, policy"),
        ("preset", "changes nothing"),
        ("preset=", "changes nothing"),
        ("set=5", "'5' is not a setting; write --set name=value"),
        ("max-moves=many", "'many' is no number of moves"),
        ("giving-up=maybe", "neither yes nor no"),
        ("policy==first", "is no policy of a seat"),
    ],
)
def test_what_makes_no_second_side_is_one_sentence(change: str, sentence: str) -> None:
    with pytest.raises(PhasebookError, match=sentence):
        second_side(options(compare=[change]))
