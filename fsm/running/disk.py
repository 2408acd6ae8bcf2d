"""Saved games and logs as files: every trouble with the disk is a `SaveError` of one sentence."""

import os
from pathlib import Path

from fsm import files
from fsm.errors import SaveError


def save_to(path: Path, data: bytes) -> None:
    """Write a file whole and durably, or leave the old one as it was."""
    try:
        files.write(path, data, durable=True)
    except (OSError, ValueError) as error:
        raise SaveError(files.cannot_write(path, error)) from None


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


def mark_of(status: os.stat_result) -> tuple[int, ...]:
    """What tells a file from another one, and from itself after somebody has written to it."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
