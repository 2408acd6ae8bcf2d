"""Saves and logs of a registered game, changed in every way, and what becomes of them.

`python -m tests.games.mutated_saves FLOW FIRST COUNT MOVES` runs in a process of its own, so that its memory can
be measured, and prints a `Report`. Each mutant is made from the flow's name and a number alone: to see one again,
run it with COUNT 1.
"""

import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cached_property, partial
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, TypeVar

import msgspec

from fsm import Engine, Move, SaveError, Session, Snapshot
from fsm.catalogue import engine_of
from fsm.checking.variations import settings_made
from fsm.saves import Save, digest_of

MOST_MEGABYTES = 200
"""What loading may take, the interpreter and the games included."""
HARD_LIMIT = 1024**3
"""What the process may take at all: this protects the machine, and what reaches it was far too much."""
MOST_SECONDS = 20
"""No file is looked at for longer."""
GAMES_OF_A_PRESET, GAMES_OF_VARIANTS, MOVES_OF_A_GAME, SAVES_OF_A_PHASE = 4, 8, 150, 12
ENOUGH_FAILURES = 20
LONGEST_MESSAGE = 1_000

T = TypeVar("T")


class Report(msgspec.Struct):
    """What became of some mutants."""

    refused: int = 0
    loaded: int = 0
    megabytes: int = 0
    phases: dict[str, int] = {}
    """Of the saves that were loaded."""
    failures: list[str] = []


class HungError(BaseException):
    """A file took too long. No `Exception`: nothing that reads a save may swallow it."""


# Originals


class Originals:
    """Saves and logs of random games in all presets and some variants, in as many phases as these reach."""

    def __init__(self, engine: Engine[Any]) -> None:
        self.engine = engine
        self.sessions = [self.played(preset, seed) for preset in self.presets for seed in range(GAMES_OF_A_PRESET)]
        self.sessions += [self.played(self.variant(seed), seed) for seed in range(GAMES_OF_VARIANTS)]
        self.saves = [*self.some_of_each_phase()]
        self.logs = [session.write_log() for session in self.sessions]

    @property
    def presets(self) -> list[dict[str, Any]]:
        return [{"preset": preset} for preset in self.engine.presets] or [{}]

    def variant(self, seed: int) -> dict[str, Any]:
        """Settings that are no preset: every switch on or off at random, as far as they go together."""
        dice, settings = Random(f"{self.engine.name} {seed}"), getattr(self.engine.start(seed=0).game, "settings", None)
        names = [name for name in getattr(settings, "__struct_fields__", ()) if type(getattr(settings, name)) is bool]
        found: dict[str, Any] = {}
        for name in names:
            more = {**found, name: dice.random() < 0.7}
            found = more if settings_made(self.engine, more) is not None else found
        return found

    def played(self, preset: dict[str, Any], seed: int) -> Session[Any]:
        """A random game in which nobody gives up."""
        dice, session = Random(f"{self.engine.name} {preset} {seed}"), Session.start(self.engine, seed=seed, **preset)
        for _ in range(MOVES_OF_A_GAME):
            if not (moves := playable(self.engine, session.snapshot)):
                break
            session.send(dice.choice(moves))
        return session

    def some_of_each_phase(self) -> Iterator[bytes]:
        seen: Counter[str] = Counter()
        for session in self.sessions:
            snapshot = session.snapshot
            while True:
                seen[snapshot.phase] += 1
                if seen[snapshot.phase] <= SAVES_OF_A_PHASE:
                    yield self.engine.dump(snapshot)
                if not session.undo():
                    break
                snapshot = session.snapshot
            while session.redo():
                pass

    @cached_property
    def phases(self) -> list[str]:
        """Every phase, those included in which no game can be."""
        return list(self.engine.chart.by_path)

    @cached_property
    def suspended(self) -> list[Any]:
        """The callers in all saves that have some, those for other phases included."""
        trees = map(msgspec.json.decode, self.saves)
        return [tree["back"] for tree in trees if "back" in tree]


def playable(engine: Engine[Any], snapshot: Snapshot[Any]) -> list[Move]:
    """The legal moves; giving up only if nothing else is left."""
    legal = engine.legal_moves(snapshot)
    return [move for move in legal if not move.gives_up] or legal


# Mutants

NUMBERS = (-1, 0, 1, 2, 3, 7, 11, 255, 10**6, 10**8, 2**31, 2**62, 2**63, 2**64, -(2**63), 10**30, 0.5, 1e308)
WORDS = ("", "x", "0", "\x1b[31m", "é♠", "None", "y" * 300)
STRANGERS: tuple[Any, ...] = (*NUMBERS, *WORDS, None, True, False, [], {}, [[]], [0], {"a": 1})

Change = Callable[[Random, Any, Any], None]
"""Changes what is at a key of a dictionary or at a place of a list."""


