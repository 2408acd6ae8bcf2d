"""Does `legal_moves` say the same as `step`? Tries the moves that it does not offer."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from fsm.checking.domains import Domains
from fsm.checking.findings import not_an_end
from fsm.compiler.program import compile_chart
from fsm.engine import Engine
from fsm.moves import Move, event_of, move_key, move_text
from fsm.snapshot import Refusal, Snapshot, Trace


class Prober:
    """Asks the guards about any payload. It notes what they answer in a trace, and builds no refusals: nobody reads
    them, and they cost the most."""

    def __init__(self, engine: Engine[Any], trace: Trace | None = None) -> None:
        self.program = compile_chart(
            engine.chart, engine._rules, engine.moves, engine.game_type, lambda *_: None, engine.most_consequences
        )
        self.acts = self.program.traced_acts
        self.domains = Domains(engine.moves)
        self.trace = trace or Trace()

    def others(
        self, snapshot: Snapshot[Any], legal: Sequence[Move], without: Collection[type[Move]] = ()
    ) -> Iterator[Move]:
        """Payloads of the events that this phase knows, outside the legal moves."""
        offered = {move_key(move) for move in legal}
        for kind in self.acts[snapshot.phase]:
            if kind not in without:
                self.domains.learn(kind.candidates(snapshot.game))
                yield from (move for move in self.domains.payloads(kind) if move_key(move) not in offered)

    def accepts(self, snapshot: Snapshot[Any], move: Move) -> bool:
        """Whether the guards let a move pass."""
        return self.acts[snapshot.phase][type(move)](snapshot, move, self.trace) is not None


def repeated(moves: Sequence[Move]) -> Move | None:
    """The first move that is offered more than once."""
    times = Counter(map(move_key, moves))
    return next((move for move in moves if times[move_key(move)] > 1), None)


def refused_although_legal(move: Move, refusal: Refusal) -> str:
    """What to say of a move that is offered and not accepted."""
    return f"legal_moves offers {move_text(move)}, but step refuses it: {refusal.message}"


def stuck(engine: Engine[Any], snapshot: Snapshot[Any]) -> str:
    """What to say where nothing can happen any more, although the game is not over."""
    return f"No move is legal here, and {not_an_end(engine.chart.phase(snapshot.phase))}."


def unoffered(snapshot: Snapshot[Any], move: Move) -> str:
    """What to say of a move that is accepted and not offered: which of the two causes is the likelier one."""
    candidates = list(type(move).candidates(snapshot.game))
    event = event_of(type(move))
    said = f"step accepts {move_text(move)}, but legal_moves does not offer it"
    for name in move.__struct_fields__:
        value = getattr(move, name)
        if all(getattr(candidate, name) != value for candidate in candidates):
            return (
                f"{said}: no candidate of {event} has {name} {value!r} here, so a guard is probably missing that "
                f"refuses it. If the move is meant to be legal, widen the candidates."
            )
    return (
        f"{said}: its candidates are probably too few, so widen them. "
        f"If the move is not meant to be legal, a guard is missing that refuses it."
    )


def obstacles(engine: Engine[Any], snapshot: Snapshot[Any]) -> tuple[str, ...]:
    """Why nothing is legal: for each event the guards that refuse its candidates, with an example each."""
    return tuple(line for kind in moves_at(engine, snapshot) for line in obstacles_of(engine, snapshot, kind))


def moves_at(engine: Engine[Any], snapshot: Snapshot[Any]) -> list[type[Move]]:
    """The move types of the events that a phase knows."""
    return [engine.move_type[event] for event in engine.chart.events_at(snapshot.phase)]


def obstacles_of(engine: Engine[Any], snapshot: Snapshot[Any], kind: type[Move]) -> Iterator[str]:
    """The guards that refuse the candidates of one event."""
    refused: dict[str, list[Move]] = {}
    for move in kind.candidates(snapshot.game):
        answer = engine.step(snapshot, move)
        if isinstance(answer, Refusal):
            refused.setdefault(answer.guard or answer.message, []).append(move)
    if not refused:
        yield f"{event_of(kind)}: it has no candidates here"
    for guard, moves in refused.items():
        others = f" and {len(moves) - 1:,} more" if len(moves) > 1 else ""
        yield f"{guard} refuses {move_text(moves[0])}{others}"
