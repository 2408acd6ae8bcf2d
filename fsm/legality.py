"""Does `legal_moves` say the same as `step`? Tries the moves that it does not offer."""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from fsm.compile import compile_chart
from fsm.domains import Domains
from fsm.engine import Engine
from fsm.moves import Move
from fsm.snapshot import Snapshot, Trace
from fsm.snapshot import encode as encode


class Judge:
    """Asks the guards about any payload. It notes what they answer in a trace, and builds no refusals: nobody reads
    them, and they cost the most."""

    def __init__(self, engine: Engine[Any], trace: Trace | None = None) -> None:
        program = compile_chart(
            engine.chart, engine._rules, engine.moves, engine.game_type, lambda *_: None, engine.most_consequences
        )
        self.acts = program.traced_acts
        self.domains = Domains(engine.moves)
        self.trace = trace or Trace()

    def others(
        self, snapshot: Snapshot[Any], legal: list[Move], without: Collection[type[Move]] = ()
    ) -> Iterator[Move]:
        """Payloads of the events that this phase knows, outside the legal moves."""
        offered = {encode(move) for move in legal}
        for kind in self.acts[snapshot.phase]:
            if kind not in without:
                self.domains.learn(kind.candidates(snapshot.game))
                yield from (move for move in self.domains.payloads(kind) if encode(move) not in offered)

    def accepts(self, snapshot: Snapshot[Any], move: Move) -> bool:
        """Whether the guards let a move pass."""
        return self.acts[snapshot.phase][type(move)](snapshot, move, self.trace) is not None


def show(move: Move) -> str:
    """A move as a player would send it."""
    return msgspec.json.encode(move).decode()
