"""`phasebook simulate`."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from xml.etree import ElementTree

import pytest

from fsm.cli import main
from tests.fsm.strange_policies import MARK

TICTACTOE = "tests.fsm.tictactoe:engine"

HEARS_INTERRUPTS = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell starts with it ignored
from fsm.cli import main
sys.exit(main())
"""


def test_it_prints_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", TICTACTOE, "--games", "200", "--seed", "1"]) == 0
    out = capsys.readouterr().out

    assert out.startswith(f"{TICTACTOE}: 200 games, ")
    assert "games/s" in out
    assert "moves a game: mean 7." in out
    assert "least 5, median 8, 9 of 10 up to 9, most 9" in out
    assert "legal moves a decision: mean 5." in out
    assert "x wins" in out
    assert "seen: 3 of 3 phases, 3 of 3 arrows, 5 of 6 guard outcomes" in out
    assert "not seen: is_free is never False" in out


def test_reckless_play_shows_the_reasons_of_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "discard", "--games", "20", "--max-moves", "40", "--policy", "reckless"]) == 0
    out = capsys.readouterr().out

    assert "refusals:" in out
    assert "impossible in drawing: EndTurn" in out


def test_jobs_do_not_change_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    plan = ["simulate", TICTACTOE, "--games", "100", "--seed", "9", "--json"]
    main(plan)
    alone = json.loads(capsys.readouterr().out)
    main([*plan, "--jobs", "2"])
    together = json.loads(capsys.readouterr().out)

    assert alone["result"] == together["result"]
    assert alone["length"] == together["length"]
    assert alone["speed"]["games_per_second"] > 0


def test_pictures(tmp_path: Path) -> None:
    heat, bars = tmp_path / "heat.mmd", tmp_path / "bars.svg"

    assert main(["simulate", TICTACTOE, "--games", "50", "--heatmap", str(heat), "--histogram", str(bars)]) == 0
    assert ElementTree.parse(bars).getroot().tag.endswith("svg")
    assert heat.read_text(encoding="utf-8").strip()


def test_a_heat_map_shows_the_chart_that_the_settings_leave(tmp_path: Path) -> None:
    heat = tmp_path / "heat.mmd"

    assert main(["simulate", "uno", "--games", "2", "--max-moves", "20", "--heatmap", str(heat)]) == 0
    drawn = heat.read_text("utf-8")
    assert "Turn" in drawn
    assert "Hand swap" not in drawn


def test_settings_reach_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", TICTACTOE, "--games", "30", "--set", "squares=xoxoxo..."]) == 0
    assert "o wins" not in capsys.readouterr().out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_there_is_so_far(jobs: str, tmp_path: Path) -> None:
    mark = tmp_path / "begun"
    plan = ["--games", "100000000", "--batch", "5", "--policy", "tests.fsm.strange_policies:leaves_marks"]
    with subprocess.Popen(
        [sys.executable, "-c", HEARS_INTERRUPTS, "simulate", TICTACTOE, "--jobs", jobs, *plan],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
        env={**os.environ, MARK: str(mark)},
        start_new_session=True,
    ) as process:
        try:
            wait_for_games(mark, 100)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it too
            out, err = process.communicate(timeout=60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)

    assert process.returncode == 2
    assert " games of 100,000,000, then stopped" in out
    assert "moves a game: mean 7." in out
    assert err == ""


def wait_for_games(marks: Path, number: int) -> None:
    deadline = monotonic() + 60
    while not marks.exists() or marks.stat().st_size < number:
        assert monotonic() < deadline, "play did not begin"
        sleep(0.05)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nobody"], "There is no flow 'nobody'"),
        (["games.discard:DiscardTurn"], "is a flow without an engine"),
        ([TICTACTOE, "--games", "0"], "must be at least 1, not 0"),
        ([TICTACTOE, "--jobs", "0"], "must be at least 1, not 0"),
        ([TICTACTOE, "--policy", "clever"], "There is no policy 'clever'"),
        ([TICTACTOE, "--games", "1", "--histogram", "/nowhere/x.svg"], "The picture cannot be written"),
        ([TICTACTOE, "--games", "1", "--policy", "tests.fsm.strange_policies:fails_late"], "Game 0 of seed 0 failed"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("phasebook: ")
    assert sentence in complaint
    assert complaint.count("\n") == 1
