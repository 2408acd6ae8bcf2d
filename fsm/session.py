"""A mutable convenience over the pure engine: a game being played, with log, undo, redo, replay, observers."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from os import PathLike
from os.path import realpath
from pathlib import Path
from typing import Any, Generic, overload

import msgspec

from fsm import saves
from fsm.engine import HOST, Engine, M
from fsm.errors import PhasebookError, SaveError, SettingsError
from fsm.moves import Move
from fsm.running.disk import content_of, engine_of_file, file_of, save_to
from fsm.running.logs import (
    Line,
    Script,
    header_of,
    is_log,
    lines_of,
    nothing_left,
    played_lines,
    read_script,
    whole_lines,
)
from fsm.running.recording import Origin, Recording, record
from fsm.saves import refusing
from fsm.snapshot import Chosen, G, Redone, Refusal, RefusalKind, Snapshot, Trace, Undone, check_of, heard_by
from fsm.values.quoting import quoted

__all__ = ["Opening", "Session", "Step", "played"]

IMPOSSIBLE = RefusalKind.IMPOSSIBLE

Observer = Callable[[Any], None]
FilePath = str | PathLike[str]


class Step(msgspec.Struct, frozen=True, gc=False):
    """One entry of the log: the move, the rows it took, the news it made.

    A move that is kept until other seats have chosen takes no row. Its news is that the seat has `Chosen`; what, the
    effects tell when all have.
    """

    move: Move
    rows: tuple[str, ...]
    news: tuple[Any, ...] = ()


class Opening(msgspec.Struct, Generic[G], frozen=True, gc=False):
    """How a game began: as `new` made it, then the rows and the news on the way to the first decision."""

    game: G
    rows: tuple[str, ...]
    news: tuple[Any, ...] = ()


def played(engine: Engine[G, M], snapshot: Snapshot[G], move: M, seat: Any = ...) -> tuple[Snapshot[G], Step] | Refusal:
    """The position after a move, and what a log says of the move; or why not, in words for the seat if one is given."""
    if seat is not ... and (objection := engine._seats.objection(snapshot, move, seat)) is not None:
        return engine._seats.refusal_for(snapshot, objection, seat)
    trace = Trace()
    answer = engine.step_traced(snapshot, move, trace)
    if isinstance(answer, Refusal):
        return answer if seat is ... else engine._seats.refusal_for(snapshot, answer, seat)
    choices = (Chosen(one) for one in engine._waiting.chosen_by(snapshot.phase, move))
    return answer, Step(move, tuple(trace.rows), (*choices, *trace.news))


class Session(Generic[G, M]):
    """One game in progress. `send` plays; everything before can be undone, redone, written and replayed."""

    opening: Opening[G] | None
    """How the game began; None if the session started in the middle of one."""

    def __init__(self, engine: Engine[G, M], start: Snapshot[G]) -> None:
        engine.check(start)
        self.engine = engine
        self.snapshot = start
        self.opening = None
        # Two lists of things that the garbage collector need not look at, however many there are.
        self._befores: list[Snapshot[G]] = []
        self._steps: list[Step] = []
        self._undone: list[tuple[Step, Snapshot[G]]] = []
        self._observers: dict[object, tuple[Observer, Any]] = {}
        self._unheard: deque[tuple[Any, tuple[object, ...]]] = deque()
        self._announcing = False
        self._recording: Recording | None = None
        self._origin: Origin | None = None

    @classmethod
    def start(
        cls,
        engine: Engine[G, M],
        /,
        *,
        observers: Iterable[Observer] | None = None,
        **settings: Any,
    ) -> "Session[G, M]":
        """A session of a new game. Keywords go to the game's `new`; observers hear of the start, too."""
        game = engine._made(**settings)
        if observers is not None and "observers" in settings_known(engine, game):
            raise SettingsError(
                f"{engine.name} has a setting 'observers' of its own; make the game with engine.new(), "
                "and give it to Session.begin() with the observers."
            )
        return cls.begin(engine, game, () if observers is None else observers)

    @classmethod
    def begin(cls, engine: Engine[G, M], game: G, observers: Iterable[Observer] = ()) -> "Session[G, M]":
        """A session of a game that `engine.new()` has made."""
        return cls._begun(engine, game)._heard_by(observers)

    @classmethod
    def _begun(cls, engine: Engine[G, M], game: G) -> "Session[G, M]":
        """A session at the first decision of a game; nobody has heard of it yet."""
        trace = Trace()
        session = cls(engine, engine._begin(game, trace))
        session.opening = Opening(game, tuple(trace.rows), tuple(trace.news))
        return session

    def _heard_by(self, observers: Iterable[Observer]) -> "Session[G, M]":
        """The same session, with observers, who have heard how it began."""
        if callable(observers) or not isinstance(observers, Iterable):
            raise PhasebookError(f"observers= takes a list of functions, not {quoted(observers)}.")
        for observer in observers:
            self.subscribe(observer, from_start=False)
        if self.opening:
            self._announce(self.opening.news, "The game has begun")
        return self

    @property
    def log(self) -> tuple[Step, ...]:
        """The steps taken so far, without those undone."""
        return tuple(self._steps)

    @property
    def trace(self) -> tuple[str, ...]:
        """The rows taken so far, in order, from the start of the game on."""
        opening = self.opening.rows if self.opening else ()
        return opening + tuple(row for step in self._steps for row in step.rows)

    @property
    def source(self) -> Path | None:
        """The log that it was opened from, which `record` can continue; None if it was not."""
        return None if self._origin is None else self._origin.path

    def send(self, move: M, seat: Any = ...) -> Snapshot[G] | Refusal:
        """Play a move. A refusal changes nothing; a step is logged, then announced to the observers.

        With a seat, as `engine.step` with one: only the seat's own moves are played.
        """
        answer = self._play(move, seat)
        if self._observers and not isinstance(answer, Refusal):
            self._announce(self._steps[-1].news)
        return answer

    def _play(self, move: M, seat: Any = ...) -> Snapshot[G] | Refusal:
        """Play a move and log it."""
        answer = played(self.engine, self.snapshot, move, seat)
        if isinstance(answer, Refusal):
            return answer
        after, step = answer
        if self._recording is not None:
            self._recording.play(step, after)
        self._befores.append(self.snapshot)
        self._steps.append(step)
        self._undone.clear()
        self.snapshot = after
        return after

    def undo(self) -> bool:
        """Take the last step back, and announce it as `Undone`. False when there is none."""
        if not self._steps:
            return False
        if self._recording is not None:
            self._recording.undo()
        self._undone.append((self._steps.pop(), self.snapshot))
        self.snapshot = self._befores.pop()
        self._announce([Undone(len(self._steps) + 1)], "The step was taken back")
        return True

    def redo(self) -> bool:
        """Take the last undone step again. False when there is none. Announced as `Redone`, and then its news again."""
        if not self._undone:
            return False
        if self._recording is not None:
            self._recording.redo()
        step, after = self._undone.pop()
        self._befores.append(self.snapshot)
        self._steps.append(step)
        self.snapshot = after
        self._announce([Redone(len(self._steps)), *step.news], "The step was taken again")
        return True

    def take_back(self, seat: Any) -> Snapshot[G] | Refusal:
        """Let a seat take its last move back, if nothing has happened since and the move taught it nothing."""
        seats = self.engine._seats
        if not self._steps:
            return seats.refused(IMPOSSIBLE, self.snapshot, None, seat, "engine.nothing_to_take_back")
        move: Any = self._steps[-1].move
        before = self._befores[-1]
        if seats.objection(before, move, seat) is not None:
            return seats.not_yours(self.snapshot, None, seat, "engine.not_your_last_move")
        if self.engine.teaches(before, move, seat):
            return seats.refused(IMPOSSIBLE, self.snapshot, move, seat, "engine.has_shown_something")
        self.undo()
        return self.snapshot

    # Observers

    def subscribe(self, observer: Observer, seat: Any = ..., *, from_start: bool | None = None) -> Callable[[], None]:
        """Call `observer(item)` for each item of news from now on; gives a function that ends it.

        With a seat, it hears what that seat may, and with None what a spectator may; without one, everything, as the
        host does. A seat that comes before the first move also hears how the game began. With `from_start=True` anybody
        first hears all that led here, and with False nothing of it.
        """
        if not callable(observer):
            raise PhasebookError(f"An observer must be a function of one item of news, not {quoted(observer)}.")
        subscription = object()
        self._observers[subscription] = observer, seat
        comes_to_play = seat is not ... and not (self._steps or self._undone)
        if from_start or (from_start is None and comes_to_play):
            opening = self.opening.news if self.opening else ()
            so_far = [item for step in self._steps for item in step.news]
            self._announce([*opening, *so_far], "The observer is subscribed", (subscription,))

        def unsubscribe() -> None:
            self._observers.pop(subscription, None)

        return unsubscribe

    def _announce(
        self, news: Sequence[Any], done: str = "The move was played", to: tuple[object, ...] | None = None
    ) -> None:
        """Every observer hears all the news, also when one of them fails; the move has been played anyway.

        An observer may play. What comes of that waits until all have heard what was before it: everybody hears
        the news in the order in which it happened.
        """
        audience = tuple(self._observers) if to is None else to
        self._unheard.extend([(item, audience) for item in news])
        if self._announcing:
            return
        failures: list[Exception] = []
        self._announcing = True
        try:
            while self._unheard:
                failures += self._heard(*self._unheard.popleft())
        finally:
            self._announcing = False
        if failures:
            raise ExceptionGroup(f"{done}, but observers failed; correct them.", failures)

    def _heard(self, item: Any, audience: Sequence[object]) -> list[Exception]:
        """What went wrong when those who were there when it happened, and still are, heard an item of news."""
        failures: list[Exception] = []
        for subscription in audience:
            try:
                if (known := self._observers.get(subscription)) is not None:
                    deliver(item, *known)
            except Exception as error:
                failures.append(error)
        return failures

    # The log as text

    def write_log(self) -> bytes:
        """The session as JSON lines: the start, then one line for each move. For servers: it holds the seed."""
        return b"".join([self._header(), *played_lines((step.move, after) for step, after in self._played())])

    def _header(self) -> bytes:
        """What the moves need to be replayed. The opening itself is not written: it is played again."""
        first = self._befores[0] if self._befores else self.snapshot
        start = self.opening.game if self.opening else first
        return header_of(saves.dump_start(self.engine, start), first)

    def _played(self) -> list[tuple[Step, Snapshot[G]]]:
        """The steps taken so far, and where each has led."""
        return [*zip(self._steps, [*self._befores[1:], self.snapshot], strict=False)]

    @classmethod
    def replay(cls, engine: Engine[G, M], log: bytes | str, observers: Iterable[Observer] = ()) -> "Session[G, M]":
        """Play a written log again. A move that is refused now, or leads elsewhere, is an error that names its line."""
        return cls._followed(engine, read_script(engine, lines_of(log)), observers)

    @classmethod
    def _followed(cls, engine: Engine[G, M], script: Script, observers: Iterable[Observer]) -> "Session[G, M]":
        """A session that does everything that a log says."""
        session = cls._from_start(engine, script)._heard_by(observers)
        for number, line in enumerate(script.lines, start=2):
            session._repeat(number, line, script.remedy)
        return session

    @classmethod
    def _from_start(cls, engine: Engine[G, M], script: Script) -> "Session[G, M]":
        """A session at the start of a written log."""
        start = saves.load_start(engine, script.save)
        with saves.fitting(engine, script.save, f"The start of this log of {engine.name} does not fit"):
            session = cls(engine, start) if isinstance(start, Snapshot) else cls._begun(engine, start)
            saves.sound(engine, session.snapshot)
            if script.check not in ("", check_of(session.snapshot)):
                raise saves.MisfitError(f"This log of {engine.name} starts elsewhere than when it was written")
        return session

    def _repeat(self, number: int, line: Line, remedy: str) -> None:
        """Do what one line of a log says. It was written after the rules accepted it, so they must do so again."""
        if isinstance(line.play, msgspec.Raw):
            self._play_again(number, bytes(line.play), line.check, remedy)
            self._announce(self._steps[-1].news)
        elif not all(self.undo() for _ in range(line.undo)) or not all(self.redo() for _ in range(line.redo)):
            raise nothing_left(number)

    def _play_again(self, number: int, text: bytes, check: str, remedy: str) -> None:
        """Play a move of a log, which must lead where it led."""
        with refusing(f"Line {number} of the log cannot be replayed", remedy):
            move = self.engine.read_move(text)
            answer = move if isinstance(move, Refusal) else self._play(move)
            if isinstance(answer, Refusal):
                said = answer.message.removesuffix(".")
                raise SaveError(f"Line {number} of the log cannot be replayed: {said}; {remedy}.")
            if check not in ("", check_of(answer)):
                raise SaveError(f"Line {number} of the log led elsewhere when it was written; {remedy}.")

    # Files

    def save(self, path: FilePath) -> None:
        """Write the game as it stands to a file; whatever happens meanwhile, the old file or the new one is there."""
        save_to(Path(path), self.engine.dump(self.snapshot))

    @overload
    @classmethod
    def open(cls, engine: Engine[G, M], path: FilePath, observers: Iterable[Observer] = ...) -> "Session[G, M]": ...
    @overload
    @classmethod
    def open(cls, path: FilePath, /, *, observers: Iterable[Observer] = ...) -> "Session[Any, Any]": ...
    @classmethod
    def open(cls, engine: Any, path: Any = None, observers: Iterable[Observer] = ()) -> "Session[Any, Any]":
        """A session of a file: a saved game, or a log, which is played again. A torn last line of a log is left out.

        `Session.open(path)` finds the engine of a registered flow by what the file says.
        """
        file = file_of(engine if path is None else path)
        data, mark = content_of(file)
        if path is None:
            engine = engine_of_file(file, data)
        if not is_log(data):
            return cls(engine, engine.load(data))._heard_by(observers)
        kept = whole_lines(data)
        script = read_script(engine, lines_of(kept))
        session = cls._followed(engine, script, observers)
        undone = tuple(step for step, _ in session._undone)
        session._origin = Origin(Path(realpath(file)), mark, len(kept), session.log, undone, script.migrated)
        return session

    def record(self, path: FilePath) -> Recording:
        """From now on, keep a log in a file: a move is on the disk before it is played and heard of.

        A new file begins with everything so far. The file that this session was opened from is continued. `close()`
        the recording to end it, or use it in a `with` statement.
        """
        if self._recording is not None:
            raise SaveError(f"This session is being recorded in {self._recording.path}; close that recording first.")
        recording = record(Path(path), self._origin, self._header(), self._played(), self._undone)
        recording.ended = self._recorded
        self._recording = recording
        return recording

    def _recorded(self, origin: Origin | None) -> None:
        """The recording has ended, and may be taken up again."""
        self._recording, self._origin = None, origin


def deliver(item: Any, observer: Observer, seat: Any) -> None:
    """Let an observer hear an item of news, as far as its seat may."""
    heard = item if seat is ... or seat is HOST else heard_by(item, seat)
    if heard is not None:
        observer(heard)


def settings_known(engine: Engine[G], game: G) -> set[str]:
    """The parameters of the game's `new`, and the fields of the game's settings."""
    settings = getattr(game, "settings", None)
    return {*signature(engine.new).parameters, *getattr(settings, "__struct_fields__", ())}
