"""The ring in libraries for JavaScript: they run in node, which does the loops and measures its own CPU time."""

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from tests.benchmarks.figures.rings import Ring

ROOT = Path(__file__).parents[3]
PACKAGES = ROOT / "build" / "node-bench" / "node_modules"
SCRIPTS = ROOT / "tests" / "node-bench"


LONGEST = 100
"""Events that are still part of one game."""


class Node:
    """A process of node that answers requests, a line each."""

    def __init__(self, script: str) -> None:
        command = [shutil.which("node") or "node", str(SCRIPTS / script), str(PACKAGES)]
        production = {**os.environ, "NODE_ENV": "production"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=production
        )
        self.seconds = 0.0
        """CPU time of all its work so far, without reading and writing requests."""

    def ask(self, *, counted: bool = True, **request: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(request), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        assert line, "node has failed; what it said is above."
        answer = json.loads(line)
        self.seconds += answer["seconds"] if counted else 0
        return answer["result"]

    def clock(self) -> float:
        return self.seconds

    def stop(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@cache
def rings() -> Node:
    """One process for all rings, so that they take turns in it."""
    return Node("rings.mjs")


class NodeRing(Ring):
    """A ring in node; definitions and games are numbers of things that it keeps."""

    library: ClassVar[str]
    warm = 0.3  # JavaScript is compiled while it runs
    definition = -1

    def __init__(self) -> None:
        self.clock = rings().clock

    def ask(self, do: str, **more: Any) -> Any:
        return rings().ask(library=self.library, do=do, **more)

    def define(self, size: int) -> int:
        self.definition = self.defined(size, 1)
        return self.definition

    def defined(self, size: int, times: int) -> int:
        return int(self.ask("define", size=size, times=times))

    def start(self, definition: int, times: int) -> Any:
        return self.ask("start", definition=definition, times=times)

    def go(self, game: int, times: int) -> Any:
        return self.ask("go", definition=self.definition, game=game, times=times)

    def stop(self, game: int, times: int) -> str | None:
        answer: str | None = self.ask("stop", definition=self.definition, game=game, times=times)
        return answer

    def legal(self, game: int, times: int) -> list[str]:
        return list(self.ask("legal", definition=self.definition, game=game, times=times))

    def save(self, game: int, times: int) -> str:
        return str(self.ask("save", game=game, times=times))

    def load(self, definition: int, saved: str, times: int) -> Any:
        return self.ask("load", definition=definition, saved=saved, times=times)

    def where(self, game: int) -> tuple[str, int]:
        phase, number = self.ask("where", game=game)
        return phase, number


class JavaScriptByHand(NodeRing):
    """A table of functions over immutable objects."""

    name, library = "by hand, JavaScript", "hand"


class XState(NodeRing):
    name, library = "XState", "xstate"


class BoardgameIo(NodeRing):
    """States are phases; a move that may not be made gives INVALID_MOVE, as its documentation shows."""

    name, library = "boardgame.io", "boardgame"
    can_list = can_save = False

    def go(self, game: int, times: int) -> Any:
        """Many times, it is in a new game: it keeps a log, and gets slower with it."""
        if times > LONGEST:
            game = rings().ask(library=self.library, do="start", definition=self.definition, times=1, counted=False)
        return super().go(game, times)


IN_NODE: tuple[type[NodeRing], ...] = (JavaScriptByHand, XState, BoardgameIo)
