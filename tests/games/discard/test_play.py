"""Whole games of the discard turn: invariants along random play, the view, events, and a golden transcript."""

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fsm import Refusal, Session, Snapshot
from games.discard import (
    AnyMove,
    ConfirmDiscard,
    DealNextHand,
    EndTurn,
    Table,
    ToggleCard,
    engine,
    turn_status,
)
from tests.games.discard.tables import played

TRANSCRIPT = Path(__file__).with_name("three_turns.txt")


@given(
    seed=st.integers(0, 999),
    hand_size=st.integers(1, 10),
    discard_count=st.integers(0, 20),
    deck=st.none() | st.lists(st.sampled_from(["a", "b", "c"]), max_size=12),
    choices=st.lists(st.integers(0, 10_000), max_size=60),
)
def test_invariants_hold_along_random_play(
    seed: int, hand_size: int, discard_count: int, deck: Any, choices: list[int]
) -> None:
    snapshot = engine.start(seed=seed, hand_size=hand_size, discard_count=discard_count, deck=deck)
    for choice in choices:
        legal = engine.legal_moves(snapshot)
        snapshot = played(snapshot, legal[choice % len(legal)])

        assert engine.broken(snapshot) == []
        assert turn_status(snapshot).owed == snapshot.game.owed
        if snapshot.phase.startswith("discarding"):
            assert isinstance(engine.step(snapshot, EndTurn()), Refusal)


# The golden transcript


def line(snapshot: Snapshot[Table]) -> str:
    game = snapshot.game
    chosen = [card.value for card in game.hand_cards if card.id in game.selected]
    return (
        f"  {snapshot.phase:20} turn {game.turn}  hand {' '.join(game.hand) or '-'}  selected {' '.join(chosen) or '-'}"
        f"  owed {game.owed}  pile {len(game.draw_pile)}  discards {' '.join(game.discard_pile) or '-'}"
    )


def transcript() -> str:
    """Three turns, with a refusal, a change of mind and a reshuffle."""
    session = Session.start(engine, seed=2026, deck=[f"{rank}♠" for rank in "A23456789"], hand_size=4)
    lines = [line(session.snapshot)]

    def send(said: str, move: AnyMove) -> None:
        answer = session.send(move)
        lines.append(f"> {said}")
        lines.append(f"  refused: {answer.message}" if isinstance(answer, Refusal) else line(answer))

    def toggle(place: int) -> None:
        card = session.snapshot.game.hand_cards[place]
        send(f"toggle_card {card.value}", ToggleCard(card.id))

    for turn in (1, 2, 3):
        send("deal_next_hand", DealNextHand())
        for place in (3, 0) if turn != 2 else (1, 2, 0, 2, 0):
            toggle(place)
        if turn == 1:
            send("end_turn", EndTurn())
        send("confirm_discard", ConfirmDiscard())
        send("end_turn", EndTurn())
    return "\n".join(lines) + "\n"


def test_three_turns_go_as_they_are_written_down() -> None:
    assert transcript() == TRANSCRIPT.read_text("utf-8")
