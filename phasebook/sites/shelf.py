"""Where loaded flows and drawn pictures are kept: in memory, or in a folder that outlives the build."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from fsm import files


class Shelf(Protocol):
    """What a `dict` from names to bytes can do, too."""

    def get(self, key: str, /) -> bytes | None:
        """What lies there, or None."""

    def __setitem__(self, key: str, data: bytes, /) -> None:
        """Put something there, in place of what was."""


class Folder:
    """A shelf on the disk. Several processes may use it: a file appears whole, or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, key: str, /) -> bytes | None:
        """What is in the file of this name."""
        try:
            return (self.path / key).read_bytes()
        except OSError:
            return None

    def __setitem__(self, key: str, data: bytes, /) -> None:
        with suppress(OSError):  # whatever cannot be kept is made again
            self.path.mkdir(parents=True, exist_ok=True)
            files.write(self.path / key, data)

    def emptied(self, start: str) -> Iterator[bytes]:
        """What lies under names that start so; it is gone afterwards."""
        for path in sorted(self.path.glob(f"{start}*")):
            with suppress(OSError):
                yield path.read_bytes()
                path.unlink()
