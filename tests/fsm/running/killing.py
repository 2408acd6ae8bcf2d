"""A process plays and is killed at any moment; what is on the disk then is looked at by the process that killed it.

`python -m tests.fsm.running.killing WHAT FOLDER KILLS SEED` does that many times in a row with one file, and prints how
often what was found. WHAT is `record` or `save`. The players are forked, so that they need not import anything.
"""

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from traceback import print_exc

import msgspec

from fsm import SaveError, Session, Snapshot
from fsm.running import recording
from fsm.snapshot import check_of
from games.discard import AnyMove, Table, engine

LONGEST = 0.12
"""Seconds that a player may live. To make a file durable may take ten milliseconds."""

Played = Session[Table, AnyMove]


def act(session: Played, number: int) -> None:
    """The act of this number: mostly a move, sometimes undo or redo. The same session always does the same."""
    dice = Random(f"{number}")
    chance = dice.random()
    if chance < 0.1 and session.undo():
        return
    if chance < 0.15 and session.redo():
        return
    legal = engine.legal_moves(session.snapshot)
    kind = dice.choice([*dict.fromkeys(map(type, legal))])
    assert isinstance(session.send(dice.choice([move for move in legal if type(move) is kind])), Snapshot)


# The player


def play_and_record(path: Path, first: int, acknowledge: Callable[[], object]) -> None:
    session = Session.open(engine, path) if path.exists() else Session.start(engine, seed=7)
    session.record(path)
    acknowledge()
    for number in range(first, first + 100_000):
        act(session, number)
        acknowledge()


def play_and_save(path: Path, first: int, acknowledge: Callable[[], object]) -> None:
    session = Session.open(engine, path) if path.exists() else Session.start(engine, seed=7)
    session.save(path)
    acknowledge()
    for number in range(first, first + 100_000):
        act(session, number)
        session.save(path)
        acknowledge()


def write_slowly(file: object, data: bytes) -> None:
    """A disk that takes a line byte by byte, so that many players die in the middle of one."""
    for place in range(len(data)):
        file.write(data[place : place + 1])  # type: ignore[attr-defined]
        time.sleep(0.00003)


# The killer


def acknowledged(what: str, path: Path, first: int, dice: Random) -> int:
    """Fork a player, kill it, and count what it had acknowledged: to be ready, and then each act."""
    play = play_and_record if what == "record" else play_and_save
    slow, life = dice.random() < 0.5, dice.uniform(0, LONGEST)
    reader, writer = os.pipe()
    player = os.fork()
    if player == 0:
        try:
            os.close(reader)
            if slow:
                recording.write_all = write_slowly
            play(path, first, lambda: os.write(writer, b"."))
        except BaseException:
            print_exc()
        finally:
            os._exit(1)
    os.close(writer)
    time.sleep(life)
    os.kill(player, signal.SIGKILL)
    _, status = os.waitpid(player, 0)
    assert os.WIFSIGNALED(status), "the player ended by itself"
    heard = b""
    while part := os.read(reader, 65536):
        heard += part
    os.close(reader)
    return len(heard)


def looked_at(session: Played) -> list[str]:
    """Everything that two sessions can differ in."""
    steps = [repr(step) for step in session.log]
    return [check_of(session.snapshot), *steps, *(repr(step) for step, _ in session._undone)]


def kills(what: str, folder: Path, count: int, seed: str) -> Counter[str]:
    """Kill, look, and go on with what is there."""
    path, found = folder / "game", Counter[str]()
    number, dice = 0, Random(f"{what} {seed}")
    expected: Played = Session.start(engine, seed=7)
    for _ in range(count):
        heard = acknowledged(what, path, number, dice)
        if not path.exists():
            assert heard == 0, "a file that was acknowledged is gone"
            found["nothing yet"] += 1
            continue
        found["torn line"] += what == "record" and not path.read_bytes().endswith(b"\n")
        session = Session.open(engine, path)
        if what == "save":
            expected = Session(engine, expected.snapshot)
        for _ in range(heard - 1):
            act(expected, number)
            number += 1
        if found_in(what, session) != found_in(what, expected):
            act(expected, number)
            number += 1
            found["one more than acknowledged"] += 1
        assert found_in(what, session) == found_in(what, expected), "another game than was acknowledged"
        found["acts"] = number
        expected = session
    return found


def found_in(what: str, session: Played) -> list[str]:
    return looked_at(session) if what == "record" else [engine.dump(session.snapshot).decode()]


def main(what: str, folder: str, count: str, seed: str) -> None:
    try:
        found = kills(what, Path(folder), int(count), seed)
    except SaveError as error:
        raise SystemExit(f"it cannot be opened: {error}") from error
    sys.stdout.write(msgspec.json.encode(dict(found)).decode() + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
