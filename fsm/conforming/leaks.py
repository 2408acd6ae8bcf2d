"""Can a seat tell the real position from one that was dealt anew from its view? Then something has leaked.

Everything that would leave the engine for a seat is compared, byte for byte: its view, who is to act, its legal moves,
the refusals of what it may try and the reasons for them, what is played for it, and the news of the next step.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, get_type_hints

import msgspec

from fsm.engine import Engine
from fsm.moves import Move, move_key
from fsm.running.guessing import noticed
from fsm.running.seats import in_order
from fsm.snapshot import Snapshot, differing, encode
from fsm.values.quoting import quoted

Said = tuple[str, Any, bytes]
"""What something is, about which move or text, and what it says."""

STEPS = 8
"""Moves that are legal in both positions, and whose news are compared, at most."""

NOTHING: Any = object()


class Leak(msgspec.Struct, frozen=True):
    """What a seat can tell the real position by."""

    seat: Any
    what: str
    """What left the engine: "the view", "the legal moves", "the refusal of ..."."""
    really: bytes
    instead: bytes
    """The same in the position that was dealt anew."""

    def __str__(self) -> str:
        owner = "A spectator" if self.seat is None else f"Seat {self.seat!r}"
        return (
            f"{owner} can tell the real position from one dealt anew by {self.what}: the real one is -, the other +.\n"
            f"{differing(plain(self.really), plain(self.instead))}"
        )


class Onlooker:
    """A seat, or a spectator for None, that looks at a position and at others that it should not tell from it."""

    def __init__(self, engine: Engine[Any], snapshot: Snapshot[Any], seat: Any, tries: Sequence[Any] = (),
                 texts: Sequence[str] = ()) -> None:  # fmt: skip
        self.engine = engine
        self.snapshot = snapshot
        self.seat = seat
        self.tries = tries
        self.texts = texts
        self.said = list(self.what_leaves(snapshot))
        self.seen: dict[bytes, tuple[bytes, ...]] = {}

    def leak(self, redealt: Snapshot[Any], chance: Random) -> Leak | None:
        """The first thing that differs, if anything does."""
        for (what, about, really), (_, _, instead) in zip(self.said, self.what_leaves(redealt), strict=True):
            if really != instead:
                return Leak(self.seat, named(what, about), really, instead)
        return self.leak_of_news(redealt, chance)

    def what_leaves(self, snapshot: Snapshot[Any]) -> Iterator[Said]:
        """Everything that would leave the engine for this seat, one after the other."""
        engine, seat = self.engine, self.seat
        yield "the view", NOTHING, answer(engine.view, snapshot, seat)
        yield "the seats at the table", NOTHING, answer(lambda: in_order(engine.seats(snapshot)))
        yield "who is to act", NOTHING, answer(lambda: in_order(engine.to_act(snapshot)))
        yield "the legal moves", NOTHING, answer(engine.legal_moves, snapshot, seat)
        if seat is not None:
            yield "what is played for an absent player", NOTHING, answer(engine.absent_move, snapshot, seat)
        for one in self.tries:
            yield "the refusal of", one, answer(engine.step, snapshot, one, seat)
            yield "the reasons about", one, answer(engine.why, snapshot, one, seat)
        for text in self.texts:
            yield "the refusal of the text", text, answer(engine.read_move, text, snapshot, seat)

    # What it hears of a step

    def leak_of_news(self, redealt: Snapshot[Any], chance: Random) -> Leak | None:
        """News that tell more than the view after the same step does.

        What a step reveals shows in the views after it, so only steps after which they are equal can tell too much.
        """
        for move in self.legal_in_both(redealt, chance):
            really, instead = self.noticed_really(move), noticed(self.engine, redealt, move, self.seat)
            if really[0] == instead[0] and really != instead:
                return Leak(self.seat, named("the news of", move), joined(really[1:]), joined(instead[1:]))
        return None

    def legal_in_both(self, redealt: Snapshot[Any], chance: Random) -> list[Move]:
        """Some moves of any seat and of the host that both positions allow."""
        allowed = {move_key(move) for move in self.engine.legal_moves(redealt)}
        found = [move for move in self.engine.legal_moves(self.snapshot) if move_key(move) in allowed]
        return found if len(found) <= STEPS else chance.sample(found, STEPS)

    def noticed_really(self, move: Move) -> tuple[bytes, ...]:
        """What the seat sees and hears of a move in the real position."""
        key = move_key(move)
        if key not in self.seen:
            self.seen[key] = noticed(self.engine, self.snapshot, move, self.seat)
        return self.seen[key]


def answer(ask: Callable[..., Any], *asked: Any) -> bytes:
    """What a question gives, as bytes; also an error is an answer. Where a move leads is not for the asker to see."""
    try:
        found = ask(*asked)
        return b'"accepted"' if isinstance(found, Snapshot) else sent(found)
    except Exception as error:
        return sent(f"{type(error).__name__}: {error}")


def sent(value: Any) -> bytes:
    """A value as a client gets it. The order of sets and dictionaries counts: it could tell something, too."""
    try:
        return msgspec.json.encode(value)
    except (TypeError, UnicodeError):
        return encode(value)


# Views


def view_reader(engine: Engine[Any]) -> Callable[[bytes], Any] | None:
    """Reads views of the type that the game's view function promises, if it promises one that JSON can give back."""
    try:
        promised = get_type_hints(engine._view).get("return", Any)
        return None if promised in (Any, object, type(None)) else msgspec.json.Decoder(promised).decode
    except (TypeError, NameError):  # no annotations, or a type that JSON does not know
        return None


def received(engine: Engine[Any], view: Any) -> Any:
    """A view as another process has it, which knows nothing else; the view itself, if it cannot be read there."""
    read = view_reader(engine)
    return view if read is None else read(msgspec.json.encode(view))


# For people


def named(what: str, about: Any) -> str:
    """What left the engine, in words."""
    if about is NOTHING:
        return what
    return f"{what} {plain_text(about) if isinstance(about, Move) else quoted(about)}"


def plain_text(move: Move) -> str:
    """A move as text, also one that no message can hold."""
    try:
        return msgspec.json.encode(move).decode()
    except (TypeError, UnicodeError):
        return repr(move)


def joined(parts: Sequence[bytes]) -> bytes:
    """Several items of news as one list."""
    return sent([plain(part) for part in parts])


def plain(data: bytes) -> Any:
    """What bytes stand for, to show it."""
    for read in (msgspec.json.decode, msgspec.msgpack.decode):
        try:
            return read(data)
        except (msgspec.DecodeError, UnicodeError):
            continue
    return data.decode(errors="replace")
