"""One game after the other: decisions, checks on the way, and what is counted."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import force_setattr

from fsm import Engine, Flow, Move, PhasebookError, Refusal, RefusalKind, Snapshot, State
from fsm.simulate import Decision, runner, simulate
from fsm.simulating.plan import Batch, game_seed, packed
from fsm.simulating.policies import random
from fsm.simulating.runner import CHECKED_THROUGHOUT, LOOK, play_batch, reason, runner_of
from fsm.simulating.tally import Tally
from games.discard import engine as discard
from tests.fsm.evening import Press, Switch
from tests.fsm.evening import engine as evening
from tests.fsm.parlour import Draw, Play, Resign, parlour
from tests.fsm.race import Advance, Flee
from tests.fsm.race import engine as race
from tests.fsm.simulating.strange_policies import answers_nonsense, changes_the_snapshot
from tests.fsm.test_seeded_defects import Go, engine_of
from tests.fsm.tictactoe import Board, Mark, TicTacToe, new_board
from tests.fsm.tictactoe import engine as tictactoe

TICTACTOE = "tests.fsm.tictactoe:engine"


def test_a_game_depends_on_its_number_alone() -> None:
    here = runner(tictactoe, seed=4)

    assert here.play([5]) == runner(tictactoe, seed=4).play([5])
    assert here.play_one(5).moves != here.play_one(6).moves
    assert here.seed_of(5) == game_seed(4, 5)


def test_a_session_is_the_game_that_was_counted() -> None:
    here = runner(tictactoe, seed=4)

    for number in range(5):
        assert [step.move for step in here.session(number).log] == here.play_one(number).moves


def test_parts_add_up_to_the_whole() -> None:
    here, total = runner(race, seed=2), Tally()
    for games in (range(7), range(7, 20), range(20, 31)):
        total.add(here.play(games))

    assert total == here.play(range(31))


def test_a_process_that_knows_only_names_plays_the_same_games() -> None:
    here = runner(TICTACTOE, seed=3, policy="reckless")
    batch = Batch(packed(here.plan), range(10, 30))

    assert play_batch(batch) == here.play(range(10, 30))
    assert runner_of(batch.plan) is runner_of(packed(here.plan)), "it is made once"


# Policies


def test_what_is_not_a_move_is_refused_like_any_other_unknown_move() -> None:
    found = simulate(tictactoe, 1, policy=answers_nonsense, max_moves=3)  # type: ignore[arg-type]  # the point

    assert found.refusals == {"unknown in playing: str": 3}


@pytest.mark.parametrize("convert", [bool, float])
def test_a_move_that_only_looks_like_a_legal_one_is_no_fault_of_the_game(convert: Any) -> None:
    """True and 1.0 are equal to the square 1, which is legal; as a payload they are wrong."""

    def careless(decision: Decision) -> Move:
        return Mark(convert(1)) if decision.number == 0 else random(decision)

    found = simulate(tictactoe, 3, policy=careless)

    assert found.refusals == {"malformed in playing: Mark": 3}
    assert found.failure is None


def test_a_move_of_a_foreign_type_is_no_fault_of_the_game() -> None:
    class Other(Mark, tag="mark"):
        """Sends the same event, and is written the same."""

    found = simulate(tictactoe, 2, policy=lambda decision: Other(1), max_moves=3)

    assert found.refusals == {"unknown in playing: Other": 6}
    assert found.failure is None


def test_a_legal_move_that_a_policy_builds_itself_must_be_accepted_too() -> None:
    class Promised(Mark, tag="mark"):
        exact = True

        @classmethod
        def candidates(cls, game: Board) -> Iterable["Promised"]:
            return [cls(-1)]

    broken = Engine(TicTacToe, moves=(Promised,), new=new_board)
    failure = simulate(broken, 1, policy=lambda decision: Promised(-1)).failure

    assert failure is not None
    assert failure.kind == "refused_legal_move"


def test_who_can_only_give_up_does() -> None:
    class Lost(Flow):
        here = State(initial=True)
        end = State(final=True)
        resign = here.to(end)

    class Resign(Move):
        gives_up = True

    assert simulate(engine_of(Lost, Resign), 3).endings == {"finished": 3}


def test_moves_to_avoid_are_those_that_give_up_and_those_named() -> None:
    assert runner(race).avoided == {Flee}
    assert runner(race, giving_up=True).avoided == set()
    assert runner(race, giving_up=True, without=("advance",)).avoided == {Advance}
    with pytest.raises(PhasebookError, match="Race has no event 'fold'; its events are advance, flee"):
        runner(race, without=("fold",))


def test_an_avoided_move_is_played_by_who_has_nothing_else_and_before_giving_up() -> None:
    draw, play, resign = Draw("east"), Play("east", 5), Resign("east")
    plan = runner(parlour)
    game = plan.begin(0)
    plan.policy = lambda decision: decision.moves[0]
    assert plan.decide(game, [resign, draw], 0) == draw
    assert plan.decide(game, [resign, draw, play], 0) == play


# Settings


def test_settings_are_noted_where_they_decide_rows_and_when_they_change() -> None:
    def presses_thrice(decision: Decision) -> Move:
        return Press() if decision.number < 3 else decision.moves[-1]

    game = runner(evening, policy=presses_thrice).play_one(0)

    assert game.settings_met == [Switch(False), Switch(True), Switch(False), Switch(True)]
    assert runner(evening).play(range(5)).settings_met == {Switch(False), Switch(True)}
    assert runner(evening, max_moves=1, settings={"is_on": True}, without=("press",)).play([0]).settings_met == {
        Switch(True)
    }
    assert runner(tictactoe).play(range(5)).settings_met == set()


# Checking


@pytest.mark.parametrize(
    ("check", "number", "wanted"),
    [
        (16, 0, (1, LOOK)),
        (16, CHECKED_THROUGHOUT - 1, (1, LOOK)),
        (16, CHECKED_THROUGHOUT, (16, 16 * LOOK)),
        (1, 0, (1, 1)),
        (1, 1_000, (1, 1)),
        (0, 0, (0, 0)),
        (0, 1_000, (0, 0)),
    ],
)
def test_the_first_games_are_checked_throughout_and_the_others_now_and_then(
    check: int, number: int, wanted: tuple[int, int]
) -> None:
    assert runner(race, check=check).checks(number) == wanted


def test_a_failure_that_comes_and_goes_is_found_in_later_games_too() -> None:
    """An invariant that is broken for one move of ten, where only one of sixteen is looked at."""
    trouble = {"trouble": "jumping"}

    assert 5 < runner(race, settings=trouble).play(range(1_000, 1_400)).endings["broken"] < 100
    assert runner(race, settings=trouble, check=0).play(range(50)).failure is None
    assert runner(race, settings=trouble, check=1).play(range(1_000, 1_100)).endings["broken"] > 50


def test_the_last_snapshot_is_always_checked() -> None:
    def has_not_arrived(snapshot: Snapshot[Any]) -> bool:
        return snapshot.phase != "over"

    picky = Engine(race.flow, moves=race.moves, new=race.new, invariants=(has_not_arrived,))

    assert runner(picky).play(range(500, 550)).endings == {"broken": 50}


def test_the_first_failure_of_a_part_is_the_one_with_the_lowest_number() -> None:
    found = runner(race, settings={"trouble": "stuck"}).play([9, 4, 7])

    assert found.endings == {"stuck": 3}
    assert found.failure is not None
    assert found.failure.game == 4


def test_a_policy_that_changes_the_table_is_found() -> None:
    found = simulate(discard, 4, policy=changes_the_snapshot, max_moves=4)

    assert found.failure is not None
    assert found.failure.sentence.startswith("A guard, the candidates of a move or the policy changed the snapshot")


def test_an_effect_that_changes_its_input_is_named() -> None:
    def touch(game: Any) -> Any:
        force_setattr(game, "n", 5)
        return game

    class Rough(Flow):
        here = State(initial=True, exit=touch)
        end = State(final=True)
        go = here.to(end)

    found = simulate(engine_of(Rough, Go), 8)

    assert found.failure is not None
    assert found.failure.sentence.endswith("changed the snapshot that it was played on; look at touch.")


def test_a_game_that_ends_only_a_phase_says_so() -> None:
    class Nested(Flow):
        """A round that ends, in a game that does not."""

        class round(State.Compound, initial=True):
            going = State(initial=True)
            closed = State(final=True)
            go = going.to(closed)

    failure = simulate(engine_of(Nested, Go), 1).failure

    assert failure is not None
    assert failure.sentence == "No move is legal here, and the phase ends only 'round', not the game."


# Counting


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (Refusal(RefusalKind.GUARDED, "here", Mark(1), "It is taken.", "is_free"), "is_free: It is taken."),
        (Refusal(RefusalKind.IMPOSSIBLE, "here", Mark(1), "Not now."), "impossible in here: Mark"),
        (Refusal(RefusalKind.UNKNOWN, "here", 7, "What?"), "unknown in here: int"),
    ],
)
def test_refusals_are_counted_by_guard_or_by_phase_and_move(refusal: Refusal, words: str) -> None:
    assert reason(refusal) == words


def test_a_sentence_with_values_counts_as_one() -> None:
    no = Refusal(RefusalKind.GUARDED, "here", Mark(1), "1 is taken.", "is_free", (), "is_free", {"place": 1})

    assert reason(no, {"is_free": "{place} is taken."}) == "is_free: {place} is taken."


def test_games_that_are_not_finished_are_counted_by_their_last_phase() -> None:
    assert runner(race, max_moves=2).play(range(3)).outcomes == {"unfinished: running": 3}
    assert runner(race, settings={"trouble": "stuck"}).play(range(3)).outcomes == {"stuck: running": 3}
    assert runner(race, settings={"trouble": "silent"}).play(range(3)).outcomes == {"over": 3}