def replace(dice: Random, holder: Any, key: Any) -> None:
    holder[key] = deepcopy(dice.choice(STRANGERS))


def nudge(dice: Random, holder: Any, key: Any) -> None:
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = dice.choice((value + 1, value - 1, -value, value ^ (1 << dice.randrange(64)), value * 2))
    elif isinstance(value, str):
        holder[key] = dice.choice((value[1:], value + value, value[::-1]))
    elif isinstance(value, list):
        dice.shuffle(value)


def remove(dice: Random, holder: Any, key: Any) -> None:
    del holder[key]


def add(dice: Random, holder: Any, key: Any) -> None:
    if isinstance(holder, list):
        holder.insert(dice.randrange(len(holder) + 1), deepcopy(holder[key]))
    else:
        holder[f"{key}_too"] = deepcopy(holder[key])


def rename(dice: Random, holder: Any, key: Any) -> None:
    if isinstance(holder, dict):
        holder[f"{key}s"] = holder.pop(key)
    else:
        holder[key], holder[0] = holder[0], holder[key]


CHANGES: tuple[Change, ...] = (replace, nudge, nudge, remove, add, rename)


def somewhere(dice: Random, tree: Any) -> tuple[Any, Any] | None:
    """A random place in a tree, deep or not so deep."""
    place = None
    while isinstance(tree, dict | list) and tree:
        key = dice.choice(list(tree)) if isinstance(tree, dict) else dice.randrange(len(tree))
        place, tree = (tree, key), tree[key]
        if dice.random() < 0.25:
            break
    return place


def graft(dice: Random, tree: Any, other: Any) -> None:
    """Something of another save of the same game takes the place of what is there."""
    key = dice.choice(list(tree))
    while isinstance(tree[key], dict) and isinstance(other.get(key), dict) and tree[key] and dice.random() < 0.7:
        tree, other = tree[key], other[key]
        key = dice.choice(list(tree))
    tree[key] = deepcopy(other.get(key))


def exchange(dice: Random, tree: Any) -> None:
    """Two things in one save change places."""
    one, other = somewhere(dice, tree), somewhere(dice, tree)
    if one and other:
        (here, key), (there, place) = one, other
        here[key], there[place] = deepcopy(there[place]), deepcopy(here[key])


class Mutator:
    """Makes mutants by number, and tries them."""

    def __init__(self, flow: str) -> None:
        self.flow = flow
        self.engine: Engine[Any] = engine_of(flow)
        self.originals = Originals(self.engine)

    def judge(self, number: int, moves: int) -> str | None:
        """Make a mutant and load it: the phase it is in, or None if it is refused."""
        dice = Random(f"{self.flow} {number}")
        if dice.random() < 0.25:
            return self.try_log(self.log(dice))
        return self.try_save(self.save(dice), dice, moves)

    # Making

    def save(self, dice: Random) -> bytes:
        data = dice.choice(self.originals.saves)
        return spoiled(dice, data) if dice.random() < 0.2 else msgspec.json.encode(self.doctored(dice, data))

    def log(self, dice: Random) -> bytes:
        header, *lines = dice.choice(self.originals.logs).splitlines()
        lines = lines[: dice.randrange(len(lines) + 1)][:40]
        kind = dice.random()
        if dice.random() < 0.9:  # else the checks alone would tell nearly every mutant
            header, *lines = map(without_check, [header, *lines])
        if kind < 0.5:
            outer = msgspec.json.decode(header)
            outer["save"] = self.doctored(dice, msgspec.json.encode(outer["save"]))
            header = msgspec.json.encode(outer)
        elif kind < 0.8 and lines:
            place = dice.randrange(len(lines))
            lines[place:place] = [msgspec.json.encode(self.altered(dice, msgspec.json.decode(dice.choice(lines))))]
        log = b"\n".join([header, *lines, b""])
        return log if kind < 0.8 else spoiled(dice, log)

    def doctored(self, dice: Random, data: bytes) -> Any:
        """A save with other content, mostly with a digest that fits."""
        tree = msgspec.json.decode(data)
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            self.alter_save(dice, tree)
        if dice.random() < 0.95:
            try:
                save = msgspec.convert(tree, type=Save)
            except msgspec.ValidationError:
                return tree
            tree["digest"] = digest_of(save)
        return tree

    def alter_save(self, dice: Random, tree: Any) -> None:
        kind = dice.random()
        if kind < 0.15:
            tree["phase"] = dice.choice(self.originals.phases)
        elif kind < 0.2:
            self.altered(dice, tree)
        elif kind < 0.3 and "back" in tree:
            tree["back"] = dice.choice(self.originals.suspended)
        elif kind < 0.4 and tree.get("game") and isinstance(tree["game"], dict):
            graft(dice, tree["game"], msgspec.json.decode(dice.choice(self.originals.saves))["game"])
        elif kind < 0.5:
            exchange(dice, tree.get("game"))
        else:
            self.altered(dice, tree.get("game"))

    def altered(self, dice: Random, tree: Any) -> Any:
        """A tree with one change, in place."""
        place = somewhere(dice, tree)
        if place is not None:
            dice.choice(CHANGES)(dice, *place)
        return tree

    # Trying

    def try_save(self, data: bytes, dice: Random, moves: int) -> str | None:
        """Refused, or an equal game that play can go on from."""
        loaded = attempt(self.engine.load, data)
        if isinstance(loaded, SaveError):
            return None

        assert not self.engine.broken(loaded), f"{self.engine.broken(loaded)} do not hold"
        assert msgspec.json.decode(self.engine.dump(loaded)) == msgspec.json.decode(data), "it is another game now"
        self.play_on(loaded, dice, moves)
        return loaded.phase

    def play_on(self, snapshot: Snapshot[Any], dice: Random, moves: int) -> None:
        """From a game that can be there, random play leads to games that can be there."""
        for number in range(moves):
            if self.engine.is_over(snapshot):
                break
            move = dice.choice(playable(self.engine, snapshot))
            after = self.engine.step(snapshot, move)

            assert isinstance(after, Snapshot), f"{move} is legal, and refused: {after.message}"
            broken = self.engine.broken(after)
            assert not broken, f"{broken} do not hold after {number + 1} moves, the last of them {move}"
            snapshot = after

    def content_of(self, log: bytes) -> list[Any]:
        """The start and the moves; a move may leave out what has a default."""
        header, *lines = map(msgspec.json.decode, log.splitlines())
        return [header["save"], *(self.engine.read_move(msgspec.json.encode(line["play"])) for line in lines)]

    def try_log(self, log: bytes) -> str | None:
        """Refused, or an equal session."""
        session = attempt(partial(Session.replay, self.engine), log)
        if isinstance(session, SaveError):
            return None

        assert not self.engine.broken(session.snapshot), "an invariant does not hold after the replay"
        assert self.content_of(session.write_log()) == self.content_of(log), "it is another session now"
        return session.snapshot.phase


