"""Loading a flow in a process of its own, which is started anew for each picture.

A site that is served for hours, or built twice in one process, so always sees the flow as it is now, and whatever
a flow's own code does on being loaded (it prints, it exits, it never ends) happens here. What comes back is plain
data: a `Diagram` that can be drawn where the flow itself is not known.
"""

import os
import pickle
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from fsm.errors import PhasebookError
from phasebook.pictures import content_of, picture_of
from phasebook.sites.asking import PageError
from phasebook.sites.opened import Opened

if TYPE_CHECKING:
    from diagrams.diagram import Diagram


class Errand(msgspec.Struct, frozen=True):
    """What the process is sent for."""

    flow: str
    options: Mapping[str, str]
    folder: str


class Loaded(NamedTuple):
    """A flow, ready to be drawn, or the sentence that says why not; and the files that decide it."""

    diagram: "Diagram | None"
    problem: str
    files: tuple[str, ...]

    def drawable(self) -> "Diagram":
        """The flow; its sentence is an error."""
        if self.diagram is None:
            raise PageError(self.problem)
        return self.diagram


def main() -> None:
    """Read an errand from standard input, and write what was loaded to standard output."""
    answer = os.dup(1)
    os.dup2(2, 1)  # what a flow prints is not the answer
    errand = msgspec.json.decode(sys.stdin.buffer.read(), type=Errand)
    data = pickle.dumps(loaded(errand, Opened()))
    with os.fdopen(answer, "wb") as file:
        file.write(data)


def loaded(errand: Errand, opened: Opened) -> Loaded:
    """Load a flow, whatever comes of it."""
    diagram, problem = None, ""
    try:
        diagram = plain(picture_of(errand.flow, errand.options, Path(errand.folder)))
    except PhasebookError as error:
        problem = str(error)
    except BaseException as error:  # a flow's own code may raise whatever it likes, also SystemExit
        problem = unforeseen(errand.flow, error)
    return Loaded(diagram, problem, opened.files(errand.flow, logs(errand)))


def plain(diagram: "Diagram") -> "Diagram":
    """The same without any types of the flow's own, which nobody else could load."""
    diagram.chart = msgspec.convert(msgspec.to_builtins(diagram.chart, enc_hook=str), type(diagram.chart))
    diagram.scene = msgspec.convert(msgspec.to_builtins(diagram.scene, enc_hook=str), type(diagram.scene))
    return diagram


def unforeseen(flow: str, error: BaseException) -> str:
    """What to say of an error that nobody has raised for a reader."""
    return (
        f"{flow!r} cannot be drawn ({type(error).__name__}: {str(error).rstrip('.')}); "
        f"phasebook draw {flow} --traceback shows where."
    )


def logs(errand: Errand) -> list[str]:
    """The log of a session, if the trace names one."""
    trace = errand.options.get("trace")
    if trace is None or content_of(Path(errand.folder), trace) is None:
        return []
    return [str(Path(errand.folder) / trace)]
