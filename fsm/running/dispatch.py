"""From a snapshot and a move to the generated function that answers: two dictionary look-ups and a call."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from fsm.moves import Move
from fsm.snapshot import Refusal, Snapshot, Trace

if TYPE_CHECKING:
    from fsm.running.seats import Seats

Acts = Mapping[str, Mapping[type[Move], Callable[..., Any]]]
Legal = Mapping[str, Callable[[Any], list[Any]]]
"""Generated functions, by phase and move type, and by phase."""

Step = Callable[..., Snapshot[Any] | Refusal]
LegalMoves = Callable[..., list[Any]]
Refuse = Callable[[Snapshot[Any], Any], Refusal]
SeatMoves = Callable[[Snapshot[Any], Any], list[Any]]
TracedStep = Callable[[Snapshot[Any], Any, Trace], Snapshot[Any] | Refusal]

Method = TypeVar("Method", bound=Callable[..., Any])

NOT_OURS = (KeyError, AttributeError, TypeError)
"""What it raises to look up something that is no snapshot or no move, or a phase that cannot be hashed."""


class Compiled:
    """A method that a compiled function replaces as soon as an engine is asked for it.

    The class shows the method, with its signature and docstring. The engine keeps the function in its own
    dictionary, where Python looks first: no call goes through the method.
    """

    def __init__(self, method: Callable[..., Any]) -> None:
        self.method = method

    def __get__(self, engine: Any, kind: type | None = None) -> Callable[..., Any]:
        name = self.method.__name__
        if engine is None:
            return self.method
        made: Callable[..., Any] = engine._functions[name]
        if getattr(type(engine), name) is self.method:  # a subclass may have its own, and call this one
            made.__doc__, made.__qualname__ = self.method.__doc__, self.method.__qualname__
            vars(engine)[name] = made
        return made


def compiled(method: Method) -> Method:
    """Let a method of an engine be compiled at first use; type checkers see the method as it is written."""
    return Compiled(method)  # type: ignore[return-value]  # see above


def stepper(acts: Acts, refuse: Refuse, field_of: Mapping[type[Move], str], seats: "Seats") -> Step:
    """`step` of a whole engine.

    Without a seat (`...`, which takes no time to recognise) the caller is trusted. A seat that sends a move of its own
    goes the same way; all else is left to the careful one.
    """
    careful, as_heard = seats.step, seats.refusal_for

    def step(snapshot: Snapshot[Any], move: Move, seat: Any = ...) -> Snapshot[Any] | Refusal:
        try:
            act = acts[snapshot.phase][move.__class__]
        except NOT_OURS:
            return refuse(snapshot, move) if seat is ... else careful(snapshot, move, seat)
        if seat is ...:
            return act(snapshot, move)  # type: ignore[no-any-return]  # generated code
        field = field_of.get(move.__class__)
        if field is None or seat is None:
            return careful(snapshot, move, seat)
        named = getattr(move, field)
        if named.__class__ is not seat.__class__ or named != seat:
            return careful(snapshot, move, seat)
        answer: Snapshot[Any] | Refusal = act(snapshot, move)
        return as_heard(snapshot, answer, seat) if answer.__class__ is Refusal else answer

    return step


def traced_stepper(acts: Acts, refuse: Refuse) -> TracedStep:
    """`step_traced` of an engine."""

    def step_traced(snapshot: Snapshot[Any], move: Move, trace: Trace) -> Snapshot[Any] | Refusal:
        try:
            act = acts[snapshot.phase][move.__class__]
        except NOT_OURS:
            return refuse(snapshot, move)
        return act(snapshot, move, trace)  # type: ignore[no-any-return]  # generated code

    return step_traced


def lister(
    legal: Legal, game_type: type, foreign_snapshot: Callable[[Any], Exception], moves_of: SeatMoves
) -> LegalMoves:
    """`legal_moves` of a whole engine."""

    def legal_moves(snapshot: Snapshot[Any], seat: Any = ...) -> list[Any]:
        if seat is not ...:
            return moves_of(snapshot, seat)
        try:
            find, game = legal[snapshot.phase], snapshot.game
        except NOT_OURS:
            raise foreign_snapshot(snapshot) from None
        if game.__class__ is not game_type:
            raise foreign_snapshot(snapshot)
        return find(game)

    return legal_moves


def waiting_lister(
    legal: Mapping[str, Callable[..., list[Any]]],
    game_type: type,
    foreign_snapshot: Callable[[Any], Exception],
    moves_of: SeatMoves,
) -> LegalMoves:
    """The same where suspended callers and choices count too."""

    def legal_moves(snapshot: Snapshot[Any], seat: Any = ...) -> list[Any]:
        if seat is not ...:
            return moves_of(snapshot, seat)
        try:
            find, game = legal[snapshot.phase], snapshot.game
        except NOT_OURS:
            raise foreign_snapshot(snapshot) from None
        if game.__class__ is not game_type:
            raise foreign_snapshot(snapshot)
        return find(game, snapshot.back, snapshot.chosen)

    return legal_moves
