"""A file of finished batches: a simulation that was killed goes on after them, and comes out as if it had not been.

Each line is one batch: the numbers of its games, its counts, the fingerprint of the simulation and a checksum. It is
on the disk before the next one is counted. A line that was torn or spoiled is left out: its games are played again.
"""

import os
import stat
from base64 import b64decode, b64encode
from bisect import bisect, insort
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic, Self, TypeVar, get_origin

import msgspec

from fsm.errors import PhasebookError, SimulationError
from fsm.files import cannot_write
from fsm.simulating.plan import Plan
from fsm.simulating.policies import random
from fsm.simulating.runner import Runner
from fsm.simulating.tally import COUNTERS, SettingsMet, Tally
from fsm.values.immutable import fields_of

T = TypeVar("T")

FORMAT = 1
PROBED_MOVES = 500


class Line(msgspec.Struct, frozen=True):
    """One finished batch."""

    simulation: str
    """Its fingerprint."""
    first: int
    stop: int
    counts: str
    check: str

    @property
    def games(self) -> range:
        """Their numbers."""
        return range(self.first, self.stop)


class Shelf(Generic[T]):
    """How counts of some kind are written and read: everything but the settings that games had says its own type."""

    def __init__(self, kind: type[T], runner: Runner[Any]) -> None:
        self.kind = kind
        self.settings: Any = fields_of(runner.engine.game_type).get("settings", Any)

    def packed(self, counts: T) -> str:
        """Counts as text, from which the same counts can be read."""
        try:
            data = msgspec.msgpack.encode(counts)
            if self.unpacked(data) == counts:
                return b64encode(data).decode()
            reason = "they would be read as others"
        except Exception as error:  # settings and scores are foreign values
            reason = f"{type(error).__name__}: {error}"
        raise SimulationError(f"These settings or scores cannot be kept in a file: {reason}; leave resume out.")

    def unpacked(self, data: bytes) -> T:
        """Counts as they were."""
        return msgspec.msgpack.decode(data, type=self.kind, dec_hook=self.made)

    def made(self, kind: Any, value: Any) -> Any:
        """A value of a type that msgspec does not know."""
        if kind is SettingsMet:
            return SettingsMet(msgspec.convert(one, self.settings) for one in value)
        if get_origin(kind) is Counter:
            return Counter(value)
        raise NotImplementedError


