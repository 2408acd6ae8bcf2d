"""The command: help, exit codes, and errors of one sentence."""

import subprocess
import sys
from typing import Any

import pytest

from fsm import cli
from fsm.commands import listing


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "fsm.cli", *arguments], capture_output=True, text=True, check=False)


def test_help_names_the_verbs() -> None:
    done = run("--help")

    assert done.returncode == 0
    assert "list" in done.stdout


def test_help_imports_nothing_heavy() -> None:
    """What keeps `phasebook --help` quick, held without a stopwatch."""
    program = "import sys, fsm.cli\ntry: fsm.cli.main(['--help'])\nexcept SystemExit: pass\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())

    assert not loaded & {"statemachine", "networkx", "graphviz", "msgspec", "tqdm", "games", "diagrams"}


def test_list_shows_the_flows(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list"]) == 0
    assert "discard      Draw a hand, discard down, end the turn.\n" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["dance"], ["list", "--loudly"]])
def test_wrong_use_is_one_sentence_and_exit_code_2(arguments: list[str]) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("phasebook: ")
    assert done.stderr.count("\n") == 1


def failing(error: BaseException) -> Any:
    def run(_: object) -> int:
        raise error

    return run


def test_a_known_error_is_one_sentence_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from fsm import PhasebookError

    monkeypatch.setattr(listing, "run", failing(PhasebookError("Do this instead.")))

    assert cli.main(["list"]) == 2
    assert capsys.readouterr().err == "phasebook: Do this instead.\n"


def test_ctrl_c_stops_without_a_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(listing, "run", failing(KeyboardInterrupt()))

    assert cli.main(["list"]) == 2
    assert capsys.readouterr().err == "phasebook: stopped.\n"


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    command = f"{sys.executable} -m fsm.cli list | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)

    assert "Traceback" not in done.stderr
