"""Small docs sites for tests: a flow in files of its own, and real builds of Sphinx and MkDocs around it."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

RULES = '''\
"""The rules."""

import msgspec
from fsm import guard
from cardroom.limits import MOST


class Table(msgspec.Struct, frozen=True):
    stake: int = 0


@guard("Nothing is on the table yet.")
def something_is_at_stake(game: Table) -> bool:
    return 0 < game.stake <= MOST


def put_down(game: Table) -> Table:
    return Table(game.stake + 1)
'''

FLOW = '''\
"""The flow."""

from fsm import Flow, State, stay
from cardroom import rules


class Betting(Flow):
    """Put coins down until you stop."""

    betting = State("Place your bets", initial=True)
    closed = State("No more bets", final=True)

    bet = stay(betting, on=rules.put_down)
    stop = betting.to(closed, cond=rules.something_is_at_stake)
'''

PACKAGE = {
    "cardroom/__init__.py": '"""A flow for docs sites."""\n',
    "cardroom/limits.py": '"""Numbers that the rules read."""\n\nMOST = 10\n',
    "cardroom/rules.py": RULES,
    "cardroom/flow.py": FLOW,
    "cardroom/unrelated.py": '"""Nothing of the flow."""\n',
}
BETTING = "cardroom.flow:Betting"

CONF = """\
import sys

sys.path.insert(0, {here!r})
project, version, copyright = "Site", "1", "nobody"
extensions = ["phasebook.sphinx"]
html_theme = {theme!r}
numfig = True
"""

MKDOCS = """\
site_name: Site
theme:
  name: {theme}
{theme_settings}
plugins:
  - search
{plugins}
"""

TOGGLES = """\
  font: false
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      toggle: {icon: material/brightness-7, name: dark}
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      toggle: {icon: material/brightness-4, name: light}
"""
"""Material's own two buttons, and no fonts from the network."""


def put(folder: Path, files: dict[str, str]) -> Path:
    """Files with their folders."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def replaced(path: Path, old: str, new: str) -> None:
    """Edit a file; what is replaced must be there."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def run(folder: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    """A program of this Python, in a folder, with everything that it says in `stdout`."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=300,
    )


def environment() -> dict[str, str]:
    return os.environ | {"NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"}


# Sphinx


def sphinx_site(folder: Path, pages: dict[str, str], theme: str = "alabaster") -> Path:
    """The sources of a site, with a flow beside them."""
    put(folder, PACKAGE)
    put(folder / "docs", {"conf.py": CONF.format(here=str(folder), theme=theme)} | pages)
    return folder


def sphinx(folder: Path, builder: str = "html", *options: str) -> str:
    """Build with warnings as errors; what Sphinx said."""
    done = run(folder, *sphinx_command(builder), "-W", "--keep-going", *options)
    assert done.returncode == 0, done.stdout
    return done.stdout


def sphinx_command(builder: str) -> list[str]:
    return ["sphinx", "-b", builder, "-d", "doctrees", "docs", f"out/{builder}"]


def read_again(said: str) -> tuple[int, int]:
    """How many pages Sphinx has read because they were new, and because something has changed."""
    found = re.search(r"(\d+) added, (\d+) changed, \d+ removed", said)
    assert found is not None, said
    return int(found[1]), int(found[2])


# MkDocs


def mkdocs_site(folder: Path, pages: dict[str, str], theme: str = "mkdocs", settings: str = "", more: str = "") -> Path:
    """The sources of a site with the plugin, and a flow beside them."""
    put(folder, PACKAGE)
    text = MKDOCS.format(theme=theme, theme_settings=settings, plugins=more or "  - phasebook")
    put(folder, {"mkdocs.yml": text})
    put(folder / "docs", pages)
    return folder


def mkdocs(folder: Path) -> str:
    """Build with warnings as errors; what MkDocs said."""
    done = run(folder, "mkdocs", "build", "--strict")
    assert done.returncode == 0, done.stdout
    return done.stdout
