"""The engine: a flow, its moves and its game, ready to run.

Pure: every method takes a snapshot and gives a value; nothing is remembered between calls.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Generic, get_type_hints

import msgspec

from fsm import saves
from fsm.chart import Arrow, Chart, Guard
from fsm.compile import Program, compile_chart
from fsm.consequences import MOST_CONSEQUENCES
from fsm.errors import FlowError, PhasebookError, SettingsError, SnapshotError
from fsm.fitting import check_fit
from fsm.flow import Flow
from fsm.inline import is_wanted
from fsm.moves import Move, event_of, has_default_candidates
from fsm.payload import complaint
from fsm.quoting import shown
from fsm.reading import read, rules_of
from fsm.snapshot import G, GuardReport, Kind, Refusal, RowReport, Snapshot, Trace, Why

Invariant = Callable[[Snapshot[G]], bool]


class Engine(Generic[G]):
    """Runs one flow over one kind of game.

    `new(seed=..., **settings)` makes a game; its return annotation tells the engine the game's type. `view(snapshot,
    player)` says what a player may know, `transient` names fields that a save forgets, `invariants` must hold in every
    snapshot, `outcome(game)` names how a finished game ended. `presets` are named bundles of settings. `inline=False`
    has every guard called where it could be written out: for debuggers. Unless given, the environment says it.
    """

    step: Callable[[Snapshot[G], Move], Snapshot[G] | Refusal]
    """`step(snapshot, move)`: the next snapshot, or a refusal. Compiled: an attribute, not a method."""

    legal_moves: Callable[[Snapshot[G]], list[Move]]
    """`legal_moves(snapshot)`: every move that `step` would accept here, payloads included."""

    play: Callable[[Snapshot[G], Move, Trace], Snapshot[G] | Refusal]
    """`play(snapshot, move, trace)`: as `step`, and notes arrows, guard outcomes and domain events in the trace."""

    def __init__(
        self,
        flow: type[Flow],
        *,
        moves: Sequence[type[Move]],
        new: Callable[..., G],
        view: Callable[[Snapshot[G], Any], Any] | None = None,
        transient: Sequence[str] = (),
        invariants: Sequence[Invariant[G]] = (),
        outcome: Callable[[G], Any] | None = None,
        presets: Mapping[str, Mapping[str, Any]] | None = None,
        version: int = 1,
        most_consequences: int = MOST_CONSEQUENCES,
        inline: bool | None = None,
    ) -> None:
        self.flow = flow
        self.chart = read(flow)
        self.rules = rules_of(flow)
        self.name = flow.__name__
        self.moves = tuple(moves)
        self.new = new
        self.game_type: type[G] = game_type_of(new)
        self.transient = tuple(transient)
        self.invariants = tuple(invariants)
        self.outcome = outcome
        self.presets = dict(presets or {})
        self.version = version
        self.most_consequences = most_consequences
        self._inline = is_wanted(inline)
        self._view = view
        self._twins: dict[Any, Engine[G]] = {}
        self.decided: Any = None
        check_moves(self.chart, self.moves)
        check_transient(self.name, self.game_type, self.transient)
        check_fit(self.chart, rules_of(flow), self.moves)
        self.move_type = {event_of(move_type): move_type for move_type in self.moves}
        self._decode = msgspec.json.Decoder(union_of(self.moves)).decode
        self._run(self.chart)

    def _run(self, chart: Chart) -> None:
        """Compile a chart and put its functions in place."""
        self.running = chart
        self.program: Program = compile_chart(
            chart, self.rules, self.moves, self.game_type, self.refuse, self.most_consequences, self._inline
        )
        self.step = stepper(self.program.acts, self.refuse)
        self.play = tracer(self.program.traced_acts, self.refuse)
        self._legal = self.program.legal
        self.legal_moves = lister(self._legal, self.game_type, self.stranger)

    # Running

    def start(self, *, trace: Trace | None = None, **settings: Any) -> Snapshot[G]:
        """A new game at its first phase. Keywords go to the game's `new`: usually a seed and settings."""
        return self._begin(self._made(**settings), trace)

    def _made(self, **settings: Any) -> G:
        """A game that has not begun."""
        return self.new(**settings)

    def _begin(self, game: G, trace: Trace | None = None) -> Snapshot[G]:
        """A game that `new` has made, at its first phase."""
        if type(game) is not self.game_type:
            raise FlowError(
                f"{self.name}: new() returned {type(game).__name__}, it promises {self.game_type.__name__}."
            )
        if self.decided is not None and game.settings != self.decided:  # type: ignore[attr-defined]  # static guards read it
            raise SettingsError("This engine is for other settings; start the game with the engine it was made from.")
        if trace is None:
            return self.program.begin(game)  # type: ignore[no-any-return]  # generated code
        return self.program.traced_begin(game, trace)  # type: ignore[no-any-return]

    def is_over(self, snapshot: Snapshot[G]) -> bool:
        """Whether the game has reached a final phase."""
        phase = self.chart.by_path.get(snapshot.phase)
        if phase is None:
            raise self.stranger(snapshot)
        return phase.final and phase.parent is None

    def view(self, snapshot: Snapshot[G], player: Any) -> Any:
        """What a player may know. Without a `view` of the game's own that is the phase, and nothing of the game."""
        self.check(snapshot)
        if self._view is None:
            return {"phase": snapshot.phase}
        return self._view(snapshot, player)

    def for_settings(self, settings: Any) -> "Engine[G]":
        """The same engine with every static guard decided: faster, and its `running` chart is simpler.

        Only for games whose `settings` equal these; snapshots, saves and fingerprints are interchangeable.
        """
        twin = self._twins.get(settings)
        if twin is None:
            guards = {guard.name for arrow in self.chart.arrows for guard in arrow.guards if guard.is_static}
            twin = copy(self)
            twin.decided = settings
            twin._run(self.chart.specialise({name: self.rules[name](settings) for name in guards}))
            self._twins[settings] = twin
        return twin

    # Reasons

    def why(self, snapshot: Snapshot[G], move: Move) -> Why:
        """Every row that could answer the move here, every guard in it and whether it holds."""
        self.check(snapshot)
        event = event_of(type(move)) if isinstance(move, Move) else type(move).__name__
        known = self.move_type.get(event) is type(move)
        arrows = self.chart.rows(snapshot.phase, event) if known else ()
        rows = tuple(self.report(arrow, snapshot.game, move) for arrow in arrows)
        answer = self.step(snapshot, move)
        accepted = not isinstance(answer, Refusal)
        message = "" if accepted else answer.message  # type: ignore[union-attr]  # narrowed by accepted
        return Why(snapshot.phase, event, accepted, message, rows)

    def report(self, arrow: Arrow, game: G, move: Move) -> RowReport:
        """One row, guard by guard."""
        reports: list[GuardReport] = []
        for guard in arrow.guards:
            sure = all(report.holds for report in reports)
            holds = self.holds(guard, game, move) if sure else self.holds_perhaps(guard, game, move)
            reports.append(GuardReport(guard.name, guard.sentence, guard.negated, holds))
        return RowReport(arrow.id, arrow.target, all(report.holds for report in reports), tuple(reports))

    def holds(self, guard: Guard, game: G, move: Move) -> bool:
        """Whether a guard is not in the way."""
        values = {"game": game, "move": move, "settings": getattr(game, "settings", None)}
        answer = self.rules[guard.name](*(values[need] for need in guard.needs))
        return answer is not guard.negated

    def holds_perhaps(self, guard: Guard, game: G, move: Move) -> bool | None:
        """As `holds`, for a guard that may presume what an earlier one denied: then nobody can tell."""
        try:
            return self.holds(guard, game, move)
        except Exception:
            return None

    def refuse(self, snapshot: Snapshot[G], move: Any) -> Refusal:
        """Why a move is refused: built only when it is."""
        self.check(snapshot)
        possible = self.running.events_at(snapshot.phase)

        def refusal(kind: Kind, message: str, guard: str | None = None) -> Refusal:
            return Refusal(kind, snapshot.phase, move, message, guard, possible)

        event = event_of(type(move)) if isinstance(move, Move) else None
        if event is None or self.move_type.get(event) is not type(move):
            return refusal(Kind.UNKNOWN, f"{self.name} knows no move {event or move!r}; {these(self.move_type)}")
        if trouble := complaint(move):
            return refusal(Kind.MALFORMED, trouble)
        rows = self.running.rows(snapshot.phase, event)
        if not rows:
            return refusal(Kind.IMPOSSIBLE, self.impossible(snapshot.phase, event, possible))
        unmet = self.furthest(rows, snapshot.game, move)
        return refusal(Kind.GUARDED, unmet.sentence or unspoken(event, unmet), unmet.name)

    def furthest(self, rows: Sequence[Arrow], game: G, move: Move) -> Guard:
        """The first unmet guard of the row that got furthest; of equals, the first row's."""
        best: tuple[int, Guard] | None = None
        for row in rows:
            for place, guard in enumerate(row.guards):
                if not self.holds(guard, game, move):
                    if best is None or place > best[0]:
                        best = place, guard
                    break
        if best is None:
            raise PhasebookError(f"{self.name}: a guard of {rows[0].event!r} changed its mind; guards must be pure.")
        return best[1]

    def impossible(self, phase: str, event: str, possible: tuple[str, ...]) -> str:
        """The author's sentence for an event that a phase does not know, or one of ours."""
        lineage = self.chart.lineage(phase)
        for path in lineage:
            for remark in self.chart.refusals:
                if remark.phase == path and remark.event == event:
                    return remark.sentence
        names = " › ".join(self.chart.by_path[path].name for path in reversed(lineage))
        return f"{event} is not possible in {names}; {these(possible)}"

    # At the door

    def read_move(self, data: bytes | str) -> Move | Refusal:
        """A move from JSON such as `{"move": "toggle_card", "card": "..."}`, or the refusal of malformed data."""
        try:
            return self._decode(data)  # type: ignore[no-any-return]  # a union built at run time
        except (msgspec.DecodeError, UnicodeError, TypeError, RecursionError) as error:
            return Refusal(
                Kind.MALFORMED,
                "",
                data,
                f"Not a move of {self.name}: {shown(str(error))}.",
                None,
                tuple(self.move_type),
            )

    def check(self, snapshot: Any) -> None:
        """Raise unless this is a snapshot of this flow."""
        if not isinstance(snapshot, Snapshot) or type(snapshot.game) is not self.game_type:
            raise self.stranger(snapshot)
        if snapshot.phase not in self._legal:
            raise self.stranger(snapshot)

    def stranger(self, snapshot: Any) -> SnapshotError:
        """What to say about a snapshot that is not ours."""
        if not isinstance(snapshot, Snapshot):
            return SnapshotError(f"{snapshot!r} is not a snapshot; make one with {self.name}'s engine.start().")
        if type(snapshot.game) is not self.game_type:
            kind = type(snapshot.game).__name__
            return SnapshotError(
                f"a snapshot of {kind} is not one of {self.name}, whose games are {self.game_type.__name__}."
            )
        return SnapshotError(
            f"{self.name} has no phase {snapshot.phase!r} to be in; {these(self._legal, 'its phases are')}"
        )

    def broken(self, snapshot: Snapshot[G]) -> list[str]:
        """The names of the invariants that a snapshot breaks."""
        return [rule.__name__ for rule in self.invariants if not rule(snapshot)]

    # Saving

    def dump(self, snapshot: Snapshot[G]) -> bytes:
        """A saved game: JSON with the flow's name, version and fingerprint, without the transient fields."""
        self.check(snapshot)
        return saves.dump(self, snapshot)

    def load(self, data: bytes | str) -> Snapshot[G]:
        """The snapshot in a saved game. Transient fields start anew, and their consequences follow."""
        return saves.load(self, data)


def stepper(acts: Mapping[str, Mapping[type[Move], Any]], refuse: Callable[..., Refusal]) -> Callable[..., Any]:
    """The dispatch: two dictionary look-ups and a call."""

    def step(snapshot: Snapshot[G], move: Move) -> Snapshot[G] | Refusal:
        """The next snapshot, or a refusal; the snapshot given stays as it is."""
        try:
            act = acts[snapshot.phase][move.__class__]
        except (KeyError, AttributeError):
            return refuse(snapshot, move)
        return act(snapshot, move)  # type: ignore[no-any-return]  # generated code

    return step


def lister(legal: Mapping[str, Any], game_type: type, stranger: Callable[[Any], Exception]) -> Callable[..., Any]:
    """The dispatch of the functions that list moves."""

    def legal_moves(snapshot: Snapshot[G]) -> list[Move]:
        """Every move that `step` would accept here, payloads included."""
        try:
            find, game = legal[snapshot.phase], snapshot.game
        except (KeyError, AttributeError):
            raise stranger(snapshot) from None
        if game.__class__ is not game_type:
            raise stranger(snapshot)
        return find(game)  # type: ignore[no-any-return]  # generated code

    return legal_moves


def tracer(acts: Mapping[str, Mapping[type[Move], Any]], refuse: Callable[..., Refusal]) -> Callable[..., Any]:
    """The dispatch of the traced functions."""

    def play(snapshot: Snapshot[G], move: Move, trace: Trace) -> Snapshot[G] | Refusal:
        """As `step`, and notes in the trace what happened."""
        try:
            act = acts[snapshot.phase][move.__class__]
        except (KeyError, AttributeError):
            return refuse(snapshot, move)
        return act(snapshot, move, trace)  # type: ignore[no-any-return]  # generated code

    return play


def game_type_of(new: Callable[..., G]) -> type[G]:
    """The game's type, from the annotation of the function that makes one."""
    hint = get_type_hints(new).get("return")
    if not isinstance(hint, type):
        raise FlowError(
            f"{getattr(new, '__name__', new)!r} must say what it returns: annotate it with the game's class."
        )
    return hint


def check_moves(chart: Chart, moves: Sequence[type[Move]]) -> None:
    """Events and move types must match one to one."""
    sent: dict[str, type[Move]] = {}
    for move_type in moves:
        if not (isinstance(move_type, type) and issubclass(move_type, Move)):
            raise FlowError(f"{chart.name}: {move_type!r} is not a move type; derive it from fsm.Move.")
        event = event_of(move_type)
        if event in sent:
            raise FlowError(
                f"{chart.name}: {sent[event].__name__} and {move_type.__name__} both send {event!r}; keep one."
            )
        if event not in chart.events:
            raise FlowError(f"{chart.name}: {move_type.__name__} sends {event!r}, which no row answers; "
                            f"the events are {', '.join(chart.events)}.")  # fmt: skip
        if move_type.__struct_fields__ and has_default_candidates(move_type):
            raise FlowError(f"{chart.name}: {move_type.__name__} has a payload; define candidates(game) for it.")
        sent[event] = move_type
    for event in chart.events:
        if event not in sent:
            raise FlowError(f"{chart.name}: no move type sends {event!r}; add one to moves=.")


def check_transient(name: str, game_type: type, transient: Iterable[str]) -> None:
    """Transient fields need a default to start anew with."""
    fields = {field.name: field for field in msgspec.structs.fields(game_type)} if transient else {}
    for wanted in transient:
        if wanted not in fields:
            raise FlowError(f"{name}: transient field {wanted!r} is not a field of {game_type.__name__}.")
        if fields[wanted].required:
            raise FlowError(f"{name}: transient field {wanted!r} needs a default to start anew with.")


def union_of(moves: Sequence[type[Move]]) -> Any:
    """The tagged union of all move types."""
    union: Any = moves[0] if moves else Move
    for move_type in moves[1:]:
        union = union | move_type
    return union


def these(names: Iterable[str], intro: str = "possible:") -> str:
    """The legal values, for an error message."""
    return f"{intro} {', '.join(names) or 'nothing'}."


def unspoken(event: str, guard: Guard) -> str:
    """A sentence for a guard whose author gave none."""
    words = guard.name.replace("_", " ")
    return f"{event} is not allowed: it needs {'not ' if guard.negated else ''}“{words}”."
