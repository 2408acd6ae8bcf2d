"""Turns at their edges: refusals and their order, the last card, short decks, two and ten players, opening cards."""

from itertools import product
from typing import Any

import pytest

from fsm import Engine, Refusal, RefusalKind, SettingsError
from games.uno import DECK, PRESETS, Draw, JumpIn, Leave, NextRound, Play, Settings, Table, engine
from games.uno.cards import POINTS
from tests.games.uno.tables import after, opened_with, position, reason

HAND = ("blue-1-1", "blue-2-1", "wild-1", "red-9-1")
NOT_YOUR_TURN = "It is not your turn."
NOT_HELD = "You do not hold that card."
NO_FIT = "That card does not fit: match the top card's colour or symbol, or play a wild."
COLOUR = "Name red, blue, green or yellow with a wild, and no colour with any other card."


# Refusals


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (Play(1, "red-1-1"), NOT_YOUR_TURN),
        (Play(9, "red-1-1"), NOT_YOUR_TURN),
        (Play(-1, "red-1-1"), NOT_YOUR_TURN),
        (Draw(1), NOT_YOUR_TURN),
        (Play(0, "red-3-1"), NOT_HELD),
        (Play(0, "no such card"), NOT_HELD),
        (Play(0, "blue-1-1"), NO_FIT),
        (Play(0, "wild-1"), COLOUR),
        (Play(0, "wild-1", "purple"), COLOUR),
        (Play(0, "red-9-1", "red"), COLOUR),
        (Leave(7), "There is nobody at that seat."),
        (NextRound(), "The round is not over yet."),
    ],
)
def test_a_wrong_move_is_refused_with_its_reason(move: Play, message: str) -> None:
    start = position(HAND, ("red-1-1",), top="red-5-1")

    assert reason(start, move) == message


def test_of_several_broken_rules_the_first_is_named() -> None:
    """The turn before the hand, the hand before the fit, the fit before the colour."""
    start = position(HAND, ("red-1-1",), top="red-5-1")

    assert reason(start, Play(1, "blue-3-1", "red")) == NOT_YOUR_TURN
    assert reason(start, Play(0, "blue-3-1", "red")) == NOT_HELD
    assert reason(start, Play(0, "blue-1-1", "red")) == NO_FIT
    assert reason(start, Play(0, "red-9-1", "red")) == COLOUR


def test_nothing_is_played_after_the_end() -> None:
    over = after(position(("red-9-1",), ("red-1-1",), top="red-5-1"), Play(0, "red-9-1"))

    assert over.phase == "match_over"
    for move in (Play(1, "red-1-1"), Draw(1), Leave(1), NextRound()):
        assert reason(over, move) == "The match is over."


