"""Drives the reference, the compiled engine and the native machine with the same moves, and compares all they say."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from fsm import Engine, FlowError, Move, Refusal, RuleError, Snapshot, Trace
from fsm.native import Native
from tests.fsm.by_steps import Recording, rollout_by_steps
from tests.fsm.features import ENDLESS, features
from tests.fsm.random_flows import Pick
from tests.fsm.reference import EndlessError, Reference, RefusedError
from tests.fsm.rich_flows import Diary, random_move, rich_engines

Here = Snapshot[Diary]
Seen = Counter[str]
"""How often each thing that a flow can say was really done."""

EVENTS_A_FLOW = 80
ROLLED = 40
"""Moves of a rollout that is compared."""
STARTS = 6
"""Games that are tried until one goes on."""
NATIVE_FLOWS = 4
"""One flow in so many is also run by the native machine, which is slow."""


def said(act: Callable[..., Any], *arguments: Any) -> Any:
    """What an engine says: a snapshot, why not, or that consequences do not end."""
    try:
        answer = act(*arguments)
    except RuleError as error:
        if ENDLESS not in str(error) and "more than" not in str(error):
            raise
        return ENDLESS
    if isinstance(answer, Refusal):
        return str(answer.kind), answer.message, answer.guard, answer.code, answer.values
    return answer


def said_by_reference(act: Callable[..., Any], *arguments: Any) -> Any:
    """The same of the reference."""
    try:
        return act(*arguments)
    except EndlessError:
        return ENDLESS
    except RefusedError as refused:
        return refused.args


class Agreement:
    """One random flow, on all that can run it: always the reference and the engine, and now one and now another."""

    def __init__(self, pick: Pick, number: int, seen: Seen) -> None:
        self.pick = pick
        self.seen = seen
        self.engine, called = rich_engines(pick)
        self.engines: list[Engine[Diary]] = [self.engine, *([called] if number % 3 == 0 else [])]
        self.has_twins = number % 3 == 1
        self.has_native = number % NATIVE_FLOWS == 0
        self.native: Native[Diary] | None = None
        self.reference = Reference(self.engine.flow, self.engine.most_consequences)
        self.sentences = self.engine.sentences()

    def play(self) -> int:
        """Compare a game of this flow; the number of events."""
        for _ in range(STARTS):
            game = Diary(self.pick(1 << 16))
            first = said_by_reference(self.reference.start, game)
            if isinstance(first, Snapshot) and self.is_going_on(first):
                self.compare_start(game, first)
                if self.has_twins:
                    self.compare_rollouts(first)
                return self.follow(first)
        self.compare_start(game, first)
        return 0

    def is_going_on(self, here: Here) -> bool:
        """Whether there is a legal move."""
        return any(self.reference.accepts(here, move) for move in self.candidates(here))

    def compare_start(self, game: Diary, first: Any) -> None:
        """Where a game begins."""
        for engine in self.engines:
            assert said(lambda engine=engine: engine.start(seed=game.number)) == first
        if self.has_native:
            assert said(lambda: Native(self.engine, game).snapshot) == first

    def follow(self, first: Here) -> int:
        """Moves from here on; from an earlier snapshot now and then, and where nothing goes on."""
        here, known = first, [first]
        for _ in range(EVENTS_A_FLOW):
            legal = self.legal(here)
            if not legal or self.pick(12) == 0:
                here, self.native = known[self.pick(len(known))], None
                legal = self.legal(here)
            is_meant = legal and self.pick(5)
            move = legal[self.pick(len(legal))] if is_meant else random_move(self.pick, self.engine.moves)
            after = self.event(here, move)
            if isinstance(after, Snapshot):
                here = after
                known.append(here)
        return EVENTS_A_FLOW

    def compare_rollouts(self, first: Here) -> None:
        """Random play from here, by turns and by the steps of the reference, with the same choices."""
        seed, recording, step = self.pick(1 << 16), Recording(ROLLED), self.reference.step
        last = said_by_reference(rollout_by_steps, self.engine, first, Random(seed), None, ROLLED, step)
        chosen = said_by_reference(rollout_by_steps, self.engine, first, Random(seed), recording, ROLLED, step)
        for engine in self.all_engines(first):
            again = Recording(ROLLED)
            assert said(partial(engine.rollout, first, Random(seed), most=ROLLED)) == last
            assert said(partial(engine.rollout, first, Random(seed), choose=again, most=ROLLED)) == chosen
            assert again.seen == recording.seen

    def candidates(self, here: Here) -> list[Move]:
        return [move for kind in self.engine.moves for move in kind.candidates(here.game)]

    def legal(self, here: Here) -> list[Move]:
        """The legal moves, by everybody's account."""
        legal = [move for move in self.candidates(here) if self.reference.accepts(here, move)]
        for engine in self.all_engines(here):
            assert sorted(engine.legal_moves(here), key=repr) == sorted(legal, key=repr)
        return legal

    def all_engines(self, here: Here) -> list[Engine[Diary]]:
        """The engines, and the one for the settings of a game if it has its turn."""
        return [*self.engines, *([self.engine.for_settings(here.game.settings)] if self.has_twins else [])]

    def event(self, here: Here, move: Move) -> Any:
        """One event on all of them; what one of them says, because they know their own callers by identity."""
        after = said_by_reference(self.reference.step, here, move)
        self.seen.update(features(self.reference, here, move, after))
        answers = [after]
        for engine in self.all_engines(here):
            answers.append(said(engine.step, here, move))
            self.compare_traced(engine, here, move, after)
        if self.has_native:
            answers.append(self.sent_natively(here, move, after))
        assert all(answer == after for answer in answers)
        self.compare_reason(here, move, after)
        self.compare_saved(after)
        return answers[self.pick(len(answers))]

    def compare_traced(self, engine: Engine[Diary], here: Here, move: Move, after: Any) -> None:
        """The traced step, which also tells the rows."""
        trace = Trace()
        assert said(engine.step_traced, here, move, trace) == after
        if isinstance(after, Snapshot):
            lines = self.reference.reading.lines
            assert [row for row in trace.rows if row in lines] == [row for row in self.reference.done if row in lines]

    def compare_reason(self, here: Here, move: Move, after: Any) -> None:
        """Everything else that is said about a move that is refused, and whether it is."""
        if after == ENDLESS:
            return
        why, answer = self.engine.why(here, move), self.engine.step(here, move)
        assert why.accepted is isinstance(after, Snapshot)
        if isinstance(answer, Refusal):
            assert why.message == answer.message
            assert list(answer.possible) == self.reference.possible()
            assert answer.translated(self.sentences) == answer.message

    def compare_saved(self, after: Any) -> None:
        """Whatever can go on can be saved; a game that is stuck cannot be loaded."""
        if isinstance(after, Snapshot) and (self.engine.is_over(after) or self.engine.legal_moves(after)):
            assert self.engine.load(self.engine.dump(after)) == after

    def sent_natively(self, here: Here, move: Move, after: Any) -> Any:
        """What the native machine says, which keeps its own configuration."""
        native = self.native = self.native or Native(self.engine, here)
        answer = said(native.send, move)
        assert native.snapshot == (after if isinstance(after, Snapshot) else here)
        return answer


def drive(seed: int, wanted: int, seen: Seen) -> int:
    """Random flows from a generator until so many events were compared; how many were."""
    rng = random.Random(seed)
    events = 0
    while events < wanted:
        try:
            agreement = Agreement(rng.randrange, seen["flows"], seen)
        except FlowError:
            seen["unsound flows"] += 1
            continue
        seen["flows"] += 1
        events += agreement.play()
    return events
