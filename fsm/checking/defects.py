"""What play can run into, and the game that shows it."""

from typing import Any, NamedTuple

import msgspec

from fsm.engine import Engine
from fsm.errors import SaveError
from fsm.moves import Move
from fsm.session import Session


class Trouble(NamedTuple):
    """Something wrong in the snapshot that is being looked at."""

    kind: str
    name: str
    sentence: str
    obstacles: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What makes two troubles the same defect."""
        return self.kind, self.name


class Defect(msgspec.Struct, frozen=True):
    """Something wrong that play can reach, with a way to it: a shortest one, if exploration found it."""

    kind: str
    """broken_invariant, deadlock, livelock, refused_legal_move, missing_legal_move, repeated_legal_move, changed_input,
    not_deterministic, missing_outcome, wrong_returns or rule_error."""
    name: str
    """The invariant, the event, the phase or the error."""
    phase: str
    sentence: str
    moves: tuple[Move, ...]
    rows: tuple[str, ...]
    log: str
    """The moves as a session log: `Session.replay(engine, defect.log)` goes there. Empty if it cannot be saved."""
    accepted: str = ""
    """The author's reason, if the flow accepts this defect; only a missing legal move can be accepted."""
    obstacles: tuple[str, ...] = ()
    """At a deadlock, the guards that refuse what a player could try."""
    seed: int = 0
    """Of the game."""
    settings: dict[str, Any] = {}
    """Of the game, as `engine.start` takes them."""

    def __str__(self) -> str:
        return f"{self.kind} in {self.phase} after {self.distance}: {self.sentence}"

    @property
    def distance(self) -> str:
        """How far from the start."""
        return f"{len(self.moves)} move{'' if len(self.moves) == 1 else 's'}"


def defect_at(engine: Engine[Any], session: Session[Any], trouble: Trouble, seed: int, settings: Any) -> Defect:
    """The trouble at the end of a session."""
    return Defect(
        kind=trouble.kind,
        name=trouble.name,
        phase=session.snapshot.phase,
        sentence=trouble.sentence,
        moves=tuple(step.move for step in session.log),
        rows=session.trace,
        log=log_of(session),
        accepted=engine.chart.reason_to_accept(*trouble.key),
        obstacles=trouble.obstacles,
        seed=seed,
        settings=dict(settings),
    )


def log_of(session: Session[Any]) -> str:
    """A session as a log, or nothing: a game that cannot be saved may have defects all the same."""
    try:
        return session.write_log().decode()
    except SaveError:
        return ""
