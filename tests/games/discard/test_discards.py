"""Selecting cards, discarding them, and the end of a turn."""

from fsm import RefusalKind, Trace
from games.discard import ConfirmDiscard, DealNextHand, EndTurn, Outcome, ToggleCard, TurnEnded, engine
from tests.games.discard.tables import dealt, discarded, played, refused, selected

# Toggling


def test_toggling_adds_to_an_empty_selection() -> None:
    snapshot = selected(dealt(discard_count=3), 1)

    assert snapshot.game.selected == (snapshot.game.hand_cards[1].id,)
    assert snapshot.phase == "discarding.selecting"


def test_toggling_again_deselects() -> None:
    snapshot = selected(dealt(discard_count=3), 1, 1)

    assert (snapshot.game.selected, snapshot.phase) == ((), "discarding.choosing")


def test_a_full_selection_refuses_one_more_but_lets_go_of_any() -> None:
    full = selected(dealt(discard_count=2), 0, 1)
    no = refused(full, ToggleCard(full.game.hand_cards[2].id))

    assert (no.guard, full.phase) == ("card_may_be_toggled", "discarding.ready")
    assert "already selected" in no.message
    assert selected(full, 0).phase == "discarding.selecting"


def test_with_one_card_owed_a_single_selection_is_ready() -> None:
    assert selected(dealt(discard_count=1), 3).phase == "discarding.ready"


def test_a_card_that_is_not_in_the_hand_is_refused_before_the_limit_is_asked() -> None:
    full = selected(dealt(discard_count=2), 0, 1)

    assert refused(full, ToggleCard("not-a-card")).guard == "card_is_in_hand"


def test_toggling_outside_the_discard_phase_is_impossible() -> None:
    snapshot = dealt(discard_count=0)

    assert refused(snapshot, ToggleCard(snapshot.game.hand_cards[0].id)).kind is RefusalKind.IMPOSSIBLE


# Discarding


def test_discarding_takes_the_selected_cards_and_no_others() -> None:
    before = selected(dealt(hand_size=4, discard_count=2), 3, 1)
    after = played(before, ConfirmDiscard()).game

    assert after.hand_cards == (before.game.hand_cards[0], before.game.hand_cards[2])
    assert (after.owed, after.selected) == (0, ())


def test_the_rest_of_the_hand_goes_to_the_discard_pile_at_the_end_of_the_turn() -> None:
    snapshot = discarded(dealt(hand_size=5, discard_count=2))
    gone, rest = snapshot.game.discard_pile, snapshot.game.hand

    assert played(snapshot, EndTurn()).game.discard_pile == gone + rest


# The last turn


def test_a_game_of_so_many_turns_ends_with_the_last() -> None:
    first = played(dealt(discard_count=0, turns=2), EndTurn())
    last = played(first, DealNextHand(), EndTurn())

    assert (first.phase, engine.outcome(first), engine.to_act(first)) == ("drawing", None, frozenset({0}))
    assert (last.phase, engine.outcome(last), engine.to_act(last)) == ("game_over", Outcome(turns=2), frozenset())
    assert (last.game.hand, last.game.turn) == ((), 3)


def test_the_end_of_the_last_turn_is_reported_as_any_other() -> None:
    trace = Trace()
    engine.step_traced(dealt(discard_count=0, turns=1), EndTurn(), trace)

    assert TurnEnded(1) in trace.news


def test_without_a_number_of_turns_there_is_always_another() -> None:
    snapshot = engine.start(seed=0, discard_count=0)
    for _ in range(50):
        snapshot = played(snapshot, DealNextHand(), EndTurn())

    assert (snapshot.phase, snapshot.game.turn) == ("drawing", 51)
