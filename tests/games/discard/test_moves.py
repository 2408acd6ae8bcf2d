"""The moves: what a player may try, and how it reads in JSON."""

import pytest

from fsm import Refusal
from games.discard import ChangeSettings, ConfirmDiscard, DealNextHand, EndTurn, ToggleCard, engine
from tests.games.discard.tables import dealt, played, selected


def test_each_card_of_the_hand_can_be_tried() -> None:
    game = dealt(hand_size=4).game

    assert [move.card for move in ToggleCard.candidates(game)] == [card.id for card in game.hand_cards]


def test_with_a_full_selection_only_selected_cards_may_be_toggled() -> None:
    snapshot = selected(dealt(discard_count=2), 0, 3)
    legal = [move.card for move in engine.legal_moves(snapshot) if isinstance(move, ToggleCard)]

    assert legal == [snapshot.game.hand_cards[0].id, snapshot.game.hand_cards[3].id]


def test_each_size_can_be_tried_alone() -> None:
    moves = list(ChangeSettings.candidates(engine.start(seed=0).game))

    assert [move.hand_size for move in moves if move.hand_size is not None] == list(range(1, 11))
    assert [move.discard_count for move in moves if move.discard_count is not None] == list(range(21))


def test_moves_in_json() -> None:
    assert engine.read_move('{"move": "deal_next_hand"}') == DealNextHand()
    assert engine.read_move('{"move": "toggle_card", "card": "x"}') == ToggleCard("x")
    assert engine.read_move('{"move": "change_settings", "hand_size": 3}') == ChangeSettings(hand_size=3)


@pytest.mark.parametrize("text", ['"move": "toggle_card"', '"move": "toggle_card", "card": 5', '"move": "deal"'])
def test_what_is_no_move_is_refused_at_the_door(text: str) -> None:
    assert isinstance(engine.read_move(f"{{{text}}}"), Refusal)


def test_a_clock_gets_on_with_the_turn() -> None:
    """Cards that are not selected are tried first: selecting one and the same again and again would lead nowhere."""
    snapshot = engine.start(hand_size=5, discard_count=3)
    turns, moves = list[int](), list[type]()
    while len(turns) < 12:
        move = engine.absent_move(snapshot, 0)
        assert move is not None
        snapshot = played(snapshot, move)
        turns.append(snapshot.game.turn)
        moves.append(type(move))

    assert moves == [DealNextHand, ToggleCard, ToggleCard, ToggleCard, ConfirmDiscard, EndTurn] * 2
    assert turns == [1] * 5 + [2] * 6 + [3]
