"""Simulation: published odds, one result for any crew, and failures that name the game."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fsm import Flow, PhasebookError, SettingsError, State
from fsm.coverage import unreached
from fsm.simulate import Crew, Processes, Serial, Simulation, SimulationError, bench, simulate
from fsm.tally import Tally
from games.discard import engine as discard
from tests.fsm.strange_policies import MARK, answers_nonsense, dies_once, fails_late
from tests.fsm.test_seeded_defects import Go, dead_by_consequence, deadlock, engine_of
from tests.fsm.tictactoe import engine as tictactoe

TICTACTOE = "tests.fsm.tictactoe:engine"


def test_random_tic_tac_toe_has_the_published_odds() -> None:
    """x wins 737 of 1,260 random games, o 363, nobody 160; the bounds are five standard deviations."""
    found = simulate(tictactoe, 3_000, seed=11)

    for outcome, part in {"x wins": 737, "o wins": 363, "nobody wins": 160}.items():
        odds = part / 1_260
        assert found.outcomes[outcome] == pytest.approx(3_000 * odds, abs=5 * (3_000 * odds * (1 - odds)) ** 0.5)
    assert found.endings == {"finished": 3_000}


def test_counts_agree_with_each_other() -> None:
    found = simulate(tictactoe, 300)

    assert found.is_complete
    assert sum(found.lengths.values()) == sum(found.outcomes.values()) == found.games == 300
    assert sum(length * games for length, games in found.lengths.items()) == found.moves
    assert sum(found.coverage.arrows.values()) == found.moves
    assert sum(found.branching.values()) == found.moves
    assert sum(found.coverage.phases.values()) == found.moves + found.games
    assert found.length is not None
    assert found.branching_factor is not None
    assert (found.length.least, found.length.most, found.branching_factor.most) == (5, 9, 9)


def test_the_same_seed_gives_the_same_result_and_another_seed_another() -> None:
    assert simulate(tictactoe, 100, seed=1) == simulate(tictactoe, 100, seed=1)
    assert simulate(tictactoe, 100, seed=1).lengths != simulate(tictactoe, 100, seed=2).lengths


@pytest.mark.parametrize("batch", [1, 7, 100, 1_000])
def test_batches_do_not_change_the_result(batch: int) -> None:
    assert simulate(tictactoe, 150, seed=1, batch=batch) == simulate(tictactoe, 150, seed=1)


def test_a_longer_simulation_begins_with_the_games_of_a_shorter_one() -> None:
    here = bench(tictactoe, seed=4)

    assert simulate(tictactoe, 3, seed=4).moves == sum(len(here.session(number).log) for number in range(3))


@pytest.mark.parametrize("make", [lambda: Processes(2), lambda: Processes(1), lambda: Crew(ThreadPoolExecutor(3))])
def test_any_crew_gives_the_same_result(make: Callable[[], Crew]) -> None:
    told: list[int] = []
    found = simulate(TICTACTOE, 300, seed=5, policy="reckless", crew=make(), batch=20, progress=told.append)

    assert found == simulate(TICTACTOE, 300, seed=5, policy="reckless")
    assert sum(told) == 300
    assert set(told) == {20}


def test_an_engine_and_a_policy_are_found_by_other_processes() -> None:
    found = simulate(tictactoe, 40, policy=dies_once, crew=Processes(2), batch=10)

    assert (found.plan.flow, found.plan.policy) == (TICTACTOE, "tests.fsm.strange_policies:dies_once")
    assert found.moves == simulate(tictactoe, 40).moves


def test_a_worker_that_is_killed_loses_nothing_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan: dict[str, Any] = {"max_moves": 60, "seed": 2, "batch": 5}
    whole = simulate(discard, 60, policy=dies_once, **plan)
    monkeypatch.setenv(MARK, str(tmp_path / "died"))
    found = simulate(discard, 60, policy=dies_once, crew=Processes(2), **plan)

    assert (tmp_path / "died").exists(), "a worker was to be killed"
    assert found == whole


def test_what_other_processes_cannot_find_is_refused_in_one_sentence() -> None:
    def local(decision: object) -> Any: ...

    with pytest.raises(PhasebookError, match="'local' cannot be found by other processes; put it in a module"):
        simulate(tictactoe, 10, policy=local, crew=Processes(2))


def test_a_game_that_never_ends_is_stopped_at_the_most_moves() -> None:
    found = simulate(discard, 20, max_moves=30)

    assert found.lengths == {30: 20}
    assert found.endings == {"unfinished": 20}
    assert all(outcome.startswith("unfinished: ") for outcome in found.outcomes)


def test_events_to_avoid_are_not_offered_while_there_are_others() -> None:
    kept = simulate(discard, 30, max_moves=50, without=("change_settings",))

    assert kept.coverage.arrows["drawing-change_settings-drawing"] == 0
    assert kept.coverage.arrows["drawing-deal_next_hand-discarding"] > 0
    assert simulate(tictactoe, 5, without=("mark",)).moves == simulate(tictactoe, 5).moves, "there are no others"
    with pytest.raises(PhasebookError, match="has no event 'fold'; its events are mark"):
        simulate(tictactoe, 5, without=("fold",))


def test_a_phase_that_is_only_passed_through_counts_as_seen() -> None:
    found = simulate(engine_of(dead_by_consequence(), Go), 10)

    assert found.coverage.phases == {"here": 10, "flash": 10, "end": 10}


def test_a_first_phase_that_is_left_at_once_counts_as_seen() -> None:
    class Dealt(Flow):
        dealt = State(initial=True)
        here = State()
        end = State(final=True)
        dealt.to(here)
        go = here.to(end)

    assert simulate(engine_of(Dealt, Go), 3).coverage.phases == {"dealt": 3, "here": 3, "end": 3}


def test_refusals_are_counted_by_reason_and_are_no_moves() -> None:
    found = simulate(tictactoe, 50, policy="reckless", seed=3)
    reason = "is_free: There is no such square, or it is taken."

    assert list(found.refusals) == [reason]
    assert sum(found.branching.values()) == found.moves + found.refusals[reason]
    assert found.coverage.guards["is_free"].no > 0
    assert simulate(tictactoe, 50, seed=3).refusals == {}


def test_coverage_names_what_was_not_seen() -> None:
    missing = unreached(simulate(tictactoe, 1, policy="first").coverage)

    assert missing.phases == ("drawn",)
    assert missing.arrows == ("playing-mark-drawn",)
    assert missing.guards == ("fills_the_board is never True", "is_free is never False")


def test_a_game_that_is_stuck_is_counted_as_stuck() -> None:
    found = simulate(deadlock(), 100)

    assert set(found.endings) == {"finished", "stuck"}
    assert found.outcomes["stuck: here"] == found.endings["stuck"]


@pytest.mark.parametrize("crew", [Serial(), Processes(2)])
def test_a_failure_names_the_game(crew: Crew) -> None:
    with pytest.raises(SimulationError, match=r"Game 0 of seed 6 failed in 'playing' after 5 moves: IndexError: .*"):
        simulate(TICTACTOE, 1, seed=6, policy="tests.fsm.strange_policies:fails_late", crew=crew)


def test_the_game_that_failed_can_be_played_again_up_to_there() -> None:
    with pytest.raises(SimulationError) as caught:
        simulate(tictactoe, 1, seed=6, policy=fails_late)

    again = bench(tictactoe, seed=6, policy=fails_late, max_moves=5).session(0)
    assert len(again.log) == 5
    assert "after 5 moves" in str(caught.value)


def test_what_is_not_a_move_is_refused_like_any_other_unknown_move() -> None:
    found = simulate(tictactoe, 1, policy=answers_nonsense, max_moves=3)  # type: ignore[arg-type]  # the point

    assert found.refusals == {"unknown in playing: str": 3}


def test_an_interrupt_ends_with_what_there_is() -> None:
    def interrupt(games: int) -> None:
        played.append(games)
        if len(played) == 3:
            raise KeyboardInterrupt

    played: list[int] = []
    found = simulate(tictactoe, 100, batch=10, progress=interrupt)

    assert (found.games, found.wanted, found.is_complete) == (30, 100, False)
    assert found.lengths == simulate(tictactoe, 30).lengths


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupt_in_the_middle_of_counting_lets_the_batch_count(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(Tally):
        def add(self, other: Tally) -> None:
            signal.raise_signal(signal.SIGINT)
            super().add(other)

    monkeypatch.setattr("fsm.simulate.Tally", Interrupted)
    found = simulate(tictactoe, 60, batch=20)

    assert found.games == 20 == sum(found.outcomes.values())


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "must be at least 1, not 0"),
        ({"batch": -1}, "must be at least 1, not -1"),
        ({"max_moves": 0}, "must be at least 1, not 0"),
        ({"seed": -1}, "The seed must be"),
        ({"policy": "clever"}, "There is no policy"),
        ({"settings": {"colour": 1}}, "has no setting 'colour'"),
    ],
)
def test_wrong_numbers_and_names_are_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PhasebookError, match=sentence):
        simulate(tictactoe, **{"games": 1, **wrong})


def test_wrong_settings_are_found_before_work_is_handed_out() -> None:
    class Watchful(Serial):
        def work(self, task: Any, portions: Any) -> Iterator[Any]:
            raise AssertionError("too late")

    with pytest.raises(SettingsError):
        simulate(discard, 5, settings={"deck": 3}, crew=Watchful())


def test_results_are_json() -> None:
    found = simulate(tictactoe, 20)

    assert msgspec.json.decode(msgspec.json.encode(found))["games"] == 20
    assert isinstance(found, Simulation)


def test_a_crew_without_an_executor_or_without_jobs_is_refused() -> None:
    with pytest.raises(PhasebookError, match="no executor"):
        simulate(TICTACTOE, 5, crew=Crew())
    with pytest.raises(PhasebookError, match="at least 1, not 0"):
        Processes(0)
