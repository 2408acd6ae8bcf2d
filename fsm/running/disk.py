"""Saved games and logs as files: every trouble with the disk is a `SaveError` of one sentence."""

import os
from pathlib import Path
from typing import Any

import msgspec

from fsm import files
from fsm.catalogue import find, registered
from fsm.engine import Engine
from fsm.errors import SaveError
from fsm.running.logs import is_log
from fsm.values.quoting import quoted


def save_to(path: Path, data: bytes) -> None:
    """Write a file whole and durably, or leave the old one as it was."""
    try:
        files.write(path, data, durable=True)
    except (OSError, ValueError) as error:
        raise SaveError(files.cannot_write(path, error)) from None


def file_of(path: Any) -> Path:
    """The path of a file."""
    if not isinstance(path, str | os.PathLike):
        raise SaveError(f"{quoted(path)} is no path; pass the engine, if any, and the path of a file to open.")
    return Path(path)


def content_of(path: Path) -> tuple[bytes, tuple[int, ...]]:
    """What is in a file, and its mark."""
    try:
        with path.open("rb") as file:
            return file.read(), mark_of(os.fstat(file.fileno()))
    except FileNotFoundError:
        raise SaveError(f"Cannot open {path}: there is no such file; look for its right name.") from None
    except IsADirectoryError:
        raise SaveError(f"Cannot open {path}: it is a folder; name a file in it.") from None
    except (OSError, ValueError) as error:
        raise SaveError(f"Cannot open {path}: {files.reason(error)}; make it readable first.") from None


def engine_of_file(path: Path, data: bytes) -> Engine[Any]:
    """The engine of the registered flow that a saved game or a log is of."""
    flow = flow_of(data)
    engines = (found for name in registered() if isinstance(found := find(name), Engine))
    engine = next((engine for engine in engines if engine.name == flow), None)
    if engine is None:
        what = f"a game of {quoted(flow)}, which is no registered flow" if flow else "no saved game and no log"
        raise SaveError(f"Cannot open {path}: it is {what}; pass the engine first: Session.open(engine, path).")
    return engine


def flow_of(data: bytes) -> str:
    """The name of the flow in a saved game, or in the first line of a log; '' if there is none."""
    try:
        found = msgspec.json.decode(data.partition(b"\n")[0] if is_log(data) else data)
        flow = found.get("save", found)["flow"]
    except (msgspec.DecodeError, AttributeError, KeyError, TypeError):
        return ""
    return flow if isinstance(flow, str) else ""


def mark_of(status: os.stat_result) -> tuple[int, ...]:
    """What tells a file from another one, and from itself after somebody has written to it."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