def test_a_seat_must_be_a_whole_number() -> None:
    start = position(HAND, ("red-1-1",), top="red-5-1")

    answer = engine.step(start, Draw("0"))  # type: ignore[arg-type]  # that is the point

    assert isinstance(answer, Refusal)
    assert answer.kind is RefusalKind.MALFORMED


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 1}, "Uno is for 2 to 10 players, not 1."),
        ({"players": 11}, "Uno is for 2 to 10 players, not 11."),
        ({"hand_size": 6}, "A starting hand has 5, 7 or 10 cards, not 6."),
        ({"score_limit": 250}, "The score limit is 100, 200, 300, 500 or none, not 250."),
        ({"preset": "strict"}, "There is no preset 'strict'; choose one of seed, official."),
        ({"seed": -1}, "The seed must be a whole number"),
        ({"jokers": 2}, "There is no setting 'jokers'"),
        ({"stacking": "yes"}, "These settings do not fit"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_reason(settings: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        engine.start(**settings)  # type: ignore[arg-type]  # any keyword may come

    assert str(caught.value).startswith(message)


# The last card: its effect, the win, and then no turn any more

LAST_CARDS = ["red-9-1", "red-skip-1", "red-reverse-1", "red-draw2-1", "wild-1", "wild-draw4-1"]
ALL_VARIANTS: list[dict[str, Any]] = [
    {},
    {"preset": "official"},
    {"stacking": True},
    {"jump_in": True},
    {"seven_zero": True},
    {"preset": "official", "force_play": True, "stacking": True, "jump_in": True, "seven_zero": True},
]


@pytest.mark.parametrize("settings", ALL_VARIANTS)
@pytest.mark.parametrize("limit", [None, 500])
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("card", LAST_CARDS)
def test_after_the_last_card_the_turn_stays_with_the_winner(
    card: str, players: int, direction: int, limit: int | None, settings: dict[str, Any]
) -> None:
    others = [(f"green-{number}-1",) for number in range(1, players)]
    hands = (others[0], (card,), *others[1:])
    start = position(*hands, top="red-5-1", turn=1, direction=direction, **{**settings, "score_limit": limit})

    end = after(start, Play(1, card, "blue" if card.startswith("wild") else None))

    drawn = {"red-draw2-1": 2, "wild-draw4-1": 4}.get(card, 0)
    victim = (1 + direction) % players
    assert (end.game.player, end.game.winner) == (1, 1)
    assert end.game.direction == (-direction if "reverse" in card else direction)
    assert end.game.player_card_counts == tuple(
        0 if seat == 1 else 1 + (drawn if seat == victim else 0) for seat in range(players)
    )
    assert end.phase == ("match_over" if limit is None else "round_over")


def test_a_last_card_that_jumps_in_wins_for_who_laid_it() -> None:
    start = position(HAND, ("red-1-1",), ("red-reverse-2",), top="red-reverse-1", jump_in=True)

    end = after(start, JumpIn(2, "red-reverse-2"))

    assert (end.game.player, end.game.winner, end.game.direction) == (2, 2, -1)


# Whose turn it is

RULES = ("play_drawn_card", "challenges", "uno_calls", "name_opening_colour")
HOUSE = ("force_play", "stacking", "jump_in", "seven_zero")
COMBINATIONS: list[dict[str, Any]] = [
    dict(zip(RULES + HOUSE, flags, strict=True)) for flags in product((False, True), repeat=8)
]


def out_of_turn(settings: dict[str, Any], engine: Engine[Table]) -> set[str]:
    """What is said to a seat that plays or draws out of turn, with cards that fit and that do not, held or not."""
    cards = ("red-1-1", "blue-6-1", "wild-2", "red-5-2", "no such card")
    start = position(HAND, ("red-1-1", "blue-6-1", "wild-2"), ("red-5-2",), top="red-5-1", **settings)
    moves = [Draw(seat) for seat in (1, 2, 3, -1)]
    plays = [Play(seat, card, colour) for seat in (1, 2, 3, -1) for card in cards for colour in (None, "red", "pink")]
    answers = [engine.step(start, move) for move in (*moves, *plays)]
    return {answer.message if isinstance(answer, Refusal) else "accepted" for answer in answers}


@pytest.mark.parametrize("part", range(8))
def test_out_of_turn_is_refused_as_such_whatever_is_agreed(part: int) -> None:
    """For every combination of official extras and house rules, asked of the engine for all of them."""
    for settings in COMBINATIONS[part::8]:
        assert out_of_turn(settings, engine) == {NOT_YOUR_TURN}, settings


@pytest.mark.parametrize("part", range(8))
def test_out_of_turn_is_refused_as_such_by_specialised_engines(part: int) -> None:
    """For every combination, asked of the engine that was made for it."""
    for settings in COMBINATIONS[part::8]:
        special = engine.for_settings(Settings(players=3, **settings))
        assert out_of_turn(settings, special) == {NOT_YOUR_TURN}, settings


@pytest.mark.parametrize("preset", PRESETS)
def test_out_of_turn_is_refused_as_such_in_every_preset(preset: str) -> None:
    special = engine.for_settings(engine.start(preset=preset, players=3).game.settings)

    assert out_of_turn({"preset": preset}, engine) == {NOT_YOUR_TURN}
    assert out_of_turn({"preset": preset}, special) == {NOT_YOUR_TURN}


@pytest.mark.parametrize("part", range(8))
def test_of_several_broken_rules_the_first_is_named_whatever_is_agreed(part: int) -> None:
    for settings in COMBINATIONS[part::8]:
        start = position(HAND, ("red-1-1",), top="red-5-1", **settings)

        assert reason(start, Play(0, "blue-3-1", "red")) == NOT_HELD, settings
        assert reason(start, Play(0, "blue-1-1", "red")) == NO_FIT, settings
        assert reason(start, Play(0, "red-9-1", "red")) == COLOUR, settings
        if settings["force_play"]:
            assert reason(start, Draw(0)) == "You hold a card that fits; play it.", settings


# Action cards


@pytest.mark.parametrize("card", ["red-reverse-1", "red-skip-1", "red-draw2-1", "wild-draw4-1"])
def test_with_two_players_an_action_card_gives_another_turn(card: str) -> None:
    start = position((card, "blue-1-1"), ("red-1-1",), top="red-5-1")

    end = after(start, Play(0, card, "red" if card.startswith("wild") else None))

    assert end.game.player == 0
    assert end.game.direction == (-1 if "reverse" in card else 1)


def test_a_wild_draw_four_makes_the_next_player_in_the_current_direction_draw() -> None:
    start = position(("wild-draw4-1", "blue-1-1"), ("red-1-1",), ("red-2-1",), top="red-5-1", direction=-1)

    end = after(start, Play(0, "wild-draw4-1", "green"))

    assert end.game.player_card_counts == (1, 1, 5)
    assert end.game.player == 1
    assert end.game.active_colour == "green"


def test_a_reverse_after_a_player_left_three_is_a_two_player_reverse() -> None:
    start = position(("red-reverse-1", "blue-1-1"), ("red-1-1",), ("red-2-1",), top="red-5-1")

    assert after(start, Leave(1), Play(0, "red-reverse-1")).game.player == 0


@pytest.mark.parametrize(("card", "drawn"), [("red-draw2-1", 2), ("wild-draw4-1", 4)])
def test_an_action_card_played_last_still_acts_before_scoring(card: str, drawn: int) -> None:
    start = position((card,), ("red-1-1",), ("red-2-1",), top="red-5-1", score_limit=100)

    end = after(start, Play(0, card, "red" if card.startswith("wild") else None))

    assert end.phase in ("round_over", "match_over")
    assert end.game.player_card_counts == (0, 1 + drawn, 1)
    assert end.game.scores[0] == 3 + sum(POINTS[c] for c in start.game.deck[:drawn])


# Short decks


def test_a_forced_draw_takes_the_last_card_then_the_reshuffled_pile() -> None:
    under = ("blue-7-1", "blue-8-1", "wild-2:red")
    start = position(
        ("red-draw2-1", "green-9-1"), ("red-1-1",), ("red-2-1",), top="red-5-1", deck=("blue-6-1",), under=under
    )

    end = after(start, Play(0, "red-draw2-1"))

    assert end.game.hands[1][1] == "blue-6-1"
    assert {*end.game.hands[1][2:], *end.game.deck} == {"blue-7-1", "blue-8-1", "wild-2", "red-5-1"}
    assert end.game.pile == ("red-draw2-1",)
    assert end.game.player == 2


@pytest.mark.parametrize(("card", "colour"), [("red-draw2-1", None), ("wild-draw4-1", "red")])
def test_a_forced_draw_takes_what_there_is(card: str, colour: str | None) -> None:
    """Only the old top card can be shuffled back; the turn is lost all the same."""
    start = position((card, "green-9-1"), ("red-1-1",), ("red-2-1",), top="red-5-1", deck=())

    end = after(start, Play(0, card, colour))

    assert end.game.hands[1] == ("red-1-1", "red-5-1")
    assert end.game.deck == ()
    assert end.game.player == 2


def test_the_reshuffled_deck_depends_on_the_seed_alone() -> None:
    start = position(HAND, ("red-1-1",), top="red-5-1", deck=(), under=("blue-7-1", "blue-8-1", "blue-9-1"))

    assert after(start, Draw(0)) == after(start, Draw(0))


# Opening cards


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


# Leaving


def test_a_player_leaves_in_turn_and_the_turn_passes() -> None:
    start = position(HAND, ("red-1-1",), ("red-2-1",), top="red-5-1")

    end = after(start, Leave(0))

    assert end.game.order == (1, 2)
    assert end.game.player == 1
    assert set(HAND) <= set(end.game.deck)
    assert end.game.player_card_counts == (0, 1, 1)


def test_a_player_leaves_in_turn_while_play_goes_backwards() -> None:
    start = position(HAND, ("red-1-1",), ("red-2-1",), top="red-5-1", turn=1, direction=-1)

    assert after(start, Leave(1)).game.player == 0


@pytest.mark.parametrize("seat", [0, 2])
def test_a_player_leaves_out_of_turn_and_the_turn_stays(seat: int) -> None:
    start = position(HAND, ("red-1-1",), ("red-2-1",), top="red-5-1", turn=1)

    end = after(start, Leave(seat))

    assert end.game.player == 1
    assert reason(end, Leave(seat)) == "There is nobody at that seat."
    assert end.game.deck != start.game.deck + start.game.hands[seat], "the hand is shuffled in"


def test_fewer_than_two_players_end_the_match_without_a_winner() -> None:
    end = after(position(HAND, ("red-1-1",), top="red-5-1"), Leave(1))

    assert end.phase == "match_over"
    assert engine.outcome(end).winner is None
    assert engine.outcome(end).ending == "abandoned"


def test_leaving_can_be_switched_off() -> None:
    assert (
        reason(position(HAND, ("red-1-1",), top="red-5-1", leaving=False), Leave(1)) == "Nobody may leave this match."
    )


# Ten players


def test_ten_players_with_ten_cards_leave_seven_in_the_deck() -> None:
    start = next(s for s in (engine.start(seed=n, players=10, hand_size=10) for n in range(99)) if s.game.player == 0)

    assert start.game.player_card_counts == (10,) * 10
    assert len(start.game.deck) == 7


def test_ten_players_can_draw_the_deck_out() -> None:
    start = next(s for s in (engine.start(seed=n, players=10, hand_size=10) for n in range(99)) if s.game.player == 0)

    end = after(start, *(Draw(seat % 10) for seat in range(20)))

    assert end.game.deck == ()
    assert sum(end.game.player_card_counts) == 107
