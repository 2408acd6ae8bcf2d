"""Writing files so that a reader never finds half of one."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

__all__ = ["cannot_write", "create", "reason", "write"]


def write(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Write a file whole, or leave the old one as it was and raise an `OSError` or a `ValueError`.

    The new one takes over what the old one was: a link still leads to where it led, and mode and owner stay. A
    `durable` one is on the disk when this returns: it stays there even if the machine goes down.
    """
    put(Path(os.path.realpath(path)), data, durable)


def put(path: Path, data: bytes, durable: bool) -> None:
    """Replace a file in one go. A pipe or a device cannot be replaced: it is written to."""
    old = status_of(path)
    if old is not None and not os.access(path, os.W_OK):
        raise PermissionError(None, "it is write-protected")
    if old is None or stat.S_ISREG(old.st_mode):
        with written_beside(path, data, durable, old) as beside:
            beside.replace(path)
        if durable:
            sync_folder(path.parent)
    else:
        path.write_bytes(data)


def create(path: Path, data: bytes) -> None:
    """Write a new file whole and durably; if anything is there already, raise `FileExistsError` and leave it alone."""
    path = Path(os.path.realpath(path))
    with written_beside(path, data, durable=True) as beside:
        put_in_place(beside, path)
    sync_folder(path.parent)


@contextmanager
def written_beside(path: Path, data: bytes, durable: bool, old: os.stat_result | None = None) -> Iterator[Path]:
    """The content of a file in a file beside it. Whatever fails, no part of it stays."""
    beside = path.with_name(f".{token_hex(6)}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            if old is not None:
                resemble(beside, old)
            if durable:
                os.fsync(file.fileno())
        yield beside
    finally:  # also if somebody presses Ctrl-C; once it is in place there is nothing to remove
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def put_in_place(beside: Path, path: Path) -> None:
    """Give a file its name, unless something has that name. A second name for a file never replaces anything."""
    try:
        path.hardlink_to(beside)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # this system, or this disk, knows no second names
        if path.exists():
            raise FileExistsError(None, "it is there already") from None
        beside.replace(path)


def sync_folder(path: Path) -> None:
    """Let the names in a folder be on the disk, too. Windows does so by itself, and opens no folders."""
    with suppress(OSError):
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def status_of(path: Path) -> os.stat_result | None:
    """What is there already, if anything is."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def resemble(path: Path, old: os.stat_result) -> None:
    """Give a file the owner and the mode of another one, as far as this user may."""
    with suppress(OSError, AttributeError):  # Windows knows no owners
        os.chown(path, old.st_uid, old.st_gid)
    with suppress(OSError):
        path.chmod(stat.S_IMODE(old.st_mode))


def cannot_write(path: Path, error: Exception) -> str:
    """Why a file cannot be written, and what to do."""
    # The functions of os.path answer where those of Path raise, for example for a name that is too long.
    if os.path.isdir(path):  # noqa: PTH112
        return f"Cannot write {path}: it is a folder; name a file in it."
    if not os.path.exists(path.parent):  # noqa: PTH110
        return f"Cannot write {path}: the folder {path.parent} does not exist; create it first."
    return f"Cannot write {path}: {reason(error)}; choose another place."


def reason(error: Exception) -> str:
    """What the system says."""
    return getattr(error, "strerror", None) or str(error)
