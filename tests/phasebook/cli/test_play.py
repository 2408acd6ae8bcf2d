"""`phasebook play`: its options, and what stays on the disk."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fsm.session import Session
from games.goofspiel import engine as goofspiel
from phasebook.cli import main
from phasebook.cli.play import people_of
from tests.phasebook.playing.harness import Played, playing, turns_in

SMALL = "goofspiel --preset small --policy first --seed 3"
ROOT = Path(__file__).parents[3]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Played:
    return playing(monkeypatch, capsys)


# Options


def test_the_same_seed_is_the_same_game_and_none_is_another_each_time(played: Played) -> None:
    assert played("uno --seed 4 --policy random", "1") == played("uno --seed 4 --policy random", "1")
    assert len({played("uno") for _ in range(3)}) > 1


def test_settings_are_spelled_as_for_other_verbs(played: Played) -> None:
    shown = played("goofspiel --preset small --set players=3 --set cards=2")

    assert "Seat 2     1 2 " in shown


def test_seats_say_who_is_a_person() -> None:
    assert people_of(None, [0, 1, 2]) == [0]
    assert people_of("2,0", [0, 1, 2]) == [0, 2]
    assert people_of("all", [0, 1, 2]) == [0, 1, 2]
    assert people_of("south", ["north", "south"]) == ["south"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("goofspiel --seats 7", "There is no seat '7'; the seats are 0, 1; --seats all takes every one."),
        ("goofspiel --policy clever", "There is no policy 'clever'; choose one of random"),
        ("goofspiel --policy 7=random", "There is no seat 7 for a policy; the seats are 0, 1."),
        ("goofspiel --policy 0=random", "Seat 0 is played here, not by a policy; leave it out of --seats or"),
        ("goofspiel --preset huge", "There is no preset 'huge'"),
        ("goofspiel --set cards", "'cards' is not a setting"),
        ("goofspiel --resume nothing.log", "Cannot open nothing.log"),
        ("goofspiel --resume x --preset small", "A saved game has its settings; leave --preset and --set out, or"),
        ("nobody", "There is no flow 'nobody'"),
        ("fsm:Flow", "'fsm:Flow' is a flow without an engine"),
    ],
)
def test_wrong_use_is_one_sentence(capsys: pytest.CaptureFixture[str], line: str, sentence: str) -> None:
    assert main(["play", *line.split()]) == 2
    said = capsys.readouterr()

    assert said.err.startswith(f"phasebook: {sentence}"), said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


# Files


def test_a_game_that_is_saved_is_on_the_disk_move_by_move_and_goes_on(played: Played, tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    shown = played(f"{SMALL} --save {path}", "2")
    again = played(f"goofspiel --policy first --resume {path}", "4")

    assert shown.endswith(
        f"Good-bye. To go on another time:\n  phasebook play goofspiel --resume {path} --policy first\n"
    )
    assert again.startswith("Going on after 3 moves; log shows what has happened.\n")
    assert turns_in(again)[0].split("Prize")[1][:99] == turns_in(shown)[1].split("Prize")[1][:99]
    assert len(Session.open(goofspiel, path).log) >= 3


def test_what_was_undone_is_undone_in_the_file_too(played: Played, tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    played(f"discard --seed 1 --save {path}", "1", "1", "undo")

    assert len(Session.open(path).log) == 1


def test_a_file_that_is_there_is_not_taken_for_a_new_game(
    played: Played, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.log"
    played(f"{SMALL} --save {path}")
    before = path.read_bytes()

    assert main(["play", "goofspiel", "--save", str(path)]) == 2
    assert "go on with it by --resume, or name a new file." in capsys.readouterr().err
    assert path.read_bytes() == before
    played(f"goofspiel --save {path} --resume {path}")


def test_a_resumed_log_can_be_kept_in_another_file(played: Played, tmp_path: Path) -> None:
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    played(f"{SMALL} --save {first}", "2")
    before = first.read_bytes()
    played(f"goofspiel --policy first --resume {first} --save {second}", "2")

    assert first.read_bytes() == before
    assert len(Session.open(goofspiel, second).log) > len(Session.open(goofspiel, first).log)


def test_a_saved_game_stays_as_it_was_saved(played: Played, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    Session.start(goofspiel, seed=1, preset="small").save(path)
    before = path.read_bytes()

    assert played(f"goofspiel --resume {path}", "1").endswith("Good-bye.\n")
    assert path.read_bytes() == before


def test_a_place_that_cannot_be_written_is_said_before_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "goofspiel", "--save", "/nowhere/game.log"]) == 2
    said = capsys.readouterr()

    assert said.out == ""
    assert (
        said.err == "phasebook: Cannot write /nowhere/game.log: the folder /nowhere does not exist; create it first.\n"
    )


# Streams and signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_leaves_with_how_to_go_on(tmp_path: Path, number: int) -> None:
    """It waits for a line that never comes."""
    listens = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    start = f"{listens}; import sys; from phasebook.cli import main; sys.exit(main())"
    line = [*SMALL.split(), "--save", str(tmp_path / "game.log")]
    with subprocess.Popen(
        [sys.executable, "-c", start, "play", *line],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        while "? shows what else" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(number)
        shown, said = process.communicate(timeout=60)

    assert (process.returncode, said) == (0, "")
    assert "To go on another time:\n  phasebook play goofspiel --resume " in shown


def test_a_terminal_that_knows_only_ascii_plays_with_letters() -> None:
    environment = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "phasebook", "play", "belote", "--seed", "5", "--seats", "1"],
        input="90h\n", capture_output=True, text=True, check=True, env=environment, cwd=ROOT,
    )  # fmt: skip

    assert done.stdout.isascii()
    assert "You bid 90H." in done.stdout
    assert "\\u" not in done.stdout


def test_it_reads_what_is_not_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n1\n"), encoding="utf-8"))

    assert main(["play", *SMALL.split()]) == 0
    assert "> 1\n" in capsys.readouterr().out
