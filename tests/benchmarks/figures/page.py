"""The page docs/benchmarks.md, from the figures of one run. Everything on it but the figures is written here, or in the
workloads; so the page in the repository is tested against this."""

from collections.abc import Iterator
from textwrap import wrap

from tests.benchmarks.figures.peers import PEERS, PROGRAMS
from tests.benchmarks.figures.run import GROUPS, LINES, Run
from tests.benchmarks.figures.workloads import OURS, PHASEBOOK, Column, Line, Row, Workload, ratio

SAME = 1.05
"""Ratios up to this, in either direction, count as none."""

INTRODUCTION = """\
# Benchmarks

How fast Phasebook is beside libraries that one could use in its place, and beside code written by hand. `make bench`
measures all of it in one run and writes this page; repeat it, and believe your own figures.

"slower" and "faster" are always said of the others: **4× slower** takes four times as long as ours, **4× faster** a
quarter of our time. Up to 5 % either way is "the same".
"""

CONVENTIONS = """\
## How it is measured

- **In one go, taking turns.** All contenders of a workload run one after the other, many rounds of that, and each keeps
  its best round: what else the machine does then hits all of them alike, and the least.
- **CPU time**, user and system, of the process that does the work; for a program that it starts, of both. Servers are
  the one exception: moves a second are by the clock on the wall.
- **Ratios count.** Absolute figures are of one machine on one day, and two digits are more than enough: two runs on a
  machine that was busy with other work agreed to a sixth in half of all ratios, and to a half in nine of ten. Servers
  differed most.
- **The same work.** Before anything is measured, every ring plays the same random events, refusals, lists and saves as
  a plain count, and boardgame.io plays whole games of Uno with our shuffles and dice, which must be the same move for
  move. Explorations must find the published number of positions, and pictures must have every state. One difference
  ends the run.
- **Each in its own way**: as its documentation shows, the quickest that it shows. Guards and effects are as small as
  they can be, so that the library is measured and not its user. Loops are inside of what is timed, and so are
  JavaScript's, in node.
- **What it is not.** Small workloads are not a program. JavaScript is compiled while it runs, OpenSpiel is C++, and
  some libraries do less for each event than we do, others more; the last column of each table says what is done.
"""

REASONS = """\
## Where the differences come from

- **A flow is compiled.** Declaring one reads it, checks it and writes Python functions, which takes milliseconds, once
  in a program. An event, a list of legal moves or a rollout then runs that code, and searches for nothing.
- **Positions are values.** A step makes a new one, and the one before stays good: for undo, for a search, for a server
  that could not store the move. Code that changes one object in place is faster, and has no past.
- **A refusal says why.** When a move is refused, the rows are asked again for the guard that said no, its sentence and
  what is possible instead. Moves that are legal pay nothing for it.
- **What comes from outside is checked.** A save is read field by field, against version, fingerprint and invariants;
  exploring checks at every position what no hand-written search looks at.
- **All of it is Python.** Games in C++ are out of reach, and so is a table of functions in JavaScript.
"""

COMMANDS = """\
## Repeat it

You need Python 3.11 or later and make; for the peers in JavaScript node and npm, for pictures Graphviz, for one of the
servers PostgreSQL. What is missing is named on the page and in the terminal, and stops nothing.

```
make bench            # everything: some ten minutes; writes docs/benchmarks.md, .json and the chart
make bench QUICK=1    # roughly: two minutes; writes build/bench/benchmarks.md
make limits           # the limits that we hold ourselves to, and fails when one is missed
```

The peers come from PyPI and npm into environments of their own, `build/bench-env` and `build/node-bench`; they are
listed in [peers.txt](../tests/benchmarks/peers.txt) and [package.json](../tests/node-bench/package.json). The code is
in [tests/benchmarks](../tests/benchmarks/__main__.py). The figures of this page are also in
[benchmarks.json](benchmarks.json).
"""


def page(run: Run) -> str:
    """The whole page."""
    parts = [INTRODUCTION, machine(run), CHART, summary(run), REASONS, CONVENTIONS, COMMANDS, peers(run)]
    for group, workloads in GROUPS.items():
        parts += [f"## {group}\n", *(section(workload, run) for workload in workloads)]
    return "\n".join(parts)


CHART = """\
![How many times as long others take as Phasebook, workload by workload](images/benchmarks.svg)
"""


def machine(run: Run) -> str:
    """Where it was measured."""
    return f"These figures are from one run on {run.system} with {run.cores} cores, by CPython {run.python}.\n"


# Where we win and lose


