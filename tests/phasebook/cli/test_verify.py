"""`phasebook verify`."""

import json
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from fsm import Engine, Session, Snapshot
from games import goofspiel
from games.goofspiel.view import TableView
from phasebook.cli import main
from tests.fsm import evening, tictactoe
from tests.fsm.checking.test_guided import is_not_at_the_door
from tests.fsm.corridor import corridor
from tests.fsm.dropping import are_held, are_two, dropping
from tests.fsm.test_seeded_defects import broken_invariant, may_deadlock, missing_legal_move, trap

SMALL = ["--set", "hand_size=2", "--set", 'deck=["a", "b", "c"]', "--limit", "300", "--budget", "0s"]

invariant_breaker = broken_invariant()
narrow = missing_legal_move()
DeadlockFlow = may_deadlock()
TrapFlow = trap()
deadlocked = dropping(are_held, are_two)


def new_board(preset: str = "whole") -> tictactoe.Board:
    return tictactoe.Board({"whole": ".........", "small": "xoxoxo..."}[preset])


with_small_preset = Engine(
    tictactoe.TicTacToe, moves=(tictactoe.Mark,), new=new_board, presets={"whole": {}, "small": {}}
)


def new_night(seed: int = 0) -> evening.Room:
    return evening.Room(evening.Switch(is_on=seed % 2 == 1))


def is_dark(snapshot: Snapshot[evening.Room]) -> bool:
    return not snapshot.game.settings.is_on


odd_seeds_go_wrong = Engine(evening.Night, moves=evening.night.moves, new=new_night, invariants=(is_dark,))


def view_with_a_leak(snapshot: Snapshot[goofspiel.Table], seat: int | None) -> TableView:
    """With prizes carried over, the next one is seen."""
    game, seen = snapshot.game, goofspiel.view(snapshot, seat)
    return replace(seen, deck=game.deck) if game.settings.carry_over else seen


leaking = Engine(
    goofspiel.Goofspiel,
    moves=(goofspiel.Bid,),
    new=goofspiel.new_game,
    seats=goofspiel.players,
    to_act=goofspiel.to_act,
    view=view_with_a_leak,
    redeal=goofspiel.redeal,
    presets=goofspiel.PRESETS,
)

HERE = "tests.phasebook.cli.test_verify"


def test_a_clean_flow_is_exit_code_0_and_says_what_was_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "tests.fsm.tictactoe:engine"]) == 0
    lint, accepted, explored, complete, seen, checks = capsys.readouterr().out.splitlines()
    assert lint == "lint: clean"
    assert accepted.startswith("  accepted: may_deadlock at playing: While nobody has won")
    assert complete == "  complete: every snapshot that play can reach was seen"
    assert explored.startswith("explore: seed 0: 5,478 snapshots, 16,167 transitions, 9 moves deep, 958 endings; 1,"), (
        "more than a thousand other payloads"
    )
    assert seen == "  seen: 3 of 3 phases, 3 of 3 rows, 6 of 6 guard outcomes"
    assert checks.startswith("checks: games_are_deterministic, another_process_agrees, ")


def test_a_limit_is_reported_with_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "discard", "--seed", "4", "--seeds", "2", *SMALL]) == 0
    out = capsys.readouterr().out

    assert 'explore: seed 4 --set hand_size=2 --set deck=["a", "b", "c"]: 300 snapshots' in out
    assert "explore: seed 5 --set hand_size=2" in out
    assert (
        "the limit of 300 snapshots was reached: raise --limit to see more of this seed, or go on with --seed 6" in out
    )
    assert "accepted: missing_legal_move of change_settings" in out


def test_a_defect_is_exit_code_1_with_its_moves_log_and_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, picture = tmp_path / "defect.jsonl", tmp_path / "defect.mmd"

    assert main(["verify", f"{HERE}:invariant_breaker", "--log", str(log), "--draw", str(picture)]) == 1
    out = capsys.readouterr().out
    assert "DEFECT broken_invariant in here after 2 moves: The invariant 'stays_below_two' does not hold." in out
    assert '      1. {"move":"go"}\n      2. {"move":"go"}\n' in out
    assert out.startswith("DEFECT "), "defects come first"
    assert len(log.read_text().splitlines()) == 3
    assert picture.stat().st_size > 0


def test_the_written_log_leads_to_the_defect(tmp_path: Path) -> None:
    log = tmp_path / "defect.jsonl"
    main(["verify", f"{HERE}:narrow", "--log", str(log)])

    assert Session.replay(narrow, log.read_text()).snapshot.game.n == 1


def test_without_a_defect_the_traffic_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "traffic.mmd"

    assert main(["verify", "tests.fsm.tictactoe:engine", "--draw", str(picture)]) == 0
    assert "13" in picture.read_text()


def test_the_picture_is_of_the_flow_under_the_settings_explored(tmp_path: Path) -> None:
    picture = tmp_path / "traffic.mmd"

    assert main(["verify", "uno", "--preset", "seed", "--limit", "50", "--budget", "0s", "--draw", str(picture)]) == 0
    assert "UNO call" not in picture.read_text()


def test_the_picture_shows_what_came_into_force_during_the_games(tmp_path: Path) -> None:
    picture = tmp_path / "traffic.mmd"

    assert main(["verify", "tests.fsm.evening:engine", "--draw", str(picture)]) == 0
    assert "In bed" in picture.read_text("utf-8")


