"""The legend: the signs that a picture uses, and no others."""

from diagrams.content.legend import legend_of_calls, legend_of_signs
from fsm.reading import read
from tests.diagrams.flows import Contract, Varied
from tests.diagrams.special_flows import Auction, Duel, Inward, Windows


def test_flows_without_special_rows_need_no_legend() -> None:
    assert list(legend_of_signs(read(Contract), "↕")) == list(legend_of_signs(read(Varied), "↕")) == []


def test_what_is_used_is_explained_once() -> None:
    found = dict(legend_of_signs(read(Auction), "↕"))

    assert list(found) == ["when done", "each of", "may change", "×", "↓", "↕"]
    assert found["↓"] == "goes on inside its box, which is not left"
    assert list(dict(legend_of_signs(read(Inward), "↕"))) == ["call", "when done"]


def test_calls_are_explained_as_they_are_drawn() -> None:
    assert [sign for sign, _ in legend_of_calls(read(Windows))] == ["call"]
    assert [sign for sign, _ in legend_of_calls(read(Duel))] == ["call", "call and back"]
    assert list(legend_of_calls(read(Auction))) == []
