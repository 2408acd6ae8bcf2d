"""From a snapshot and a move to the generated function that answers: two dictionary look-ups and a call.

An engine of `for_settings` has shorter functions, which are right for its own settings only. A snapshot
with other settings, and a step that ends with other settings, are left to the whole engine. To look takes
next to no time: a game hands the same settings object on from step to step, so settings are compared once a
game and recognised by identity from then on.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from fsm.moves import Move
from fsm.snapshot import Refusal, Snapshot, Trace

Acts = Mapping[str, Mapping[type[Move], Callable[..., Any]]]
Legal = Mapping[str, Callable[[Any], list[Any]]]
"""Generated functions, by phase and move type, and by phase."""

Step = Callable[[Snapshot[Any], Any], Snapshot[Any] | Refusal]
LegalMoves = Callable[[Snapshot[Any]], list[Any]]
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


def stepper(acts: Acts, refuse: Step) -> Step:
    """`step` of a whole engine."""

    def step(snapshot: Snapshot[Any], move: Move) -> Snapshot[Any] | Refusal:
        try:
            act = acts[snapshot.phase][move.__class__]
        except NOT_OURS:
            return refuse(snapshot, move)
        return act(snapshot, move)  # type: ignore[no-any-return]  # generated code

    return step


def traced_stepper(acts: Acts, refuse: Step) -> TracedStep:
    """`step_traced` of an engine."""

    def step_traced(snapshot: Snapshot[Any], move: Move, trace: Trace) -> Snapshot[Any] | Refusal:
        try:
            act = acts[snapshot.phase][move.__class__]
        except NOT_OURS:
            return refuse(snapshot, move)
        return act(snapshot, move, trace)  # type: ignore[no-any-return]  # generated code

    return step_traced


def lister(legal: Legal, game_type: type, foreign_snapshot: Callable[[Any], Exception]) -> LegalMoves:
    """`legal_moves` of a whole engine."""

    def legal_moves(snapshot: Snapshot[Any]) -> list[Any]:
        try:
            find, game = legal[snapshot.phase], snapshot.game
        except NOT_OURS:
            raise foreign_snapshot(snapshot) from None
        if game.__class__ is not game_type:
            raise foreign_snapshot(snapshot)
        return find(game)

    return legal_moves


def waiting_lister(
    legal: Mapping[str, Callable[..., list[Any]]], game_type: type, foreign_snapshot: Callable[[Any], Exception]
) -> LegalMoves:
    """The same where suspended callers and choices count too."""

    def legal_moves(snapshot: Snapshot[Any]) -> list[Any]:
        try:
            find, game = legal[snapshot.phase], snapshot.game
        except NOT_OURS:
            raise foreign_snapshot(snapshot) from None
        if game.__class__ is not game_type:
            raise foreign_snapshot(snapshot)
        return find(game, snapshot.back, snapshot.chosen)

    return legal_moves


def specialised_stepper(acts: Acts, own: Any, whole: Step) -> Step:
    """`step` of an engine for its own settings."""
    known = own

    def step(snapshot: Snapshot[Any], move: Move) -> Snapshot[Any] | Refusal:
        nonlocal known
        try:
            settings = snapshot.game.settings
            act = acts[snapshot.phase][move.__class__]
        except NOT_OURS:
            return whole(snapshot, move)
        if settings is not known:
            if settings != own:
                return whole(snapshot, move)
            known = settings
        answer = None
        try:
            answer = act(snapshot, move)
            if answer.game.settings is settings:  # others, though equal, may have been changed and changed back
                return answer  # type: ignore[no-any-return]  # generated code
        except Exception:  # a refusal has no game; a rule may fail because settings that changed on the way went unseen
            if answer.__class__ is Refusal:
                return answer
        return whole(snapshot, move)

    return step


def specialised_lister(legal: Legal, game_type: type, own: Any, whole: LegalMoves) -> LegalMoves:
    """`legal_moves` of an engine for its own settings."""
    known = own

    def legal_moves(snapshot: Snapshot[Any]) -> list[Any]:
        nonlocal known
        try:
            game = snapshot.game
            settings, find = game.settings, legal[snapshot.phase]
        except NOT_OURS:
            return whole(snapshot)
        if settings is not known:
            if settings != own:
                return whole(snapshot)
            known = settings
        return find(game) if game.__class__ is game_type else whole(snapshot)

    return legal_moves
