"""What players of One Piece read."""

from games.onepiece import LIBRARY, engine, news
from games.onepiece.table import Outcome, Reason
from games.onepiece.text import moves_to_ask_about, say_outcome, show_table, step_words
from phasebook.playing.markup import plain
from tests.games.reading import assert_game_reads_well, assert_reads_well, kinds_of_news, name_for

YOU = name_for(0)
SILENT = {
    "BattleEnded",
    "CardRested",
    "CardSetActive",
    "DonRested",
    "DonReturned",
    "GameEnded",
    "TriggerQueued",
}
"""What the table shows anyway, or what is announced by what comes of it."""
RARE = {"CostChanged", "HandCostChanged", "HandReturned"}


def test_games_read_well() -> None:
    said = assert_game_reads_well(engine, range(2), most=90)
    said |= assert_game_reads_well(engine, range(2), most=90, preset="official")

    assert said | RARE == kinds_of_news(news) - SILENT | RARE


def test_the_table_shows_both_sides_and_the_hand() -> None:
    lines = [plain(line) for line in show_table(engine.view(engine.start(seed=5), 0), YOU)]

    assert lines[0] == "Before the first turn"
    assert lines[1].startswith("Seat 1   ")
    assert lines[2].startswith("You      ")
    assert lines[-1].startswith("Hand     ")


def test_every_effect_says_what_it_does() -> None:
    said = {step_words(step) for card in LIBRARY.cards.values() for effect in card.effects for step in effect.steps}

    assert "give power to up to 1 own character, +1000 until end of turn" in said
    assert "draw: 1" in said
    for words in said:
        assert_reads_well(words)


def test_nothing_is_asked_about_by_a_spectator() -> None:
    assert moves_to_ask_about(engine.view(engine.start(seed=5), None)) == []


def test_outcomes() -> None:
    assert say_outcome(Outcome(1, 0, Reason.NO_LIFE), YOU) == "you won: damage without life"
    assert say_outcome(Outcome(None, None, Reason.TIME_UP), YOU) == "nobody won: time is up"
