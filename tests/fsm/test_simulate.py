"""Simulation: published odds, one result for any workers, and failures that name the game."""

import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, PhasebookError, SaveError, SettingsError, State
from fsm.checking.coverage import unreached
from fsm.session import Session
from fsm.simulate import Decision, Processes, Serial, Simulation, SimulationError, Workers, runner, simulate
from fsm.simulating.policies import POLICIES
from fsm.simulating.tally import Tally
from games.discard import engine as discard
from tests.fsm.evening import engine as evening
from tests.fsm.evening import night
from tests.fsm.fair import fair
from tests.fsm.race import engine as race
from tests.fsm.simulating.strange_policies import MARK, dies_once, fails_late
from tests.fsm.test_seeded_defects import Count, Go, dead_by_consequence, deadlock, engine_of
from tests.fsm.tictactoe import engine as tictactoe

TICTACTOE = "tests.fsm.tictactoe:engine"


@pytest.mark.long
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
    assert sum(found.coverage.rows.values()) == found.moves
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
    here = runner(tictactoe, seed=4)

    assert simulate(tictactoe, 3, seed=4).moves == sum(len(here.session(number).log) for number in range(3))


@pytest.mark.parametrize("make", [lambda: Processes(2), lambda: Processes(1), lambda: Workers(ThreadPoolExecutor(3))])
def test_any_workers_give_the_same_result(make: Callable[[], Workers]) -> None:
    told: list[int] = []
    found = simulate(TICTACTOE, 300, seed=5, policy="reckless", workers=make(), batch=20, progress=told.append)

    assert found == simulate(TICTACTOE, 300, seed=5, policy="reckless")
    assert sum(told) == 300
    assert set(told) == {20}


def test_an_engine_and_a_policy_are_found_by_other_processes() -> None:
    found = simulate(tictactoe, 40, policy=dies_once, workers=Processes(2), batch=10)

    assert (found.plan.flow, found.plan.policy) == (TICTACTOE, "tests.fsm.simulating.strange_policies:dies_once")
    assert found.moves == simulate(tictactoe, 40).moves


def test_a_worker_that_is_killed_loses_nothing_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan: dict[str, Any] = {"max_moves": 60, "seed": 2, "batch": 5}
    whole = simulate(discard, 60, policy=dies_once, **plan)
    monkeypatch.setenv(MARK, str(tmp_path / "died"))
    found = simulate(discard, 60, policy=dies_once, workers=Processes(2), **plan)

    assert (tmp_path / "died").exists(), "a worker was to be killed"
    assert found == whole


def test_what_other_processes_cannot_find_is_refused_in_one_sentence() -> None:
    def local(decision: object) -> Any: ...

    with pytest.raises(PhasebookError, match="'local' cannot be found by other processes; put it in a module"):
        simulate(tictactoe, 10, policy=local, workers=Processes(2))


def test_a_game_that_never_ends_is_stopped_at_the_most_moves() -> None:
    found = simulate(discard, 20, max_moves=30)

    assert found.lengths == {30: 20}
    assert found.endings == {"unfinished": 20}
    assert all(outcome.startswith("unfinished: ") for outcome in found.outcomes)


def test_events_to_avoid_are_not_offered_while_there_are_others() -> None:
    kept = simulate(discard, 30, max_moves=50, without=("change_settings",))

    assert kept.coverage.rows["drawing-change_settings-drawing"] == 0
    assert kept.coverage.rows["drawing-deal_next_hand-discarding"] > 0
    assert simulate(tictactoe, 5, without=("mark",)).moves == simulate(tictactoe, 5).moves, "there are no others"
    with pytest.raises(PhasebookError, match="has no event 'fold'; its events are mark"):
        simulate(tictactoe, 5, without=("fold",))


def test_nobody_gives_up_at_random_unless_asked() -> None:
    for policy in POLICIES:
        assert simulate(race, 50, policy=policy).coverage.rows["running-flee-over"] == 0
    asked = simulate(race, 50, giving_up=True)

    assert asked.coverage.rows["running-flee-over"] > 10
    assert simulate(race, 50, giving_up=True, without=("flee",)) != asked


