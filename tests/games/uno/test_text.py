"""What players of Uno read."""

import pytest
from msgspec.structs import replace

from games.uno import DECK, Play, engine, news
from games.uno.table import Ending, Outcome
from games.uno.text import card_words, in_order, moves_to_ask_about, say_news, say_outcome, show_table
from phasebook.playing.markup import plain
from tests.games.reading import assert_game_reads_well, kinds_of_news, name_for

YOU = name_for(0)
RARE_ITEMS = (news.OpeningCardReplaced("red-7-1"), news.ColourChosen(0, "red"), news.Reshuffled(2))
RARE = {type(item).__name__ for item in RARE_ITEMS}


def test_games_read_well() -> None:
    said = set[str]()
    for preset in ("official", "house"):
        said |= assert_game_reads_well(engine, range(4), preset=preset, players=3)

    assert said | RARE == kinds_of_news(news) - {"OwnHandChanged", "MatchOver"}
    view = engine.view(engine.start(seed=1), 0)
    assert [plain(say_news(item, view, YOU)) for item in RARE_ITEMS] == [
        "red 7 opens", "you chose red", "2 cards of the pile were shuffled, and are drawn again"]  # fmt: skip


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("red-7-2", "[red]red 7[/]"),
        ("blue-draw2-1", "[blue]blue draw 2[/]"),
        ("green-skip-1", "[green]green skip[/]"),
        ("wild-3", "[magenta]wild[/]"),
        ("wild-draw4-1", "[magenta]wild draw 4[/]"),
        ("wild-draw4-1:blue", "[blue]wild draw 4 (blue)[/]"),
    ],
)
def test_cards_are_words_in_their_colour(card: str, words: str) -> None:
    assert card_words(card) == words


def test_every_card_has_words_and_its_place() -> None:
    assert len({card_words(card) for card in DECK}) == 54
    assert [card.split("-")[0] for card in in_order(["wild-1", "blue-1-1", "red-1-1"])] == ["red", "blue", "wild"]


@pytest.mark.parametrize("direction", [1, -1])
def test_seats_stand_in_the_order_of_play_from_ones_own(direction: int) -> None:
    view = replace(engine.view(engine.start(seed=3, players=3), 1), direction=direction)
    row = [plain(line) for line in show_table(view, name_for(1))][1]
    names = [part.rpartition(": ")[0] for part in row.removeprefix("Cards   ").split(" → ")]

    assert names == (["you", "seat 2", "seat 0"] if direction == 1 else ["you", "seat 0", "seat 2"])


def test_every_card_of_the_hand_can_be_asked_about() -> None:
    view = engine.view(engine.start(seed=3), 2)
    plays = [move.card for move in moves_to_ask_about(view) if isinstance(move, Play)]

    assert plays == [card.id for card in view.hand]
    assert moves_to_ask_about(engine.view(engine.start(seed=3), None)) == []


def test_outcomes() -> None:
    assert say_outcome(Outcome(0, Ending.LAST_CARD, (0, 0)), YOU) == "you won: the last card is laid"
    assert say_outcome(Outcome(None, Ending.ABANDONED, (0, 0)), YOU) == "nobody won: the others have left"
