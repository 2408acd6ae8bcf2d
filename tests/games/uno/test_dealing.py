"""A new match, its settings, and its opening card."""

import pytest

from fsm import SettingsError
from games.uno import DECK, ChooseColour, Draw, engine, new_game
from tests.games.uno.tables import after, opened_with, reason

# Settings


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 1}, "Uno needs 2 to 10 players, not 1."),
        ({"players": 11}, "Uno needs 2 to 10 players, not 11."),
        ({"hand_size": 6}, "A starting hand must have 5, 7 or 10 cards, not 6."),
        ({"score_limit": 250}, "The score limit must be 100, 200, 300, 500 or none, not 250."),
        ({"preset": "strict"}, "There is no preset 'strict'; choose one of seed, official, house, small."),
        ({"seed": -1}, "The seed must be a whole number"),
        ({"jokers": 2}, "There is no setting 'jokers'"),
        ({"stacking": "yes"}, "The setting 'stacking' does not fit"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_reason(settings: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        engine.start(**settings)  # type: ignore[arg-type]  # any keyword may come

    assert str(caught.value).startswith(message)


def test_the_official_preset_plays_to_500() -> None:
    assert engine.start(seed=0, preset="official").game.settings.score_limit == 500


# The deal


def test_ten_players_with_ten_cards_leave_seven_in_the_deck() -> None:
    start = next(s for s in (engine.start(seed=n, players=10, hand_size=10) for n in range(99)) if s.game.player == 0)

    assert start.game.player_card_counts == (10,) * 10
    assert len(start.game.deck) == 7


# The opening card


def test_an_opening_number_leaves_the_turn_with_the_base_seat() -> None:
    assert opened_with("5").game.player == 0


def test_an_opening_skip_skips_the_base_seat() -> None:
    assert opened_with("skip").game.player == 1


def test_an_opening_reverse_turns_round_and_starts_before_the_base_seat() -> None:
    game = opened_with("reverse").game

    assert (game.direction, game.player) == (-1, 3)


def test_an_opening_draw_two_makes_the_base_seat_draw_and_the_next_start() -> None:
    game = opened_with("draw2").game

    assert game.player_card_counts == (9, 7, 7, 7)
    assert game.player == 1


def test_an_opening_wild_has_no_colour_and_the_base_seat_plays() -> None:
    game = opened_with("wild").game

    assert (game.active_colour, game.player) == (None, 0)


def test_an_opening_wild_draw_four_goes_back_into_the_deck() -> None:
    """Of many deals some turn one over first; no round begins with one."""
    games = [engine.start(seed=seed).game for seed in range(300)]

    assert any(game.draws > 1 for game in games)
    assert not any(game.pile[0].startswith("wild-draw4") for game in games)
    assert all(sorted((*game.deck, *game.pile, *sum(game.hands, ()))) == sorted(DECK) for game in games)


def test_an_opening_skip_with_two_players_gives_the_turn_to_the_other() -> None:
    assert opened_with("skip", players=2).game.player == 1


def test_an_opening_reverse_with_two_players_gives_the_turn_to_the_other() -> None:
    assert opened_with("reverse", players=2).game.player == 1


# Its colour


def test_the_first_player_names_the_colour_of_an_opening_wild() -> None:
    start = opened_with("wild", preset="official")

    end = after(start, ChooseColour(0, "yellow"))

    assert start.phase == "round.naming"
    assert end.game.active_colour == "yellow"
    assert end.game.player == 0


def test_only_the_first_player_names_it_and_only_one_of_four() -> None:
    start = opened_with("wild", preset="official")

    assert reason(start, ChooseColour(1, "yellow")) == "It is not your turn."
    assert reason(start, ChooseColour(0, "pink")) == "Name red, blue, green or yellow."
    assert reason(start, Draw(0)) == "Choose the colour of the opening wild first."


def test_the_short_deck_is_for_two_players_with_five_cards() -> None:
    table = new_game(seed=1, preset="small")

    assert (table.settings.players, table.settings.hand_size) == (2, 5)
    with pytest.raises(SettingsError, match="The short deck has 12 cards, and 15 are needed"):
        new_game(seed=1, preset="small", hand_size=7)
