"""Who is at the table, who is to act, and what leaves the engine for a seat.

A seat is any value that the game's moves name: 0, 1, 2, or "north". None is a spectator, who may send nothing, and
`HOST` runs the table: it sends the moves that are declared as its own. Whatever a seat may not know is closed by
default: a move for another seat is refused before any rule is asked, and refusals show the phase that the seat sees.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from fsm.compiler.legality import asks_what_waits
from fsm.compiler.program import helpers_of
from fsm.compiler.seating import ALONE, NOT, SHARED, UNKNOWN, Seating, compile_seating, needs_no_turn
from fsm.errors import FlowError, PhasebookError
from fsm.moves import Move, event_of, seat_field_of, seat_of
from fsm.running.dispatch import NOT_OURS
from fsm.running.sentences import own
from fsm.snapshot import Caller, Hidden, Refusal, RefusalKind, Snapshot, Why
from fsm.values.quoting import quoted

if TYPE_CHECKING:
    from fsm.engine import Engine

Answer = Snapshot[Any] | Refusal

ONLY_SEAT = 0
"""Where moves do not say whose they are, one player sits at the table, here."""


class Host(Enum):
    """Who runs the table."""

    HOST = "host"

    def __repr__(self) -> str:
        return "HOST"


HOST = Host.HOST
"""Speaks for the table: `engine.legal_moves(snapshot, seat=HOST)` are the moves that are declared as the host's."""


