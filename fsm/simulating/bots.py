"""The search as a policy of simulations: `search:500`, `search:0.5s,plain`."""

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move, seat_of
from fsm.search import Budget, Helpers, search
from fsm.searching.budgets import HOW_TO, budget_of
from fsm.searching.sharing import named_hints
from fsm.snapshot import Snapshot, encode

if TYPE_CHECKING:
    from fsm.simulating.policies import Decision

FAMILY = "search"


class Searcher:
    """Searches for the best move, from what the seat sees: `search:500` tries 500 games, `search:0.5s` takes half a
    second."""

    def __init__(self, budget: Budget, hints: str | None, learning: bool, jobs: int) -> None:
        self.budget = budget
        self.hints = hints
        self.learning = learning
        self.helpers = Helpers(jobs) if jobs > 1 else None

    def __call__(self, decision: "Decision") -> Move:
        engine, moves = decision.engine, decision.moves
        if moves[0].by_host:
            return moves[0]
        seat = decider(engine, decision.snapshot, moves[0])
        view = engine.view(decision.snapshot, seat)
        found = search(
            engine,
            view,
            moves,
            seat,
            self.budget,
            seed=seed_from(view),
            hints=self.hints,
            learning=self.learning,
            helpers=self.helpers,
        )
        return found.move  # type: ignore[no-any-return]  # one of the moves


def decider(engine: Engine[Any], snapshot: Snapshot[Any], move: Move) -> Any:
    """Whose move it is: the seat that it names, or else the one to act."""
    seat = seat_of(move)
    return min(engine.to_act(snapshot), key=repr) if seat is None else seat


def seed_from(view: Any) -> int:
    """A seed that depends on nothing but what is seen: the real seed of a game is a secret."""
    return int.from_bytes(blake2b(encode(view), digest_size=16).digest(), "little")


def searcher_of(name: str) -> Searcher:
    """The search that a name such as `search:500` or `search:0.5s,plain,jobs:2` asks for."""
    budget, *options = name.partition(":")[2].split(",")
    if not budget:
        raise PhasebookError(f"{name!r} needs a budget: {HOW_TO}, after a colon: search:500.")
    hints, learning, jobs = None, True, 1
    for option in options:
        if option == "random":
            learning = False
        elif option.startswith("jobs:"):
            jobs = jobs_of(option)
        else:
            hints = checked_hints(name, option)
    return Searcher(budget_of(budget), hints, learning, jobs)


def jobs_of(option: str) -> int:
    """The number of processes in `jobs:2`."""
    number = option.partition(":")[2]
    if not number.isdecimal() or int(number) < 1:
        raise PhasebookError(f"{option!r} is no number of processes; write jobs:2.")
    return int(number)


def checked_hints(name: str, option: str) -> str:
    """A name of hints that are there."""
    if option != "plain" and ":" not in option:
        raise PhasebookError(
            f"{name!r}: a search has no option {option!r}; it has plain (without the author's hints), random "
            "(rollouts that do not learn), jobs:2 (processes), or hints of yours as package.module:NAME."
        )
    named_hints(option)
    return option
