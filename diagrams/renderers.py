"""Renderers: the programs that turn DOT into pictures, and what can go wrong with them.

Two are known: `graphviz-pure`, a self-contained port that pip installs, and the system's own `dot`. DOT,
Mermaid and tables need neither. Error messages say "engine", because the option is called `--engine`.
"""

import re
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from diagrams.errors import DrawingError, LayoutError
from diagrams.options import RendererChoice

__all__ = ["ENDINGS", "TIMEOUT", "Renderer", "draw", "embedded", "renderer_for", "system", "version_of"]

TIMEOUT = 120.0
"""Seconds after which a renderer counts as hung."""

ENDINGS = {"svg": b"</svg>", "png": b"IEND", "pdf": b"%%EOF"}
"""How a complete file ends. What is in it may still be wrong: then the renderer says so, and goes on."""

LOST_ITS_WAY = re.compile(rb"trouble in init_rank|lost .*edge")
"""What Graphviz says when it has drawn phases on top of each other, or has left an arrow out."""

PNG_RESOLUTION = 144

GET_EMBEDDED = "pip install 'phasebook[embedded]'"
GET_SYSTEM = "install Graphviz from https://graphviz.org/download/ so that `dot` is on the PATH"

Finished = subprocess.CompletedProcess[bytes]


class Renderer(NamedTuple):
    """A program that takes DOT and gives pictures."""

    kind: RendererChoice
    command: str
    formats: frozenset[str]


def embedded() -> Renderer | None:
    """The renderer that `phasebook[embedded]` brings, wherever pip put it."""
    try:
        files = distribution("graphviz-pure").files or ()
    except PackageNotFoundError:
        return None
    programs = [str(Path(str(file.locate())).resolve()) for file in files if file.stem == "graphviz-pure"]
    found = next((program for program in map(shutil.which, programs) if program), None)
    return Renderer(RendererChoice.EMBEDDED, found, frozenset({"svg", "png"})) if found else None


def system() -> Renderer | None:
    """The system's Graphviz."""
    found = shutil.which("dot")
    return Renderer(RendererChoice.SYSTEM, found, frozenset({"svg", "png", "pdf"})) if found else None


def renderer_for(format: str, choice: RendererChoice = RendererChoice.AUTO) -> Renderer:
    """The renderer that draws a format, or an error that names the ways out."""
    installed = [renderer for renderer in (embedded(), system()) if renderer is not None]
    wanted = [renderer for renderer in installed if choice in (RendererChoice.AUTO, renderer.kind)]
    able = [renderer for renderer in wanted if format in renderer.formats]
    if able:
        return able[0]
    raise DrawingError(f"{obstacle(format, choice, bool(wanted))} DOT, Mermaid and tables need no engine.")


def obstacle(format: str, choice: RendererChoice, present: bool) -> str:
    """Why no renderer can draw a format, and what to do."""
    if choice is RendererChoice.EMBEDDED:
        if present:
            return f"The embedded engine draws no {format.upper()}; {GET_SYSTEM}, and choose auto or system."
        return f"The embedded engine is not installed: {GET_EMBEDDED}."
    if choice is RendererChoice.SYSTEM:
        return f"The system's Graphviz is not installed: {GET_SYSTEM}."
    if present or format == "pdf":
        return f"{format.upper()} needs the system's Graphviz: {GET_SYSTEM}."
    return f"There is no drawing engine: {GET_EMBEDDED}, or {GET_SYSTEM}."


def draw(
    dot: str,
    format: str,
    choice: RendererChoice = RendererChoice.AUTO,
    timeout: float = TIMEOUT,
) -> bytes:
    """The picture of a DOT text."""
    renderer = renderer_for(format, choice)
    resolution = [f"-Gdpi={PNG_RESOLUTION}"] if format == "png" else []
    done = run(renderer, ["-Kdot", f"-T{format}", *resolution], dot.encode(), timeout)
    if ENDINGS[format] not in done.stdout[-64:]:
        raise DrawingError(f"{title_of(renderer)} drew nothing{reason(done)}; {other_way(renderer)}.")
    if done.returncode or LOST_ITS_WAY.search(done.stderr):
        raise LayoutError(
            f"{title_of(renderer)} could not lay this flow out{reason(done)}; draw an overview or one phase, "
            f"or {other_way(renderer)}."
        )
    return done.stdout


def run(renderer: Renderer, arguments: list[str], given: bytes, timeout: float) -> Finished:
    """Run a renderer to its end, or stop it when its time is up."""
    command = [renderer.command, *arguments]
    try:
        return subprocess.run(command, input=given, capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise DrawingError(
            f"{title_of(renderer)} did not finish within {timeout:g} seconds; allow more, "
            f"draw an overview or one phase, or {other_way(renderer)}."
        ) from None
    except OSError as error:
        raise DrawingError(
            f"{title_of(renderer)} cannot be run: {error.strerror or error}; {other_way(renderer)}."
        ) from None


def title_of(renderer: Renderer) -> str:
    """A renderer as a reader knows it."""
    return f"The {renderer.kind} drawing engine ({renderer.command})"


def reason(done: Finished) -> str:
    """What a renderer said when it failed: its exit code, and its error or else its last words."""
    lines = [line.strip() for line in done.stderr.decode(errors="replace").split("\n") if line.strip()]
    errors = [line for line in lines if line.startswith("Error")]
    said = (errors or lines[-1:] or [""])[0]
    return f" (exit code {done.returncode}{': ' + said[:200].rstrip('.') if said else ''})"


def other_way(renderer: Renderer) -> str:
    """What to try instead."""
    return "try the system engine" if renderer.kind is RendererChoice.EMBEDDED else "try the embedded engine"


def version_of(renderer: Renderer) -> str:
    """What a renderer says about itself, or why it says nothing."""
    try:
        done = run(renderer, ["-V"], b"", 10)
    except DrawingError as error:
        return str(error)
    said = (done.stderr or done.stdout).decode(errors="replace").strip()
    return said.partition("\n")[0] or "says nothing of itself"
