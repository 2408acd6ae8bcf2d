"""The command: help, exit codes, and errors of one sentence."""

import subprocess
import sys

import pytest

import phasebook
from phasebook.cli.parser import in_our_words


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


@pytest.mark.parametrize("arguments", [[], ["dance"], ["list", "--loudly"]])
def test_wrong_use_is_one_sentence_and_exit_code_2(arguments: list[str]) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("phasebook: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("message", "ours"),
    [
        ("the following arguments are required: FLOW, --to", "This is missing: FLOW, --to"),
        (
            "argument --to: invalid choice: 'c' (choose from 'xstate', 'scxml')",
            "--to cannot be 'c'; choose one of xstate, scxml",
        ),
        (
            "argument --to: invalid choice: 'c' (choose from xstate, scxml)",
            "--to cannot be 'c'; choose one of xstate, scxml",
        ),
        ("argument --rate: invalid float value: 'x'", "--rate needs a number, not 'x'"),
        ("argument -o/--output: expected one argument", "-o/--output needs a value"),
        ("argument --timeout: 'x' is no time", "--timeout: 'x' is no time"),
        ("something else", "something else"),
    ],
)
def test_what_argparse_says_is_said_in_our_words_whatever_its_version(message: str, ours: str) -> None:
    assert in_our_words(message) == ours


def test_the_version_is_said() -> None:
    done = run("--version")

    assert (done.returncode, done.stdout, done.stderr) == (0, f"phasebook {phasebook.__version__}\n", "")
