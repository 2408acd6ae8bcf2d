"""The numbered requirements, edge cases and acceptance scenarios of the discard phase, one test each or more."""

from uuid import UUID

import msgspec
import pytest

from fsm import RefusalKind
from games.discard import ConfirmDiscard, DealNextHand, EndTurn, ToggleCard, engine, turn_status
from tests.games.discard.tables import dealt, discarded, played, refused, selected

# FR-001: the discard phase begins by itself


def test_fr_001_a_deal_with_something_to_discard_enters_the_discard_phase() -> None:
    snapshot = dealt(hand_size=5, discard_count=3)

    assert snapshot.phase == "discarding.choosing"
    assert len(snapshot.game.hand_cards) == 5
    assert snapshot.game.selected == ()


def test_fr_001_a_deal_with_nothing_to_discard_goes_straight_to_resting() -> None:
    assert dealt(hand_size=5, discard_count=0).phase == "resting"


# FR-005 and SC-002: the turn cannot end before the discard


@pytest.mark.parametrize("places", [(), (0,), (0, 1), (0, 1, 2)])
def test_fr_005_end_turn_is_refused_in_every_part_of_the_discard_phase(places: tuple[int, ...]) -> None:
    snapshot = selected(dealt(hand_size=5, discard_count=3), *places)
    no = refused(snapshot, EndTurn())

    assert no.kind is RefusalKind.IMPOSSIBLE
    assert no.message == "Complete discard phase to end turn."
    assert "end_turn" not in no.possible


def test_sc_002_no_legal_move_of_the_discard_phase_ends_the_turn() -> None:
    """Every reachable moment of a discard phase: ending the turn is never among the legal moves."""
    todo, seen = [dealt(hand_size=4, discard_count=2)], set()
    while todo:
        snapshot = todo.pop()
        if snapshot.phase == "resting" or snapshot.game.selected in seen:
            continue
        seen.add(snapshot.game.selected)
        assert EndTurn() not in engine.legal_moves(snapshot)
        todo += [played(snapshot, move) for move in engine.legal_moves(snapshot) if isinstance(move, ToggleCard)]

    assert len(seen) == 1 + 4 + 12  # ordered selections of none, one and two of four cards


# FR-007: confirming needs exactly the owed number


@pytest.mark.parametrize("places", [(), (0,), (0, 1)])
def test_fr_007_confirming_is_refused_with_too_few_cards(places: tuple[int, ...]) -> None:
    snapshot = selected(dealt(hand_size=5, discard_count=3), *places)

    assert refused(snapshot, ConfirmDiscard()).message == "Select as many cards as you owe before you discard them."


def test_fr_007_confirming_with_the_owed_number_leaves_the_phase() -> None:
    snapshot = played(selected(dealt(hand_size=5, discard_count=3), 0, 1, 2), ConfirmDiscard())

    assert snapshot.phase == "resting"


# FR-008: what confirming moves


def test_fr_008_selected_values_go_to_the_discard_pile_in_hand_order() -> None:
    before = selected(dealt(hand_size=5, discard_count=3), 4, 0, 2)
    after = played(before, ConfirmDiscard()).game
    hand = before.game.hand

    assert after.discard_pile == (hand[0], hand[2], hand[4])
    assert after.hand == (hand[1], hand[3])
    assert after.selected == ()


def test_fr_008_the_cards_that_stay_keep_their_ids() -> None:
    before = selected(dealt(hand_size=5, discard_count=3), 0, 1, 2)

    assert played(before, ConfirmDiscard()).game.hand_cards == before.game.hand_cards[3:]


# FR-009: edge cases


def test_fr_009_edge_case_1_discard_count_zero_skips_the_phase() -> None:
    snapshot = dealt(hand_size=5, discard_count=0)
    status = turn_status(snapshot)

    assert (status.can_end_turn, status.can_confirm, snapshot.game.owed) == (True, False, 0)
    assert played(snapshot, EndTurn()).game.turn == 2


