"""The engine: a flow, its moves and its game, ready to run.

Pure: every method takes a snapshot and gives a value; nothing is remembered between calls.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Generic

from typing_extensions import TypeVar

from fsm import saves
from fsm.chart import Chart
from fsm.compiler.consequences import MOST_CONSEQUENCES
from fsm.compiler.dialects import Dialect, Plain, Traced
from fsm.compiler.inlining import is_wanted
from fsm.compiler.program import Program
from fsm.declaring.plain_words import with_words
from fsm.errors import FlowError, SettingsError, SnapshotError
from fsm.flow import Flow
from fsm.moves import Move, event_of
from fsm.reading import read, rules_of
from fsm.running import guessing
from fsm.running.dispatch import compiled, lister, stepper, traced_stepper, waiting_lister
from fsm.running.fitting import check_fit, check_moves, check_settings, check_transient, check_variants
from fsm.running.given import check_given, drawn_seed, foreign_snapshot, game_type_of
from fsm.running.incoming import MoveReader
from fsm.running.migrating import Migration, Migrations, check_migrations
from fsm.running.reasons import Reasons, Verdicts
from fsm.running.rolling import roller
from fsm.running.seats import HOST, Seats, event_name, in_order, seated_lister
from fsm.running.sentences import check_translation, sentences_of
from fsm.running.settled import program_of, settled_functions, twin_of
from fsm.running.waiting import Waiting
from fsm.settings import keywords_of
from fsm.snapshot import G, Refusal, Snapshot, Trace, Why
from fsm.values.immutable import check_immutable, fields_of
from fsm.values.quoting import distinct_names

__all__ = ["HOST", "Engine", "in_order"]

M = TypeVar("M", bound=Move, default=Any)
"""The moves: a union of the game's move types. `Engine[Table]` alone leaves them unchecked."""

Invariant = Callable[[Snapshot[G]], bool]


