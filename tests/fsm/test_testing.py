"""The conformance helper, used as an integrator would."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, Snapshot, State
from fsm.testing import CHECKS, Subject, conform, invariants_hold, views_exist
from tests.fsm.fair import fair
from tests.fsm.samples import market
from tests.fsm.test_seeded_defects import broken_invariant, deadlock
from tests.fsm.tictactoe import engine as tictactoe

THREE_LINES = """
from fsm.testing import conformance
from tests.fsm.tictactoe import engine
test_my_flow = conformance(engine)
"""


def test_three_lines_of_test_run_every_check(tmp_path: Path) -> None:
    Path(tmp_path, "test_mine.py").write_text(THREE_LINES)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-c", "/dev/null", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )

    assert done.returncode == 0, done.stdout
    for check in CHECKS:
        assert f"::test_my_flow[{check.__name__}] PASSED" in done.stdout


def test_conform_runs_them_without_pytest() -> None:
    conform(tictactoe, games=2)
    with pytest.raises(AssertionError, match="no move is legal in here; the game: "):
        conform(deadlock(), games=20)


def test_a_failure_of_lint_says_what_the_linter_says() -> None:
    with pytest.raises(AssertionError, match="guard_without_sentence at street-enter-shop"):
        conform(market)


def test_players_are_asked_for_their_views() -> None:
    asked: list[object] = []
    subject = Subject(tictactoe, games=1, max_moves=2, players=("x", "o"))
    subject.engine = tictactoe.__class__(
        tictactoe.flow,
        moves=tictactoe.moves,
        new=tictactoe.new,
        view=lambda snapshot, player: asked.append(player),
    )
    views_exist(subject)

    assert set(asked) == {"x", "o"}


class Ticket(msgspec.Struct, frozen=True):
    seed: int


class Kiosk(Flow):
    open = State(initial=True)
    closed = State(final=True)
    shut = open.to(closed)


class Shut(Move): ...


def new_ticket(seed: int) -> Ticket:
    return Ticket(seed)


def size(seed: int) -> int:
    return -(-seed.bit_length() // 8)


SPELLINGS: dict[str, Callable[[int], Any]] = {
    "a number": lambda seed: seed,
    "in a sentence": lambda seed: f"Game {seed} has begun.",
    "hexadecimal": lambda seed: f"{seed:x}",
    "HEXADECIMAL": lambda seed: f"0x{seed:032X}",
    "lowest byte first": lambda seed: seed.to_bytes(16, "little").hex(),
    "no byte too many": lambda seed: seed.to_bytes(size(seed), "little").hex().upper(),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_view_that_shows_the_seed_is_found_however_it_is_spelt(spelling: str) -> None:
    def view(snapshot: Snapshot[Ticket], player: Any) -> Any:
        return {"ticket": SPELLINGS[spelling](snapshot.game.seed)}

    leaky = Engine(Kiosk, moves=(Shut,), new=new_ticket, view=view)

    with pytest.raises(AssertionError, match="the view of 0 shows the seed"):
        views_exist(Subject(leaky))


def test_a_view_of_something_else_does_not_show_the_seed() -> None:
    sound = Engine(Kiosk, moves=(Shut,), new=new_ticket, view=lambda snapshot, player: f"{snapshot.game.seed ^ 255:x}")

    views_exist(Subject(sound, games=20))


def test_every_check_says_its_claim() -> None:
    assert all(check.__doc__ for check in CHECKS)
    assert len(CHECKS) == len({check.__name__ for check in CHECKS}) >= 9


def test_the_sample_holds_the_ends_of_all_games() -> None:
    subject = Subject(tictactoe, games=4)

    assert {path[-1] for path in subject.paths} <= set(subject.sample)
    assert all(subject.engine.is_over(path[-1]) for path in subject.paths)


def test_a_failure_shows_the_snapshot_line_by_line_and_within_bounds() -> None:
    with pytest.raises(AssertionError) as failed:
        invariants_hold(Subject(broken_invariant(), games=20))

    first, *lines = str(failed.value).splitlines()
    assert first.endswith(" does not hold in")
    assert lines[:2] == ["{", '  "phase": "here",']
    assert len(lines) < 70


@pytest.mark.parametrize("settings", [{}, {"players": 2, "rounds": 2}])
def test_a_flow_where_callers_and_choices_wait_passes(settings: dict[str, int]) -> None:
    subject = Subject(fair, games=6, settings=settings, players=(0, 1, 2))
    waiting = [snapshot for snapshot in subject.snapshots if snapshot.back or snapshot.chosen]
    for check in CHECKS:
        check(subject)

    assert any(snapshot.back for snapshot in waiting)
    assert any(snapshot.chosen for snapshot in waiting)
