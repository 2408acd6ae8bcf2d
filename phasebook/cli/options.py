"""Options that several verbs share: which flow, from which seed, with which settings."""

import argparse
import json
from typing import Any

from fsm.errors import PhasebookError

FLOW = "a registered name (see phasebook list), or package.module:name of an Engine"
"""What the flow of a game is called on a command line."""

LONGEST = 60
"""Characters of a wrong value that are quoted."""


def add_game(verb: argparse.ArgumentParser, seed: int | None = 0) -> None:
    """The flow, the seed and the settings of a game. Without a seed that is the default, each game has its own."""
    verb.add_argument("flow", metavar="FLOW", help=FLOW)
    default = "another one each time" if seed is None else seed
    verb.add_argument("--seed", type=int, default=seed, metavar="S",
                      help=f"the seed that decides chance (default: {default})")  # fmt: skip
    verb.add_argument("--preset", metavar="P", help="settings under a name; the page of a game lists them")
    verb.add_argument("--set", action="append", default=[], metavar="NAME=VALUE",
                      help="a setting, such as players=3; may be repeated")  # fmt: skip


def settings_from(options: argparse.Namespace) -> dict[str, Any]:
    """The settings of a command line: the preset, and what is set beside it."""
    preset = {"preset": options.preset} if options.preset is not None else {}
    return preset | dict(setting(text) for text in options.set)


def setting(text: str) -> tuple[str, Any]:
    """`name=value`; the value is JSON, and what is not JSON is text."""
    name, equals, value = text.partition("=")
    if not (name.isidentifier() and equals):
        raise PhasebookError(f"{shortened(text)!r} is not a setting; write --set name=value.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
    except RecursionError:
        raise PhasebookError(f"{shortened(text)!r} is nested too deeply; write a simpler value.") from None


def shortened(text: str) -> str:
    """Enough of a text to know it by."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
