"""Charts made without a flow: large ones, and ones with names that no author would choose."""

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import pairwise
from operator import or_
from random import Random

import msgspec
from hypothesis import strategies as st

from fsm.chart import Chart, Effect, Gather, Guard, Phase, Row
from fsm.flow import Flow, FlowMeta, State, stay
from tests.diagrams.flows import effect, rule

PER_PHASE = 10

NASTY = (
    '"', "'", "<b>", "</svg>", "<script>alert(1)</script>", "&", "&amp;", "&lt;", "\\", "\\N", "\\G", "\n", "\r\n",
    "\t", "\0", "\x1b[0m", "\u202e", "\ud800", "🂡", "♠é", "]]>", "-->", "--", "%%", "{", "}", "[*]", "|", "`", "*x*",
    "_x_", "#quot;", ":", ";", "$$", "end", "note", "state", "<br/>", "javascript:alert(1)", "x" * 500, "x_" * 250,
    " ", "", "](http://a)", "<!--", "@", "::", ".. raw:: html", "``", "=1+1", "label=x", "> x", "1.", "- ",
)  # fmt: skip


def sorted_chart(name: str, phases: Sequence[Phase], rows: Sequence[Row]) -> Chart:
    """A chart with its rows in document order of their sources."""
    place = {phase.path: number for number, phase in enumerate(phases)}
    ordered = tuple(sorted(rows, key=lambda row: place[row.source]))
    return Chart(name, f"{name}, for tests.", tuple(phases), ordered)


def large_chart(states: int) -> Chart:
    """As many states in phases of ten: a way through, ways back, rows that stay, now and then a jump to the start."""
    phases: list[Phase] = []
    rows: list[Row] = []
    count = states // PER_PHASE
    for number in range(count):
        path = f"phase{number}"
        children = tuple(f"{path}.state{number}_{place}" for place in range(PER_PHASE))
        phases.append(Phase(path, f"Phase {number}", children=children, initial=number == 0))
        phases += [
            Phase(child, f"State {place} of {number}", path, initial=place == 0) for place, child in enumerate(children)
        ]
        rows += inner_rows(children)
        rows.append(Row(f"{path}-next", children[-1], f"phase{(number + 1) % count}", "go_on"))
        if number % 5 == 4:
            rows.append(Row(f"{path}-jump", children[4], "phase0", "start_over"))
    return sorted_chart(f"Large{states}", phases, rows)


def boxed_chart(seed: int, states: int) -> Chart:
    """As many states in boxes of one to seven, and rows between any of them: what Graphviz finds hardest."""
    random = Random(seed)
    phases: list[Phase] = []
    while (missing := states - sum(not phase.children for phase in phases)) > 0:
        number, size = len(phases), min(random.randint(1, 7), missing)
        children = tuple(f"box{number}.state{number}_{place}" for place in range(size))
        phases.append(Phase(f"box{number}", f"Box {number}", children=children, initial=not phases))
        phases += [
            Phase(child, f"State {place}", f"box{number}", initial=place == 0) for place, child in enumerate(children)
        ]
    paths = [phase.path for phase in phases]
    ends = [(random.choice(paths), random.choice(paths)) for _ in range(states * 2)]
    rows = [
        Row(f"arrow{number}", source, target, f"event_{number % 9}", (Guard(f"guard_{number % 7}"),))
        for number, (source, target) in enumerate(ends)
        if not source.startswith(f"{target}.") and not target.startswith(f"{source}.")
    ]
    return sorted_chart(f"Boxed{seed}", phases, rows)


def inner_rows(children: Sequence[str]) -> list[Row]:
    """The rows inside one phase of a large chart."""
    found = []
    for place, (source, target) in enumerate(pairwise(children)):
        guards = (Guard(f"may_move_on_{place}", "You may not move on yet."),)
        found.append(Row(f"{source}-move", source, target, "move_on", guards, (Effect(f"note_move_{place}"),)))
        if place % 2:
            found.append(Row(f"{source}-stay", source, source, "look", (), (Effect("look_around"),), internal=True))
        if place % 3 == 2:
            found.append(Row(f"{source}-back", source, children[place - 2], "back"))
    return found


def large_flow(states: int) -> type[Flow]:
    """As many states in a row, with ways back, rows that stay, and now and then a long way back."""
    made = [State(f"State {number}", initial=number == 0) for number in range(states)]
    move, back, look, over = ([] for _ in range(4))
    for number, (state, after) in enumerate(pairwise(made)):
        move.append(state.to(after, cond=may_move_on, on=note_the_move))
        if number % 2:
            look.append(stay(state, on=look_around))
        if number % 3 == 2:
            back.append(state.to(made[number - 2]))
        if number % 25 == 24:
            over.append(state.to(made[number - 20], on=note_the_move))
    events = {"move_on": move, "look": look, "back": back, "start_over": over}
    body = {f"state{number}": state for number, state in enumerate(made)}
    return FlowMeta(  # type: ignore[return-value]  # what a metaclass makes of Flow is a Flow
        f"Large{states}", (Flow,), body | {name: reduce(or_, rows) for name, rows in events.items()}
    )


may_move_on = rule("may_move_on", "You may not move on yet.")
note_the_move, look_around = effect("note_the_move"), effect("look_around")


# Names that no author would choose

