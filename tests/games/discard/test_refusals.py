"""Moves at the wrong time are refused with a sentence of their own."""

import pytest

from fsm import RefusalKind
from games.discard import AnyMove, ChangeSettings, ConfirmDiscard, DealNextHand, EndTurn, ToggleCard, engine
from games.discard.refusals import ACCEPTED, REFUSALS
from tests.games.discard.tables import dealt, played, refused

MOMENTS = {
    "drawing": engine.start(seed=0),
    "discarding": dealt(),
    "resting": dealt(discard_count=0),
    "game_over": played(dealt(discard_count=0, turns=1), EndTurn()),
}
MOVES: dict[str, AnyMove] = {
    "deal_next_hand": DealNextHand(),
    "toggle_card": ToggleCard("a card"),
    "change_settings": ChangeSettings(hand_size=3),
    "confirm_discard": ConfirmDiscard(),
    "end_turn": EndTurn(),
}


@pytest.mark.parametrize(("phase", "event", "sentence"), REFUSALS)
def test_a_move_at_the_wrong_time_is_refused_with_its_sentence(phase: str, event: str, sentence: str) -> None:
    answer = refused(MOMENTS[phase], MOVES[event])

    assert answer.kind is RefusalKind.IMPOSSIBLE
    assert answer.message == sentence


def test_where_sizes_are_set_before_the_deal_they_cannot_change_afterwards() -> None:
    start = engine.start(seed=0, fixed_sizes=True)
    changed = played(start, ChangeSettings(hand_size=3), DealNextHand())
    no = refused(changed, ChangeSettings(hand_size=4))

    assert len(changed.game.hand) == 3
    assert no.message == "This turn's sizes are set; change them before the next deal."


@pytest.mark.parametrize("size", [-5, 0, 1, 10, 11, 99])
def test_what_the_linter_accepts_is_so_other_sizes_are_clamped(size: int) -> None:
    """No size leads anywhere that a candidate does not lead."""
    start = engine.start(seed=0)
    reached = [played(start, move) for move in ChangeSettings.candidates(start.game)]

    assert "missing_legal_move" in [finding for finding, *_ in ACCEPTED]
    assert played(start, ChangeSettings(hand_size=size)) in reached
    assert played(start, ChangeSettings(discard_count=size)) in reached
