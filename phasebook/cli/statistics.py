"""What a simulation found, printed for people or as JSON."""

from typing import TYPE_CHECKING, Any

from phasebook.cli.results import facts
from phasebook.reports.words import comparison_sentences, first_player, part, quantity

if TYPE_CHECKING:
    from fsm.simulate import Comparison, Simulation, Spread

MOST_LINES = 12


# For people


def print_text(found: "Simulation", seconds: float, log: str) -> None:
    """Everything, the most wanted first."""
    stopped = "" if found.is_complete else f" of {found.wanted:,}, then stopped"
    print(f"{found.plan.flow}: {found.games:,} games{stopped}, {found.moves:,} moves in {seconds:.1f} s: "
          f"{found.games / seconds:,.0f} games/s, {found.moves / seconds:,.0f} moves/s")  # fmt: skip
    print(f"moves a game: {words(found.length)}")
    print(f"legal moves a decision: {words(found.branching_factor)}")
    print_counts("outcomes", found.sentences)
    print_seats(found)
    print_scores(found)
    print_counts("decisions by phase", found.decisions)
    print_counts("moves by seat", found.seats)
    print_counts("refusals", found.refusals)
    print_coverage(found)
    print_failure(found, log)


def print_seats(found: "Simulation") -> None:
    """Who wins how often, what everybody gets, and whether it pays to begin; each with its 95 % interval."""
    if found.seated:
        print("wins, with 95 % intervals:")
    for seat, share in found.win_shares.items():
        got = found.return_means.get(seat)
        print(f"  seat {seat}: {part(share)}" + (f", gets {quantity(got)}" if got is not None else ""))
    if found.first_player is not None:
        print(first_player(found.first_player))


def print_scores(found: "Simulation") -> None:
    """A line for each seat or team."""
    from fsm.simulate import spread

    for owner, histogram in found.scores.items():
        print(f"{owner}: {words(spread(histogram))}")


def print_coverage(found: "Simulation") -> None:
    """What was seen, and what was not."""
    from fsm.explore import summary, unreached

    print(f"seen: {summary(found.coverage)}")
    missing = unreached(found.coverage)
    for name in (*missing.phases, *missing.rows, *missing.guards):
        print(f"  not seen: {name}")
    for seat in found.plan.seats:
        if found.games and seat not in found.seats:
            print(f"  seat {seat} has a policy, but never moved")


def print_failure(found: "Simulation", log: str) -> None:
    """The first game that went wrong."""
    if found.failure is not None:
        print(f"FAILED: {found.failures:,} of {found.games:,} games are stuck or broken. The first: {found.failure}")
        print(f"  {log}")


def print_comparison(found: "Comparison", seconds: float, log: str) -> None:
    """Both sides, measure by measure."""
    stopped = "" if found.is_complete else f" of {found.first.wanted:,}, then stopped"
    print(f"{found.first.plan.flow}: {found.games:,} games{stopped} on each side, in {seconds:.1f} s")
    for sentence in list(comparison_sentences(found))[1:]:
        print(sentence)
    for one in found.differences:
        print(f"{one.measure}: {one.first:,.3f} and {one.second:,.3f}, difference {quantity(one.more)}")
        print(f"  {one.sentence}")
    for side, games in (("first", found.first), ("second", found.second)):
        print_counts(f"outcomes of the {side} side", games.sentences)
        print_failure(games, log)


def words(spread: "Spread | None") -> str:
    """A distribution in one line."""
    if spread is None:
        return "none"
    return (f"mean {spread.mean:.2f}, least {spread.least}, median {spread.median}, "
            f"9 of 10 up to {spread.ninth_tenth}, most {spread.most}")  # fmt: skip


def print_counts(title: str, counts: dict[str, int]) -> None:
    """The most frequent of something."""
    if counts:
        print(f"{title}:")
    for name, number in list(counts.items())[:MOST_LINES]:
        print(f"  {number:>10,}  {number / sum(counts.values()):6.1%}  {name}")
    if len(counts) > MOST_LINES:
        print(f"  and {len(counts) - MOST_LINES} more; --json gives all")


# For programs


def everything_of(found: "Simulation | Comparison", seconds: float, log: str) -> dict[str, Any]:
    """Everything, for JSON. `result` is the same for the same seed; `speed` is of this run."""
    from fsm.simulate import Comparison

    speed = {"seconds": seconds, "games_per_second": found.games / seconds}
    if isinstance(found, Comparison):
        sides = {"first": as_json(found.first), "second": as_json(found.second)}
        differences = [as_difference(one) for one in found.differences]
        return {**sides, "differences": differences, "changes": found.changes, "log": log, "speed": speed}
    return {**as_json(found), "log": log, "speed": speed}


def as_json(found: "Simulation") -> dict[str, Any]:
    """What was counted, and what follows from it."""
    return {
        "result": facts(found),
        "length": found.length,
        "branching_factor": found.branching_factor,
        "statistics": {
            "wins": found.win_shares,
            "first_player": found.first_player,
            "returns": found.return_means,
            "scores": found.score_means,
            "phases": found.phase_shares,
        },
        "failures": found.failures,
    }


def as_difference(one: Any) -> dict[str, Any]:
    """A difference with its verdict."""
    named = {name: getattr(one, name) for name in one.__struct_fields__}
    return {**named, "is_clear": one.is_clear, "sentence": one.sentence}