class Journal(Generic[T]):
    """The finished batches of one simulation, in a file that nobody else writes to meanwhile."""

    def __init__(self, path: Path, simulation: str, shelf: Shelf[T], note: Callable[[str], None]) -> None:
        self.path = path
        self.simulation = simulation
        self.shelf = shelf
        self.note = note
        self.done: list[range] = []
        """In their order."""

    def __enter__(self) -> Self:
        try:
            self.file = self.path.open("a+b")
        except (OSError, ValueError) as error:
            raise PhasebookError(cannot_write(self.path, error)) from None
        try:
            if not stat.S_ISREG(os.fstat(self.file.fileno()).st_mode):
                raise PhasebookError(f"{self.path} is no file that can be read again; name another one.")
            lock(self.file.fileno(), self.path)
            self.cut_torn_line()
        except BaseException:
            self.file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    # Reading

    def finished(self, games: int) -> Iterator[T]:
        """The counts of batches that are done, of the first so many games; no game is counted twice."""
        self.file.seek(0)
        for number, text in enumerate(self.file, 1):
            line = self.read(text, number)
            if line is not None and line.stop <= games and self.is_new(line.games):
                try:
                    counts = self.shelf.unpacked(b64decode(line.counts))
                except (ValueError, TypeError):  # its settings have other fields today
                    self.note(spoiled(number, self.path))
                    continue
                insort(self.done, line.games, key=start_of)
                yield counts

    def is_new(self, games: range) -> bool:
        """Whether none of these games is done yet."""
        place = bisect(self.done, games.start, key=start_of)
        return not any(overlap(games, one) for one in self.done[max(0, place - 1) : place + 1])

    def read(self, text: bytes, number: int) -> Line | None:
        """A line of the file, if it is whole."""
        try:
            line = msgspec.json.decode(text, type=Line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            if number == 1:
                raise PhasebookError(f"{self.path} is no file of finished batches; name another one.") from None
            line = None
        if line is None or line.check != checksum(line):
            self.note(spoiled(number, self.path))
            return None
        if line.simulation != self.simulation:
            raise PhasebookError(
                f"{self.path} belongs to another simulation: the flow, its rules, the settings, a policy, the seed or "
                "another option has changed since; name another file, or delete it."
            )
        return line

    def cut_torn_line(self) -> None:
        """Take away a last line that was not written to its end."""
        size = self.file.seek(0, os.SEEK_END)
        self.file.seek(0)
        whole = 0
        for text in self.file:
            whole += len(text) if text.endswith(b"\n") else 0
        if whole == size:
            return
        self.file.seek(whole)
        torn = self.file.read()
        if whole == 0 and not torn.startswith(BEGINNING[: len(torn)]):
            raise PhasebookError(f"{self.path} is no file of finished batches; name another one.")
        self.file.truncate(whole)
        self.note(f"The last line of {self.path} was not finished; its games are played again.")

    # Writing

    def keep(self, games: range, counts: T) -> None:
        """Write a batch; it is on the disk when this returns."""
        line = Line(self.simulation, games.start, games.stop, self.shelf.packed(counts), "")
        whole = msgspec.structs.replace(line, check=checksum(line))
        try:
            write_through(self.file.fileno(), msgspec.json.encode(whole) + b"\n")
        except (OSError, ValueError) as error:
            raise SimulationError(cannot_write(self.path, error)) from None


def write_through(file: int, data: bytes) -> None:
    """Append, past all buffers, up to the disk."""
    while data:
        data = data[os.write(file, data) :]
    os.fsync(file)


BEGINNING = b'{"simulation":"'


def spoiled(number: int, path: Path) -> str:
    """What to say of a line that cannot be used."""
    return f"Line {number} of {path} is spoiled; its games are played again."


def checksum(line: Line) -> str:
    """Of everything but itself."""
    said = f"{line.simulation} {line.first} {line.stop} {line.counts}"
    return blake2b(said.encode(), digest_size=8).hexdigest()


def overlap(one: range, other: range) -> bool:
    """Whether two batches have a game in common."""
    return one.start < other.stop and other.start < one.stop


def start_of(games: range) -> int:
    return games.start


def lock(number: int, path: Path) -> None:
    """Keep others from writing to an open file until it is closed, where the system can do that."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise PhasebookError(f"{path} is in use by another simulation; wait, or name another file.") from None


# Which simulation it is


def fingerprint(*runners: Runner[Any]) -> str:
    """Of the plan, of the flow, and of one game that shows whether the rules are still the same."""
    facts = [[FORMAT, *COUNTERS, runner.plan, runner.engine.chart.fingerprint, probed(runner)] for runner in runners]
    return blake2b(msgspec.json.encode(facts, enc_hook=repr, order="sorted"), digest_size=12).hexdigest()


def probed(runner: Runner[Any]) -> str:
    """What becomes of the first game at random: a rule that has changed will hardly leave it as it was.

    The simulation's own policies are not asked: one that thinks for some seconds may answer differently each time.
    """
    plan = runner.plan
    probe = Plan(plan.flow, "random", plan.seed, min(PROBED_MOVES, plan.max_moves), plan.settings, check=0)
    tally = Runner(runner.engine, random, probe, {}).play([0])
    Shelf(Tally, runner).packed(tally)  # what no file can hold is found before any work is handed out
    seen = [sorted(map(repr, getattr(tally, name).items())) for name in COUNTERS]
    return blake2b(repr(seen).encode(), digest_size=8).hexdigest()