class Seats:
    """The seats of one engine's games."""

    def __init__(self, engine: "Engine[Any]", seats: Any, to_act: Callable[[Any], Collection[Any]] | None) -> None:
        self.engine = engine
        self._given = seats
        self._to_act = to_act
        self.field_of = {kind: seat_field_of(kind) for kind in engine.moves}
        self.check_declaration()

    def check_declaration(self) -> None:
        """Refuse what cannot be decided later: whose a move is."""
        name = self.engine.name
        if self._given is not None and not callable(self._given) and not isinstance(self._given, list | tuple | range):
            raise FlowError(f"{name}: seats= must be a function from the game to its seats, or a tuple of them, "
                            f"not {quoted(self._given)}.")  # fmt: skip
        if self._to_act is not None and not callable(self._to_act):
            raise FlowError(f"{name}: to_act= must be a function from a snapshot to seats, not {quoted(self._to_act)}.")
        for kind, field in self.field_of.items():
            if kind.by_host and (kind.gives_up or kind.when_absent or kind.interrupts or field):
                raise FlowError(f"{name}: {kind.__name__} is the host's, so it has no seat, and no player gives up, is "
                                "absent or interrupts with it; drop by_host, or all of that.")  # fmt: skip
            if field is None and not kind.by_host and self._given is not None and self._to_act is None:
                raise FlowError(f"{name}: {kind.__name__} does not say whose move it is; give it a field "
                                f"{kind.seat_field!r}, declare it by_host, or give the engine to_act=.")  # fmt: skip

    @property
    def are_declared(self) -> bool:
        """Whether the author says which seats there are."""
        return self._given is not None

    def declared(self, game: Any) -> Iterable[Any]:
        """The seats of a game, as the author says."""
        return self._given(game) if callable(self._given) else self._given  # type: ignore[no-any-return]

    @cached_property
    def are_named(self) -> bool:
        """Whether some move says whose it is; otherwise one player sits at the table."""
        return any(self.field_of.values())

    # Who

    def all(self, game: Any) -> frozenset[Any]:
        """The seats of a game."""
        if self.are_declared:
            return frozenset(self.declared(game))
        if not self.are_named:
            return frozenset((ONLY_SEAT,))
        raise FlowError(f"{self.engine.name} does not say which seats there are; give its engine seats=, a function "
                        "from the game to its seats, such as lambda game: range(4).")  # fmt: skip

    def to_act(self, snapshot: Snapshot[Any]) -> frozenset[Any]:
        """The seats that the game waits for."""
        return self.derived_to_act(snapshot) if self._to_act is None else frozenset(self._to_act(snapshot))

    def derived_to_act(self, snapshot: Snapshot[Any]) -> frozenset[Any]:
        """The same from the guards: the seats of legal moves that wait for their turn, and have not chosen yet.

        Moves that do not say whose they are, are for those to make who are to act in the author's words.
        """
        legal = self.engine.legal_moves(snapshot)
        in_turn = [move for move in legal if not (move.by_host or needs_no_turn(type(move)))]
        if not self.are_named and self._to_act is None:
            return frozenset((ONLY_SEAT,) if in_turn else ())
        waiting = {seat_of(move) for move in in_turn if self.field_of[type(move)] is not None}
        if self._to_act is not None and any(self.field_of[type(move)] is None for move in in_turn):
            waiting.update(self._to_act(snapshot))
        return frozenset(waiting) - {seat_of(move) for move in snapshot.chosen}

    # What a seat may send

    def objection(self, snapshot: Snapshot[Any], move: Any, seat: Any) -> Refusal | None:
        """The refusal of a move that speaks for somebody else; no rule is asked about the move."""
        kind = type(move)
        if kind not in self.field_of:
            return None  # no move of this flow: that says nothing about the game
        if seat is HOST:
            return None if kind.by_host else self.not_yours(snapshot, move, seat, "engine.not_yours")
        if seat is None or kind.by_host:
            code = "engine.only_watching" if seat is None else "engine.only_host"
            return self.not_yours(snapshot, move, seat, code)
        field = self.field_of[kind]
        is_own = self.may_send_nameless(snapshot, seat) if field is None else same_seat(getattr(move, field), seat)
        return None if is_own else self.not_yours(snapshot, move, seat, "engine.not_yours")

    def may_send_nameless(self, snapshot: Snapshot[Any], seat: Any) -> bool:
        """Whether a move that does not say whose it is may come from this seat."""
        if self._to_act is not None:
            return any(same_seat(acting, seat) for acting in self.to_act(snapshot))
        return not self.are_named and same_seat(ONLY_SEAT, seat)

    def not_yours(self, snapshot: Snapshot[Any], move: Any, seat: Any, code: str) -> Refusal:
        """A refusal that tells only what the seat sees anyway."""
        return self.refused(RefusalKind.NOT_YOURS, snapshot, move, seat, code)

    def refused(self, kind: RefusalKind, snapshot: Snapshot[Any], move: Any, seat: Any, code: str) -> Refusal:
        """A refusal in the engine's own words."""
        return Refusal(kind, self.phase_for(snapshot, seat), move, own(code).message, code=code)

    def step(self, snapshot: Snapshot[Any], move: Any, seat: Any) -> Answer:
        """The answer to a seat, where the quick way is not open."""
        self.engine.check(snapshot)
        answer = self.objection(snapshot, move, seat) or self.engine.step(snapshot, move)
        return self.refusal_for(snapshot, answer, seat) if isinstance(answer, Refusal) else answer

    # What a seat hears of a refusal

    def refusal_for(self, snapshot: Snapshot[Any], refusal: Refusal, seat: Any) -> Refusal:
        """A refusal from what the seat may know: its phase, and its own moves."""
        if seat is HOST or refusal.kind is RefusalKind.NOT_YOURS:
            return refusal
        shown = self.phase_for(snapshot, seat)
        possible = tuple(dict.fromkeys(event_of(type(move)) for move in self.engine.legal_moves(snapshot, seat)))
        is_hidden = shown != snapshot.phase and refusal.kind in (RefusalKind.IMPOSSIBLE, RefusalKind.GUARDED)
        if is_hidden or refusal.code == "engine.impossible":
            return self.engine._reasons.impossible_refusal(shown, refusal.move, possible)
        return msgspec.structs.replace(refusal, phase=shown, possible=possible)

    def why(self, snapshot: Snapshot[Any], move: Any, seat: Any) -> Why:
        """Everything that decides about a move, as far as the seat may know."""
        answer = self.step(snapshot, move, seat)
        refusal = answer if isinstance(answer, Refusal) else None
        shown = self.phase_for(snapshot, seat)
        is_closed = shown != snapshot.phase or (refusal is not None and refusal.kind is RefusalKind.NOT_YOURS)
        rows = () if is_closed else self.engine._reasons.report(snapshot, move, to_a_player=seat is not HOST)
        return Why(shown, event_name(move), refusal is None, refusal.message if refusal else "", rows)

    # Moves

    @cached_property
    def _seating(self) -> Seating:
        """The generated functions, made when the first seat asks."""
        engine = self.engine
        helpers = helpers_of(engine.chart, engine.game_type, engine._refuse, engine.most_consequences)
        return compile_seating(engine.chart, engine._rules, engine.moves, helpers, engine._inline)

    @cached_property
    def turn_of(self) -> Callable[[Snapshot[Any], Any], str]:
        """A function of a snapshot and a seat: what is known about the seat."""
        to_act = self._to_act

        def by_author(snapshot: Snapshot[Any], seat: Any) -> str:
            acting = to_act(snapshot)  # type: ignore[misc]  # chosen below only where there is one
            for one in acting:
                if one == seat and one.__class__ is seat.__class__:  # as same_seat does, without its call
                    return ALONE if len(acting) == 1 else SHARED
            return NOT

        def by_fields(snapshot: Snapshot[Any], seat: Any) -> str:
            return UNKNOWN if self.are_named else ALONE if same_seat(ONLY_SEAT, seat) else NOT

        return by_fields if to_act is None else by_author

    def absent_move(self, snapshot: Snapshot[Any], seat: Any) -> Any:
        """What is played for a seat that does not play: its first move that is declared so, else one that gives up."""
        legal = self.engine.legal_moves(snapshot, seat)
        found = [move for move in legal if move.when_absent] or [move for move in legal if move.gives_up]
        return found[0] if found else None

    # What a seat sees

    def phase_for(self, snapshot: Snapshot[Any], seat: Any) -> str:
        """The phase that a seat sees: the real one for those who are to act, and for others no secret one."""
        public = self.public_phases.get(snapshot.phase)
        if public is None or seat is HOST or (seat is not None and seat in self.to_act(snapshot)):
            return snapshot.phase
        return public

    @cached_property
    def public_phases(self) -> dict[str, str]:
        """Secret leaves, each with the innermost phase around it that is none."""
        found, chart = {}, self.engine.chart
        for leaf in chart.leaves:
            lineage = chart.lineage(leaf.path)
            secret = [place for place, path in enumerate(lineage) if chart.by_path[path].secret]
            if secret:
                found[leaf.path] = lineage[secret[-1] + 1]
        return found

    def snapshot_for(self, snapshot: Snapshot[Any], seat: Any) -> Snapshot[Any]:
        """The snapshot that a view is made of: without secret phases, and without what others have chosen."""
        if not snapshot.chosen and not self.public_phases:
            return snapshot
        shown = self.phase_for(snapshot, seat)
        back = tuple(self.shown_caller(caller) for caller in snapshot.back)
        chosen = tuple(move if seat_of(move) == seat else Hidden(seat_of(move)) for move in snapshot.chosen)
        return Snapshot(shown, snapshot.game, back, chosen)

    def shown_caller(self, caller: Caller) -> Caller:
        """A suspended caller, without the secret phase that it may be suspended in."""
        public = self.public_phases.get(caller.phase)
        return caller if public is None else Caller(public, "")

    def plain_view(self, snapshot: Snapshot[Any], seat: Any) -> dict[str, Any]:
        """What a seat may know of any game: the phase, what is suspended, who has chosen, who is to act, its moves."""
        shown = self.snapshot_for(snapshot, seat)
        view: dict[str, Any] = {"phase": shown.phase}
        if shown.back:
            view["back"] = tuple(caller.phase for caller in shown.back)
        if shown.chosen:
            view["chosen"] = tuple(seat_of(move) for move in snapshot.chosen)
        view["to_act"] = in_order(self.to_act(snapshot))
        view["legal_moves"] = tuple(self.engine.legal_moves(snapshot, seat))
        return view

    def check_seat(self, snapshot: Snapshot[Any], seat: Any) -> None:
        """Refuse a seat that nobody has, for games that say which there are."""
        if seat is None or not self.are_declared:
            return
        known = self.declared(snapshot.game)
        if not any(same_seat(one, seat) for one in known):
            seats = ", ".join(map(repr, in_order(known)))
            raise PhasebookError(f"There is no seat {quoted(seat)}; the seats are {seats}, and None is a spectator.")


