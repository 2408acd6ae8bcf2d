"""Which move is meant by what was typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.belote import engine as belote
from games.uno import Draw, JumpIn, Leave, Play
from phasebook.playing.menu import Menu, simple
from phasebook.playing.texts import texts_of

CARDS = {"red-7-1": "[red]red 7[/]", "red-7-2": "[red]red 7[/]", "red-skip-1": "red skip", "blue-7-1": "blue 7"}


def menu() -> Menu:
    plays = [Play(0, card) for card in CARDS]
    return Menu([Leave(0), *plays[:2], Draw(0), *plays[2:]], lambda move: CARDS.get(getattr(move, "card", ""), ""))


def bids() -> Menu:
    snapshot, texts = belote.start(seed=7), texts_of(belote)
    view = belote.view(snapshot, 1)
    return Menu(belote.legal_moves(snapshot, 1), lambda move: texts.payload(move, view, str))


def test_moves_are_numbered_by_kind_and_giving_up_is_last() -> None:
    assert [(entry.number, entry.words) for entry in menu().entries] == [
        (1, "Play a card: [red]red 7[/]"),
        (2, "Play a card: red skip"),
        (3, "Play a card: blue 7"),
        (4, "Draw a card"),
        (5, "Leave"),
    ]
    assert [(title, len(entries)) for title, entries in menu().groups()] == [
        ("Play a card", 3), ("Draw a card", 1), ("Leave", 1)]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("red 7", [1]),
        ("Red 7", [1]),
        ("play a card: red 7", [1]),
        ("skip", [2]),
        ("7", [1, 3]),
        ("blue", [3]),
        ("blu", [3]),
        ("card", [1, 2, 3, 4]),
        ("draw", [4]),
        ("lea", []),
        ("leave", [5]),
        ("a", [1, 2, 3, 4]),
        ("green", []),
        ("", []),
        ("red", [1, 2]),
    ],
)
def test_words_select_a_move_if_only_one_has_them(text: str, numbers: list[int]) -> None:
    assert [entry.number for entry in menu().matching(text)] == numbers


@pytest.mark.parametrize("text", ["0", "6", "-1", "1.0", "one", "¹", "٣", "9" * 5000])
def test_only_the_numbers_shown_are_numbers(text: str) -> None:
    assert menu().numbered(text) is None


def test_what_two_moves_carry_means_both() -> None:
    both = Menu([Play(0, "red-7-1"), JumpIn(0, "red-7-1")], lambda move: "red 7")

    assert [entry.number for entry in both.matching("red 7")] == [1, 2]
    assert [entry.number for entry in both.matching("jump in: red 7")] == [2]


def test_a_suit_can_be_typed_as_its_letter() -> None:
    assert [entry.words for entry in bids().matching("90h")] == ["Bid: 90[red]♥[/]"]
    assert bids().matching("90♥") == bids().matching("90h")


@given(some.text())
def test_no_text_is_too_strange(text: str) -> None:
    found = menu().matching(text)

    assert simple(simple(text)) == simple(text)
    assert all(entry in menu().entries for entry in found)
