"""Writing files so that a reader never finds half of one."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from diagrams.errors import DiagramError

__all__ = ["made_folder", "write"]


def write(path: Path, data: bytes) -> None:
    """Write a file whole, or leave the old one as it was.

    The new one takes over what the old one was: a link still leads to where it led, and mode and owner stay.
    """
    try:
        put(Path(os.path.realpath(path)), data)
    except (OSError, ValueError) as error:
        raise DiagramError(cannot(path, error)) from None


def put(path: Path, data: bytes) -> None:
    """Replace a file in one go. A pipe or a device cannot be replaced: it is written to."""
    old = status_of(path)
    if old is not None and not os.access(path, os.W_OK):
        raise PermissionError(None, "it is write-protected")
    if old is None or stat.S_ISREG(old.st_mode):
        replace(path, data, old)
    else:
        path.write_bytes(data)


def status_of(path: Path) -> os.stat_result | None:
    """What is there already, if anything is."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def replace(path: Path, data: bytes, old: os.stat_result | None) -> None:
    """Write beside the file, then put it in place: whatever fails, no part of a new file stays."""
    beside = path.with_name(f".{token_hex(6)}.part")
    try:
        beside.write_bytes(data)
        if old is not None:
            resemble(beside, old)
        beside.replace(path)
    finally:  # also if somebody presses Ctrl-C; once it is in place there is nothing to remove
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def resemble(path: Path, old: os.stat_result) -> None:
    """Give a file the owner and the mode of another one, as far as this user may."""
    with suppress(OSError, AttributeError):  # Windows knows no owners
        os.chown(path, old.st_uid, old.st_gid)
    with suppress(OSError):
        path.chmod(stat.S_IMODE(old.st_mode))


def cannot(path: Path, error: Exception) -> str:
    """Why a file cannot be written, and what to do."""
    # The functions of os.path answer where those of Path raise, for example for a name that is too long.
    if os.path.isdir(path):  # noqa: PTH112
        return f"Cannot write {path}: it is a folder; name a file in it."
    if not os.path.exists(path.parent):  # noqa: PTH110
        return f"Cannot write {path}: the folder {path.parent} does not exist; create it first."
    return f"Cannot write {path}: {reason(error)}; choose another place."


def made_folder(path: Path) -> Path:
    """A folder to write into, made if it is missing."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise DiagramError(f"Cannot make the folder {path}: {reason(error)}; choose another place.") from None
    return path


def reason(error: Exception) -> str:
    """What the system says."""
    return getattr(error, "strerror", None) or str(error)
