"""The drawing engine: the one place that knows who turns DOT into pictures, and what can go wrong with them.

Two are known: `graphviz-pure`, a self-contained port that pip installs, and the system's own `dot`. DOT, Mermaid and
tables need neither.
"""

import re
import shutil
import subprocess
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from diagrams.errors import DrawingError, LayoutError

TIMEOUT = 120.0
"""Seconds after which an engine counts as hung."""

ENDINGS = {"svg": b"</svg>", "png": b"IEND", "pdf": b"%%EOF"}
"""How a complete file ends. What is in it may still be wrong: then the engine says so, and goes on."""

LOST_ITS_WAY = re.compile(rb"trouble in init_rank|lost .*edge")
"""What Graphviz says when it has drawn phases on top of each other, or has left an arrow out."""

PNG_RESOLUTION = 144

GET_EMBEDDED = "pip install 'phasebook[embedded]'"
GET_SYSTEM = "install Graphviz from https://graphviz.org/download/ so that `dot` is on the PATH"


class Choice(StrEnum):
    """Which engine draws: `auto` takes the embedded one if it is there and can, else the system's."""

    AUTO = "auto"
    EMBEDDED = "embedded"
    SYSTEM = "system"


class Engine(NamedTuple):
    """A program that takes DOT and gives pictures."""

    kind: Choice
    command: str
    formats: frozenset[str]


def embedded() -> Engine | None:
    """The engine that `phasebook[embedded]` brings, wherever pip put it."""
    try:
        files = distribution("graphviz-pure").files or ()
    except PackageNotFoundError:
        return None
    programs = [str(Path(str(file.locate())).resolve()) for file in files if file.stem == "graphviz-pure"]
    found = next((program for program in map(shutil.which, programs) if program), None)
    return Engine(Choice.EMBEDDED, found, frozenset({"svg", "png"})) if found else None


def system() -> Engine | None:
    """The system's Graphviz."""
    found = shutil.which("dot")
    return Engine(Choice.SYSTEM, found, frozenset({"svg", "png", "pdf"})) if found else None


def engine_for(format: str, choice: Choice = Choice.AUTO) -> Engine:
    """The engine that draws a format, or an error that names the ways out."""
    installed = [engine for engine in (embedded(), system()) if engine is not None]
    wanted = [engine for engine in installed if choice in (Choice.AUTO, engine.kind)]
    able = [engine for engine in wanted if format in engine.formats]
    if able:
        return able[0]
    raise DrawingError(f"{obstacle(format, choice, bool(wanted))} DOT, Mermaid and tables need no engine.")


def obstacle(format: str, choice: Choice, present: bool) -> str:
    """Why no engine can draw a format, and what to do."""
    if choice is Choice.EMBEDDED:
        if present:
            return f"The embedded engine draws no {format.upper()}; {GET_SYSTEM}, and choose auto or system."
        return f"The embedded engine is not installed: {GET_EMBEDDED}."
    if choice is Choice.SYSTEM:
        return f"The system's Graphviz is not installed: {GET_SYSTEM}."
    if present or format == "pdf":
        return f"{format.upper()} needs the system's Graphviz: {GET_SYSTEM}."
    return f"There is no drawing engine: {GET_EMBEDDED}, or {GET_SYSTEM}."


def draw(dot: str, format: str, choice: Choice = Choice.AUTO, timeout: float = TIMEOUT) -> bytes:
    """The picture of a DOT text."""
    engine = engine_for(format, choice)
    resolution = [f"-Gdpi={PNG_RESOLUTION}"] if format == "png" else []
    done = run(engine, ["-Kdot", f"-T{format}", *resolution], dot.encode(), timeout)
    if ENDINGS[format] not in done.stdout[-64:]:
        raise DrawingError(f"{name_of(engine)} drew nothing{reason(done)}; {other_way(engine)}.")
    if done.returncode or LOST_ITS_WAY.search(done.stderr):
        raise LayoutError(
            f"{name_of(engine)} could not lay this flow out{reason(done)}; draw an overview or one phase, "
            f"or {other_way(engine)}."
        )
    return done.stdout


def run(engine: Engine, arguments: list[str], given: bytes, timeout: float) -> "subprocess.CompletedProcess[bytes]":
    """Run an engine to its end, or end it."""
    try:
        return subprocess.run(
            [engine.command, *arguments], input=given, capture_output=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        raise DrawingError(
            f"{name_of(engine)} did not finish within {timeout:g} seconds; allow more, draw an overview or one phase, "
            f"or {other_way(engine)}."
        ) from None
    except OSError as error:
        raise DrawingError(
            f"{name_of(engine)} cannot be run: {error.strerror or error}; {other_way(engine)}."
        ) from None


def name_of(engine: Engine) -> str:
    """An engine as a reader knows it."""
    return f"The {engine.kind} drawing engine ({engine.command})"


def reason(done: "subprocess.CompletedProcess[bytes]") -> str:
    """What an engine said when it failed: its exit code, and its error or else its last words."""
    lines = [line.strip() for line in done.stderr.decode(errors="replace").split("\n") if line.strip()]
    errors = [line for line in lines if line.startswith("Error")]
    said = (errors or lines[-1:] or [""])[0]
    return f" (exit code {done.returncode}{': ' + said[:200].rstrip('.') if said else ''})"


def other_way(engine: Engine) -> str:
    """What to try instead."""
    return "try the system engine" if engine.kind is Choice.EMBEDDED else "try the embedded engine"


def version_of(engine: Engine) -> str:
    """What an engine says about itself, or why it says nothing."""
    try:
        done = run(engine, ["-V"], b"", 10)
    except DrawingError as error:
        return str(error)
    return (done.stderr or done.stdout).decode(errors="replace").strip().partition("\n")[0] or "says nothing of itself"
