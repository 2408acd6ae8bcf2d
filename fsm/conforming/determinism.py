"""The same seed and the same moves give the same bytes: twice, and in another process, where texts hash otherwise."""

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from fsm.catalogue import engine_of
from fsm.checking.starts import starter
from fsm.conforming.subject import Subject
from fsm.engine import Engine
from fsm.moves import Move, move_text
from fsm.snapshot import Refusal, differing, encode

GAMES_ELSEWHERE, MOVES_ELSEWHERE = 2, 100
"""Games that another process plays again, and moves of each."""
LONGEST_WAIT = 60
"""Seconds that it may take."""
NOT_FOUND = "The engine cannot be imported"
ADVICE = "rules take chance from the game's seed (fsm.chance), and never ask clocks, global random numbers or hash()"


class Replay(msgspec.Struct):
    """Games to be played again somewhere else."""

    address: str
    settings: dict[str, Any]
    seeds: list[int]
    moves: list[list[msgspec.Raw]]


def games_are_deterministic(subject: Subject) -> None:
    """The same seed gives the same start, and the same moves the same snapshots, byte for byte."""
    engine, start = subject.engine, subject.runner.start
    for number in range(subject.games):
        seed = subject.runner.seed_of(number)
        first, again = start(seed, None), start(seed, None)
        assert encode(first) == encode(again), (
            f"not deterministic: two games of seed {seed} begin differently; {ADVICE}:\n{differing(first, again)}"
        )
        for step in subject.sessions[number].log:
            before, (first, again) = first, (played(engine, first, step.move), played(engine, first, step.move))
            assert encode(first) == encode(again), (
                f"not deterministic: {move_text(step.move)} gives two results in {before.phase}; {ADVICE}:\n"
                f"{differing(first, again)}"
            )


def another_process_agrees(subject: Subject) -> None:
    """A process in which texts hash otherwise plays the same games, byte for byte, if it can import the engine."""
    address = address_of(subject.engine)
    wanted = replay_of(subject, address) if address else None
    if wanted is None:
        return
    here, (there, complaint) = list(digests(wanted)), digests_elsewhere(wanted)
    if complaint.startswith(NOT_FOUND):
        return
    assert len(there) == len(here), f"another process cannot play the games: {complaint}"
    for number, (own, other) in enumerate(zip(here, there, strict=True)):
        assert own == other, (
            f"not deterministic: in a process with another PYTHONHASHSEED, the game of seed {wanted.seeds[number]} "
            f"goes another way; a set or a hash() decides something, so sort it; {ADVICE}."
        )


def played(engine: Engine[Any], snapshot: Any, move: Move) -> Any:
    """Where a move leads."""
    after = engine.step(snapshot, move)
    assert not isinstance(after, Refusal), (
        f"not deterministic: {move_text(move)} was legal when the game was played, and is refused now; {ADVICE}."
    )
    return after


def address_of(engine: Engine[Any]) -> str:
    """Where others can import an engine from; nothing if that is nowhere."""
    for name, module in [*sys.modules.items()]:
        for attribute, value in [*vars(module).items()] if not name.startswith("__") and module else ():
            if value is engine:
                return f"{name}:{attribute}"
    return ""


def replay_of(subject: Subject, address: str) -> Replay | None:
    """Some games of a subject, or None if its settings cannot travel."""
    numbers = range(min(subject.games, GAMES_ELSEWHERE))
    settings = dict(subject.runner.plan.settings)
    moves = [[msgspec.Raw(msgspec.json.encode(step.move)) for step in subject.sessions[number].log[:MOVES_ELSEWHERE]]
             for number in numbers]  # fmt: skip
    try:
        wanted = Replay(address, settings, list(map(subject.runner.seed_of, numbers)), moves)
        return msgspec.json.decode(msgspec.json.encode(wanted), type=Replay)
    except (TypeError, msgspec.MsgspecError):
        return None


def digests(wanted: Replay) -> Iterator[str]:
    """A digest of each game: of its bytes after every move."""
    engine = engine_of(wanted.address)
    start = starter(engine, wanted.settings)
    for seed, moves in zip(wanted.seeds, wanted.moves, strict=True):
        snapshot = start(seed, None)
        digest = blake2b(encode(snapshot), digest_size=16)
        for text in moves:
            after = engine.step(snapshot, engine.read_move(bytes(text)))
            snapshot = snapshot if isinstance(after, Refusal) else after
            digest.update(b"refused" if isinstance(after, Refusal) else encode(after))
        yield digest.hexdigest()


def digests_elsewhere(wanted: Replay) -> tuple[list[str], str]:
    """The same, from a process of its own, and what it complains about."""
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", "from fsm.conforming.determinism import answer; answer()"],
        input=msgspec.json.encode(wanted),
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": other_hash_seed()},
        capture_output=True,
        timeout=LONGEST_WAIT,
        check=False,
    )
    return done.stdout.decode().split(), done.stderr.decode(errors="replace")[-400:]


def other_hash_seed() -> str:
    """A PYTHONHASHSEED that is not ours."""
    return "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"


def answer() -> None:
    """What the other process does: read the games, and print their digests."""
    wanted = msgspec.json.decode(sys.stdin.buffer.read(), type=Replay)
    try:
        engine_of(wanted.address)
    except Exception as error:  # a module that another process cannot import, for whatever reason
        sys.exit(f"{NOT_FOUND}: {error}")
    print("\n".join(digests(wanted)))