@pytest.mark.parametrize(("flow", "event"), [("uno", "leave"), ("onepiece", "concede")])
def test_our_games_are_played_to_their_end(flow: str, event: str) -> None:
    """Somebody wins, by the rules of the game and not because the others have gone."""
    found = simulate(flow, 4, seed=1)

    assert found.endings == {"finished": 4}
    assert not any(times for row, times in found.coverage.rows.items() if f"-{event}-" in row)
    assert not any(word in outcome for outcome in found.outcomes for word in ("abandoned", "conceded"))
    assert found.length is not None
    assert found.length.least > 20


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
    assert missing.rows == ("playing-mark-drawn",)
    assert missing.guards == ("fills_the_board is never True", "is_free is never False")


def test_a_game_that_is_stuck_is_counted_as_stuck() -> None:
    found = simulate(deadlock(), 100)

    assert set(found.endings) == {"finished", "stuck"}
    assert found.outcomes["stuck: here"] == found.endings["stuck"]


@pytest.mark.parametrize("workers", [Serial(), Processes(2)])
def test_a_failure_names_the_game(workers: Workers) -> None:
    with pytest.raises(SimulationError, match=r"Game 0 of seed 6 failed in 'playing' after 5 moves: the policy .*"):
        simulate(TICTACTOE, 1, seed=6, policy="tests.fsm.simulating.strange_policies:fails_late", workers=workers)


def test_the_game_that_failed_can_be_played_again_up_to_there() -> None:
    with pytest.raises(SimulationError) as caught:
        simulate(tictactoe, 1, seed=6, policy=fails_late)

    again = runner(tictactoe, seed=6, policy=fails_late, max_moves=5).session(0)
    assert len(again.log) == 5
    assert "after 5 moves" in str(caught.value)


# Games that go wrong


@pytest.mark.parametrize(
    ("trouble", "kind", "words"),
    [
        ("stuck", "stuck", "No move is legal here"),
        ("refusing", "refused_legal_move", "legal_moves offers .*, but step refuses it: Everybody is too tired."),
        ("raising", "rule_error", 'ZeroDivisionError while playing {"move":"advance".*}: the track has a hole'),
        ("touching", "changed_input", 'Playing {"move":"advance".*} changed the snapshot .*; look at advance.'),
        ("jumping", "broken_invariant", "The invariant 'steps_are_short' does not hold."),
        ("maddening", "rule_error", "ZeroDivisionError: what was a step"),
    ],
)
@pytest.mark.parametrize("games", [20, 150])
def test_a_game_that_goes_wrong_is_a_failure_with_the_way_there(
    trouble: str, kind: str, words: str, games: int
) -> None:
    found = simulate(race, games, seed=3, settings={"trouble": trouble})

    assert found.is_complete, "the other games are played all the same"
    assert found.failure is not None
    assert found.failures == found.endings["stuck" if kind == "stuck" else "broken"] > 0
    assert found.failure.kind == kind
    assert found.failure.game < 5, "the first games are checked throughout"
    assert re.search(words, found.failure.sentence)
    assert str(found.failure).startswith(f"game {found.failure.game}, {kind} in ")
    assert found == simulate(race, games, seed=3, settings={"trouble": trouble}, batch=7)


def test_the_log_of_a_failure_leads_to_it() -> None:
    stuck = simulate(race, 5, settings={"trouble": "stuck"}).failure
    raising = simulate(race, 5, settings={"trouble": "raising"}).failure
    assert stuck is not None
    assert raising is not None
    there = Session.replay(race, stuck.log)

    assert (there.snapshot.phase, len(there.log)) == (stuck.phase, stuck.moves)
    assert race.legal_moves(there.snapshot) == []
    with pytest.raises(SaveError, match="cannot be replayed: ZeroDivisionError: the track has a hole"):
        Session.replay(race, raising.log)


def test_a_game_that_cannot_be_saved_fails_all_the_same() -> None:
    def unsaid(seed: int = 0) -> Count:
        return Count(note=object())

    found = simulate(Engine(deadlock().flow, moves=deadlock().moves, new=unsaid), 30)

    assert found.failure is not None
    assert (found.failure.kind, found.failure.log) == ("stuck", "")