def without_check(line: bytes) -> bytes:
    """A line of a log as somebody would write it who does not know the checks."""
    tree = msgspec.json.decode(line)
    return msgspec.json.encode({name: tree[name] for name in tree if name != "check"})


def attempt(read: Callable[[bytes], T], data: bytes) -> T | SaveError:
    """What is in a file, or the error that says in fit words why it is refused."""
    try:
        return read(data)
    except SaveError as error:
        refusal = error
    assert str(refusal).isprintable(), "the message holds raw text"
    assert len(str(refusal)) < LONGEST_MESSAGE, "the message has no end"
    return refusal


def spoiled(dice: Random, data: bytes) -> bytes:
    """Some bytes changed, cut out, doubled or moved in."""
    kind, place, length = dice.random(), dice.randrange(len(data)), dice.randrange(1, 30)
    if kind < 0.4:
        return data[:place] + bytes([data[place] ^ (1 << dice.randrange(8))]) + data[place + 1 :]
    if kind < 0.6:
        return data[:place] + data[place + length :]
    if kind < 0.8:
        return data[:place] + data[place : place + length] + data[place:]
    return data[:place] + dice.randbytes(length) + data[place:] if kind < 0.9 else data[:place]


# Counting


@contextmanager
def in_time() -> Iterator[None]:
    """Not longer than a file may take."""

    def give_up(_: int, __: FrameType | None) -> None:
        raise HungError

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(MOST_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)


def peak_megabytes() -> int:
    """The most memory that this process ever held. `ru_maxrss` would count the parent's, until the program began."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024**2


def report_of(flow: str, first: int, count: int, moves: int) -> Report:
    """Make, load and count mutants."""
    mutator, report = Mutator(flow), Report()
    phases: Counter[str] = Counter()
    for number in range(first, first + count):
        before = peak_megabytes()
        try:
            with in_time():
                phase = mutator.judge(number, moves)
        except (Exception, HungError) as error:
            report.failures.append(f"{flow} {number}: {type(error).__name__}: {error}"[:500])
        else:
            phases[phase or ""] += 1
        if before <= MOST_MEGABYTES < peak_megabytes():
            report.failures.append(f"{flow} {number}: {peak_megabytes()} MB")
        if len(report.failures) >= ENOUGH_FAILURES:
            break
    report.refused = phases.pop("", 0)
    report.loaded, report.phases, report.megabytes = phases.total(), dict(phases), peak_megabytes()
    return report


def main(flow: str, first: str, count: str, moves: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (HARD_LIMIT, HARD_LIMIT))
    sys.stdout.write(msgspec.json.encode(report_of(flow, int(first), int(count), int(moves))).decode() + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