names = st.lists(st.sampled_from(NASTY) | st.text(max_size=8), max_size=3).map("".join)
effects = st.lists(names.map(Effect), max_size=2).map(tuple)
needs = st.sampled_from([("game",), ("settings",)])
guards = st.lists(
    st.builds(
        Guard,
        name=names,
        sentence=names,
        negated=st.booleans(),
        needs=needs,
        reads=st.lists(names, max_size=2).map(tuple),
        says=st.just("") | names,
    ),
    max_size=5,
).map(tuple)


def tag(number: int) -> str:
    """A plain mark by which a row is found again in every format."""
    return f"Zq{number}qZ"


def nasty_names(names: Sequence[str]) -> Chart:
    """A chart in which each of these is the name of a phase, an event, a guard and effects, once on an edge."""
    phases = [Phase("over", "Over", final=True)]
    rows = []
    for number, name in enumerate(names):
        path = f"p{number}"
        phases.append(Phase(path, name, initial=not number, enter=(Effect(name),)))
        said = (name + tag(number), (Guard(name, name),), (Effect(name),))
        rows += [Row(f"{path}-stays", path, path, *said, internal=True), Row(f"{path}-goes", path, "over", *said)]
    return sorted_chart("Nasty", phases, rows)


@st.composite
def trees(draw: st.DrawFn) -> list[int | None]:
    """The parents of up to seven phases, each by its number."""
    parents: list[int | None] = [None]
    for number in range(1, draw(st.integers(1, 7))):
        parents.append(draw(st.none() | st.integers(0, number - 1)))
    return parents


@st.composite
def shapes(draw: st.DrawFn) -> Chart:
    """A chart of any shape with plain names, which is drawn quickly."""
    parents = draw(trees())
    children = [[child for child, above in enumerate(parents) if above == number] for number in range(len(parents))]
    phases = [
        Phase(
            path=f"p{number}",
            name=f"P{number}",
            parent=None if parent is None else f"p{parent}",
            children=tuple(f"p{child}" for child in children[number]),
            initial=parents.index(parent) == number,
        )
        for number, parent in enumerate(parents)
    ]
    paths = st.sampled_from([phase.path for phase in phases])
    ends = draw(st.lists(st.tuples(paths, paths), max_size=8))
    rows = [Row(f"r{number}", *pair, "go") for number, pair in enumerate(ends)]
    return sorted_chart("Shape", in_document_order(phases), rows)


@st.composite
def nasty_charts(draw: st.DrawFn) -> Chart:
    """A chart of any shape whose every name tries to break out. Each event starts with a tag of its own."""
    parents = draw(trees())
    paths: list[str] = []
    for number, parent in enumerate(parents):
        own = f"{draw(names)}{number}"
        paths.append(own if parent is None else f"{paths[parent]}.{own}")
    phases = [made_phase(draw, number, parents, paths) for number in range(len(paths))]
    ends = draw(st.lists(st.tuples(st.sampled_from(paths), st.sampled_from(paths)), max_size=8))
    parent_of = {phase.path: phase.parent for phase in phases}
    rows = [with_manner(draw, made_row(draw, number, *pair), parent_of) for number, pair in enumerate(ends)]
    chart = sorted_chart(draw(names), in_document_order(phases), rows)
    return msgspec.structs.replace(chart, title=draw(names))


def made_phase(draw: st.DrawFn, number: int, parents: Sequence[int | None], paths: Sequence[str]) -> Phase:
    """One phase; the first child of each parent is initial."""
    parent = parents[number]
    children = tuple(paths[child] for child, above in enumerate(parents) if above == number)
    return Phase(
        path=paths[number],
        name=draw(names),
        parent=None if parent is None else paths[parent],
        children=children,
        initial=parents.index(parent) == number,
        final=not children and draw(st.booleans()),
        enter=draw(effects),
        exit=draw(effects),
    )


def made_row(draw: st.DrawFn, number: int, source: str, target: str) -> Row:
    """One row with a tagged event."""
    event = tag(number) + draw(names)
    internal = source == target and draw(st.booleans())
    return Row(f"{draw(names)}{number}", source, target, event, draw(guards), draw(effects), internal)


def with_manner(draw: st.DrawFn, row: Row, parent_of: Mapping[str, str | None]) -> Row:
    """The row, taken in any manner, with all that goes with it."""
    manner = draw(st.sampled_from(["plain", "inside", "done", "calls", "refuses", "gathers"]))
    if manner == "calls":
        called = draw(st.sampled_from([row.target, parent_of[row.target] or row.target]))
        then = draw(st.none() | st.sampled_from(sorted(parent_of)))
        return msgspec.structs.replace(row, calls=called, then=then, internal=False)
    if manner == "refuses":
        return msgspec.structs.replace(row, target=row.source, internal=True, refuses=draw(names) or "No.")
    if manner == "gathers":
        return msgspec.structs.replace(row, gathers=Gather(draw(names), draw(st.booleans())))
    return row if manner == "plain" else msgspec.structs.replace(row, **{manner: True})


def in_document_order(phases: Sequence[Phase]) -> list[Phase]:
    """Each phase right before its children."""
    by_path = {phase.path: phase for phase in phases}

    def walk(phase: Phase) -> list[Phase]:
        return [phase, *(found for child in phase.children for found in walk(by_path[child]))]

    return [found for phase in phases if phase.parent is None for found in walk(phase)]
