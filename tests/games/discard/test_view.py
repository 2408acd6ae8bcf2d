"""What is shown of a turn: texts, buttons, and nothing that is hidden."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import PhasebookError, Snapshot
from games.discard import (
    ChangeSettings,
    ConfirmDiscard,
    DealNextHand,
    EndTurn,
    Table,
    ToggleCard,
    engine,
    is_discarding,
    redeal,
    turn_status,
)
from tests.games.discard.tables import dealt, discarded, played, selected
from tests.games.forging import walk
from tests.games.indistinguishable import check_alike, check_seats, dealt_anew


def test_the_status_names_the_phase_and_counts_the_selection() -> None:
    snapshot = dealt(hand_size=5, discard_count=3)

    assert turn_status(snapshot).status == "Discard Phase: Select 3 cards"
    assert turn_status(selected(snapshot, 0, 1)).status == "Discard Phase: Select 2 of 3 cards"
    assert turn_status(selected(snapshot, 0, 1, 2)).status == "Discard Phase: Select 3 of 3 cards"
    assert turn_status(dealt(discard_count=1)).status == "Discard Phase: Select 1 card"
    assert turn_status(engine.start(seed=0)).status == "Draw Phase"
    assert turn_status(discarded(snapshot)).status == "Draw Phase Restored"
    assert turn_status(played(dealt(discard_count=0, turns=1), EndTurn())).status == "Game over"


@given(
    dealt_with=st.integers(0, 20),
    changed_to=st.integers(0, 20),
    hand_size=st.integers(1, 10),
    places=st.integers(0, 3),
)
def test_the_note_tells_what_was_asked_when_the_hand_was_dealt(
    dealt_with: int, changed_to: int, hand_size: int, places: int
) -> None:
    """Settings that change afterwards count from the next deal on, in what is owed and in what is said."""
    snapshot = dealt(hand_size=hand_size, discard_count=dealt_with)
    chosen = selected(snapshot, *range(min(places, snapshot.game.owed)))
    changed = played(chosen, ChangeSettings(hand_size=10, discard_count=changed_to))
    note = f"(capped from {dealt_with})"

    assert turn_status(changed) == turn_status(chosen)
    assert (note in turn_status(snapshot).status) is (dealt_with > hand_size)


def test_a_note_is_not_made_up_later_and_does_not_vanish() -> None:
    two = played(dealt(hand_size=5, discard_count=2), ChangeSettings(discard_count=10))
    capped = played(dealt(hand_size=3, discard_count=5), ChangeSettings(discard_count=3))

    assert turn_status(two).status == "Discard Phase: Select 2 cards"
    assert turn_status(capped).status == "Discard Phase: Select 3 cards (capped from 5)"


def test_the_helper_text_blocks_and_invites() -> None:
    snapshot = dealt(discard_count=2)

    assert turn_status(snapshot).helper == "Complete discard phase to end turn."
    assert turn_status(selected(snapshot, 0)).helper == "Complete discard phase to end turn."
    assert turn_status(selected(snapshot, 0, 1)).helper == (
        "Complete discard phase to end turn: discard the 2 cards selected, or change the selection."
    )
    assert turn_status(engine.start(seed=0)).helper == "Deal the next hand."
    assert turn_status(dealt(discard_count=0)).helper == "End the turn when you are done."


def test_the_discard_phase_is_asked_for_by_one_function() -> None:
    snapshot = dealt(discard_count=2)

    assert [is_discarding(selected(snapshot, *range(places))) for places in range(3)] == [True] * 3
    assert not is_discarding(engine.start(seed=0))
    assert not is_discarding(discarded(snapshot))


def test_the_buttons_follow_the_legal_moves() -> None:
    for snapshot in (engine.start(seed=0), dealt(), selected(dealt(), 0, 1), dealt(discard_count=0)):
        status, legal = turn_status(snapshot), engine.legal_moves(snapshot)

        assert status.can_deal == (DealNextHand() in legal)
        assert status.can_confirm == (ConfirmDiscard() in legal)
        assert status.can_end_turn == (EndTurn() in legal)


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("shuffle", [True, False])
def test_the_view_hides_the_seed_and_the_order_of_the_draw_pile(seat: int | None, shuffle: bool) -> None:
    snapshot = dealt(seed=123456789, deck=list("hgfedcba"), shuffle=shuffle)
    turned = replace(snapshot, game=replace(snapshot.game, draw_pile=snapshot.game.draw_pile[::-1]))

    assert "123456789" not in msgspec.json.encode(engine.view(snapshot, seat)).decode()
    assert engine.view(snapshot, seat) == engine.view(turned, seat)
    assert engine.view(snapshot, seat).deck == tuple("abcdefgh")


def test_a_spectator_sees_how_many_cards_there_are_and_not_which() -> None:
    snapshot = selected(dealt(hand_size=4, discard_count=3), 1, 2)
    shown = engine.view(snapshot, None)
    mine = engine.view(snapshot, 0)

    assert (shown.hand_cards, shown.hand, shown.selected) == ((), (), ())
    assert (shown.hand_count, shown.status.selected, shown.status.owed) == (4, 2, 3)
    assert (mine.hand, mine.hand_cards) == (snapshot.game.hand, snapshot.game.hand_cards)
    assert (mine.selected, mine.hand_count) == (snapshot.game.selected, 4)


def test_there_is_one_player() -> None:
    with pytest.raises(PhasebookError, match="There is no seat 1"):
        engine.view(engine.start(), 1)


# Dealt anew


def positions(number: int, **given: Any) -> list[Snapshot[Table]]:
    """A random game in which settings change now and then."""
    dice = Random(number)
    hand_size, discard_count = dice.randrange(1, 11), dice.randrange(8)
    start = engine.start(seed=number, hand_size=hand_size, discard_count=discard_count, **given)
    return list(walk(engine, start, dice, 60, without=(ChangeSettings,)))


@pytest.mark.long
@given(st.integers(0, 10**6), st.none() | st.lists(st.sampled_from("abc"), max_size=12))
def test_nobody_can_tell_a_game_dealt_anew_from_the_real_one(number: int, deck: list[str] | None) -> None:
    chance = Random(number)
    for snapshot in positions(number, deck=deck)[::7]:
        check_seats(engine, snapshot)
        for seat in (0, None):
            redealt = dealt_anew(engine, snapshot, seat, chance)
            check_alike(engine, snapshot, redealt, seat, [ToggleCard("x"), EndTurn(), DealNextHand(), ConfirmDiscard()])
            assert redealt.game.seed != snapshot.game.seed


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("number", range(5))
def test_a_game_dealt_anew_goes_on(number: int, seat: int | None) -> None:
    """Thirty turns, by the clock; settings change before each."""
    chance = Random(number)
    snapshot = dealt_anew(engine, chance.choice(positions(number)), seat, chance)
    last = snapshot.game.turn + 30
    while snapshot.game.turn < last:
        if snapshot.phase == "drawing":
            snapshot = played(snapshot, ChangeSettings(chance.randrange(1, 11), chance.randrange(8)))
        move = engine.absent_move(snapshot, 0)
        assert move is not None
        snapshot = played(snapshot, move)

        assert engine.broken(snapshot) == []


def test_the_draw_pile_varies_and_a_spectators_hand_too() -> None:
    snapshot, chance = selected(dealt(), 1), Random(3)
    mine = [engine.redeal(engine.view(snapshot, 0), chance).game for _ in range(100)]
    spectators = [engine.redeal(engine.view(snapshot, None), chance).game for _ in range(100)]

    assert {game.hand_cards for game in mine} == {snapshot.game.hand_cards}
    assert len({game.draw_pile for game in mine}) == len({game.seed for game in mine}) == 100
    assert len({game.hand for game in spectators}) == len({game.hand_cards[0].id for game in spectators}) == 100
    assert {game.hand.index(hand_value(game, game.selected[0])) for game in spectators} == {0, 1, 2, 3, 4}


def hand_value(game: Table, card: str) -> str:
    return next(one.value for one in game.hand_cards if one.id == card)


def test_a_view_whose_cards_do_not_add_up_is_an_error() -> None:
    view = engine.view(dealt(), 0)

    with pytest.raises(PhasebookError, match="not those of its deck"):
        redeal(replace(view, discard_pile=("a joker",)), Random(1))
    with pytest.raises(PhasebookError, match="not those of its deck"):
        redeal(replace(view, draw_pile_size=20), Random(1))
    with pytest.raises(PhasebookError, match="A redeal needs a TurnView, not dict"):
        engine.redeal({}, Random(1))
