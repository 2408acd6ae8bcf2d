"""The parameters of a rule: plain ones by name, all others marked, so that they match nothing."""

from typing import Any

from fsm.declaring.parameters import parameters_of


def plain(game: Any, move: Any) -> None: ...


def others(game: Any, /, *moves: Any, late: Any, **rest: Any) -> None: ...


def test_plain_parameters_are_their_names() -> None:
    assert parameters_of(plain) == ("game", "move")
    assert parameters_of(lambda: None) == ()


def test_others_are_marked() -> None:
    assert parameters_of(others) == ("game/", "*moves", "*, late", "**rest")
