"""A host that plays SCXML's processor: it keeps the queues and the clock, and sends one event after the other.

All the rest is the flow's: which row an event takes, what is left and entered, and what follows by itself.
"""

from collections import deque
from typing import Any, Protocol

from fsm import Engine, Flow, Refusal, Snapshot
from fsm.native import Native
from fsm.reading import read
from tests.scxml.words import SIGNALS, Data, Sent, Signal, new_data

MOST_EVENTS = 50
"""Far more than any test sends."""


def engine_for(flow: type[Flow], **options: Any) -> Engine[Data]:
    """An engine for a definition."""
    return Engine(flow, moves=[SIGNALS[event] for event in read(flow).events], new=new_data, **options)


class Machine(Protocol):
    """What runs a flow."""

    @property
    def snapshot(self) -> Snapshot[Data]: ...

    def send(self, move: Signal) -> Snapshot[Data] | Refusal: ...


class Compiled:
    """The engine, and where the game stands."""

    def __init__(self, engine: Engine[Data], given: dict[str, Any]) -> None:
        self.engine = engine
        self.snapshot = engine.start(**given)

    def send(self, move: Signal) -> Snapshot[Data] | Refusal:
        answer = self.engine.step(self.snapshot, move)
        if isinstance(answer, Snapshot):
            self.snapshot = answer
        return answer


def interpreted(engine: Engine[Data], given: dict[str, Any]) -> Native[Data]:
    """The same on python-statemachine's own interpreter."""
    return Native(engine, engine.new(**given))


class Host:
    """Runs a machine until it is over or no event is left."""

    def __init__(self, engine: Engine[Data], machine: Machine) -> None:
        self.engine = engine
        self.machine = machine
        self.inner: deque[Sent] = deque()
        self.outer: deque[Sent] = deque()
        self.later: list[tuple[int, Sent]] = []
        self.now = 0
        self.taken = 0

    def run(self) -> str:
        """The phase in which it ends."""
        for _ in range(MOST_EVENTS):
            self.collect()
            if self.engine.is_over(self.machine.snapshot) or (event := self.next()) is None:
                return self.machine.snapshot.phase
            self.deliver(event)
        return "still running"

    def collect(self) -> None:
        """Put what the last step has sent into the queues."""
        sent = self.machine.snapshot.game.sent
        for one in sent[self.taken :]:
            self.put(one)
        self.taken = len(sent)

    def put(self, sent: Sent) -> None:
        if sent.cancels:
            self.later = [(due, other) for due, other in self.later if other.id != sent.id]
        elif sent.delay:
            self.later.append((self.now + sent.delay, sent))
        else:
            (self.inner if sent.inner else self.outer).append(sent)

    def next(self) -> Sent | None:
        """The next event: the inner queue comes first, then the outer one, then what is due next."""
        for queue in (self.inner, self.outer):
            if queue:
                return queue.popleft()
        if not self.later:
            return None
        self.now, sent = first = min(self.later, key=lambda pair: pair[0])
        self.later.remove(first)
        return sent

    def deliver(self, sent: Sent) -> None:
        """One event. One that no row answers is dropped; when a rule fails, that is the next event."""
        signal = SIGNALS[sent.event](sent.data, sent.more)
        if sent.event not in self.engine.move_type:
            return
        try:
            self.machine.send(signal)
        except Exception:
            self.inner.append(Sent("fault", inner=True))