def test_the_picture_is_of_the_first_seed_with_a_defect(tmp_path: Path) -> None:
    """Seed 0 is sound; the way to the defect of seed 1 is drawn on the flow as it is under seed 1."""
    picture = tmp_path / "defect.mmd"

    assert main(["verify", f"{HERE}:odd_seeds_go_wrong", "--seeds", "2", "--draw", str(picture)]) == 1
    drawn = picture.read_text("utf-8")
    assert "In bed" in drawn
    assert "sleep" not in drawn


def test_settings_that_json_cannot_hold_are_no_hindrance(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "tests.fsm.evening:engine", "--json"]) == 0
    (exploration,) = json.loads(capsys.readouterr().out)["explorations"]

    assert exploration["coverage"]["rows"] == {"room-press-room": 2, "room-read-bed": 1}
    assert "chart" not in exploration


def test_a_deadlock_is_printed_with_the_guards_that_refuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", f"{HERE}:deadlocked"]) == 1
    out = capsys.readouterr().out

    assert "DEFECT deadlock in holding after 1 move: No move is legal here, and the phase is not final.\n" in out
    assert '  why: are_two refuses {"move":"drop","cards":[3]}\n' in out
    assert "  do: Let one of these guards say yes" in out
    assert "possible: may_deadlock, and it happens: see the defect: holding\n" in out


def test_a_finding_is_exit_code_1_and_a_flow_alone_is_only_linted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", f"{HERE}:TrapFlow"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("lint: 1 finding\n  trap at hole: ")
    assert "explore: not done; name the Engine" in out


def test_what_is_only_possible_is_no_reason_to_fail(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", f"{HERE}:DeadlockFlow"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("lint: clean\n  possible: may_deadlock, and nothing was played there: here\n")


def test_a_preset_called_small_is_what_is_explored(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", f"{HERE}:with_small_preset", "--budget", "0s"]) == 0
    assert "8 snapshots" in capsys.readouterr().out
    assert main(["verify", f"{HERE}:with_small_preset", "--preset", "whole"]) == 0
    assert "5,478 snapshots" in capsys.readouterr().out


near_the_door = corridor(invariants=(is_not_at_the_door,))


def new_thrown(seed: int = 0) -> tictactoe.Board:
    return tictactoe.Board(f"{'xo' * (next(TICKS) % 2)}".ljust(9, "."))


TICKS = count()
thrown = Engine(tictactoe.TicTacToe, moves=(tictactoe.Mark,), new=new_thrown)


def test_deep_plays_instead_of_exploring_and_writes_the_short_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, picture = tmp_path / "defect.jsonl", tmp_path / "defect.mmd"
    line = ["verify", f"{HERE}:near_the_door", "--deep", "--budget", "2s", "--log", str(log), "--draw", str(picture)]

    assert main(line) == 1
    out = capsys.readouterr().out
    assert out.startswith("DEFECT broken_invariant in walking after ")
    assert "explore:" not in out
    assert "guided play: seed 0: " in out
    assert Session.replay(near_the_door, log.read_text()).snapshot.game.place >= 20
    assert picture.stat().st_size > 0


@pytest.mark.long
def test_after_a_small_preset_the_others_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "goofspiel", "--budget", "1s"]) == 0
    out = capsys.readouterr().out

    assert "explore: seed 0 --preset small: 907 snapshots" in out
    assert "withdrawn: may_deadlock at round.bidding: every snapshot of seed 0 was seen" in out
    assert "guided play: seed 0: " in out


def test_a_game_that_begins_differently_each_time_is_said_to_be_not_deterministic(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["verify", f"{HERE}:thrown", "--limit", "5", "--budget", "200ms"]) == 1
    assert "DEFECT games_are_deterministic: not deterministic: two games of seed" in capsys.readouterr().out


def test_perft_counts_ply_by_ply(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "tests.fsm.tictactoe:engine", "--limit", "10", "--budget", "0s", "--perft", "3"]) == 0
    assert "perft 1: 9\nperft 2: 72\nperft 3: 504\n" in capsys.readouterr().out


@pytest.mark.long
def test_json_holds_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "tests.fsm.tictactoe:engine", "--json", "--perft", "2", "--thorough"]) == 0
    found = json.loads(capsys.readouterr().out)

    assert found["perft"] == [9, 72]
    assert found["explorations"][0]["snapshots"] == 5_478
    assert found["lint"][0]["check"] == "may_deadlock"


@pytest.mark.long
def test_a_leak_under_one_preset_only_is_found_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", f"{HERE}:leaking", "--limit", "5", "--budget", "10ms"]) == 1
    said = capsys.readouterr().out

    assert said.startswith("DEFECT nothing_leaks: ")
    assert "\n  settings: preset carried\n" in said
    assert said.count("DEFECT") == 1


@pytest.mark.long
def test_settings_that_are_asked_for_are_the_only_ones_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", f"{HERE}:leaking", "--preset", "classic", "--limit", "5", "--budget", "10ms"]) == 0
    assert "nothing_leaks: all is well in a few games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nobody"], "There is no flow 'nobody'"),
        (["discard", "--set", "colour"], "'colour' is not a setting; write --set name=value."),
        (["discard", "--set", "colour=red"], "There is no setting 'colour'"),
        (["discard", "--preset", "odd"], "There is no preset 'odd'; choose one of seed, small."),
        (["discard", "--limit", "0"], "The limit must be at least 1 snapshot"),
        (["discard", "--seeds", "0"], "The number of seeds must be at least 1"),
        (["discard", "--budget", "soon"], "'soon' is no budget; write one such as 30s, 2m or 500ms"),
        (["discard", "--limit", "2", "--budget", "0s", "--draw", "/nowhere/at/all.mmd"], "/nowhere/at"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", *arguments]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("phasebook: ")
    assert sentence in complaint
    assert complaint.count("\n") == 1