def seated_lister(seats: Seats) -> Callable[[Snapshot[Any], Any], list[Any]]:
    """`legal_moves` for a seat: hardly more work than the whole list, and less for those who are not to act."""
    engine, turn_of = seats.engine, seats.turn_of
    game_type, waits = engine.game_type, asks_what_waits(engine.chart)
    tables: Mapping[str, Mapping[str, Any]] = {}

    def legal_moves(snapshot: Snapshot[Any], seat: Any) -> list[Any]:
        nonlocal tables
        if seat is None or seat is HOST:
            legal = engine.legal_moves(snapshot)
            return [] if seat is None else [move for move in legal if move.by_host]
        if not tables:
            tables = seats._seating.legal
        try:
            game, find = snapshot.game, tables[turn_of(snapshot, seat)][snapshot.phase]
        except NOT_OURS:
            engine.check(snapshot)
            raise  # of the author's own
        if game.__class__ is not game_type:
            raise engine._foreign_snapshot(snapshot)
        if waits:
            return find(game, snapshot.back, snapshot.chosen, seat)  # type: ignore[no-any-return]  # generated code
        return find(game, seat)  # type: ignore[no-any-return]  # generated code

    return legal_moves


def same_seat(named: Any, seat: Any) -> bool:
    """Whether a move speaks for this very seat; True is no seat 1."""
    return bool(named == seat) and type(named) is type(seat)


def event_name(move: Any) -> str:
    """The event that something sends, or what it is instead of a move."""
    return event_of(type(move)) if isinstance(move, Move) else type(move).__name__


def in_order(seats: Iterable[Any]) -> tuple[Any, ...]:
    """Seats from low to high, or where that means nothing, by what they look like."""
    found = list(seats)
    try:
        return tuple(sorted(found))
    except TypeError:
        return tuple(sorted(found, key=repr))
