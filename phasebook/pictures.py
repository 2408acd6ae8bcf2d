"""A picture by its name and its options: the same words for the command line, docs sync, Sphinx and MkDocs."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fsm.errors import PhasebookError

if TYPE_CHECKING:
    from diagrams.diagram import Diagram
    from fsm.session import Session

OPTIONS = ("detail", "phase", "highlight", "trace", "preset", "words", "theme")
"""What can be said of a picture, beside who draws it; each is a text."""


def picture_of(name: str, options: Mapping[str, str], folder: Path | None = None, **look: Any) -> "Diagram":
    """The picture of a flow. Logs are found from `folder`; `look` is handed to `Diagram` as it is."""
    from diagrams.diagram import Diagram
    from fsm.catalogue import find

    check_options(options)
    given: dict[str, Any] = {key: options[key] for key in ("detail", "phase", "words", "theme") if key in options}
    given |= marks(name, options.get("highlight"), options.get("trace"), folder or Path())
    preset = options.get("preset")
    if preset is None:
        return Diagram(find(name), **given, **look)
    return Diagram(chart_under(name, preset), subtitle=f"preset {preset}", **given, **look)


def check_options(options: Mapping[str, str]) -> None:
    """Refuse what is no option, and say what is."""
    unknown = next((key for key in options if key not in OPTIONS), None)
    if unknown is not None:
        raise PhasebookError(f"A picture has no option {unknown!r}; choose from {', '.join(OPTIONS)}.")


def chart_under(name: str, preset: str) -> Any:
    """The chart of a flow under a preset."""
    from diagrams.presets import chart_of_preset
    from fsm.catalogue import engine_of

    return chart_of_preset(engine_of(name), preset)


# What to mark


def marks(name: str, highlight: str | None, trace: str | None, folder: Path) -> dict[str, Any]:
    """The current phase and the path taken. A log gives both."""
    if trace is None:
        return {"highlight": highlight}
    log = content_of(folder, trace)
    if log is None:
        return {"highlight": highlight, "trace": ids_in(trace)}
    session = replayed(name, log)
    opening = session.opening.rows if session.opening else ()
    return {"highlight": highlight or session.snapshot.phase, "trace": (*opening, *session.log)}


def ids_in(trace: str) -> list[str]:
    """The rows that a text names, unless it names a file that is not there."""
    if Path(trace).suffix in (".log", ".json", ".jsonl"):
        raise PhasebookError(f"There is no log {trace!r} here; name a file that a session has written, or ids of rows.")
    ids = [part.strip() for part in trace.split(",")]
    return [part for part in ids if part]


def content_of(folder: Path, path: str) -> bytes | None:
    """What is in a file, or None if there is no such file."""
    try:
        return (folder / path).read_bytes()
    except (OSError, ValueError):
        return None


def replayed(name: str, log: bytes) -> "Session[Any]":
    """The session that a log tells of."""
    from fsm.catalogue import engine_of
    from fsm.session import Session

    return Session.replay(engine_of(name), log)
