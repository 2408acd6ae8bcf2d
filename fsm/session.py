"""A mutable convenience over the pure engine: one game being played, with a log, undo, redo, replay and observers."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic

import msgspec

from fsm import saves
from fsm.engine import Engine, M
from fsm.errors import SaveError
from fsm.moves import Move
from fsm.snapshot import G, Refusal, Snapshot, Trace

FORMAT = "phasebook log 1"

Observer = Callable[[Any], None]


class Step(msgspec.Struct, frozen=True):
    """One entry of the log: the move, the arrows it took, the domain events it made."""

    move: Move
    arrows: tuple[str, ...]
    news: tuple[Any, ...] = ()


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a written log: everything that the moves need to be replayed."""

    format: str
    save: msgspec.Raw


class Session(Generic[G, M]):
    """One game in progress. `send` plays; everything before can be undone, redone, written and replayed."""

    def __init__(self, engine: Engine[G, M], start: Snapshot[G]) -> None:
        engine.check(start)
        self.engine = engine
        self.snapshot = start
        self._past: list[tuple[Snapshot[G], Step]] = []
        self._future: list[tuple[Step, Snapshot[G]]] = []
        self._observers: list[Observer] = []

    @classmethod
    def start(cls, engine: Engine[G, M], **settings: Any) -> "Session[G, M]":
        """A session of a new game."""
        return cls(engine, engine.start(**settings))

    @property
    def log(self) -> tuple[Step, ...]:
        """The steps taken so far, without those undone."""
        return tuple(step for _, step in self._past)

    @property
    def trace(self) -> tuple[str, ...]:
        """The arrows taken so far, in order."""
        return tuple(arrow for _, step in self._past for arrow in step.arrows)

    def send(self, move: M) -> Snapshot[G] | Refusal:
        """Play a move. A refusal changes nothing; a step is logged, then told to the observers."""
        trace = Trace()
        answer = self.engine.play(self.snapshot, move, trace)
        if isinstance(answer, Refusal):
            return answer
        step = Step(move, tuple(trace.arrows), tuple(trace.news))
        self._past.append((self.snapshot, step))
        self._future.clear()
        self.snapshot = answer
        self._tell(step.news)
        return answer

    def undo(self) -> bool:
        """Take the last step back. False when there is none."""
        if not self._past:
            return False
        before, step = self._past.pop()
        self._future.append((step, self.snapshot))
        self.snapshot = before
        return True

    def redo(self) -> bool:
        """Take the last undone step again. False when there is none. Observers have heard of it already."""
        if not self._future:
            return False
        step, after = self._future.pop()
        self._past.append((self.snapshot, step))
        self.snapshot = after
        return True

    # Observers

    def subscribe(self, observer: Observer) -> Callable[[], None]:
        """Call `observer(event)` for each domain event from now on; gives a function that ends it."""
        self._observers.append(observer)

        def unsubscribe() -> None:
            if observer in self._observers:
                self._observers.remove(observer)

        return unsubscribe

    def _tell(self, news: Sequence[Any]) -> None:
        """Every observer hears every event, also when one of them fails; the step has happened anyway."""
        failures: list[Exception] = []
        for event in news:
            for observer in tuple(self._observers):
                try:
                    observer(event)
                except Exception as error:
                    failures.append(error)
        if failures:
            raise ExceptionGroup("The move was played, but observers failed.", failures)

    # The log as text

    def write_log(self) -> bytes:
        """The session as JSON lines: a header with the start, then a move a line. It holds the seed: for servers."""
        first = self._past[0][0] if self._past else self.snapshot
        start = saves.dump(self.engine, first, keep_transient=True)
        header = Header(FORMAT, msgspec.Raw(msgspec.json.format(start, indent=-1)))
        lines = [msgspec.json.encode(header), *(msgspec.json.encode(step.move) for step in self.log)]
        return b"\n".join(lines) + b"\n"

    @classmethod
    def replay(cls, engine: Engine[G, M], log: bytes | str, observers: Iterable[Observer] = ()) -> "Session[G, M]":
        """Play a written log again. A move that is refused now is an error that names its line."""
        lines = (log.encode() if isinstance(log, str) else log).splitlines()
        session = cls(engine, engine.load(bytes(read_header(lines).save)))
        for observer in observers:
            session.subscribe(observer)
        for number, line in enumerate(lines[1:], start=2):
            move = engine.read_move(line)
            answer = move if isinstance(move, Refusal) else session.send(move)
            if isinstance(answer, Refusal):
                raise SaveError(f"Line {number} of the log cannot be replayed: {answer.message}")
        return session


def read_header(lines: Sequence[bytes]) -> Header:
    """The first line of a log."""
    try:
        header = msgspec.json.decode(lines[0] if lines else b"", type=Header)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise SaveError(f"This is not a session log: {error}; pass what Session.write_log() gave.") from None
    if header.format != FORMAT:
        raise SaveError(
            f"The log's format is {header.format!r}, this is {FORMAT!r}; replay it with the release that wrote it."
        )
    return header
