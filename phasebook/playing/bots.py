"""The players that nobody sits behind: policies, as in simulations. These are imported when a bot first decides."""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move, offered
from fsm.snapshot import Snapshot

if TYPE_CHECKING:
    from fsm.simulate import Decision, Policy

ITERATIONS, SECONDS = 200, 0.3
"""Of the search that plays where nothing else is asked for: a moment's thought, and never a long one."""


class Bots:
    """Decides for every seat that has no person. A policy is made when its seat first decides."""

    def __init__(self, engine: Engine[Any], texts: Sequence[str], seed: int) -> None:
        self.engine = engine
        self.seed = seed
        self.everybody, self.seats = policies_named(texts) if texts else (None, {})
        self.made: dict[str | None, Policy] = {}

    def decide(self, snapshot: Snapshot[Any], moves: Sequence[Move], seat: Any, number: int) -> Move:
        """What a seat does; it is not offered to give up while it has other moves."""
        from fsm.simulate import Decision

        giving_up = frozenset(kind for kind in self.engine.moves if kind.gives_up)
        left = offered(list(moves), giving_up)
        return self.policy(seat)(Decision(self.engine, snapshot, left, self.seed, number, giving_up, seat))

    def policy(self, seat: Any) -> "Policy":
        """Who decides for a seat."""
        from fsm.simulate import policy_of

        name = self.seats.get(str(seat), self.everybody)
        if name not in self.made:
            self.made[name] = thoughtful if name is None else policy_of(name)
        return self.made[name]


def thoughtful(decision: "Decision") -> Move:
    """A short search from what the seat sees; where the game cannot be searched, any move."""
    from fsm.search import Search
    from fsm.simulate import policy_of

    view = decision.engine.view(decision.snapshot, decision.seat)
    try:
        thinking = Search(decision.engine, view, decision.moves, decision.seat, seed=decision.number)
        end = monotonic() + SECONDS
        thinking.run(ITERATIONS, stop=lambda: monotonic() >= end)
    except PhasebookError:
        return policy_of("random")(decision)
    best: Move = thinking.best
    return best


def policies_named(texts: Sequence[str]) -> tuple[str | None, Mapping[str, str]]:
    """Everybody's policy, if one is named, and those of single seats. Names that nobody knows are refused at once."""
    from fsm.simulate import policies_of, policy_of

    everybody, seats = policies_of(texts)
    is_named = any("=" not in text for text in texts)
    for name in (everybody, *seats.values()):
        policy_of(name)
    return everybody if is_named else None, seats


def check_policies(bots: Bots, seats: Sequence[Any], people: Sequence[Any]) -> None:
    """Refuse policies of seats that are not there, or that a person plays."""
    for seat in bots.seats:
        if seat not in map(str, seats):
            raise PhasebookError(f"There is no seat {seat} for a policy; the seats are {listed(seats)}.")
        if seat in map(str, people):
            raise PhasebookError(
                f"Seat {seat} is played here, not by a policy; leave it out of --seats or of --policy."
            )


def listed(seats: Sequence[Any]) -> str:
    """Seats for a sentence."""
    return ", ".join(map(str, seats))
