"""Where files are: paths inside the project, as they are written and as they really are."""

import os
import stat
from pathlib import Path
from typing import NamedTuple

from fsm.files import reason
from phasebook.syncing.problems import DocsError


class Spot(NamedTuple):
    """A file of the project."""

    shown: str
    """Its path from the project's folder, for readers."""
    real: Path
    """Where it really is, once all links are followed. It is inside the project, too."""


def spot_of(root: Path, base: Path, name: str) -> Spot:
    """The file that a name means in the folder `base`; refuses one outside the project."""
    if not name or "\0" in name or Path(name).is_absolute():
        raise DocsError(f"{name!r} is no path inside {root}; write it relative to {base}.")
    path = Path(os.path.normpath(base / name))
    real = real_path(path)
    for place, house in ((path, Path(os.path.normpath(root))), (real, real_path(root))):
        if not place.is_relative_to(house):
            through = "" if place is path else f", through a link to {real}"
            raise DocsError(f"{name!r} leads out of {root}{through}; name a place inside.")
    return Spot(path.relative_to(os.path.normpath(root)).as_posix(), real)


def real_path(path: Path) -> Path:
    """A path without links; one that leads in circles stays as it is, and cannot be read later."""
    return Path(os.path.realpath(path))


def content_of(spot: Spot) -> bytes | None:
    """What is in a file, or None if there is none; refuses a folder, and what cannot be read."""
    try:
        if not stat.S_ISREG(spot.real.stat().st_mode):
            raise DocsError(f"{spot.shown} is {'a folder' if spot.real.is_dir() else 'no file'}; name a file.")
        return spot.real.read_bytes()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise DocsError(f"{spot.shown} cannot be read: {reason(error)}; put that right first.") from None
