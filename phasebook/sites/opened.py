"""Which files a flow is made of: those that Python opens while it loads the flow.

So also the rules in other modules, data that they read, and a module that cannot be loaded because of a slip in
it. Files of libraries do not count, nor those of Phasebook itself.
"""

import os
import sys
import sysconfig
from collections.abc import Iterable
from importlib.util import find_spec, source_from_cache
from pathlib import Path
from typing import Any

from phasebook.intact import HOME

LIBRARIES = ("site-packages", "dist-packages")
ENGINE = tuple(HOME / package for package in ("phasebook", "fsm", "diagrams"))
STANDARD = Path(sysconfig.get_path("stdlib")).resolve()


class Opened:
    """Everything that was opened for reading since this was made. It cannot be switched off."""

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}
        sys.addaudithook(self.hear)

    def hear(self, event: str, details: tuple[Any, ...]) -> None:
        """Note a file. Whatever happens here must not disturb the program that opens it."""
        if event == "open" and isinstance(details[0], str) and is_reading(details[1], details[2]):
            self.paths[os.path.abspath(details[0])] = None  # noqa: PTH100  # the working folder may change later

    def files(self, flow: str, always: Iterable[str] = ()) -> tuple[str, ...]:
        """Those of a flow, in order: its sources, what they read beside them, and what is always to be counted."""
        found = {real_file(Path(path)) for path in list(self.paths)}
        own = home_of(flow)
        sources = {path for path in found if path and path.suffix == ".py" and is_theirs(path, own)}
        folders = {path.parent for path in sources}
        data = {path for path in found if path and not folders.isdisjoint(path.parents) and is_theirs(path, own)}
        named = {Path(path).resolve() for path in always if Path(path).is_file()}
        return tuple(sorted(str(path) for path in sources | data | named))


def is_reading(mode: Any, flags: Any) -> bool:
    """Whether a file is opened to be read only."""
    if isinstance(mode, str):
        return not set(mode) & set("wax+")
    return isinstance(flags, int) and not flags & (os.O_WRONLY | os.O_RDWR)


def real_file(path: Path) -> Path | None:
    """The file itself, and of what Python has compiled the source; None if it is no file."""
    try:
        path = Path(source_from_cache(path)) if path.suffix == ".pyc" else path
        return path.resolve() if path.is_file() else None
    except (OSError, ValueError):
        return None


def is_theirs(path: Path, own: Path | None) -> bool:
    """Whether a file belongs to a flow rather than to a library or to Phasebook."""
    if own is not None and (path == own or own in path.parents):
        return True
    if any(part in LIBRARIES for part in path.parts) or STANDARD in path.parents:
        return False
    return not any(folder in path.parents for folder in ENGINE)


def home_of(flow: str) -> Path | None:
    """The package of a flow, which may itself be installed among the libraries."""
    from fsm.catalogue import registered

    point = registered().get(flow)
    module = point.module if point else flow.partition(":")[0]
    try:
        spec = find_spec(module.partition(".")[0])
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None:
        return None
    origin = Path(spec.origin).resolve()
    return origin.parent if spec.submodule_search_locations else origin
