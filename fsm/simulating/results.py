"""How a finished game ended, for every seat: who won, who began, and one sentence about it.

A seat wins if no other gets more; those who get the same win together, as teams do. If all get the same, nobody wins.
Where the game does not say what seats get, the outcome's field `winner` or `winners` decides.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from fsm.engine import Engine
from fsm.errors import FlowError
from fsm.moves import Move
from fsm.simulating.tally import Number, Tally, inner, is_scores, label, named_parts, plain
from fsm.snapshot import Refusal, Snapshot

WINNERS = ("winner", "winners")
LOSERS = ("loser", "losers")
REASONS = ("reason", "ending", "how", "why", "by")
"""Fields of an outcome that say why the game ended."""

Won = Mapping[str, bool]
"""Every seat at the table, and whether it won."""


def count_result(
    tally: Tally,
    engine: Engine[Any],
    first: Snapshot[Any],
    moves: Sequence[Move],
    last: Snapshot[Any],
    outcome: Any,
    returns: Mapping[Any, Number] | None,
) -> None:
    """Count what a finished game means for each seat."""
    given = numbers_of(returns)
    won = winners(engine, last, outcome, given)
    tally.returns.update(given.items())
    tally.sentences[sentence(outcome, last.phase, won)] += 1
    if won:
        began = beginner(engine, first, moves)
        tally.seated.update(won.keys())
        tally.wins.update(seat for seat, has_won in won.items() if has_won)
        tally.starts[began, sum(won.values()), len(won), won.get(began, False)] += 1


def numbers_of(returns: Mapping[Any, Number] | None) -> dict[str, Number]:
    """What each seat gets, as far as it can be added up."""
    return {label(seat): plain(value) for seat, value in (returns or {}).items() if is_number(value)}


def winners(engine: Engine[Any], last: Snapshot[Any], outcome: Any, returns: Mapping[str, Number]) -> Won:
    """Who won: by what seats get, or else as the outcome says."""
    return winners_by_returns(returns) if returns else winners_by_outcome(engine, last, outcome)


def is_number(value: Any) -> bool:
    """Whether a return can be added up."""
    return isinstance(value, int | float) and isfinite(value)


def winners_by_returns(returns: Mapping[str, Number]) -> Won:
    """Those who get the most, unless all get the same."""
    if len(returns) < 2:
        return {}
    most, least = max(returns.values()), min(returns.values())
    return {seat: value == most != least for seat, value in returns.items()}


def winners_by_outcome(engine: Engine[Any], last: Snapshot[Any], outcome: Any) -> Won:
    """The winners that the outcome names, if all of them are seats; nothing if it does not speak of seats."""
    named = named_winners(outcome)
    seats = seats_of(engine, last)
    if named is None or len(seats) < 2 or not set(named) <= set(seats):
        return {}
    return {seat: seat in named for seat in seats}


def seats_of(engine: Engine[Any], snapshot: Snapshot[Any]) -> list[str]:
    """The seats at the table; none where the author does not say."""
    try:
        return sorted(map(label, engine.seats(snapshot)))
    except FlowError:
        return []


def named_winners(outcome: Any) -> list[str] | None:
    """The winners in an outcome's own words; None if it has no field for them."""
    parts = named_parts(outcome) or {}
    for field in WINNERS:
        if field in parts:
            value = parts[field]
            is_group = isinstance(value, Collection) and not isinstance(value, str | bytes)
            return [] if value is None else list(map(label, value if is_group else (value,)))
    return None


def beginner(engine: Engine[Any], first: Snapshot[Any], moves: Iterable[Move]) -> str:
    """The seat that was the first to act; empty if several were, as where all choose at the same time."""
    snapshot = first
    for move in moves:
        if waited_for := engine.to_act(snapshot):
            return label(*waited_for) if len(waited_for) == 1 else ""
        after = engine.step(snapshot, move)
        if isinstance(after, Refusal):
            break
        snapshot = after
    return ""


# In words


def ending_in_words(engine: Engine[Any], last: Snapshot[Any], phase: str | None = None) -> str:
    """How a finished game ended, for people; they may have another name for its last phase."""
    outcome = engine.outcome(last)
    return sentence(outcome, phase or last.phase, winners(engine, last, outcome, numbers_of(engine.returns(last))))


def sentence(outcome: Any, phase: str, won: Won) -> str:
    """How a game ended, for people: who won, why, and what else the outcome says."""
    parts = named_parts(outcome) or {}
    who = winners_in_words(won) or named_in_words(parts, outcome)
    if not who:
        return f"ended in {phase}" if outcome is None else label(outcome)
    said = {field: value for field, value in parts.items() if not is_scores(field, value)}
    reasons = [label(said[field]) for field in REASONS if said.get(field) is not None]
    known = {*WINNERS, *LOSERS, *REASONS}
    others = [f"{field} {inner(value)}" for field, value in said.items() if field not in known and value is not None]
    if not parts and outcome is not None:
        others.append(label(outcome))
    return ": ".join(filter(None, (who, ", ".join([*reasons, *others]))))


def winners_in_words(won: Won) -> str:
    """Such as `seats 0 and 2 won`; empty if it is not known."""
    if not won:
        return ""
    winners = [seat for seat, has_won in won.items() if has_won]
    if not winners:
        return "nobody won"
    return f"seat{'s' if len(winners) > 1 else ''} {listed(winners)} won"


def named_in_words(parts: Mapping[str, Any], outcome: Any) -> str:
    """The same for winners that are not seats, such as names of teams."""
    named = named_winners(outcome) if parts else None
    if named is None:
        return ""
    return f"{listed(named)} won" if named else "nobody won"


def listed(names: Sequence[str]) -> str:
    """`0`, `0 and 1`, `0, 1 and 2`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
