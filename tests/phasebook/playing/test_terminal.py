"""Play in a real terminal: tmux has one, and says what is on its screen."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parents[3]
TMUX = shutil.which("tmux")
NOTHING: Mapping[str, str] = {}
PATIENCE = 60
"""Seconds; a busy machine is no defect."""

pytestmark = pytest.mark.skipif(TMUX is None, reason="tmux is not installed; install it to try play in a terminal.")


class Terminal:
    """A terminal of a test's own, on a server of its own."""

    def __init__(self, folder: str) -> None:
        self.socket = f"{folder}/tmux"
        self.sessions = 0

    def tmux(self, *arguments: str) -> str:
        """What a command of tmux prints."""
        line = [str(TMUX), "-S", self.socket, "-f", os.devnull, *arguments]
        return subprocess.run(line, capture_output=True, text=True, check=True).stdout

    def start(self, arguments: str, columns: int = 80, environment: Mapping[str, str] = NOTHING) -> None:
        """Play, and say goodbye with the exit code."""
        command = f"{shlex.quote(sys.executable)} -m phasebook play {arguments}; echo ended with $?; sleep 600"
        kept = {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "TERM": "screen"} | dict(environment)
        given = " ".join(f"{name}={shlex.quote(value)}" for name, value in kept.items())
        self.sessions += 1
        size = ("-s", str(self.sessions), "-x", str(columns), "-y", "60")
        self.tmux(
            "new-session",
            "-d",
            *size,
            f"cd {shlex.quote(str(ROOT))}; env -u NO_COLOR -u COLUMNS {given} bash -c {shlex.quote(command)}",
        )

    def type(self, *keys: str) -> None:
        """Press keys, by name or as text."""
        self.tmux("send-keys", "-t", str(self.sessions), *keys)

    def screen(self, *options: str) -> str:
        """What is on the screen."""
        return self.tmux("capture-pane", "-t", str(self.sessions), "-p", *options)

    def wait_for(self, is_there: str | Callable[[str], bool], *options: str) -> str:
        """The screen, as soon as it shows something."""
        seen, deadline = "", time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            seen = self.screen(*options)
            if is_there(seen) if callable(is_there) else is_there in seen:
                return seen
            time.sleep(0.05)
        raise AssertionError(f"{is_there} did not come up:\n{seen}")

    def close(self) -> None:
        subprocess.run([str(TMUX), "-S", self.socket, "kill-server"], capture_output=True, check=False)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """Its socket has a short path: systems allow about a hundred letters."""
    with TemporaryDirectory(prefix="play") as folder:
        made = Terminal(folder)
        yield made
        made.close()


def is_prompted(seen: str) -> bool:
    """The last line waits for somebody to type."""
    return seen.rstrip().endswith("\n>")


def test_a_game_is_played_with_colours_and_left_with_ctrl_d(terminal: Terminal) -> None:
    terminal.start("belote --seed 5 --seats 1")
    terminal.wait_for(is_prompted)

    assert "\x1b[31m" in terminal.screen("-e")
    terminal.type("90h", "Enter")
    terminal.wait_for("You bid 90♥.")
    terminal.type("C-d")
    seen = terminal.wait_for("ended with 0")
    assert "Good-bye." in seen


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_who_wants_no_colours_gets_none(terminal: Terminal, environment: dict[str, str]) -> None:
    terminal.start("uno --seed 5", environment=environment)
    terminal.wait_for("? shows what else")
    shown = terminal.screen("-e")

    assert "\x1b[3" not in shown
    assert "\x1b[1m" not in shown


def test_ctrl_c_says_how_to_go_on_and_going_on_works(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    terminal.start(f"goofspiel --preset small --seed 3 --save {path}")
    terminal.wait_for(is_prompted)
    terminal.type("4", "Enter")
    terminal.wait_for("Prize      3")
    terminal.type("C-c")
    seen = terminal.wait_for("ended with 0")
    assert re.search(r"To go on another time:\n  phasebook play goofspiel --resume ", seen)

    terminal.start(f"goofspiel --resume {path}")
    assert "Going on after" in terminal.wait_for(is_prompted)


def test_between_two_people_the_screen_is_cleared(terminal: Terminal) -> None:
    """Also what could be scrolled back to, and what the arrow keys bring back."""
    terminal.start("goofspiel --preset small --seats all --seed 1")
    terminal.wait_for("Seat 0, press Enter.")
    terminal.type("Enter")
    terminal.wait_for(is_prompted)
    terminal.type("card 4", "Enter")
    handed_over = terminal.wait_for("Seat 1, press Enter.", "-S", "-")
    assert handed_over.split() == ["Seat", "1,", "press", "Enter."]

    terminal.type("Enter")
    terminal.wait_for(is_prompted)
    terminal.type("Up")
    time.sleep(0.2)
    assert "card 4\n" not in terminal.screen().rpartition("\n>")[2]


@pytest.mark.parametrize("columns", [40, 72, 100])
def test_moves_stand_in_columns_that_fit(terminal: Terminal, columns: int) -> None:
    """tmux would break a line that is too long, and the number of a move would begin it."""
    terminal.start("belote --seed 5 --seats 1", columns=columns)
    shown = terminal.wait_for(is_prompted)
    bids = [line for line in shown.splitlines() if re.match(r" +\d+ \d+[♠♥♦♣]", line)]

    assert len(re.findall(r"\d+ \d+[♠♥♦♣]", "".join(bids))) == 36
    assert max(map(len, bids)) > columns - 12


def test_a_window_that_is_resized_is_used_as_it_is(terminal: Terminal) -> None:
    terminal.start("belote --seed 5 --seats 1", columns=100)
    terminal.wait_for(is_prompted)
    terminal.tmux("resize-window", "-t", "1", "-x", "60")
    terminal.type("90h", "Enter")
    terminal.wait_for("You bid 90♥.")

    rules = [line for line in terminal.wait_for(is_prompted).splitlines() if line.startswith("── Belote")]
    assert len(rules[-1]) == 60


def test_a_dumb_terminal_shows_nobody_the_hand_of_another(terminal: Terminal) -> None:
    terminal.start("goofspiel --preset small --seats all --seed 1", environment={"TERM": "dumb"})
    terminal.wait_for("Seat 0, press Enter.")
    terminal.type("Enter")
    terminal.wait_for(is_prompted)
    terminal.type("card 4", "Enter")

    assert terminal.wait_for("Seat 1, press Enter.").split() == ["Seat", "1,", "press", "Enter."]