class Engine(Generic[G, M]):
    """Runs one flow over one kind of game.

    `new(seed=..., **settings)` makes a game; its return annotation is the game's type. `transient` names fields that
    a save forgets, `invariants` must hold in every snapshot, `presets` are named bundles of settings. `outcome(game)`
    says how a finished game ended, who won and why; `returns(game)`, what each seat gets. `version` and `migrations`
    let saves live through releases: `migrations[1]` brings data of version 1 up to 2.

    `seats(game)` names the seats at the table, `to_act(snapshot)` those that it waits for, if that can be said without
    asking all guards. `view(snapshot, seat)` says what a seat may know; `redeal(view, chance)` makes a position from
    that which the seat cannot tell from the real one.

    `inline=False` has every guard called where it could be written out: for debuggers. Unless given, PHASEBOOK_INLINE
    decides.

    Declare it with its game and its moves, `engine: Engine[Table, Bet | Stop] = Engine(...)`, and a type checker knows
    what `legal_moves` gives and what `step` takes.
    """

    flow: type[Flow]
    """The class that declares the flow."""
    chart: Chart
    """The whole flow as data; its fingerprint marks saves."""
    active_chart: Chart
    """The chart without what settings rule out. Differs from `chart` only in an engine of `for_settings`."""
    name: str
    """The flow's name."""
    moves: tuple[type[M], ...]
    """The move types."""
    move_type: dict[str, type[M]]
    """The move types by the event that they send."""
    new: Callable[..., G]
    """Makes a game; `start` passes its keywords on to it."""
    game_type: type[G]
    """What every game of this engine is."""
    presets: dict[str, Mapping[str, Any]]
    """Named bundles of settings."""
    transient: tuple[str, ...]
    """Fields of the game that a save forgets."""
    invariants: tuple[Invariant[G], ...]
    """What must hold in every snapshot."""
    version: int
    """Of the definition and of its data; raise it when either changes while games are kept."""
    migrations: dict[int, Migration]
    """By version, what brings saves and logs of that one up to the next."""
    most_consequences: int
    """More consequences of one move than this are taken for a cycle."""

    def __init__(
        self,
        flow: type[Flow],
        *,
        moves: Sequence[type[M]],
        new: Callable[..., G],
        seats: Callable[[G], Iterable[Any]] | Sequence[Any] | None = None,
        to_act: Callable[[Snapshot[G]], Collection[Any]] | None = None,
        view: Callable[[Snapshot[G], Any], Any] | None = None,
        redeal: Callable[[Any, Random], Snapshot[G]] | None = None,
        transient: Sequence[str] = (),
        invariants: Sequence[Invariant[G]] = (),
        outcome: Callable[[G], Any] | None = None,
        returns: Callable[[G], Mapping[Any, float]] | None = None,
        presets: Mapping[str, Mapping[str, Any]] | None = None,
        version: int = 1,
        migrations: Migrations | None = None,
        most_consequences: int = MOST_CONSEQUENCES,
        inline: bool | None = None,
    ) -> None:
        self.flow = flow
        chart = read(flow)
        self.name = flow.__name__
        self.moves = tuple(moves)
        self.new = new
        self.game_type = game_type_of(new)
        self.transient = tuple(transient)
        self.invariants = tuple(invariants)
        self.presets = dict(presets or {})
        check_migrations(self.name, version, {} if migrations is None else migrations)
        self.version = version
        self.migrations = dict(migrations or {})
        self.most_consequences = most_consequences
        self._inline = is_wanted(inline)
        self._view = view
        self._view_type = guessing.view_type_of(view)
        self._redeal = redeal
        self._outcome = outcome
        self._returns = returns
        self._rules = rules_of(flow)
        self._keywords = keywords_of(new)
        self._whole: Engine[G, M] = self
        self._settled: Any = None
        self._twins: dict[Any, Engine[G, M]] = {}
        self._programs: dict[tuple[Chart, tuple[type[Dialect], ...]], Program] = {}
        check_moves(chart, self.moves)
        self.chart = self.active_chart = with_words(chart, self.moves)
        check_immutable(self.name, self.game_type)
        check_settings(self.chart, self.game_type)
        check_variants(self.name, self._rules, fields_of(self.game_type).get("settings"))
        check_transient(self.name, self.game_type, self.transient)
        check_fit(self.chart, self._rules, self.moves)
        self.move_type = {event_of(move_type): move_type for move_type in self.moves}
        self._seats = Seats(self, seats, to_act)
        self._reasons = Reasons(self.chart, self._rules, self.move_type)
        self._waiting = Waiting(self.chart, self._rules, self.move_type)
        self._reader = MoveReader(self.name, self.move_type)
        guessing.check_redeal(self)

    # Compiling, at first use: to list, draw or lint a flow needs no engine that runs

    @cached_property
    def _program(self) -> Program:
        """The generated functions of the whole flow; an engine for some settings has those of its origin."""
        return self._compiled(Plain, Traced) if self._whole is self else self._whole._program

    def _compiled(self, *dialects: type[Dialect]) -> Program:
        """The active chart's functions in some dialects; engines for settings that leave the same chart share them."""
        return program_of(self._whole, self.active_chart, dialects)

    @cached_property
    def _functions(self) -> dict[str, Callable[..., Any]]:
        """What `step`, `legal_moves` and `step_traced` really are."""
        if self._whole is not self:
            return settled_functions(self, self._compiled(Plain))
        program, seats = self._program, self._seats
        make_lister = waiting_lister if program.asks_what_waits else lister
        fields = {kind: field for kind, field in seats.field_of.items() if field is not None}
        return {
            "step": stepper(program.acts, self._refuse, fields, seats),
            "legal_moves": make_lister(program.legal, self.game_type, self._foreign_snapshot, seated_lister(seats)),
            "step_traced": traced_stepper(program.traced_acts, self._refuse),
            "rollout": roller(self),
        }

    # Running

    def start(self, /, *, trace: Trace | None = None, **settings: Any) -> Snapshot[G]:
        """A new game at its first phase. Keywords go to the game's `new`: usually a seed and settings.

        Where `new` takes a seed and none is given, it gets one that nobody can guess.
        """
        return self._begin(self._made(**settings), trace)

    def _made(self, /, **settings: Any) -> G:
        """A game that has not begun."""
        if "seed" in self._keywords.known and "seed" not in settings:
            settings["seed"] = drawn_seed()
        self._keywords.check_all(self.name, settings)
        return self.new(**settings)

    def _begin(self, game: G, trace: Trace | None = None) -> Snapshot[G]:
        """A game that `new` has made, at its first phase."""
        if type(game) is not self.game_type:
            promised, made = distinct_names(self.game_type, type(game))
            raise FlowError(f"{self.name}: new() returned {made}; it must return {promised}, as it promises.")
        if self._whole is not self and game.settings != self._settled:  # type: ignore[attr-defined]  # static guards read it
            raise SettingsError("This engine is for other settings; start the game with the engine it was made from.")
        if trace is None:
            return self._program.begin(game)  # type: ignore[no-any-return]  # generated code
        return self._program.traced_begin(game, trace)  # type: ignore[no-any-return, misc]  # a whole engine has it

    @compiled
    def step(self, snapshot: Snapshot[G], move: M, seat: Any = ...) -> Snapshot[G] | Refusal:
        """The next snapshot, or a refusal that says why not. The snapshot given stays as it is.

        With a seat, the move must be that seat's own: any other is refused before a rule is asked. None is a spectator,
        who may send nothing. Without one the caller is trusted.
        """
        return self._functions["step"](snapshot, move, seat)  # type: ignore[no-any-return]  # generated code

    @compiled
    def legal_moves(self, snapshot: Snapshot[G], seat: Any = ...) -> list[M]:
        """Every move that `step` would accept here, payloads included; with a seat or `HOST`, those of that one."""
        return self._functions["legal_moves"](snapshot, seat)  # type: ignore[no-any-return]  # generated code

    @compiled
    def step_traced(self, snapshot: Snapshot[G], move: M, trace: Trace) -> Snapshot[G] | Refusal:
        """As `step`, and notes rows, answers of guards, and news in the trace."""
        return self._functions["step_traced"](snapshot, move, trace)  # type: ignore[no-any-return]  # generated code

    @compiled
    def rollout(
        self,
        snapshot: Snapshot[G],
        chance: Random,
        *,
        choose: Callable[[list[M]], M] | None = None,
        most: int = 10_000,
    ) -> Snapshot[G]:
        """Play on until the game is over, no move is legal, or the most moves are played; the last snapshot.

        Offered are the legal moves, less those that give up while there are others, less those that are avoided while
        the same seat has others. Each decision takes one draw of `chance`, or is asked of `choose`, which is trusted
        to give one of the moves. Quicker than a loop of `legal_moves` and `step`, and the same.
        """
        return self._functions["rollout"](snapshot, chance, choose=choose, most=most)  # type: ignore[no-any-return]

    def is_over(self, snapshot: Snapshot[G]) -> bool:
        """Whether the game has reached a final phase."""
        self.check(snapshot)
        phase = self.chart.by_path[snapshot.phase]
        return phase.final and phase.parent is None

    def outcome(self, snapshot: Snapshot[G]) -> Any:
        """How a finished game ended, in the game's own terms; None before its end, or if the game does not say."""
        if not self.is_over(snapshot) or self._outcome is None:
            return None
        return self._outcome(snapshot.game)

    def returns(self, snapshot: Snapshot[G]) -> dict[Any, float] | None:
        """What each seat gets when the game is over; None before its end, or if the game does not say."""
        if not self.is_over(snapshot) or self._returns is None:
            return None
        return dict(self._returns(snapshot.game))

    # At the table

    def seats(self, snapshot: Snapshot[G]) -> frozenset[Any]:
        """The seats at the table."""
        self.check(snapshot)
        return self._seats.all(snapshot.game)

    def to_act(self, snapshot: Snapshot[G]) -> frozenset[Any]:
        """The seats that the game waits for: several where all choose at the same time, none while only the host can
        go on. A move that interrupts or gives up is possible for others, too."""
        self.check(snapshot)
        return self._seats.to_act(snapshot)

    def absent_move(self, snapshot: Snapshot[G], seat: Any) -> M | None:
        """What is played for a seat that does not play itself: its first move of a type that is declared
        `when_absent`, else of one that gives up; None if it has neither."""
        return self._seats.absent_move(snapshot, seat)  # type: ignore[no-any-return]  # a move of this flow

    def view(self, snapshot: Snapshot[G], seat: Any) -> Any:
        """What a seat may know; None is a spectator. The host knows the snapshot.

        Without a `view` of the game's own that is the phase, who is to act and the seat's legal moves. While seats
        choose, a player sees only that others have chosen: their moves are `Hidden`. The phase is that of `phase_for`.
        """
        self.check(snapshot)
        self._seats.check_seat(snapshot, seat)
        if self._view is None:
            return self._seats.plain_view(snapshot, seat)
        return self._view(self._seats.snapshot_for(snapshot, seat), seat)

    def phase_for(self, snapshot: Snapshot[G], seat: Any) -> str:
        """The phase that a seat sees: a secret one is shown as the one around it to those who are not to act."""
        return self._seats.phase_for(snapshot, seat)

    def read_view(self, data: bytes | str) -> Any:
        """A view from the JSON that a client was sent."""
        return guessing.read_view(self, data)

    def redeal(self, view: Any, chance: Random) -> Snapshot[G]:
        """A position that the owner of a view cannot tell from the real one: everything hidden is dealt anew."""
        return guessing.redeal(self, view, chance)

    def teaches(self, snapshot: Snapshot[G], move: M, seat: Any) -> bool:
        """Whether a move shows a seat something that it did not know, worked out by redealing what it sees."""
        return guessing.teaches(self, snapshot, move, seat)

    def for_settings(self, settings: Any) -> "Engine[G, M]":
        """The same engine with every static guard decided: its `active_chart` is simpler, and its code shorter.

        It starts games of these settings only. Snapshots, saves, refusals and fingerprints are interchangeable:
        whatever has other settings, or changes them, is left to the whole engine.
        """
        check_given(self.name, fields_of(self.game_type).get("settings"), settings)
        return twin_of(self._whole, settings)

    def chart_for(self, *settings: Any) -> Chart:
        """The chart without what settings rule out. Of several, as a game may change its own, it keeps what any needs.

        Without any, or in a flow whose rows do not ask for settings, it is the whole chart.
        """
        if not (settings and self.chart.static_guards):
            return self.chart
        for one in settings:
            check_given(self.name, fields_of(self.game_type).get("settings"), one)
        return self.chart.specialise(*(Verdicts(self.chart, self._rules, one) for one in settings))

    # Reasons

    def why(self, snapshot: Snapshot[G], move: M, seat: Any = ...) -> Why:
        """Every row that could answer the move here, every guard in it and whether it holds.

        For a seat, only as far as it may know: nothing about moves of others, and no answer of a secret guard.
        """
        if seat is not ...:
            return self._seats.why(snapshot, move, seat)
        answer = self.step(snapshot, move)
        message = answer.message if isinstance(answer, Refusal) else ""
        rows = self._reasons.report(snapshot, move)
        return Why(snapshot.phase, event_name(move), not isinstance(answer, Refusal), message, rows)

    def _refuse(self, snapshot: Snapshot[G], move: Any) -> Refusal:
        """Why a move is refused."""
        self.check(snapshot)
        return self._reasons.refusal(snapshot, move)

    def sentences(self) -> dict[str, str]:
        """Every sentence that a move can be refused with, by its code, with names in braces for its values."""
        return sentences_of(self.chart)

    def check_translation(self, translation: Mapping[str, str]) -> None:
        """Raise unless a translation has a sentence for each code, and names only values that come with it."""
        check_translation(self.chart, self._rules, translation)

    # At the door

    def read_move(self, data: bytes | str, snapshot: Snapshot[G] | None = None, seat: Any = ...) -> M | Refusal:
        """A move from JSON such as `{"move": "toggle_card", "card": "..."}`, or the refusal of malformed data.

        With the snapshot it is meant for, a refusal names the phase and what is possible there; with the seat that
        sent it, as that seat may know.
        """
        if snapshot is None:
            return self._reader.read(data, "", tuple(self.move_type))  # type: ignore[no-any-return]
        self.check(snapshot)
        possible = self._reasons.in_force(snapshot.game).possible(snapshot.phase)
        move: M | Refusal = self._reader.read(data, snapshot.phase, possible)
        if seat is ... or not isinstance(move, Refusal):
            return move
        return self._seats.refusal_for(snapshot, move, seat)

    def check(self, snapshot: Any) -> None:
        """Raise unless this is a snapshot of this flow."""
        if not isinstance(snapshot, Snapshot) or type(snapshot.game) is not self.game_type:
            raise self._foreign_snapshot(snapshot)
        if not isinstance(snapshot.phase, str) or snapshot.phase not in self._program.legal:
            raise self._foreign_snapshot(snapshot)
        if trouble := self._waiting.trouble(snapshot):
            raise SnapshotError(f"a snapshot of {self.name} does not fit: {trouble}; pass one as step gave it.")

    def _foreign_snapshot(self, snapshot: Any) -> SnapshotError:
        """What to say about a snapshot that is not ours."""
        return foreign_snapshot(self.name, self.game_type, self._program.legal, snapshot)

    def broken(self, snapshot: Snapshot[G]) -> list[str]:
        """The names of the invariants that a snapshot breaks."""
        self.check(snapshot)
        return [rule.__name__ for rule in self.invariants if not rule(snapshot)]

    # Saving

    def dump(self, snapshot: Snapshot[G]) -> bytes:
        """A saved game: JSON with the flow's name, version and fingerprint, without the transient fields."""
        self.check(snapshot)
        return saves.dump(self, snapshot)

    def load(self, data: bytes | str) -> Snapshot[G]:
        """The snapshot in a saved game. Transient fields start anew, and their consequences follow."""
        return saves.load(self, data)
