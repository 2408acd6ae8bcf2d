"""A queue for millions: the middle of it waits on disk, so that memory holds only its two ends."""

import pickle
from collections import deque
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

T = TypeVar("T")

CHUNK = 1_000


class Frontier(Generic[T]):
    """First in, first out. What cannot go to disk (a class made inside a function, a full disk) stays in memory."""

    def __init__(self, chunk: int = CHUNK) -> None:
        self.chunk = chunk
        self.front: deque[T] = deque()
        self.middle: deque[Path | Sequence[T]] = deque()
        self.back: list[T] = []
        self.names = count()
        self.folder: TemporaryDirectory[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if self.folder is not None:
            self.folder.cleanup()

    def __bool__(self) -> bool:
        return bool(self.front or self.middle or self.back)

    def push(self, item: T) -> None:
        """Add at the end."""
        self.back.append(item)
        if len(self.back) >= self.chunk:
            self.middle.append(self.stored(self.back))
            self.back = []

    def pop(self) -> T:
        """Take from the beginning."""
        if not self.front:
            self.refill()
        return self.front.popleft()

    def refill(self) -> None:
        """Fetch the next chunk."""
        if not self.middle:
            self.front, self.back = deque(self.back), []
            return
        chunk = self.middle.popleft()
        if isinstance(chunk, Path):
            self.front = deque(pickle.loads(chunk.read_bytes()))  # written below, in a folder only we can write to
            chunk.unlink()
        else:
            self.front = deque(chunk)

    def stored(self, items: list[T]) -> Path | Sequence[T]:
        """A chunk on disk, if it can go there."""
        try:
            data: Any = pickle.dumps(items, pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, AttributeError, TypeError):
            return items
        try:
            return self.written(data)
        except OSError:
            return items

    def written(self, data: bytes) -> Path:
        """A new file; none is left behind when the disk is full."""
        if self.folder is None:
            self.folder = TemporaryDirectory(prefix="phasebook-")
        path = Path(self.folder.name, str(next(self.names)))
        try:
            path.write_bytes(data)
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return path