@pytest.mark.parametrize("workers", [Serial(), Processes(2)])
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"settings": {"trouble": "speechless"}}, r"outcome\(\) raised ZeroDivisionError: who won"),
        ({"policy": "tests.fsm.simulating.strange_policies:leaves"}, "the policy raised SystemExit: enough"),
    ],
)
def test_foreign_code_that_fails_ends_the_simulation_in_one_sentence(
    workers: Workers, wrong: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(SimulationError, match=sentence):
        simulate("tests.fsm.race:engine", 3, workers=workers, **wrong)


def test_what_was_counted_before_is_kept() -> None:
    def tires(decision: Decision) -> Move:
        played.add(decision.seed)
        return decision.moves[0 if len(played) < 30 else 99]

    played: set[int] = set()
    with pytest.raises(SimulationError, match="Game 29 of seed 0") as caught:
        simulate(tictactoe, 100, policy=tires, batch=10)

    assert caught.value.so_far.games == 20
    assert caught.value.so_far.lengths == simulate(tictactoe, 20, policy="first").lengths


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (
            "never",
            "Race cannot start a game with these settings .trouble.: ZeroDivisionError: there is no track; correct",
        ),
        ("mad", "An invariant of Race raised ZeroDivisionError before the first move: what is a step."),
    ],
)
def test_what_cannot_begin_is_said_in_one_sentence(trouble: str, sentence: str) -> None:
    with pytest.raises(PhasebookError, match=sentence):
        simulate(race, 5, settings={"trouble": trouble})


