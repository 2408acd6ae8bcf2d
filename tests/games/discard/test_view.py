"""What is shown of a turn: texts, buttons, and nothing that is hidden."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from games.discard import ChangeSettings, ConfirmDiscard, DealNextHand, EndTurn, engine, is_discarding, turn_status
from tests.games.discard.tables import dealt, discarded, played, selected


def test_the_status_names_the_phase_and_counts_the_selection() -> None:
    snapshot = dealt(hand_size=5, discard_count=3)

    assert turn_status(snapshot).status == "Discard Phase: Select 3 cards"
    assert turn_status(selected(snapshot, 0, 1)).status == "Discard Phase: Select 2 of 3 cards"
    assert turn_status(selected(snapshot, 0, 1, 2)).status == "Discard Phase: Select 3 of 3 cards"
    assert turn_status(dealt(discard_count=1)).status == "Discard Phase: Select 1 card"
    assert turn_status(engine.start()).status == "Draw Phase"
    assert turn_status(discarded(snapshot)).status == "Draw Phase Restored"


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
    assert turn_status(engine.start()).helper == "Deal the next hand."
    assert turn_status(dealt(discard_count=0)).helper == "End the turn when you are done."


def test_the_discard_phase_is_asked_for_by_one_function() -> None:
    snapshot = dealt(discard_count=2)

    assert [is_discarding(selected(snapshot, *range(places))) for places in range(3)] == [True] * 3
    assert not is_discarding(engine.start())
    assert not is_discarding(discarded(snapshot))


def test_the_buttons_follow_the_legal_moves() -> None:
    for snapshot in (engine.start(), dealt(), selected(dealt(), 0, 1), dealt(discard_count=0)):
        status, legal = turn_status(snapshot), engine.legal_moves(snapshot)

        assert status.can_deal == (DealNextHand() in legal)
        assert status.can_confirm == (ConfirmDiscard() in legal)
        assert status.can_end_turn == (EndTurn() in legal)


def test_the_view_hides_seed_and_draw_pile() -> None:
    snapshot = dealt(seed=123456789)
    shown = msgspec.json.encode(engine.view(snapshot, seat=0)).decode()

    assert "123456789" not in shown
    assert not [card for card in snapshot.game.draw_pile if f'"{card}"' in shown]
    assert engine.view(snapshot, seat=0).hand == snapshot.game.hand
