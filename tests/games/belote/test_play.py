"""Whole games: invariants after every step of random deals, and a match written down move by move."""

import random
from pathlib import Path
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest

from fsm import Snapshot
from games.belote import PRESETS, engine
from games.belote.cards import PACKS
from games.belote.invariants import INVARIANTS
from tests.games.belote.transcript import written_match

MIXES = st.fixed_dictionaries({name: st.booleans() for name in PRESETS["ffb"]})
MATCH = Path(__file__).parent / "match.txt"


def check_deals(deals: int, seed: int, **settings: Any) -> None:
    """Random legal play; every invariant after every step."""
    snapshot = engine.start(seed=seed, target=2000, **settings)
    running = engine.for_settings(snapshot.game.settings) if "preset" in settings else engine
    dice, played = random.Random(seed).random, 0
    while played < deals:
        if running.is_over(snapshot):
            seed += 1
            snapshot = engine.start(seed=seed, target=2000, **settings)
        round_before = snapshot.game.match.deals
        moves = running.legal_moves(snapshot)
        answer = running.step(snapshot, moves[int(dice() * len(moves))])
        assert isinstance(answer, Snapshot), answer
        assert all(rule(answer) for rule in INVARIANTS), f"{running.broken(answer)} broken in {answer}"
        played += answer.game.match.deals != round_before or answer.phase == "match_over"
        snapshot = answer


@pytest.mark.parametrize("preset", ["seed", "ffb"])
def test_invariants_hold_after_every_step_of_2000_deals(preset: str) -> None:
    check_deals(2_000, seed=1, preset=preset)


@hypothesis.settings(max_examples=60, deadline=None)
@hypothesis.given(MIXES, st.integers(0, 10**6))
def test_invariants_hold_under_any_mix_of_settings(mix: dict[str, bool], seed: int) -> None:
    check_deals(5, seed, **mix)


@hypothesis.settings(max_examples=30, deadline=None)
@hypothesis.given(st.sampled_from(sorted(PACKS)), st.sampled_from(range(80, 161, 10)), MIXES, st.integers(0, 10**6))
def test_invariants_hold_with_any_pack(pack: int, highest: int, mix: dict[str, bool], seed: int) -> None:
    check_deals(4, seed, pack=pack, highest_bid=highest, rebid_if_all_pass=True, **mix)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
@pytest.mark.parametrize("preset", ["seed", "ffb"])
def test_invariants_hold_after_every_step_of_a_million_deals(preset: str, block: int) -> None:
    """500,000 deals a preset, in blocks that can run side by side."""
    check_deals(25_000, seed=1_000_000 * (block + 1), preset=preset)


def test_the_match_goes_as_written() -> None:
    """A change of the rules, the dealing or the bots shows as a difference in match.txt."""
    assert written_match() == MATCH.read_text("utf-8")