def test_fr_009_edge_case_2_discard_count_equal_to_hand_size_takes_all_cards() -> None:
    snapshot = played(selected(dealt(hand_size=3, discard_count=3), 0, 1, 2), ConfirmDiscard())

    assert snapshot.game.hand_cards == ()
    assert len(snapshot.game.discard_pile) == 3
    assert played(snapshot, EndTurn()).phase == "drawing"


def test_fr_009_edge_case_3_discard_count_above_hand_size_is_capped() -> None:
    snapshot = dealt(hand_size=3, discard_count=5)

    assert snapshot.game.owed == 3
    assert turn_status(snapshot).status == "Discard Phase: Select 3 cards (capped from 5)"


# FR-011: what a saved game keeps


def test_fr_011_a_saved_game_keeps_hand_phase_and_counts_but_not_the_selection() -> None:
    before = selected(dealt(hand_size=5, discard_count=3), 0, 1, 2)
    after = engine.load(engine.dump(before))

    assert before.phase == "discarding.ready"
    assert after.phase == "discarding.choosing"
    assert after.game == msgspec.structs.replace(before.game, selected=())


@pytest.mark.parametrize("places", [(), (0,), (0, 1)])
def test_fr_011_whatever_was_selected_is_chosen_again(places: tuple[int, ...]) -> None:
    assert engine.load(engine.dump(selected(dealt(discard_count=3), *places))).phase == "discarding.choosing"


@pytest.mark.parametrize("snapshot", [engine.start(seed=0), discarded(dealt()), dealt(discard_count=0)])
def test_fr_011_outside_the_discard_phase_a_save_keeps_everything(snapshot: object) -> None:
    assert engine.load(engine.dump(snapshot)) == snapshot  # type: ignore[arg-type]  # parametrised


# Acceptance scenarios of user story 1


def test_scenario_1_discard_phase_activation() -> None:
    status = turn_status(dealt(hand_size=5, discard_count=3))

    assert status.status.startswith("Discard Phase")
    assert status.helper.startswith("Complete discard phase to end turn")
    assert not status.can_end_turn


def test_scenario_2_phase_completion() -> None:
    snapshot = selected(dealt(hand_size=5, discard_count=3), 0, 1, 2)
    assert turn_status(snapshot).can_confirm
    after = played(snapshot, ConfirmDiscard())

    assert (len(after.game.hand), len(after.game.discard_pile)) == (2, 3)
    assert turn_status(after).can_end_turn


def test_scenario_3_skip_discard_when_count_is_zero() -> None:
    status = turn_status(dealt(discard_count=0))

    assert status.can_end_turn
    assert (status.selected, status.owed) == (0, 0)


# Card instances


def test_ids_have_the_form_of_uuid_version_4_and_equal_values_never_share_one() -> None:
    cards = dealt(deck=["7♥"] * 10, hand_size=10).game.hand_cards

    assert {card.value for card in cards} == {"7♥"}
    assert len({card.id for card in cards}) == 10
    assert {UUID(card.id).version for card in cards} == {4}


def test_every_deal_gives_new_ids() -> None:
    first = dealt()
    second = played(discarded(first), EndTurn(), DealNextHand())

    assert not {card.id for card in first.game.hand_cards} & {card.id for card in second.game.hand_cards}


def test_values_are_preserved_by_dealing() -> None:
    snapshot = dealt(deck=["a", "b", "c"], shuffle=False, hand_size=2)

    assert snapshot.game.hand == ("a", "b")
    assert snapshot.game.draw_pile == ("c",)


# The full flow


def test_full_discard_flow() -> None:
    snapshot = dealt(hand_size=5, discard_count=3)
    hand = snapshot.game.hand
    snapshot = played(selected(snapshot, 0, 1, 2), ConfirmDiscard(), EndTurn())

    assert snapshot.phase == "drawing"
    assert snapshot.game.turn == 2
    assert snapshot.game.discard_pile == hand
    assert snapshot.game.hand_cards == ()


def test_a_refusal_is_a_value_and_the_snapshot_is_untouched() -> None:
    snapshot = dealt()
    before = engine.dump(snapshot)
    refused(snapshot, EndTurn())

    assert engine.dump(snapshot) == before
