"""What must hold in every snapshot that play comes to. Exploration and guided play ask the same, and ask it here."""

from collections import Counter
from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any, Generic, TypeVar

from fsm.chart import MISSING_MOVE
from fsm.checking.defects import Trouble
from fsm.checking.gathering import followed
from fsm.checking.probing import Prober, obstacles, refused_although_legal, repeated, stuck, unoffered
from fsm.engine import Engine
from fsm.moves import Move, event_of, move_text
from fsm.snapshot import G, Refusal, Snapshot, Trace, encode
from fsm.values.quoting import shown

T = TypeVar("T")

FIRST_OF_A_PHASE, THEN_ONE_IN = 200, 64
"""Snapshots whose moves are tried with all payloads: the first ones of each phase, then a share of the rest."""


class RuleRaisedError(Exception):
    """A rule of the game raised; its own error is the cause. Whatever else goes wrong is not the game's fault."""


class Inspector(Generic[G]):
    """Looks at one snapshot after the other, and reports what is wrong there."""

    def __init__(
        self, engine: Engine[G], trace: Trace, report: Callable[[Trouble], None], thorough: bool = False
    ) -> None:
        self.engine = engine
        self.trace = trace
        self.report = report
        self.thorough = thorough
        self.ends = {leaf.path for leaf in engine.chart.leaves if leaf.final and leaf.parent is None}
        self.prober = Prober(engine, trace)
        self.convicted: set[type[Move]] = set()
        """Move types whose candidates are known to be too few: one proof is enough."""
        self.sampled: Counter[str] = Counter()
        self.transitions = self.endings = self.payloads = 0
        self.doing: tuple[str, Move | None] = ("", None)
        """What the rules are asked at the moment, for the report of a rule that raises."""

    def is_sound(self, snapshot: Snapshot[G]) -> bool:
        """Whether the invariants hold. What follows from a snapshot that breaks one proves nothing."""
        self.doing = "asking the invariants", None
        try:
            broken = self.ask(self.engine.broken, snapshot)
        except RuleRaisedError as raised:
            self.fail(snapshot, raised)
            return False
        for name in broken:
            self.report(Trouble("broken_invariant", name, f"The invariant {name!r} does not hold."))
        return not broken

    def leading_on(self, snapshot: Snapshot[G], closely: bool) -> Iterator[tuple[Move, Snapshot[G]]]:
        """Every move that leads on, and where to. Looked at closely, all payloads are tried, and moves played twice."""
        try:
            if snapshot.phase in self.ends:
                self.end(snapshot)
            else:
                yield from self.play_all(snapshot, closely)
        except RuleRaisedError as raised:
            self.fail(snapshot, raised)

    def play_all(self, snapshot: Snapshot[G], closely: bool) -> Iterator[tuple[Move, Snapshot[G]]]:
        """Play every legal move of a snapshot; of seats that choose at the same time, those of one seat."""
        legal = self.legal(snapshot)
        before = encode(snapshot) if closely else b""
        leading_on = self.ask(followed, self.engine, snapshot, legal)
        for move in leading_on:
            after = self.play(snapshot, move)
            if after is not None:
                yield move, after
            if before and encode(snapshot) != before:
                self.report(Trouble("changed_input", event_of(type(move)), f"Playing {move_text(move)} changed the "
                            "snapshot that it was played on; an effect returns a new game."))  # fmt: skip
                return  # whatever would follow starts from a snapshot that is no longer the one that was found
            if before and after is not None:
                self.play_again(snapshot, move, after)
        if closely:
            self.try_others(snapshot, legal if len(leading_on) < len(legal) else [])
            self.try_payloads(snapshot, legal)

    # The end

    def end(self, snapshot: Snapshot[G]) -> None:
        """A game is over: it must be able to say how it ended, and what each seat gets."""
        self.endings += 1
        self.doing = "asking for the outcome", None
        outcome = self.ask(self.engine.outcome, snapshot)
        if outcome is None and self.engine._outcome is not None:
            self.report(Trouble("missing_outcome", snapshot.phase, "The game is over, and its outcome is None; "
                        "outcome() says how a game ended in every final phase."))  # fmt: skip
        self.doing = "asking for the returns", None
        returns = self.ask(self.engine.returns, snapshot)
        if returns is not None:
            self.check_returns(snapshot, returns)

    def check_returns(self, snapshot: Snapshot[G], returns: dict[Any, float]) -> None:
        """Each seat gets a number."""
        seats = self.ask(self.engine.seats, snapshot)
        if self.engine._seats.are_declared and set(returns) != set(seats):
            self.report(Trouble("wrong_returns", snapshot.phase, f"The returns are for the seats {sorted(returns)}; "
                        f"at the table are {sorted(seats)}."))  # fmt: skip
        for seat, value in returns.items():
            if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
                self.report(Trouble("wrong_returns", snapshot.phase, f"The returns of seat {seat!r} are {value!r}, "
                            "which is no number."))  # fmt: skip

    # Moves

    def legal(self, snapshot: Snapshot[G]) -> list[Any]:
        """The legal moves; a game that goes on has some."""
        self.doing = "asking for legal moves", None
        legal = self.ask(self.engine.legal_moves, snapshot)
        if not legal:
            self.doing = "asking why no move is legal", None
            found = self.ask(obstacles, self.engine, snapshot)
            self.report(Trouble("deadlock", snapshot.phase, stuck(self.engine, snapshot), found))
        return legal

    def play(self, snapshot: Snapshot[G], move: Move) -> Snapshot[G] | None:
        """Play one legal move."""
        self.doing = "playing", move
        after = self.ask(self.engine.step_traced, snapshot, move, self.trace)
        if isinstance(after, Refusal):
            self.refused(move, after)
            return None
        self.transitions += 1
        return after

    def play_again(self, snapshot: Snapshot[G], move: Move, after: Snapshot[G]) -> None:
        """The same move in the same snapshot leads to the same one: rules ask neither clocks nor dice of their own."""
        again = self.ask(self.engine.step_traced, snapshot, move, Trace())
        if isinstance(again, Refusal) or encode(again) != encode(after):
            self.report(Trouble("not_deterministic", event_of(type(move)), f"Playing {move_text(move)} twice in the "
                        "same snapshot gives two results; a rule asks a clock, random numbers of its own, or something "
                        "that it keeps. Chance comes from the game's seed: see fsm.chance."))  # fmt: skip

    def refused(self, move: Move, refusal: Refusal) -> None:
        """A legal move is not accepted."""
        self.report(Trouble("refused_legal_move", event_of(type(move)), refused_although_legal(move, refusal)))

    def ask(self, rule: Callable[..., T], *arguments: Any) -> T:
        """What the game's rules answer. What they raise is kept apart from what goes wrong in here."""
        try:
            return rule(*arguments)
        except Exception as error:
            raise RuleRaisedError from error

    def fail(self, snapshot: Snapshot[G], raised: RuleRaisedError) -> None:
        """A rule raised."""
        error = type(raised.__cause__).__name__
        doing, move = self.doing
        said = f" {move_text(move)}" if move is not None else ""
        sentence = f"{error} while {doing}{said}: {shown(str(raised.__cause__))}"
        self.report(Trouble("rule_error", f"{snapshot.phase}: {error}", sentence))

    # Legality

    def is_sampled(self, number: int, phase: str) -> bool:
        """Whether a snapshot is one of those that are looked at closely."""
        if phase in self.ends:
            return False
        if not (self.thorough or self.sampled[phase] < FIRST_OF_A_PHASE or not number % THEN_ONE_IN):
            return False
        self.sampled[phase] += 1
        return True

    def try_others(self, snapshot: Snapshot[G], legal: list[Move]) -> None:
        """Legal moves that lead nowhere else must be accepted all the same."""
        for move in legal:
            self.doing = "trying", move
            answer = self.ask(self.engine.step, snapshot, move)
            if isinstance(answer, Refusal):
                self.refused(move, answer)

    def try_payloads(self, snapshot: Snapshot[G], legal: list[Move]) -> None:
        """Every move outside `legal_moves` must be refused, and none is in it twice."""
        twice = repeated(legal)
        if twice is not None:
            text = move_text(twice)
            self.report(Trouble("repeated_legal_move", text, f"legal_moves offers {text} more than once."))
        self.doing = "asking for candidates", None
        others: list[Move] = self.ask(list, self.prober.others(snapshot, legal, without=self.convicted))
        for move in others:
            self.payloads += 1
            self.doing = "trying", move
            if type(move) not in self.convicted and self.ask(self.prober.accepts, snapshot, move):
                self.convicted.add(type(move))
                self.report(Trouble(MISSING_MOVE, event_of(type(move)), unoffered(snapshot, move)))
