"""Dealing, piles, custom decks and settings of the discard turn."""

from collections import Counter
from typing import Any

import pytest

from fsm import SettingsError
from games.discard import ChangeSettings, DealNextHand, EndTurn, Table, engine
from tests.games.discard.tables import dealt, discarded, played, refused

# Piles


def test_the_front_of_the_draw_pile_is_its_top() -> None:
    snapshot = engine.start(seed=3)
    top = snapshot.game.draw_pile[:5]

    assert played(snapshot, DealNextHand()).game.hand == top


def test_an_empty_draw_pile_is_refilled_from_the_discard_pile() -> None:
    snapshot = dealt(deck=list("abcdef"), shuffle=False, hand_size=4, discard_count=0)
    snapshot = played(snapshot, EndTurn(), DealNextHand())

    assert snapshot.game.hand[:2] == ("e", "f")
    assert len(snapshot.game.hand) == 4
    assert snapshot.game.discard_pile == ()
    assert snapshot.game.warning is None


def test_the_refill_is_shuffled_by_the_seed() -> None:
    def refilled(seed: int) -> tuple[str, ...]:
        first = dealt(seed=seed, deck=list("abcdefghij"), shuffle=False, hand_size=10, discard_count=0)
        return played(first, EndTurn(), DealNextHand()).game.hand

    assert refilled(1) == refilled(1) != refilled(2)
    assert sorted(refilled(1)) == list("abcdefghij")


def test_when_both_piles_are_empty_the_deal_stops_and_warns() -> None:
    snapshot = dealt(deck=["a", "b"], hand_size=5, discard_count=4)

    assert snapshot.game.warning == "Only 2 of 5 cards could be dealt."
    assert snapshot.game.owed == 2


def test_a_warning_goes_with_the_next_full_deal() -> None:
    short = dealt(deck=["a", "b"], hand_size=5, discard_count=0)
    full = played(short, EndTurn(), ChangeSettings(hand_size=2), DealNextHand())

    assert full.game.warning is None


def test_the_short_deck_has_two_cards_unless_another_is_given() -> None:
    assert sorted(engine.start(seed=0, short_deck=True).game.deck) == ["2♠", "A♠"]
    assert engine.start(seed=0, short_deck=True, deck=["x"]).game.deck == ("x",)


def test_dealing_twice_is_refused() -> None:
    assert refused(dealt(), DealNextHand()).message == "This turn's hand is already dealt."
    assert refused(dealt(discard_count=0), DealNextHand()).message == "This turn's hand is already dealt."


def test_ending_a_turn_before_its_deal_is_refused() -> None:
    assert refused(engine.start(seed=0), EndTurn()).message == "Deal this turn's hand first."


# Custom decks


def test_a_custom_deck_keeps_its_duplicates() -> None:
    assert Counter(engine.start(seed=0, deck=["x", "x", "y"]).game.draw_pile) == {"x": 2, "y": 1}


def test_an_empty_deck_means_the_default_deck_and_a_warning() -> None:
    game = engine.start(seed=0, deck=[]).game

    assert game.deck == engine.start(seed=0).game.deck
    assert game.warning == "The custom deck is empty; the default deck is used."


@pytest.mark.parametrize("deck", ["abc", 7, {"a": 1}, ["a", 1], [None], [["a"]]])
def test_any_other_deck_is_an_error(deck: Any) -> None:
    with pytest.raises(SettingsError, match="A deck must be a list of strings"):
        engine.start(seed=0, deck=deck)


# Settings


@pytest.mark.parametrize(
    ("asked", "got"), [((0, -1), (1, 0)), ((1, 0), (1, 0)), ((10, 20), (10, 20)), ((11, 21), (10, 20))]
)
def test_sizes_are_clamped_to_their_ranges(asked: tuple[int, int], got: tuple[int, int]) -> None:
    def sizes(game: Table) -> tuple[int, int]:
        return game.hand_size, game.discard_count

    changed = played(engine.start(seed=0), ChangeSettings(*asked))

    assert sizes(engine.start(seed=0, hand_size=asked[0], discard_count=asked[1]).game) == got
    assert sizes(changed.game) == got


@pytest.mark.parametrize("size", [5.0, "5", None, True])
def test_a_size_is_a_whole_number(size: Any) -> None:
    with pytest.raises(SettingsError, match="hand_size must be a whole number"):
        engine.start(seed=0, hand_size=size)
    with pytest.raises(SettingsError, match="discard_count must be a whole number"):
        engine.start(seed=0, discard_count=size)


def test_the_turn_in_progress_keeps_what_it_owes() -> None:
    snapshot = played(dealt(hand_size=5, discard_count=3), ChangeSettings(hand_size=2, discard_count=1))

    assert (snapshot.game.owed, len(snapshot.game.hand)) == (3, 5)
    after = played(discarded(snapshot), EndTurn(), DealNextHand())
    assert (after.game.owed, len(after.game.hand)) == (1, 2)


@pytest.mark.parametrize("snapshot", [engine.start(seed=0), dealt(), dealt(discard_count=0)])
def test_settings_can_be_changed_in_any_phase_and_leave_it_alone(snapshot: Any) -> None:
    assert played(snapshot, ChangeSettings(hand_size=7)).phase == snapshot.phase


def test_settings_left_out_stay_as_they_are() -> None:
    game = played(engine.start(seed=0, hand_size=4, discard_count=1), ChangeSettings()).game

    assert (game.hand_size, game.discard_count) == (4, 1)


@pytest.mark.parametrize("seed", [-1, 1 << 128, "x", None])
def test_a_bad_seed_is_an_error(seed: Any) -> None:
    with pytest.raises(SettingsError, match="The seed must be a whole number"):
        engine.start(seed=seed)


def test_the_same_seed_deals_the_same_ids_and_another_seed_does_not() -> None:
    assert dealt(seed=5) == dealt(seed=5)
    assert dealt(seed=5).game.hand_cards != dealt(seed=6).game.hand_cards


def test_the_one_player_is_always_to_act() -> None:
    for snapshot in (engine.start(), dealt(), discarded(dealt())):
        assert engine.to_act(snapshot) == engine.seats(snapshot) == {0}
