"""A client at one seat that sends whatever it likes: it must learn nothing and change nothing.

It learns nothing if every answer is the one that it would get in a position dealt anew from its own view; it changes
nothing if only its own legal moves are accepted, and the snapshot stays as it was.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from fsm.conforming.leaks import received, sent
from fsm.conforming.secret_checks import moves_of
from fsm.conforming.subject import Position, Subject
from fsm.conforming.tries import NO_JSON, candidates, disguised, is_sound, spoken_by, tries
from fsm.engine import Engine
from fsm.moves import Move, is_among, move_text, seat_field_of
from fsm.snapshot import Refusal, Snapshot, encode

AT_ONCE = 25
"""Requests in one position."""

Request = tuple[str, Any]
"""What is asked for, and about what: a move, or a text."""


class Client:
    """Sends requests for one seat, or for a spectator for None, in one position."""

    def __init__(self, subject: Subject, position: Position, seat: Any, chance: Random, foreign: Sequence[Any]) -> None:
        self.subject = subject
        self.engine: Engine[Any] = subject.engine
        self.position = position
        self.snapshot = position.snapshot
        self.seat = seat
        self.chance = chance
        self.foreign = foreign
        self.answers: set[str] = set()

    def attack(self, most: int) -> int:
        """Send some requests; how many that were."""
        before, redealt = encode(self.snapshot), self.redealt()
        legal = self.engine.legal_moves(self.snapshot, self.seat)
        asked = self.requests(legal)[:most]
        for request in asked:
            answer = self.answer(self.snapshot, request)
            self.check(request, answer, legal)
            self.answers.add(answer.kind.value if isinstance(answer, Refusal) else type(answer).__name__)
            assert encode(self.snapshot) == before, f"{request} of {self.seat!r} changed {self.position}"
            for other in redealt:
                instead = self.answer(other, request)
                assert shown(answer) == shown(instead), (
                    f"{self.seat!r} learns from {request}: {answer}, not {instead}, in {self.position}"
                )
        return len(asked)

    def redealt(self) -> list[Snapshot[Any]]:
        """A position that the seat cannot tell from the real one, if there can be one."""
        if self.engine._redeal is None:
            return []
        view = received(self.engine, self.engine.view(self.snapshot, self.seat))
        return [self.engine.redeal(view, self.chance)]

    def answer(self, snapshot: Snapshot[Any], request: Request) -> Any:
        """What the engine says. It must not raise, whatever comes."""
        verb, about = request
        if verb == "why":
            return self.engine.why(snapshot, about, self.seat)
        if verb == "as another":
            return self.engine.step(snapshot, about[0], about[1])
        move = self.engine.read_move(about, snapshot, self.seat) if verb == "read" else about
        return move if isinstance(move, Refusal) else self.engine.step(snapshot, move, self.seat)

    def check(self, request: Request, answer: Any, legal: list[Any]) -> None:
        """Only the seat's own legal moves are accepted."""
        verb, about = request
        if not isinstance(answer, Snapshot):
            return
        move: Any = self.engine.read_move(about) if verb == "read" else about
        allowed = verb != "as another" and (is_among(move, legal) or type(move) in self.subject.loose)
        assert allowed, f"{request} of {self.seat!r} is accepted in {self.position}"

    # What is sent

    def requests(self, legal: list[Any]) -> list[Request]:
        """All kinds of requests, mixed."""
        moves = [*self.moves(legal)]
        found: list[Request] = [(self.chance.choice(("step", "why")), move) for move in moves]
        found += [("read", text) for text in self.texts(moves)]
        found += [("as another", (move, other)) for move in legal[:1] for other in lookalikes(self.seat)]
        self.chance.shuffle(found)
        return found

    def moves(self, legal: list[Any]) -> Iterator[Any]:
        """Moves of others and of the host, old ones, wrong ones, of other flows and types."""
        chance, everything = self.chance, self.engine.legal_moves(self.snapshot)
        log = moves_of(self.subject, self.position)
        yield from some(everything, chance, 4)
        yield from some(log, chance, 3)
        yield from (spoken_by(move, self.seat) for move in some(log, chance, 2))
        yield from some(tries(self.engine, self.snapshot, self.seat, chance, log), chance, 8)
        yield from some(self.foreign, chance, 2)
        for move in some([*everything, *log], chance, 3):
            yield from (with_seat(move, wrong) for wrong in some(lookalikes(self.seat), chance, 1))
            yield in_disguise(move)

    def texts(self, moves: list[Any]) -> Iterator[str]:
        """Moves as text, whole and damaged, and what never was one."""
        yield from some(NO_JSON, self.chance, 2)
        for move in some([move for move in moves if isinstance(move, Move) and is_sound(move)], self.chance, 4):
            yield damaged(move_text(move), self.chance)


def some(things: Sequence[Any], chance: Random, most: int) -> list[Any]:
    """Some of them."""
    return chance.sample(things, min(most, len(things)))


def lookalikes(seat: Any) -> list[Any]:
    """What could be taken for a seat, and is not."""
    if type(seat) is not int:
        return [0, "host", "None"]
    return [float(seat), str(seat), *([bool(seat)] if seat in (0, 1) else []), (seat,), seat + 100]


def with_seat(move: Move, wrong: Any) -> Move:
    """A move that names something else as its seat."""
    field = seat_field_of(type(move))
    return move if field is None else msgspec.structs.replace(move, **{field: wrong})


def in_disguise(move: Move) -> Move:
    """The same move as an instance of a subclass."""
    return disguised(type(move))(*msgspec.structs.astuple(move))


def damaged(text: str, chance: Random) -> str:
    """A text as it is, cut off, or with a character that is another."""
    place, other = chance.randrange(len(text)), chance.choice('0"{}[],:xé')
    return chance.choice((text, text[:place], text[:place] + other + text[place + 1 :]))


def shown(answer: Any) -> bytes:
    """An answer as the client gets it: not where its move leads."""
    return b"accepted" if isinstance(answer, Snapshot) else sent(answer)


def foreign_moves(engines: Sequence[Engine[Any]], own: Engine[Any]) -> list[Move]:
    """Moves of other flows."""
    return [move for engine in engines if engine is not own for move in candidates(engine, engine.start(seed=1))[:20]]


def attack(subject: Subject, requests: int, seed: int, foreign: Sequence[Any]) -> set[str]:
    """Send so many requests at random positions and seats; how they were answered."""
    chance, left, answers = Random(seed), requests, set[str]()
    while left > 0:
        position = chance.choice(subject.positions)
        seat = chance.choice([*subject.viewers(position.snapshot)])
        client = Client(subject, position, seat, chance, foreign)
        left -= client.attack(min(left, AT_ONCE))
        answers |= client.answers
    return answers
