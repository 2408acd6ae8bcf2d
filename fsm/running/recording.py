"""A log on the disk that grows with its session: a line is on the disk before anybody hears of the move.

A process that is killed while it writes leaves at most half a line at the end, of a move that nobody was promised.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from io import FileIO
from itertools import takewhile
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, NamedTuple, Self

from fsm import files
from fsm.errors import SaveError
from fsm.running.disk import mark_of
from fsm.running.logs import line_of, moving_line, played_lines
from fsm.snapshot import Snapshot, check_of

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

Played = tuple[Any, Snapshot[Any]]
"""A step, which has a move, and the snapshot that it led to."""


class Origin(NamedTuple):
    """A log on the disk that a session was opened from, or was recorded into before, and what it holds."""

    path: Path
    mark: tuple[int, ...]
    """What the system said of the file: another one, or one that was written to, has another mark."""
    size: int
    """Of the part that counts, without a torn last line."""
    steps: tuple[Any, ...]
    undone: tuple[Any, ...]
    migrated: bool = False
    """It is of an older version, and no line of this one can be added."""


class Recording:
    """An open log. Ends with `close()`, or with the `with` statement that it was made in."""

    path: Path
    """The file, links followed."""
    steps: list[Any]
    """The steps that the log holds, without those undone."""
    undone: list[Any]

    def __init__(self, path: Path, file: FileIO, steps: Sequence[Any], undone: Sequence[Any]) -> None:
        self.ended: Callable[[Origin | None], None] = lambda origin: None
        self.path = path
        self.steps = [*steps]
        self.undone = [*undone]
        self._file = file
        self._size = self.status().st_size
        self._torn = False
        file.seek(self._size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether it still grows."""
        return not self._file.closed

    def close(self) -> None:
        """End it. The session goes on without; to close it again does nothing."""
        if not self.is_open:
            return
        if self._torn:
            with suppress(OSError):
                self.heal(self._size)
        origin = self.origin()
        self._file.close()
        self.ended(origin)

    def status(self) -> os.stat_result:
        """What the system says of the file."""
        return os.fstat(self._file.fileno())

    def origin(self) -> Origin | None:
        """What the log holds, for the same session to go on with it later; None if something else has written to it."""
        status = self.status()
        if status.st_size != self._size and not self._torn:
            return None
        return Origin(self.path, mark_of(status), self._size, tuple(self.steps), tuple(self.undone))

    # What the session does

    def play(self, step: Any, after: Snapshot[Any]) -> None:
        """A move was played."""
        self.append(line_of(step.move, check_of(after), "The move"))
        self.steps.append(step)
        self.undone.clear()

    def undo(self) -> None:
        """The last step was taken back."""
        self.append(moving_line(undo=1))
        self.undone.append(self.steps.pop())

    def redo(self) -> None:
        """The last undone step was taken again."""
        self.append(moving_line(redo=1))
        self.steps.append(self.undone.pop())

    # What the disk does

    def append(self, lines: bytes) -> None:
        """Add lines durably, or none of them."""
        try:
            self._look()
            self._add(lines)
        except OSError as error:
            raise SaveError(
                f"Cannot record in {self.path}: {files.reason(error)}; the session is as before: try again, or close "
                "the recording."
            ) from None

    def _look(self) -> None:
        """Raise unless the file is still there, and as it was left. Half a line of a failed write goes."""
        if self._torn:
            self.heal(self._size)
        there, mine = self.path.stat(), self.status()
        if (there.st_dev, there.st_ino) != (mine.st_dev, mine.st_ino):
            raise OSError(None, "another file has taken its place")
        if mine.st_size != self._size:
            raise OSError(None, "something else has written to it")

    def _add(self, lines: bytes) -> None:
        """Write at the end. Whatever goes wrong, nothing is left of it."""
        self._torn = True
        try:
            write_all(self._file, lines)
            os.fsync(self._file.fileno())
        except BaseException:
            with suppress(OSError):
                self.heal(self._size)
            raise
        self._torn = False
        self._size += len(lines)

    def heal(self, size: int) -> None:
        """Cut off what comes after the last whole line."""
        if self.status().st_size != size:
            self._file.truncate(size)
            os.fsync(self._file.fileno())
        self._file.seek(size)
        self._size, self._torn = size, False


