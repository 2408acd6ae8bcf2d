"""Writing several files so that all of them are new afterwards, or none is.

Every file is first written beside its place, where a full disk does no harm; then all of them are renamed, one after
the other. If even that fails, those that were renamed before get their old content back.
"""

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from diagrams.files import made_folder, write
from fsm.errors import PhasebookError
from fsm.files import reason
from phasebook.syncing.places import Spot, content_of
from phasebook.syncing.problems import DocsError

ANY_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class File(NamedTuple):
    """A file to be written."""

    spot: Spot
    old: bytes | None
    """What it had when the new content was made; None if it was not there."""
    new: bytes


def obstacle(spot: Spot) -> str | None:
    """Why a file cannot be written, as far as that can be known before; root may, but does not."""
    place = spot.real if spot.real.exists() else next(path for path in spot.real.parents if path.exists())
    if place != spot.real and not place.is_dir():
        return f"{spot.shown} cannot be written: {place.name} is no folder; name another place."
    for path in (place, place.parent if place == spot.real else place):
        if not path.stat().st_mode & ANY_WRITE or not os.access(path, os.W_OK):
            what = "it" if path == spot.real else f"the folder {path.name}"
            return f"{spot.shown} cannot be written: {what} is write-protected; allow it first."
    return None


def write_all(files: Sequence[File]) -> None:
    """Write all files, or leave all as they were and raise an error that says why."""
    with made_folders(files), staged(files) as beside:
        for file in files:
            if content_of(file.spot) != file.old:
                raise DocsError(f"{file.spot.shown} has been changed meanwhile; run it again.")
        swap(files, beside)


@contextmanager
def made_folders(files: Sequence[File]) -> Iterator[None]:
    """The folders that are missing; if anything fails, they go again."""
    missing = {parent for file in files for parent in file.spot.real.parents if not parent.exists()}
    try:
        for folder in sorted(missing):
            made_folder(folder)
        yield
    except BaseException:
        for folder in sorted(missing, reverse=True):
            with suppress(OSError):
                folder.rmdir()
        raise


@contextmanager
def staged(files: Sequence[File]) -> Iterator[list[Path]]:
    """Each file's new content beside its place. Whatever happens, nothing of that stays."""
    beside = [file.spot.real.with_name(f".{token_hex(6)}.part") for file in files]
    try:
        for file, path in zip(files, beside, strict=True):
            stage(file, path)
        yield beside
    finally:
        for path in beside:
            with suppress(OSError):
                path.unlink(missing_ok=True)


def stage(file: File, beside: Path) -> None:
    """Write one file beside its place, with the mode and owner of the old one."""
    try:
        write(beside, file.new)
    except PhasebookError as error:
        raise DocsError(str(error).replace(str(beside), file.spot.shown)) from None
    if file.old is not None:
        resemble(beside, file.spot.real)


def resemble(path: Path, old: Path) -> None:
    """Give a file the owner and the mode of another one, as far as this user may."""
    with suppress(OSError, AttributeError):  # Windows knows no owners
        os.chown(path, old.stat().st_uid, old.stat().st_gid)
    with suppress(OSError):
        shutil.copymode(old, path)


def swap(files: Sequence[File], beside: Sequence[Path]) -> None:
    """Give all files their names; if one cannot have it, take back the others."""
    begun: list[File] = []
    try:
        for file, path in zip(files, beside, strict=True):
            begun.append(file)
            path.replace(file.spot.real)
    except BaseException as error:
        lost = [file.spot.shown for file in reversed(begun) if not restored(file)]
        if not isinstance(error, OSError) and not lost:
            raise
        also = f"; {', '.join(lost)} could not be put back" if lost else ""
        raise DocsError(
            f"{begun[-1].spot.shown} cannot be written: {reason_of(error)}{also}; put that right first."
        ) from error


def reason_of(error: BaseException) -> str:
    """What went wrong."""
    return reason(error) if isinstance(error, Exception) else "stopped"


def restored(file: File) -> bool:
    """Whether a file is as it was, now at the latest."""
    try:
        if file.old is None:
            file.spot.real.unlink(missing_ok=True)
        elif content_of(file.spot) != file.old:
            write(file.spot.real, file.old)
    except (OSError, PhasebookError):
        return False
    return True
