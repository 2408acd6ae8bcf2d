"""The invariants notice what they are there for: tables that were tampered with, under phases that are not theirs."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import SaveError, Snapshot
from games.discard import ChangeSettings, EndTurn, Settings, Table, engine
from tests.games.discard.tables import dealt, discarded, played, selected
from tests.games.forging import altered, misplaced, plays_on, walk

VARIANTS: list[dict[str, Any]] = [
    {},
    {"hand_size": 1, "discard_count": 1},
    {"hand_size": 2, "discard_count": 20},
    {"discard_count": 0},
    {"deck": ["a", "a", "b"], "hand_size": 4, "discard_count": 2},
    {"deck": ["x"], "discard_count": 1, "shuffle": False},
    {"preset": "small"},
    {"turns": 3, "hand_size": 2},
]


def tampered(snapshot: Snapshot[Table], **changes: Any) -> Snapshot[Table]:
    return Snapshot(snapshot.phase, replace(snapshot.game, **changes))


CHOSEN = selected(dealt(discard_count=3), 0, 1)


@pytest.mark.parametrize(
    ("snapshot", "changes", "broken"),
    [
        (CHOSEN, {"deck": ()}, "cards_are_conserved"),
        (CHOSEN, {"hand_cards": ()}, "cards_are_conserved"),
        (CHOSEN, {"selected": ("nobody's",)}, "selection_is_within_hand"),
        (CHOSEN, {"selected": CHOSEN.game.selected[:1] * 2}, "selection_is_within_hand"),
        (CHOSEN, {"owed": 1}, "selection_is_within_owed"),
        (CHOSEN, {"selected": ()}, "phase_tells_the_selection"),
        (CHOSEN, {"asked": 4}, "phase_tells_the_hand"),
        (CHOSEN, {"asked": 0}, "phase_tells_the_hand"),
        (dealt(discard_count=0), {"owed": 1}, "phase_tells_the_hand"),
        (engine.start(seed=0), {"asked": 1}, "phase_tells_the_hand"),
        (engine.start(seed=0), {"turn": 0}, "turns_are_counted"),
        (engine.start(seed=0), {"turn": 9}, "turns_are_counted"),
        (engine.start(seed=0), {"draws": 40}, "turns_are_counted"),
        (engine.start(seed=0, turns=1), {"turn": 2, "draws": 4}, "game_ends_with_its_turns"),
        (played(dealt(discard_count=0, turns=1), EndTurn()), {"settings": Settings()}, "game_ends_with_its_turns"),
        (engine.start(seed=0), {"seed": 2**128}, "seed_is_within_bounds"),
    ],
)
def test_a_broken_snapshot_is_noticed(snapshot: Snapshot[Table], changes: dict[str, Any], broken: str) -> None:
    assert engine.broken(snapshot) == []
    assert broken in engine.broken(tampered(snapshot, **changes))


@given(number=st.integers(0, 10**6), variant=st.sampled_from(VARIANTS))
def test_no_table_fits_two_phases(number: int, variant: dict[str, Any]) -> None:
    """Each real snapshot breaks an invariant under every phase but its own: there is nothing to mistake it for."""
    for snapshot in walk(engine, engine.start(seed=number, **variant), Random(number), 60, (ChangeSettings,)):
        assert not engine.broken(snapshot)
        assert not misplaced(engine, snapshot)


def test_a_hand_that_is_all_discarded_is_no_turn_before_its_deal() -> None:
    empty = discarded(dealt(hand_size=2, discard_count=2))

    assert empty.game.hand_cards == ()
    assert "phase_tells_the_hand" in engine.broken(Snapshot("drawing", empty.game))
    assert "phase_tells_the_hand" in engine.broken(Snapshot("resting", engine.start(seed=0).game))


@given(number=st.integers(0, 10**9))
def test_whatever_is_in_a_save_the_invariants_judge_it(number: int) -> None:
    """No table of the right types makes one raise; where none objects, the game goes on."""
    dice = Random(number)
    start = engine.start(seed=number, **dice.choice(VARIANTS))
    for snapshot in walk(engine, start, dice, dice.randrange(40), (ChangeSettings,)):
        forged = altered(engine, snapshot, dice)
        if forged is not None and not engine.broken(forged):
            plays_on(engine, forged, dice, 12)


@pytest.mark.parametrize(
    "changes",
    [
        {"hand_size": 0},
        {"hand_size": 11},
        {"hand_size": 2**63},
        {"discard_count": 21},
        {"discard_count": -1},
        {"turn": 2**63},
        {"draws": 2**63},
        {"seed": -1},
        {"seed": 2**128},
        {"seed": 2**200},
        {"seed": 1.5},
    ],
)
def test_numbers_out_of_bounds_are_no_save(changes: dict[str, Any]) -> None:
    with pytest.raises(SaveError):
        engine.load(engine.dump(tampered(engine.start(seed=0), **changes)))