def summary(run: Run) -> str:
    """Who is faster and who is slower, by workload."""
    head = [
        "## Where we are slower, and where faster\n",
        "| workload | faster than ours | slower than ours |",
        "|---|---|---|",
    ]
    rows = (f"| {named(line)} | {' | '.join(sides(line, run))} |" for line in LINES)
    return "\n".join([*head, *rows]) + "\n"


def named(line: Line) -> str:
    """A title that leads to the workload."""
    return f"[{line.title}](#{anchor(line.workload.title)})"


def sides(line: Line, run: Run) -> tuple[str, str]:
    """The others on either side of us, those furthest from us first."""
    found = sorted(ratios(line, run).items(), key=lambda item: item[1])
    faster = [f"{name}: {times(1 / value)}" for name, value in found if value < 1 / SAME]
    slower = [f"{name}: {times(value)}" for name, value in reversed(found) if value > SAME]
    return "; ".join(faster) or "—", "; ".join(slower) or "—"


def ratios(line: Line, run: Run) -> dict[str, float]:
    """How many times as long each takes as we do; other ways of ours are left out."""
    found = run.figures.get(line.workload.key, {}).get(line.column.title, {})
    return {
        name: ratio(found[line.workload.ours], rate) for name, rate in found.items() if not name.startswith(PHASEBOOK)
    }


def anchor(title: str) -> str:
    return "".join(letter for letter in title.lower() if letter.isalnum() or letter in " -").replace(" ", "-")


# The peers


def peers(run: Run) -> str:
    """Who is measured, and in which version."""
    lines = ["## Who is measured\n", "| library | version | written in | what it is |", "|---|---|---|---|"]
    lines += [
        f"| [{peer.name}]({peer.home}) | {version(peer.name, run)} | {peer.language} | {peer.what} |" for peer in PEERS
    ]
    lines += [f"| {name} | {version(name, run)} | | a program that some of these use |" for name in PROGRAMS]
    return "\n".join([*lines, "", *missing(run)])


def version(name: str, run: Run) -> str:
    return run.versions.get(name, "not installed")


def missing(run: Run) -> Iterator[str]:
    """Those who could not take part."""
    for name, remedy in run.missing.items():
        yield f"**{name} was not installed**, so it was not measured in this run. To add it: {remedy}.\n"


# One workload


def section(workload: Workload, run: Run) -> str:
    """What is counted, a table, and who has no such thing."""
    titles = [heading(column) for column in workload.columns]
    table = [f"| who | {' | '.join(titles)} | how |", f"|---|{'---|' * len(titles)}---|"]
    table += [f"| {row.name} | {' | '.join(cells(workload, row, run))} | {row.how} |" for row in workload.rows]
    none = "| none " * len(titles)
    table += [f"| {', '.join(names)} {none}| {why} |" for why, names in lacking(workload).items()]
    return "\n".join([f"### {workload.title}\n", *wrap(workload.counted, 120), "", *table]) + "\n"


def heading(column: Column) -> str:
    return column.title or (f"time for one {column.unit}" if column.by_time else f"{column.unit}s")


def lacking(workload: Workload) -> dict[str, list[str]]:
    """The reasons why peers have no row, each with those that it is true of."""
    found: dict[str, list[str]] = {}
    for name, why in workload.lacking.items():
        found.setdefault(why, []).append(name)
    return found


def cells(workload: Workload, row: Row, run: Run) -> list[str]:
    """The figures of a row."""
    if row.peer != OURS and row.peer in run.missing:
        return ["not installed"] * len(workload.columns)
    columns = run.figures.get(workload.key, {})
    return [cell(workload, row, column, columns.get(column.title, {})) for column in workload.columns]


def cell(workload: Workload, row: Row, column: Column, found: dict[str, float]) -> str:
    """A figure, and how it compares with ours."""
    if row.name not in found:
        return "—"
    rate = found[row.name]
    shown = duration(1 / rate) if column.by_time else f"{rounded(rate)} a second"
    return shown if row.name == workload.ours else f"{shown}, {compared(ratio(found[workload.ours], rate))}"


def compared(value: float) -> str:
    """A ratio in words."""
    if 1 / SAME <= value <= SAME:
        return "the same"
    return f"{times(value)} slower" if value > 1 else f"**{times(1 / value)} faster**"


def times(value: float) -> str:
    return f"{rounded(value)}×"


def rounded(value: float) -> str:
    """A number with two digits that count, or all of its digits before the point if it is below a hundred."""
    if value < 10:
        return f"{value:.1f}"
    return f"{float(f'{value:.2g}'):,.0f}"


def duration(seconds: float) -> str:
    """Two digits, in a unit in which they are easy to read."""
    for size, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= 0.995 * size:
            return f"{rounded(seconds / size)} {unit}"
    return f"{1e6 * seconds:.2f} µs" if seconds >= 1e-7 else f"{1e6 * seconds:.3f} µs"
