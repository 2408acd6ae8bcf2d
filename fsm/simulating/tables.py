"""What a simulation or a comparison found as plain tables: one definition for CSV files and for reports."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from fsm.simulating.comparing import Comparison
from fsm.simulating.intervals import mean, share
from fsm.simulating.simulation import Simulation
from fsm.simulating.tally import Number, spread

Kind = Literal["text", "count", "share", "number"]
Value = str | int | float | bool | None


class Column(msgspec.Struct, frozen=True):
    """A name, and what its values are."""

    name: str
    kind: Kind = "text"


class Table(msgspec.Struct, frozen=True):
    """Rows that all have the same columns; `name` serves as a file name, `title` says what it is."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]


INTERVAL = (Column("low", "share"), Column("high", "share"))
MEAN = (Column("mean", "number"), Column("low", "number"), Column("high", "number"))
SPREAD = tuple(Column(name, "number") for name in ("least", "median", "nine of ten up to", "most"))

CHOICE = "legal moves a decision"
"""The decisions of one game hang together, so that their mean has no interval."""


def tables(found: Simulation | Comparison) -> tuple[Table, ...]:
    """Every table that has rows; of a comparison, the differences and then those of both sides."""
    if isinstance(found, Comparison):
        sides = {"first": found.first, "second": found.second}
        both = (side_of(table, side) for side, one in sides.items() for table in tables(one))
        return (differences(found), *both)
    return tuple(table for table in every_table(found) if table.rows)


def side_of(table: Table, side: str) -> Table:
    """A table of one side of a comparison."""
    return msgspec.structs.replace(table, name=f"{side}_{table.name}", title=f"{table.title} ({side} side)")


def differences(found: Comparison) -> Table:
    """Both sides beside each other, and how they differ game by game."""
    columns = (
        Column("measure"), Column("pairs of games", "count"), Column("first", "number"), Column("second", "number"),
        Column("difference", "number"), Column("low", "number"), Column("high", "number"), Column("verdict"),
    )  # fmt: skip
    rows = tuple(
        (one.measure, one.pairs, one.first, one.second, one.more.mean, one.more.low, one.more.high, one.sentence)
        for one in found.differences
    )
    return Table("differences", "The second side less the first, game by game, with 95 % intervals", columns, rows)


def every_table(found: Simulation) -> Iterator[Table]:
    """All tables of a simulation, those that people ask for first."""
    yield wins(found)
    yield first_player(found)
    yield means("returns", "What each seat got, with 95 % intervals", "seat", found.returns)
    yield means("scores", "Scores, with 95 % intervals", "score", found.scores)
    yield shares("outcomes", "How games ended", "outcome", "games", found.sentences)
    yield shares("endings", "How far games came", "ending", "games", found.endings)
    yield means("sizes", "Length and choice", "what", {"moves a game": found.lengths, CHOICE: found.branching})
    yield phases(found)
    yield counts("refusals", "Moves that were refused, by reason", "reason", "times", found.refusals)
    yield counts("moves_by_seat", "Moves by seat", "seat", "moves", found.seats)
    yield counts("lengths", "Games by number of moves", "moves", "games", found.lengths)
    yield counts("branching", "Decisions by number of legal moves", "legal moves", "decisions", found.branching)
    yield histograms("returns_counted", "Games by what a seat got", "seat", found.returns)
    yield histograms("scores_counted", "Games by score", "score", found.scores)
    yield counts("outcomes_counted", "Games by outcome, field by field", "outcome", "games", found.outcomes)
    yield counts("rows", "How often rows were taken", "row", "times", found.coverage.rows)
    yield guards(found)


def wins(found: Simulation) -> Table:
    """How often each seat won."""
    columns = (Column("seat"), Column("games", "count"), Column("won", "count"), Column("share", "share"), *INTERVAL)
    rows = ((seat, one.of, one.count, one.share, one.low, one.high) for seat, one in found.win_shares.items())
    return Table("wins", "Wins by seat, with 95 % intervals", columns, tuple(rows))


def first_player(found: Simulation) -> Table:
    """How the first to act fares."""
    columns = (
        Column("games", "count"), Column("won by the first to act", "count"), Column("share", "share"), *INTERVAL,
        Column("fair share", "share"), Column("advantage", "share"), Column("advantage low", "share"),
        Column("advantage high", "share"), Column("clear of chance"),
    )  # fmt: skip
    one = found.first_player
    title = "The seat that acts first, beside its fair share, with 95 % intervals"
    if one is None:
        return Table("first_player", title, columns, ())
    more = one.advantage
    row = (one.wins.of, one.wins.count, one.wins.share, one.wins.low, one.wins.high, one.fair, more.mean, more.low,
           more.high, "yes" if one.is_clear else "no")  # fmt: skip
    return Table("first_player", title, columns, (row,))


def means(name: str, title: str, owner: str, histograms: Mapping[str, Mapping[Any, int]]) -> Table:
    """For each owner of numbers, one a game, their mean and their spread."""
    columns = (Column(owner), Column("count", "count"), *MEAN, *SPREAD)
    rows = []
    for whose, histogram in histograms.items():
        if some := spread(histogram):
            average = mean(histogram)
            low, high = (None, None) if whose == CHOICE else (average.low, average.high)
            reach = (some.least, some.median, some.ninth_tenth, some.most)
            rows.append((whose, average.count, average.mean, low, high, *reach))
    return Table(name, title, columns, tuple(rows))


def shares(name: str, title: str, what: str, unit: str, counted: Mapping[str, int]) -> Table:
    """Counts that are parts of a whole, each with its share."""
    columns = (Column(what), Column(unit, "count"), Column("share", "share"), *INTERVAL)
    whole = sum(counted.values())
    found = ((key, share(number, whole)) for key, number in counted.items())
    return Table(name, title, columns, tuple((key, one.count, one.share, one.low, one.high) for key, one in found))


def phases(found: Simulation) -> Table:
    """Where the decisions are made."""
    columns = (Column("phase"), Column("decisions", "count"), Column("share", "share"), Column("a game", "number"))
    parts = found.phase_shares
    rows = tuple((phase, times, parts[phase], times / found.games) for phase, times in found.decisions.items())
    return Table("phases", "Time in each phase", columns, rows)


def counts(name: str, title: str, what: str, unit: str, counted: Mapping[Any, int]) -> Table:
    """How often something was met."""
    number: Kind = "count" if name in ("lengths", "branching") else "text"
    return Table(name, title, (Column(what, number), Column(unit, "count")), tuple(counted.items()))


def histograms(name: str, title: str, owner: str, found: Mapping[str, Mapping[Number, int]]) -> Table:
    """A row for each owner and each number."""
    rows: Iterable[tuple[Value, ...]] = (
        (whose, value, games) for whose, counted in found.items() for value, games in counted.items()
    )
    columns = (Column(owner), Column("value", "number"), Column("games", "count"))
    return Table(name, title, columns, tuple(rows))


def guards(found: Simulation) -> Table:
    """In how many games guards gave which answer."""
    columns = (Column("guard"), Column("games with yes", "count"), Column("games with no", "count"))
    rows = tuple((guard, answers.yes, answers.no) for guard, answers in found.coverage.guards.items())
    return Table("guards", "Games in which a guard said yes, and no", columns, rows)