def test_a_game_that_cannot_start_from_its_seed_is_named() -> None:
    def picky(seed: int = 0) -> Count:
        return Count(n=1 // (seed % 5 or seed == 0))

    dealt = Engine(deadlock().flow, moves=deadlock().moves, new=picky)
    with pytest.raises(SimulationError, match=r"Game \d+ of seed 0 cannot be started: .*ZeroDivisionError"):
        simulate(dealt, 50)


def test_scores_are_counted_for_each_seat() -> None:
    found = simulate(race, 100)

    assert set(found.scores) == {"scores 0", "scores 1"}
    assert all(sum(games.values()) == 100 for games in found.scores.values())
    assert sum(games for score, games in found.scores["scores 0"].items() if score >= 10) == found.outcomes["winner 0"]
    assert simulate(tictactoe, 5).scores == {}


def test_each_seat_can_have_a_policy_of_its_own() -> None:
    def sprint(decision: Decision) -> Move:
        return max(decision.moves, key=lambda move: getattr(move, "steps", 0))

    found = simulate(race, 200, seats={0: sprint, "1": "first"})

    assert found.outcomes["winner 0"] > 180, "two steps are more than one"
    assert set(found.seats) == {"0", "1"}
    assert sum(found.seats.values()) == found.moves
    assert found.plan.seats == {"0": "sprint", "1": "first"}
    assert simulate(race, 5).seats == {}


def test_policies_of_seats_travel() -> None:
    plan: dict[str, Any] = {"seats": {1: "tests.fsm.simulating.strange_policies:dies_once"}, "batch": 5}

    assert simulate(race, 20, workers=Processes(2), **plan) == simulate("tests.fsm.race:engine", 20, **plan)


def test_a_seat_without_moves_cannot_have_a_policy() -> None:
    with pytest.raises(PhasebookError, match="do not say whose they are"):
        simulate(tictactoe, 5, seats={0: "random"})


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
        ({"settings": {"seed": 1}}, "'seed' is not a setting; give the seed by itself"),
        ({"settings": {"trace": 1}}, "'trace' is not a setting"),
        ({"check": -1}, "check=-1 says nothing"),
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
        simulate(discard, 5, settings={"deck": 3}, workers=Watchful())


def test_results_are_json() -> None:
    found = simulate(tictactoe, 20)

    assert msgspec.json.decode(msgspec.json.encode(found))["games"] == 20
    assert isinstance(found, Simulation)


def test_workers_without_an_executor_or_without_jobs_are_refused() -> None:
    with pytest.raises(PhasebookError, match="no executor"):
        simulate(TICTACTOE, 5, workers=Workers())
    with pytest.raises(PhasebookError, match="at least 1, not 0"):
        Processes(0)


# The chart under the settings that games had

EVENING = "tests.fsm.evening:engine"


def test_rows_that_come_into_force_during_a_game_are_counted() -> None:
    """The first move of every game turns on the light, by which one can read."""
    found = simulate(EVENING, 20)

    assert found.chart == evening.chart, "no row is left out"
    assert found.coverage.rows["room-read-bed"] == found.endings["finished"] == 20
    assert found.coverage.phases["bed"] == 20
    assert not unreached(found.coverage)


def test_rows_that_no_game_had_in_force_are_not_expected() -> None:
    found = simulate(EVENING, 5, max_moves=1, policy="first", settings={"is_on": True}, without=("read",))
    left = simulate(night, 5, settings={"is_on": True})

    assert found.chart == evening.chart, "the light was on, and then it was off"
    assert found.coverage.rows == {"room-press-room": 5, "room-read-bed": 0}
    assert [row.id for row in left.chart.rows] == ["room-read-bed"]
    assert not unreached(left.coverage)


@pytest.mark.parametrize("make", [lambda: Processes(2), lambda: Workers(ThreadPoolExecutor(2))])
@pytest.mark.parametrize("settings", [{}, {"current": 2 + 1j, "is_on": True}])
def test_settings_that_json_cannot_hold_give_the_same_result_with_any_workers(
    make: Callable[[], Workers], settings: dict[str, Any]
) -> None:
    alone = simulate(EVENING, 30, settings=settings)

    assert simulate(EVENING, 30, settings=settings, workers=make(), batch=4) == alone
    assert alone.endings == {"finished": 30}


def test_settings_that_cannot_go_elsewhere_are_one_sentence() -> None:
    class Local(complex):
        """Nobody else can find it."""

    assert simulate(EVENING, 5, settings={"current": Local()}).games == 5
    with pytest.raises(PhasebookError, match="These settings cannot go to other processes"):
        simulate(EVENING, 5, settings={"current": Local()}, workers=Processes(2))


def test_settings_that_cannot_be_looked_up_by_are_found_before_work_is_handed_out() -> None:
    with pytest.raises(SettingsError, match="must be hashable"):
        simulate(night, 5, settings={"is_on": []})


def test_a_game_is_started_once_to_try_and_once_to_be_played() -> None:
    started: list[int] = []

    def new(seed: int = 0) -> Count:
        started.append(seed)
        return Count()

    simulate(Engine(deadlock().flow, moves=deadlock().moves, new=new), 10)

    assert len(started) == 1 + 10


# What waits


def test_seats_that_choose_and_phases_that_are_called_are_played_to_the_end() -> None:
    found = simulate(fair, 200, seed=3, settings={"rounds": 2}, check=1)

    assert (found.endings, found.failure) == ({"finished": 200}, None)
    assert found.coverage.rows["playing.bidding-bid-playing.turn"] == 3 * 200
    assert not unreached(found.coverage).phases
    assert unreached(found.coverage).rows == ("playing-concede-over",), "nobody gives up unless asked to"


def test_where_several_choose_the_workers_make_no_difference_either() -> None:
    address = "tests.fsm.fair:fair"
    options: dict[str, Any] = {"games": 40, "seed": 5, "policy": "reckless", "seats": {1: "first"}}

    assert simulate(address, **options, workers=Processes(2)) == simulate(address, **options, workers=Serial())


def test_seats_that_choose_have_policies_of_their_own() -> None:
    found = simulate(fair, 60, seats={0: "first", 2: "first"}, settings={"rounds": 0})

    assert {seat: found.seats[seat] for seat in ("0", "1", "2")} == {"0": 60, "1": 60, "2": 60}


@pytest.mark.parametrize("number", range(5))
def test_a_game_with_choices_and_calls_replays_from_its_log(number: int) -> None:
    session = runner(fair, seed=8, policy="reckless").session(number)
    again = Session.replay(fair, session.write_log())

    assert (again.snapshot, again.log) == (session.snapshot, session.log)
