"""Guided play: until everything is covered, the same every time, and failures made short."""

import subprocess
import sys
from typing import Any

import pytest

from fsm import PhasebookError, Session
from fsm.explore import QUIET, guided_play, has_variations, unreached
from games.goofspiel import engine as goofspiel
from games.uno import engine as uno
from tests.fsm.corridor import DOOR, Step, corridor, engine
from tests.fsm.tictactoe import engine as tictactoe


def is_not_at_the_door(snapshot: Any) -> bool:
    return bool(snapshot.game.place < DOOR - 4 or snapshot.phase == "outside")


def test_it_ends_when_everything_is_covered_and_nothing_new_comes() -> None:
    found = guided_play(engine)

    assert found.covered
    assert QUIET <= found.steps < 2 * QUIET
    assert not unreached(found.coverage)
    assert found.defects == ()
    assert found.variations > 3


def test_it_ends_when_it_is_late() -> None:
    asked = iter(range(1_000))
    found = guided_play(engine, is_late=lambda: next(asked) == 3)

    assert found.steps < QUIET


def test_the_same_seed_and_steps_give_the_same_result() -> None:
    assert guided_play(engine, steps=700, seed=4) == guided_play(engine, steps=700, seed=4)


def test_it_is_the_same_in_another_process() -> None:
    code = "from fsm.explore import *; from tests.fsm.corridor import engine; print(guided_play(engine, steps=300))"
    done = [
        subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True)
        for seed in ("1", "2")
    ]

    assert {one.stdout.decode().strip() for one in done} == {str(guided_play(engine, steps=300))}


def test_a_defect_behind_a_long_corridor_is_found_and_made_short() -> None:
    strict = corridor(invariants=(is_not_at_the_door,))
    (defect,) = guided_play(strict, steps=2_000).defects

    assert (defect.kind, defect.name) == ("broken_invariant", "is_not_at_the_door")
    assert len(defect.moves) <= 20
    assert (defect.seed, defect.settings) == (0, {})
    assert {type(move) for move in defect.moves} == {Step}
    assert Session.replay(strict, defect.log).snapshot.game.place >= DOOR - 4


def test_settings_that_are_named_are_kept() -> None:
    found = guided_play(engine, steps=500, settings={"lanes": 2})

    assert found.settings == {"lanes": 2}
    assert found.variations == 1
    assert found.ruled_out == ("walking-hop-walking",)
    assert "walking-hop-walking" not in found.coverage.rows


@pytest.mark.parametrize(
    ("settings", "waits"), [({"preset": "house"}, False), ({"preset": "official"}, True), (None, True)]
)
def test_moves_of_a_phase_that_is_left_at_once_are_ruled_out(settings: Any, waits: bool) -> None:
    """A match of a single round is over with it: nobody has time to leave in between."""
    found, row = guided_play(uno, steps=20, settings=settings), "round_over-leave-round_over"

    assert (row in found.coverage.rows) is waits
    assert (row in found.ruled_out) is not waits
    assert "round_over" in found.coverage.phases


def test_progress_tells_what_is_still_unseen() -> None:
    told: list[tuple[int, int]] = []
    guided_play(engine, steps=500, progress=lambda steps, missing: told.append((steps, len(missing))))

    assert told[0] == (0, told[0][1])
    assert told[-1][0] > 400
    assert [left for _, left in told] == sorted((left for _, left in told), reverse=True)


def test_no_step_is_refused() -> None:
    with pytest.raises(PhasebookError, match="at least 1 step"):
        guided_play(engine, steps=0)


def test_a_game_with_one_setting_has_no_variations() -> None:
    assert has_variations(engine)
    assert has_variations(goofspiel)
    assert not has_variations(tictactoe)
