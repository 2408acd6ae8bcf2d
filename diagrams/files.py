"""Writing files so that a reader never finds half of one."""

from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from diagrams.errors import DiagramError


def write(path: Path, data: bytes) -> None:
    """Write beside the file, then put it in place: whatever fails, an old file stays and no part of a new one does."""
    beside = path.with_name(f".{token_hex(6)}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise DiagramError(cannot(path, error)) from None


def cannot(path: Path, error: OSError) -> str:
    """Why a file cannot be written, and what to do."""
    if path.is_dir():
        return f"Cannot write {path}: it is a folder; name a file in it."
    if not path.parent.exists():
        return f"Cannot write {path}: the folder {path.parent} does not exist; create it first."
    return f"Cannot write {path}: {error.strerror or error}; choose another place."


def made_folder(path: Path) -> Path:
    """A folder to write into, made if it is missing."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiagramError(f"Cannot make the folder {path}: {error.strerror or error}; choose another place.") from None
    return path
