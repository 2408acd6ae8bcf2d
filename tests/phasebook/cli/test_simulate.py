"""`phasebook simulate`."""

import csv
import html
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from xml.etree import ElementTree

import pytest

from fsm import SaveError
from fsm.session import Session
from phasebook.cli import main
from tests.fsm.race import engine as race
from tests.fsm.simulating.strange_policies import MARK

TICTACTOE = "tests.fsm.tictactoe:engine"
RACE = "tests.fsm.race:engine"
COIN = "tests.fsm.coin:engine"
EVENING = "tests.fsm.evening:engine"
ROOT = Path(__file__).parents[3]

HEARS_INTERRUPTS = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell starts with it ignored
from phasebook.cli import main
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
    assert "seen: 3 of 3 phases, 3 of 3 rows, 5 of 6 guard outcomes" in out
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


def test_a_heat_map_shows_what_came_into_force_during_the_games(tmp_path: Path) -> None:
    """The light is off at the start of each game; only by light can one read, and go to bed."""
    heat = tmp_path / "heat.mmd"

    assert main(["simulate", EVENING, "--games", "7", "--heatmap", str(heat)]) == 0
    assert "In bed" in heat.read_text("utf-8")


def test_settings_that_json_cannot_hold_are_no_hindrance(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", EVENING, "--games", "7", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]

    assert result["coverage"]["rows"]["room-read-bed"] == 7
    assert "chart" not in result, "it is long, and `phasebook draw` gives it"


def test_settings_reach_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", TICTACTOE, "--games", "30", "--set", "squares=xoxoxo..."]) == 0
    assert "o wins" not in capsys.readouterr().out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_there_is_so_far(jobs: str, tmp_path: Path) -> None:
    mark = tmp_path / "begun"
    plan = ["--games", "100000000", "--batch", "5", "--policy", "tests.fsm.simulating.strange_policies:leaves_marks"]
    with subprocess.Popen(
        [sys.executable, "-c", HEARS_INTERRUPTS, "simulate", TICTACTOE, "--jobs", jobs, *plan],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
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


def test_a_thousand_games_are_played_unless_somebody_says_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", RACE, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]

    assert (result["games"], result["plan"]["policy"]) == (1_000, "random")
    assert result["plan"]["giving_up"] is False


def test_giving_up_is_for_those_who_ask_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", RACE, "--games", "50"]) == 0
    assert "not seen: running-flee-over" in capsys.readouterr().out
    assert main(["simulate", RACE, "--games", "50", "--giving-up"]) == 0
    assert "not seen: running-flee-over" not in capsys.readouterr().out


def test_scores_and_seats_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["--policy", "1=first", "--policy", "0=random", "--policy", "7=random", "--policy", "first"]
    assert main(["simulate", RACE, "--games", "50", *seats]) == 0
    out = capsys.readouterr().out

    assert "\nscores 0: mean " in out
    assert "\nscores 1: mean " in out
    assert "moves by seat:" in out
    assert "  seat 7 has a policy, but never moved\n" in out


def test_several_seats_share_a_policy_and_a_search_plays(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["--policy", "0,2=search:3", "--policy", "1,3=first", "--preset", "small"]
    assert main(["simulate", "goofspiel", "--games", "2", "--set", "players=4", *seats, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]

    assert result["plan"]["seats"] == {"0": "search:3", "2": "search:3", "1": "first", "3": "first"}
    assert result["seats"].keys() == {"0", "1", "2", "3"}


def test_a_policy_is_found_in_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "my_own_policy.py").write_text("def last(decision):\n    return decision.moves[-1]\n")
    command = [sys.executable, "-c", HEARS_INTERRUPTS, "simulate", "discard", "--games", "4", "--max-moves", "3"]
    for jobs in ("1", "2"):
        done = subprocess.run(
            [*command, "--policy", "my_own_policy:last", "--jobs", jobs],
            capture_output=True, text=True, check=False, cwd=tmp_path, env={**os.environ, "PYTHONSAFEPATH": "1"},
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")


# Statistics


def test_wins_returns_the_first_player_and_phases_are_printed_with_intervals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", COIN, "--games", "100", "--seed", "1", "--preset", "crooked"]) == 0
    out = capsys.readouterr().out

    assert re.search(r"\n  seat 0: \d\d\.0% \(\d\d\.\d% to \d\d\.\d%\), gets -?0\.\d+ \(-0\.\d+ to 0\.\d+\)\n", out)
    assert re.search(r"\nThe seat that acts first wins 7\d\.0% .* 50\.0% would be fair: clear of chance, an adv", out)
    assert "  seat 1 won: it fell\n" in out
    assert "decisions by phase:\n         100  100.0%  tossing\n" in out


def test_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", COIN, "--games", "20", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)

    assert set(said["statistics"]) == {"wins", "first_player", "returns", "scores", "phases"}
    assert said["statistics"]["wins"]["0"]["of"] == 20
    assert sum(said["result"]["sentences"].values()) == 20


def test_two_settings_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["simulate", COIN, "--games", "60", "--compare", "preset=crooked", "--compare", "set=edges=50"]
    assert main(line) == 0
    out = capsys.readouterr().out
    assert main([*line, "--json", "--jobs", "2"]) == 0
    said = json.loads(capsys.readouterr().out)

    assert out.startswith(f"{COIN}: 60 games on each side, in ")
    assert re.search(
        r"\nwins of seat 0: 0\.\d+ and 0\.\d+, difference -0\.\d+ \(-0\.\d+ to -0\.\d+\)\n  Clear of ch", out
    )
    assert "outcomes of the second side:" in out
    assert said["second"]["result"]["plan"]["settings"] == {"preset": "crooked", "edges": 50}
    assert [one["measure"] for one in said["differences"]][:2] == ["moves a game", "wins of seat 0"]
    assert said["differences"][1]["is_clear"] is True


@pytest.mark.parametrize(("word", "number"), [("all", "1"), ("sample", "16"), ("none", "0")])
def test_invariants_are_checked_as_much_as_is_said(
    word: str, number: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Without any, a broken invariant is not found."""
    results = []
    for option in (["--invariants", word], ["--check", number]):
        broken = ["--set", "trouble=jumping", "--log", str(tmp_path / "x.log")]
        code = main(["simulate", RACE, "--games", "30", "--json", *broken, *option])
        results.append((code, json.loads(capsys.readouterr().out)["result"]))

    assert results[0] == results[1]
    assert results[0][0] == (0 if word == "none" else 1)
    assert results[0][1]["plan"]["check"] == int(number)


def test_tables_plots_and_a_report_are_written(tmp_path: Path) -> None:
    places = {name: tmp_path / name for name in ("csv", "plots", "report")}
    files = [word for name, path in places.items() for word in (f"--{name}", str(path))]

    assert main(["simulate", COIN, "--games", "30", "--seed", "4", "--set", "edges=20", *files]) == 0
    with (places["csv"] / "wins.csv").open(newline="") as file:
        wins = list(csv.DictReader(file))
    assert [(row["seat"], row["games"]) for row in wins] == [("0", "30"), ("1", "30")]
    assert float(wins[0]["share"]) == int(wins[0]["won"]) / 30
    assert {path.name for path in places["plots"].iterdir()} >= {"wins.svg", "lengths.svg", "scores.svg"}
    page = places["report"].read_text("utf-8")
    command = f"phasebook simulate {COIN} --games 30 --seed 4 --max-moves 10000 --invariants sample --set edges=20"
    assert f"<code>{command}</code>" in page
    again = shlex.split(html.unescape(command))[1:]
    assert main([*again, "--report", str(tmp_path / "again")]) == 0
    assert (tmp_path / "again").read_text("utf-8") == page


def test_json_goes_to_a_file_or_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line, file = ["simulate", COIN, "--games", "20", "--seed", "3"], tmp_path / "found.json"
    printed = []
    for option in (["--json"], ["--json", "-"]):
        assert main([*line, *option]) == 0
        printed.append(json.loads(capsys.readouterr().out))
    assert main([*line, "--json", str(file)]) == 0
    said, in_file = capsys.readouterr().out, json.loads(file.read_text("utf-8"))

    assert "20 games, " in said
    assert printed[0].keys() == printed[1].keys() == in_file.keys()
    assert all(found["result"] == in_file["result"] for found in printed)


def test_without_matplotlib_everything_but_plots_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert (
        main(["simulate", COIN, "--games", "5", "--csv", str(tmp_path / "csv"), "--heatmap", str(tmp_path / "x.mmd")])
        == 0
    )
    capsys.readouterr()
    assert main(["simulate", COIN, "--games", "5", "--report", str(tmp_path / "x.html")]) == 0
    page = (tmp_path / "x.html").read_text("utf-8")
    assert "<p>Not drawn. Plots need the package matplotlib: pip install 'phasebook[plots]'.</p>" in page
    assert "<caption>Wins" in page
    assert "How often each arrow was taken" in page
    capsys.readouterr()
    for option in ("--histogram", "--plots"):
        assert main(["simulate", COIN, "--games", "5", option, str(tmp_path / "y.svg")]) == 2
        said = capsys.readouterr()
        assert said.err == "phasebook: Plots need the package matplotlib: pip install 'phasebook[plots]'.\n"
        assert "5 games, " in said.out


# Going on after the end


def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole group of processes is killed in the middle, as by a machine that goes down."""
    file, mark = tmp_path / "batches", tmp_path / "begun"
    policy = "tests.fsm.simulating.strange_policies:leaves_marks"
    plan = ["simulate", TICTACTOE, "--seed", "3", "--policy", policy, "--resume", str(file), "--json", "--batch", "5"]
    with subprocess.Popen(
        [sys.executable, "-m", "phasebook", *plan, "--games", "100000000", "--jobs", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env={**os.environ, MARK: str(mark)},
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            wait_for_games(mark, 150)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
    kept = 5 * file.read_bytes().count(b"\n")
    mark.unlink()
    os.environ[MARK] = str(mark)
    try:
        assert main([*plan, "--games", str(kept + 20)]) == 0
        played = len(mark.read_bytes())
        found = json.loads(capsys.readouterr().out)["result"]
        whole = [word for word in plan if word not in ("--resume", str(file))]
        assert main([*whole, "--games", str(kept + 20)]) == 0
    finally:
        del os.environ[MARK]

    assert kept >= 100
    assert played <= 20 + 2 * 5 + 1, "only what was not finished, and one game to see that the rules are the same"
    assert found == json.loads(capsys.readouterr().out)["result"]


def test_a_torn_line_is_said_and_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "batches"
    plan = ["simulate", RACE, "--games", "20", "--batch", "5", "--resume", str(file), "--json"]
    assert main(plan) == 0
    whole = json.loads(capsys.readouterr().out)["result"]
    file.write_bytes(file.read_bytes()[:-7])

    assert main(plan) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["result"] == whole
    assert said.err == f"phasebook: The last line of {file} was not finished; its games are played again.\n"
    assert main([*plan, "--seed", "9"]) == 2
    assert "belongs to another simulation" in capsys.readouterr().err


# Games that go wrong


@pytest.mark.parametrize("trouble", ["stuck", "refusing", "raising", "touching", "jumping", "maddening"])
def test_a_game_that_goes_wrong_is_exit_code_1_and_can_be_played_again(
    trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", RACE, "--games", "40", "--set", f"trouble={trouble}"]) == 1
    out = capsys.readouterr().out
    (log,) = tmp_path.iterdir()

    assert re.search(r"\nFAILED: \d+ of 40 games are stuck or broken. The first: game \d+, \w+ in running after ", out)
    assert re.fullmatch(r"Race-game-\d+.log", log.name)
    assert f"  Its moves are in {log.name}; Session.replay(engine, log) plays them again.\n" in out
    if trouble in ("stuck", "jumping", "touching", "maddening"):
        assert f"after {len(Session.replay(race, log.read_bytes()).log)} moves" in out
    else:
        with pytest.raises((SaveError, ZeroDivisionError)):
            Session.replay(race, log.read_bytes())


def test_the_log_goes_where_it_is_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "stuck.log"
    plan = ["simulate", RACE, "--games", "5", "--set", "trouble=stuck", "--log", str(log)]

    assert main([*plan, "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["failures"] == 5
    assert said["result"]["failure"]["kind"] == "stuck"
    assert said["log"].startswith(f"Its moves are in {log};")
    assert said["result"]["failure"]["log"] == log.read_text()


def test_a_log_that_cannot_be_written_does_not_hide_the_failure(capsys: pytest.CaptureFixture[str]) -> None:
    plan = ["simulate", RACE, "--games", "5", "--set", "trouble=stuck", "--log", "/nowhere/x.log"]

    assert main(plan) == 1
    assert "Its moves are not written: Cannot write /nowhere/x.log" in capsys.readouterr().out


def test_no_failure_writes_no_log(tmp_path: Path) -> None:
    assert main(["simulate", RACE, "--games", "5", "--log", str(tmp_path / "x.log")]) == 0
    assert list(tmp_path.iterdir()) == []


def test_results_are_printed_although_a_picture_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bars = tmp_path / "bars.svg"
    plan = ["simulate", TICTACTOE, "--games", "20", "--histogram", str(bars), "--heatmap", "/nowhere/x.mmd"]

    assert main(plan) == 2
    said = capsys.readouterr()
    assert "20 games, " in said.out
    assert "Cannot write /nowhere/x.mmd" in said.err
    assert bars.exists()


def test_results_so_far_are_printed_although_a_policy_fails(capsys: pytest.CaptureFixture[str]) -> None:
    plan = [
        "simulate",
        TICTACTOE,
        "--games",
        "500",
        "--policy",
        "tests.fsm.simulating.strange_policies:fails_in_long_games",
    ]

    assert main(plan) == 2
    said = capsys.readouterr()
    assert re.search(r": \d+ games of 500, then stopped", said.out)
    assert "the policy raised IndexError" in said.err


def test_pictures_are_written_before_anything_is_printed(tmp_path: Path) -> None:
    """A reader that goes away takes nothing with it."""
    heat, bars = tmp_path / "heat.mmd", tmp_path / "bars.svg"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-c", HEARS_INTERRUPTS, "simulate", TICTACTOE, "--games", "20",
             "--heatmap", str(heat), "--histogram", str(bars)],
            stdout=writing, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT,
        )  # fmt: skip
    finally:
        os.close(writing)

    assert "Traceback" not in done.stderr
    assert heat.exists()
    assert bars.exists()


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
        (
            [TICTACTOE, "--policy", "clever"],
            "There is no policy 'clever'; choose one of random, reckless, first, quick, search:500",
        ),
        ([TICTACTOE, "--games", "1", "--histogram", "/nowhere/x.svg"], "the folder /nowhere does not exist"),
        ([TICTACTOE, "--games", "1", "--heatmap", "x.nothing"], "nothing"),
        ([TICTACTOE, "--check", "-1"], "check=-1 says nothing"),
        ([TICTACTOE, "--check", "1", "--invariants", "none"], "exclude each other; leave one out"),
        ([TICTACTOE, "--invariants", "some"], "--invariants cannot be 'some'; choose one of all, sample, none"),
        (
            [COIN, "--compare", "odds=3"],
            "'odds=3' changes nothing; write --compare OPTION=VALUE with one of preset, set",
        ),
        ([COIN, "--compare", "preset=royal"], "royal"),
        ([COIN, "--compare", "preset=crooked", "--heatmap", "x.svg"], "with --compare, use --report or --plots"),
        ([RACE, "--games", "1", "--csv", "/proc/x"], "Cannot make the folder /proc/x"),
        ([RACE, "--games", "1", "--csv", "-"], "--csv writes a file for each table, so name a folder"),
        ([RACE, "--games", "1", "--json", "/nowhere/x.json"], "the folder /nowhere does not exist"),
        ([RACE, "--games", "1", "--report", "/nowhere/x.html"], "the folder /nowhere does not exist"),
        ([RACE, "--games", "1", "--resume", "/nowhere/x"], "the folder /nowhere does not exist"),
        ([TICTACTOE, "--policy", "0=random"], "do not say whose they are"),
        ([RACE, "--policy", "=random"], "'=random' is no policy of a seat; write --policy 0=random"),
        ([RACE, "--policy", "0="], "'0=' is no policy of a seat"),
        ([RACE, "--policy", "0=first", "--policy", "0=random"], "two policies for seat 0; name one"),
        ([RACE, "--policy", "0,1=first", "--policy", "1=random"], "two policies for seat 1; name one"),
        ([RACE, "--policy", "0=search"], "'search' needs a budget"),
        ([RACE, "--policy", "0=search:soon"], "'soon' is no budget of a search"),
        ([RACE, "--policy", "0=search:9,fast"], "a search has no option 'fast'; it has plain"),
        ([RACE, "--policy", "first", "--policy", "random"], "two policies for everybody; name one"),
        ([RACE, "--set", "trouble=never"], "Race cannot start a game with these settings (trouble): ZeroDivisionError"),
        ([RACE, "--set", "trouble=mad"], "An invariant of Race raised ZeroDivisionError"),
        ([RACE, "--set", "trouble=speechless"], "outcome() raised ZeroDivisionError: who won"),
        (["onepiece", "--set", "library=1"], "library"),
        (
            [TICTACTOE, "--games", "1", "--policy", "tests.fsm.simulating.strange_policies:fails_late"],
            "Game 0 of seed 0 failed",
        ),
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
