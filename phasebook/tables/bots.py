"""Bots by name, and the move that one chooses: from a seat's view and its legal moves, and nothing else.

Names that come from clients are few, and none of them leads to code: `random`, `first` and `search`, which takes a
number of iterations or of seconds. Those who run the server may give names to others.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec

from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move, offered
from fsm.search import Budget, Search, budget_of, search
from fsm.snapshot import Refusal, Snapshot
from phasebook.tables.protocol import Limit
from phasebook.tables.requests import RequestError

SEARCH = "search"
PLAIN = ("random", "first")
MOST_ITERATIONS = 100_000
USUAL_ITERATIONS = 200
HOW_TO = "random, first, search:200 or search:0.5s"


# What may be asked for


def check_bot(name: str, named: Mapping[str, str], thinking: float) -> None:
    """Refuse a bot that there is not."""
    if name in PLAIN or name in named:
        return
    family, _, budget = name.partition(":")
    if family != SEARCH or "," in budget:
        own = f", {', '.join(sorted(named))}" if named else ""
        raise RequestError("options", f"There is no bot {name[:40]!r}; there is {HOW_TO}{own}.")
    budget_from(name, Limit(), thinking)


def check_searchable(engine: Engine[Any], snapshot: Snapshot[Any]) -> None:
    """Refuse to search a flow that does not say enough for it."""
    for seat in engine.to_act(snapshot):
        try:
            Search(engine, engine.view(snapshot, seat), engine.legal_moves(snapshot, seat), seat)
        except PhasebookError as error:
            raise RequestError("options", str(error)) from None


def budget_from(name: str, limit: Limit, thinking: float) -> Budget:
    """How long a search goes on: what the request says, else what the name says, and never longer than allowed."""
    text = name.partition(":")[2] or str(USUAL_ITERATIONS)
    if limit.seconds is not None:
        text = f"{limit.seconds}s"
    elif limit.iterations is not None:
        text = str(limit.iterations)
    try:
        budget = budget_of(text)
    except PhasebookError as error:
        raise RequestError("options", str(error)) from None
    if (budget.iterations or 0) > MOST_ITERATIONS or (budget.seconds or 0) > thinking:
        raise RequestError(
            "options", f"A bot thinks for at most {MOST_ITERATIONS} iterations or {thinking:g} seconds; ask for less."
        )
    return budget


# Deciding


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked."""

    flow: str
    view: bytes
    moves: tuple[bytes, ...]
    seat: Any
    bot: str
    limit: Limit = Limit()
    by_client: bool = False
    """Whether a client has asked, and not a table for one of its seats."""


Begins = Callable[[float], None]
"""Takes the number of seconds within which a bot begins to think."""


def ignore(seconds: float) -> None:
    """For those who do not need to know when a bot begins to think."""


def decided(engine: Engine[Any], asked: Question, named: Mapping[str, str], thinking: float) -> Move:
    """The move that a bot makes."""
    moves = [read_move(engine, text) for text in asked.moves]
    if not moves:
        raise RequestError("malformed", "There is nothing to decide; send the moves that are legal for the seat.")
    check_bot(asked.bot, named, thinking)
    if asked.bot == "first":
        return moves[0]
    if asked.bot == "random":
        left_alone = [kind for kind in engine.moves if kind.gives_up]
        chosen: Move = Random(seed_from(asked.view)).choice(offered(moves, left_alone))
        return chosen
    view = engine.read_view(asked.view)
    if asked.bot in named:
        return by_policy(engine, named[asked.bot], view, moves, asked)
    budget = budget_from(asked.bot, asked.limit, thinking)
    return search(engine, view, moves, asked.seat, budget, seed=seed_from(asked.view)).move  # type: ignore[no-any-return]


def by_policy(engine: Engine[Any], name: str, view: Any, moves: Sequence[Move], asked: Question) -> Move:
    """The choice of a policy. It is shown a position that fits the view: what it must not know is dealt anew."""
    from fsm.simulate import Decision, policy_of  # brings all of simulating, for those who name a policy

    seed = seed_from(asked.view)
    guess = engine.redeal(view, Random(seed))
    return policy_of(name)(Decision(engine, guess, moves, seed, 0, seat=asked.seat))


def read_move(engine: Engine[Any], text: bytes) -> Move:
    """A move of a question."""
    move = engine.read_move(text)
    if isinstance(move, Refusal):
        raise RequestError("malformed", f"{move.message.removesuffix('.')}; send moves as the server gave them.")
    return move  # type: ignore[no-any-return]  # one of the engine's


def seed_from(view: bytes) -> int:
    """A seed that depends on nothing but what is seen."""
    return int.from_bytes(blake2b(view, digest_size=8).digest(), "little")
