"""The command: help, exit codes, and errors of one sentence."""

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

import phasebook
from fsm import catalogue
from phasebook.cli import main
from phasebook.cli.parser import parser
from phasebook.cli.verbs import VERBS


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "phasebook", *arguments], capture_output=True, text=True, check=False)


def test_help_names_the_verbs() -> None:
    done = run("--help")

    assert done.returncode == 0
    assert "list" in done.stdout


def test_help_imports_nothing_heavy() -> None:
    """What keeps `phasebook --help` quick, held without a stopwatch."""
    program = "import sys, phasebook.cli\nphasebook.cli.main(['--help'])\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())

    assert not loaded & {"statemachine", "networkx", "graphviz", "msgspec", "tqdm", "games", "diagrams"}


def test_list_shows_the_flows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    assert "discard      Draw a hand, discard down, end the turn.\n" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["dance"], ["list", "--loudly"]])
def test_wrong_use_is_one_sentence_and_exit_code_2(arguments: list[str]) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("phasebook: ")
    assert done.stderr.count("\n") == 1


def test_the_version_is_said() -> None:
    done = run("--version")

    assert (done.returncode, done.stdout, done.stderr) == (0, f"phasebook {phasebook.__version__}\n", "")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_in_the_help_and_has_its_own(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of verbs that were not asked for, only the name is known; of the one that was, everything."""
    summary = VERBS[verb]

    assert main(["--help"]) == 0
    assert f"{verb} " in (said := capsys.readouterr().out)
    assert " ".join(summary.split()) in " ".join(said.split())
    assert main([verb, "--help"]) == 0
    assert "--traceback" in capsys.readouterr().out
    assert parser([verb]).parse_args([verb, *(["discard"] if verb in ("verify", "simulate") else [])]).run


def test_a_flow_that_cannot_be_loaded_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    points = [
        EntryPoint("broken", "no_such_module:engine", catalogue.GROUP),
        EntryPoint("discard", "games.discard:engine", catalogue.GROUP),
    ]
    monkeypatch.setattr(catalogue, "entry_points", lambda group: points)

    assert main(["list"]) == 2
    said = capsys.readouterr()
    assert said.out == "discard      Draw a hand, discard down, end the turn.\n"
    assert said.err.startswith("phasebook: 'broken' cannot be loaded: ModuleNotFoundError")