def write_all(file: FileIO, data: bytes) -> None:
    """Write everything; the system may take it in parts."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


# Beginning


def record(
    path: Path, origin: Origin | None, header: bytes, steps: Sequence[Played], undone: Sequence[Played]
) -> Recording:
    """Record a session in a new file, or in the one that it comes from."""
    try:
        place = Path(os.path.realpath(path))
        if origin is not None and origin.path == place and place.exists():
            return resume(origin, header, steps, undone)
        return begin(place, header, steps, undone)
    except (OSError, ValueError) as error:
        raise SaveError(files.cannot_write(path, error)) from None


def begin(path: Path, header: bytes, steps: Sequence[Played], undone: Sequence[Played]) -> Recording:
    """Record into a new file, which is never found half."""
    lines = [header, *lines_between(0, steps, undone)]
    try:
        files.create(path, b"".join(lines))
    except FileExistsError:
        raise taken(path) from None
    return opened(path, steps, undone)


def resume(origin: Origin, header: bytes, steps: Sequence[Played], undone: Sequence[Played]) -> Recording:
    """Go on with a log that the session came from, after what has happened since."""
    with ExitStack() as stack:
        recording = opened(origin.path, steps, undone)
        stack.callback(recording.close)
        check_unchanged(recording, origin)
        if origin.migrated:
            files.write(origin.path, b"".join([header, *lines_between(0, steps, undone)]), durable=True)
            return opened(origin.path, steps, undone)
        recording.heal(origin.size)
        if missing := b"".join(lines_since(origin, steps, undone)):
            recording.append(missing)
        stack.pop_all()
        return recording


def opened(path: Path, steps: Sequence[Played], undone: Sequence[Played]) -> Recording:
    """A log that is there, for this session alone."""
    file = FileIO(path, "r+")
    try:
        lock(file, path)
    except BaseException:
        file.close()
        raise
    return Recording(path, file, [step for step, _ in steps], [step for step, _ in undone])


def lock(file: FileIO, path: Path) -> None:
    """Refuse a log that another session is recorded in. Not every system and disk can tell."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SaveError(f"Another session is being recorded in {path}; close that recording first.") from None
    except OSError:
        return


def check_unchanged(recording: Recording, origin: Origin) -> None:
    """Nobody has written to the log since the session was opened from it."""
    if mark_of(recording.status()) != origin.mark:
        raise SaveError(
            f"{origin.path} has changed since this session was opened from it; open it again with Session.open()."
        )


def taken(path: Path) -> SaveError:
    """What to say of a file that is not this session's."""
    if path.is_dir():
        return SaveError(f"Cannot record in {path}: it is a folder; name a file in it.")
    return SaveError(
        f"Cannot record in {path}: it is there already, and this session does not come from it; name a new file, or "
        "open the session with Session.open()."
    )


def lines_since(origin: Origin, steps: Sequence[Played], undone: Sequence[Played]) -> Iterator[bytes]:
    """What has happened since a log was written, as lines to add to it."""
    now = [step for step, _ in steps]
    if same(now, origin.steps) and same([step for step, _ in undone], origin.undone):
        return
    pairs = zip(now, origin.steps, strict=False)
    common = len([*takewhile(lambda pair: pair[0] is pair[1], pairs)])
    if common < len(origin.steps):
        yield moving_line(undo=len(origin.steps) - common)
    yield from lines_between(common, steps, undone)


def same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    """Whether these are the very same steps."""
    return len(some) == len(others) and all(one is other for one, other in zip(some, others, strict=True))


def lines_between(first: int, steps: Sequence[Played], undone: Sequence[Played]) -> Iterator[bytes]:
    """The steps from a place on, then those that were undone, and that they were."""
    again = [*steps[first:], *reversed(undone)]
    yield from played_lines(((step.move, after) for step, after in again), first + 2)
    if undone:
        yield moving_line(undo=len(undone))
