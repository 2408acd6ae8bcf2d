"""What can be typed at a decision, and what comes of it."""

from pathlib import Path

import pytest

from tests.phasebook.playing.harness import Played, answers_in, turns_in

SMALL = "goofspiel --preset small --seed 3"
BELOTE = "belote --seed 5 --seats 1"


def test_a_turn_shows_the_phase_the_news_the_table_and_the_moves(played: Played) -> None:
    (turn,) = turns_in(played(f"{SMALL} --policy first", "quit"))

    assert turn.startswith("Goofspiel · Round: Secret bids ─")
    assert "\n  Prize      4   still to come: 1 2 3\n" in turn
    assert "\n  You        1 2 3 4   has 0 points\n" in turn
    assert "\n  Bid\n    1 card 1    2 card 2    3 card 3    4 card 4\n" in turn
    assert turn.endswith("\n> quit\nGood-bye.\n")


def test_a_number_or_words_make_a_move(played: Played) -> None:
    by_number, by_words = (played(f"{SMALL} --policy first", line) for line in ("3", "card 3"))

    assert by_number.replace("> 3", "> card 3") == by_words
    assert "you bid 3, seat 1 bid 1" in by_number


def test_the_hint_comes_once(played: Played) -> None:
    assert played(SMALL, "1", "1", "1").count("? shows what else") == 1


def test_help_names_everything_that_can_be_typed(played: Played) -> None:
    shown = answers_in(played(SMALL, "?"), "?")

    for typed in ("a number", "why MOVE", "moves", "view", "log", "undo", "save FILE", "quit"):
        assert f"\n  {typed} " in f"\n{shown}"


def test_moves_and_view_show_them_again(played: Played) -> None:
    shown = played(SMALL, "moves", "view")

    assert answers_in(shown, "moves").strip().startswith("Bid\n    1 card 1")
    assert answers_in(shown, "view").strip().startswith("Prize ")


def test_the_log_is_what_this_seat_has_heard(played: Played) -> None:
    shown = played(f"{SMALL} --policy first", "log", "2", "log")

    assert answers_in(shown, "log").strip() in ("Nothing has happened yet.", "Seat 1 chose.")
    assert "You won 4: you bid 2, seat 1 bid 1." in shown.split("> log\n")[2]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("9", "There is no move 9; the numbers are 1 to 4."),
        ("0", "There is no move 0; the numbers are 1 to 4."),
        ("dance", "No move has these words; moves lists them, ? shows what can be typed."),
        ("save", "Name a file: save FILE."),
        ("why 9", "No move has these words; why without a move lists all there are."),
        ("why dance", "No move has these words; why without a move lists all there are."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(played: Played, line: str, answer: str) -> None:
    assert answers_in(played("goofspiel --preset small --seed 0", line), line).startswith(answer)


def test_words_that_mean_several_moves_list_them(played: Played) -> None:
    shown = answers_in(played(BELOTE, "90"), "90")

    assert shown.startswith("That can mean 4 moves; type the number, or more of its words:\n")
    assert shown.count("Bid: 90") == 4


def test_an_empty_line_asks_again(played: Played) -> None:
    assert played(SMALL, "", "quit").endswith("> \n> quit\nGood-bye.\n")


# Why


def test_why_explains_a_move_by_number_by_words_and_by_fields(played: Played) -> None:
    shown = played(SMALL, "why 3", "why card 3", "why bid card=9")

    assert answers_in(shown, "why 3") == answers_in(shown, "why card 3")
    assert answers_in(shown, "why 3").startswith("  Bid: card 3: possible\n")
    assert answers_in(shown, "why bid card=9").startswith("  Bid: not possible. You do not hold that card.\n")


def test_why_alone_lists_what_else_there_is(played: Played) -> None:
    assert answers_in(played(BELOTE, "why"), "why").splitlines()[:3] == [
        "  Coinche: There is no bid to coinche yet.",
        "  Surcoinche: Nobody has coinched, so there is nothing to surcoinche.",
        "  Play a card: No trick is in progress: the auction is not over.",
    ]
    assert "possible now" in answers_in(played(SMALL, "why"), "why")


def test_a_card_that_cannot_be_played_says_why_not(played: Played) -> None:
    """Typed as if it could: the hand is not the menu."""
    shown = played("discard --seed 1", "end the turn")

    assert answers_in(shown, "end the turn").startswith("  End the turn: not possible. Deal this turn's hand first.\n")


def test_a_bid_that_is_too_low_says_so(played: Played) -> None:
    shown = played("belote --seed 3 --seats 1,2", "90h", "80s")

    assert "not possible. " in answers_in(shown, "80s")
    assert "✗ bid is higher" in answers_in(shown, "80s")


def test_a_move_typed_without_its_fields_says_how_to_type_it(played: Played) -> None:
    said = answers_in(played(BELOTE, "why bid value=80"), "why bid value=80")

    assert said.startswith("Object missing required field `suit`. Type it as bid value=… suit=….\n")


# Taking back, saving, leaving


def test_without_a_move_there_is_nothing_to_take_back(played: Played) -> None:
    assert answers_in(played(BELOTE, "undo"), "undo").startswith("There is no move to take back.")


def test_undo_takes_a_move_back_that_showed_nothing(played: Played) -> None:
    shown = played("discard --seed 1", "1", "1", "undo", "undo")

    assert "The last move was taken back." in shown
    assert answers_in(shown.split("> undo\n", 1)[1], "undo").startswith("That move has shown you something; it stays.")


def test_save_keeps_the_game_as_it_stands(played: Played, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    shown = played(f"{SMALL} --policy first", "1", f"save {path}", f"save {path}", "save /nowhere/x")
    again = played(f"goofspiel --resume {path} --policy first")

    assert f"Saved. To go on another time:\n  phasebook play goofspiel --resume {path} --policy first\n" in shown
    assert "/nowhere/x" in shown.rsplit("> save", 1)[1]
    assert turns_in(again)[0].split("Prize")[1][:130] == turns_in(shown)[1].split("Prize")[1][:130]


@pytest.mark.parametrize("line", ["quit", "exit", "QUIT", "q"])
def test_quit_asks_nothing(played: Played, line: str) -> None:
    assert played(SMALL, line).endswith(f"> {line}\nGood-bye.\n")


def test_many_moves_of_a_kind_are_folded_unless_they_are_the_first(played: Played) -> None:
    shown = played("discard --seed 1", "moves")

    assert "\n    2 to 32 Change the settings: hand of 1 … discard 20 (moves shows all)\n" in shown
    assert "31 discard 19\n   32 discard 20\n" in answers_in(shown, "moves")
    assert "36 160♣" in played("belote --seed 2 --seats 1")
