"""Whole games of the discard turn: invariants along random play, the view, events, and a golden transcript."""

from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from fsm import Refusal, Session, Snapshot
from games.discard import (
    AnyMove,
    CardsDiscarded,
    ChangeSettings,
    ConfirmDiscard,
    DealNextHand,
    EndTurn,
    HandDealt,
    PileReshuffled,
    Table,
    ToggleCard,
    TurnEnded,
    engine,
    is_discarding,
    turn_status,
)
from tests.games.discard.tables import dealt, discarded, played, selected

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


# What is shown


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


def test_the_boxes_have_the_names_of_the_flowchart() -> None:
    names = {phase.path: phase.name for phase in engine.chart.phases}

    assert names == {
        "drawing": "Draw Phase",
        "discarding": "Discard Phase",
        "discarding.choosing": "Discard Phase Active",
        "discarding.selecting": "Selection In Progress",
        "discarding.ready": "Ready to Discard",
        "resting": "Draw Phase Restored",
    }


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
    shown = msgspec.json.encode(engine.view(snapshot, player=0)).decode()

    assert "123456789" not in shown
    assert not [card for card in snapshot.game.draw_pile if f'"{card}"' in shown]
    assert engine.view(snapshot, player=0).hand == snapshot.game.hand


# Events


def test_domain_events_tell_the_turn() -> None:
    session = Session.start(engine, deck=["a", "b"], shuffle=False, hand_size=2, discard_count=1)
    heard: list[Any] = []
    session.subscribe(heard.append)
    session.send(DealNextHand())
    first = session.snapshot.game.hand_cards
    for move in (ToggleCard(first[1].id), ConfirmDiscard(), EndTurn(), DealNextHand()):
        session.send(move)

    assert heard == [
        HandDealt(first, 2),
        CardsDiscarded(("b",)),
        CardsDiscarded(("a",)),
        TurnEnded(1),
        PileReshuffled(2),
        HandDealt(session.snapshot.game.hand_cards, 2),
    ]


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
