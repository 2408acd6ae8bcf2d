"""A new game: decks, opening hands, mulligans, life."""

from typing import Any

import pytest

from fsm import SettingsError
from games.onepiece import LIBRARY, CardError, Concede, Deck, EndTurn, Keep, Mulligan, Reason, engine, new_game
from games.onepiece.table import HAND, THINGS
from tests.games.onepiece.tables import after, refused


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_each_player_has_fifty_cards_a_leader_ten_don_and_five_cards_in_hand(preset: str) -> None:
    game = new_game(seed=3, preset=preset)
    for side in game.sides:
        assert (len(side.hand), len(side.deck), len(side.don_deck)) == (HAND, 45, 10)
    assert engine.broken(engine.start(seed=3)) == []


def test_the_first_player_decides_about_the_mulligan_first() -> None:
    start = engine.start(seed=1, first=1)

    assert refused(start, Keep(0)).message == "The first player decides about the opening hand first."
    assert refused(start, Mulligan(0)).guard == "first_player_decides"
    second = after(start, Keep(1))
    assert refused(second, Mulligan(1)).message == "You have decided about your opening hand already."
    assert after(second, Keep(0)).phase == "main.idle"


def test_a_mulligan_shuffles_the_hand_back_and_draws_five_new_cards() -> None:
    start = engine.start(seed=5, first=0)
    end = after(start, Mulligan(0))
    before, now = start.game.sides[0], end.game.sides[0]

    assert sorted(before.hand + before.deck) == sorted(now.hand + now.deck)
    assert len(now.hand) == HAND
    assert now.hand != before.hand
    assert end.game.sides[1] == start.game.sides[1]
    assert end.game.draws == start.game.draws + 1


def test_life_is_the_leaders_value_dealt_from_the_top_of_the_deck() -> None:
    start = engine.start(seed=2, first=0)
    end = after(start, Keep(0), Keep(1))
    for player, life in ((0, 5), (1, 4)):
        top = start.game.sides[player].deck[:life]

        assert end.game.sides[player].life == top, "The deck's top card is the top life card."
        assert not set(top) & set(end.game.sides[player].deck)


def test_official_the_decks_top_card_becomes_the_bottom_life_card() -> None:
    start = engine.start(seed=2, first=0, preset="official")
    end = after(start, Keep(0), Keep(1))

    assert end.game.sides[0].life == start.game.sides[0].deck[:5][::-1]


def test_chance_decides_who_is_first_unless_named() -> None:
    assert {new_game(seed=seed).first for seed in range(20)} == {0, 1}
    assert {new_game(seed=seed, first=1).first for seed in range(20)} == {1}


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    assert new_game(seed=9) == new_game(seed=9)
    assert new_game(seed=9).cards != new_game(seed=10).cards


def test_an_id_tells_the_owner_and_not_the_card() -> None:
    """Ids count from the top of a shuffled deck, so the same id is another card in another game."""
    numbers = {new_game(seed=seed).cards[7].number for seed in range(30)}

    assert len(numbers) > 5


def test_a_deck_of_ones_own_is_checked() -> None:
    own = Deck("own", "PB-L3", {"PB-000": 4})

    with pytest.raises(CardError, match=r"Deck own: it has 4 cards; a deck has 50\."):
        new_game(decks=(own, "tides"))
    assert new_game(decks=(LIBRARY.decks["crossing"], "tides")).cards[0].number == "PB-L3"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"preset": "house"}, "There is no preset 'house'; choose one of seed, official."),
        ({"decks": ("embers", "nobody")}, "There is no deck 'nobody'; choose one of embers, tides, crossing."),
        ({"decks": ("embers",)}, "decks must be a list of two decks, not"),
        ({"first": 2}, "first must be 0 or 1, or None for chance, not 2."),
        ({"seed": -1}, "The seed must be a whole number"),
        ({"dice": 6}, "There is no setting 'dice'"),
        ({"may_concede": "yes"}, "These settings do not fit"),
    ],
)
def test_wrong_settings_are_refused_with_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        engine.start(**wrong)
    assert sentence in str(caught.value)


# Conceding


@pytest.mark.parametrize("player", [0, 1])
def test_anyone_may_concede_at_any_time_and_has_lost(player: int) -> None:
    start = engine.start(seed=1, first=0)
    for here in (
        start,
        after(start, Keep(0)),
        after(start, Keep(0), Keep(1)),
        after(start, Keep(0), Keep(1), EndTurn(0)),
    ):
        end = after(here, Concede(player))
        result = engine.outcome(end)

        assert engine.is_over(end)
        assert (result.loser, result.winner, result.reason) == (player, 1 - player, Reason.CONCEDED)


def test_a_stranger_cannot_concede() -> None:
    assert refused(engine.start(seed=1), Concede(2)).message == "There is no such player."


def test_where_nobody_may_concede_it_is_refused() -> None:
    start = engine.start(seed=1, may_concede=False)

    assert refused(start, Concede(0)).message == "Nobody concedes here."
    assert not any(isinstance(move, Concede) for move in engine.legal_moves(start))


def test_after_the_end_nothing_is_possible() -> None:
    end = after(engine.start(seed=1, first=0), Concede(0))

    assert engine.legal_moves(end) == []
    assert refused(end, EndTurn(0)).message == "The game is over."
    assert refused(end, Concede(1)).message == "The game is over."


def test_leaders_have_the_first_id_of_their_player() -> None:
    game = new_game(seed=1)

    assert (game.cards[0].number, game.cards[THINGS].number) == ("PB-L1", "PB-L2")
