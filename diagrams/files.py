"""Writing pictures and reports: whole, or a sentence that says why not."""

from pathlib import Path

from diagrams.errors import DiagramError
from fsm import files

__all__ = ["made_folder", "write"]


def write(path: Path, data: bytes) -> None:
    """Write a file whole, or leave the old one as it was."""
    try:
        files.write(path, data)
    except (OSError, ValueError) as error:
        raise DiagramError(files.cannot_write(path, error)) from None


def made_folder(path: Path) -> Path:
    """A folder to write into, made if it is missing."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise DiagramError(f"Cannot make the folder {path}: {files.reason(error)}; choose another place.") from None
    return path
