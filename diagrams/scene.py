"""What a picture shows of a chart: all of it, an overview, or one phase; and what it marks there."""

from collections.abc import Collection, Iterable, Mapping

import msgspec

from diagrams.errors import DiagramError
from diagrams.options import Detail
from diagrams.sentences import full_name
from fsm.chart import Chart, Phase, Row

MANY = 12


class Marks(msgspec.Struct, frozen=True):
    """What is drawn onto a flow: a current phase, a path taken, a number an arrow, links."""

    highlight: str | None = None
    trace: tuple[str, ...] = ()
    counts: Mapping[str, float] = {}
    links: Mapping[str, str] = {}


class Scene(msgspec.Struct, frozen=True):
    """A chart as it will be shown, with its marks translated to what is left of it."""

    chart: Chart
    detail: Detail = Detail.FULL
    marks: Marks = Marks()
    outside: frozenset[str] = frozenset()
    """Phases that only stand for the rest of the flow, around the one phase shown."""
    notes: Mapping[str, str] = {}
    """A remark under a phase's name."""
    subtitle: str = ""


def scene(chart: Chart, detail: Detail, phase: str | None, marks: Marks, subtitle: str = "") -> Scene:
    """The scene for these wishes."""
    check_marks(chart, marks)
    whole = Scene(chart, marks=marks, subtitle=subtitle)
    if phase is not None:
        chart.phase(phase)
        whole = close_up(whole, phase)
    return overview(whole, phase) if detail is Detail.OVERVIEW else whole


def check_marks(chart: Chart, marks: Marks) -> None:
    """Everything marked must exist."""
    arrows = [arrow.id for arrow in chart.rows]
    if marks.highlight is not None:
        chart.phase(marks.highlight)
    check_known(chart, "row", {*marks.trace, *marks.counts}, arrows)
    check_known(chart, "row or phase", marks.links, [*arrows, *chart.by_path])


def check_known(chart: Chart, kind: str, wanted: Iterable[str], known: list[str]) -> None:
    """Refuse a name that the chart does not have, and say which it has."""
    unknown = sorted(set(wanted).difference(known))
    if unknown:
        raise DiagramError(f"{chart.name} has no {kind} {unknown[0]!r}; it has {some(known)}.")


def some(known: list[str]) -> str:
    """The first names of a list that may be long."""
    more = f" and {len(known) - MANY} more" if len(known) > MANY else ""
    return f"{', '.join(known[:MANY])}{more}" if known else "none"


def leads_inward(chart: Chart, arrow: Row) -> bool:
    """Whether an arrow leads from a compound phase to a phase inside it, so that it can be taken anywhere there."""
    if arrow.source == arrow.target or not chart.by_path[arrow.source].children:
        return False
    return arrow.source in chart.lineage(arrow.target)


# An overview


def overview(whole: Scene, root: str | None) -> Scene:
    """Only the phases right inside `root` (or the outermost), each as one box, and the events between them."""
    chart = whole.chart
    kept = {phase.path for phase in chart.phases if phase.parent in (None, root)}
    box = {phase.path: next(path for path in chart.lineage(phase.path) if path in kept) for phase in chart.phases}
    arrows, alias = joined_arrows(chart, box)
    small = msgspec.structs.replace(
        chart, phases=tuple(folded(phase, kept) for phase in chart.phases if phase.path in kept), rows=arrows
    )
    hiding = [phase for phase in small.phases if not phase.children and chart.by_path[phase.path].children]
    return Scene(
        chart=small,
        detail=Detail.OVERVIEW,
        marks=translated(whole.marks, box, alias),
        outside=whole.outside,
        notes={phase.path: hidden(chart, phase.path) for phase in hiding},
        subtitle=whole.subtitle,
    )


def joined_arrows(chart: Chart, box: Mapping[str, str]) -> tuple[tuple[Row, ...], dict[str, str]]:
    """One arrow an event between two boxes, and for each arrow of the chart the one that stands for it."""
    kept: dict[tuple[str, str | None, str], str] = {}
    alias: dict[str, str] = {}
    for arrow in chart.rows:
        ends = box[arrow.source], arrow.event, box[arrow.target]
        if ends[0] != ends[2]:
            alias[arrow.id] = kept.setdefault(ends, arrow.id)
    return tuple(Row(name, source, target, event) for (source, event, target), name in kept.items()), alias


def folded(phase: Phase, kept: Collection[str]) -> Phase:
    """A phase without what it does, and without children that are not shown."""
    children = tuple(child for child in phase.children if child in kept)
    return msgspec.structs.replace(phase, children=children, enter=(), exit=())


def hidden(chart: Chart, path: str) -> str:
    """How much a box hides."""
    count = sum(path in chart.lineage(leaf.path) for leaf in chart.leaves)
    return "1 state" if count == 1 else f"{count} states"


def translated(marks: Marks, phases: Mapping[str, str], arrows: Mapping[str, str]) -> Marks:
    """The marks, moved to the boxes and arrows that stand for what they marked."""
    counts: dict[str, float] = {}
    for arrow, number in marks.counts.items():
        if arrow in arrows:
            counts[arrows[arrow]] = counts.get(arrows[arrow], 0) + number
    return Marks(
        highlight=phases.get(marks.highlight) if marks.highlight is not None else None,
        trace=tuple(arrows[arrow] for arrow in marks.trace if arrow in arrows),
        counts=counts,
        links=marks.links,
    )


# One phase


def close_up(whole: Scene, path: str) -> Scene:
    """One phase with all that is in it, and a box for every phase that an arrow leads to or comes from."""
    chart = whole.chart
    within = {phase.path for phase in chart.phases if path in chart.lineage(phase.path)}
    arrows = tuple(arrow for arrow in chart.rows if arrow.source in within or arrow.target in within)
    outside = {end for arrow in arrows for end in (arrow.source, arrow.target)} - within
    phases = tuple(
        inner_phase(phase, path) if phase.path in within else outer_phase(chart, phase, path)
        for phase in chart.phases
        if phase.path in within or phase.path in outside
    )
    small = msgspec.structs.replace(chart, phases=phases, rows=arrows)
    names = {phase.path: phase.path for phase in phases}
    here = translated(whole.marks, names, {arrow.id: arrow.id for arrow in arrows})
    subtitle = " · ".join(part for part in (full_name(chart, path), whole.subtitle) if part)
    return Scene(small, marks=here, outside=frozenset(outside), subtitle=subtitle)


def inner_phase(phase: Phase, root: str) -> Phase:
    """A phase of the close-up; the one asked for stands alone."""
    if phase.path != root:
        return phase
    return msgspec.structs.replace(phase, parent=None, initial=phase.initial and phase.parent is None)


def outer_phase(chart: Chart, phase: Phase, root: str) -> Phase:
    """A phase around the close-up: only its name, with those around it that are not around the close-up too."""
    shared = chart.lineage(root)
    own, *others = chart.lineage(phase.path)
    parts = [own, *(path for path in others if path not in shared)]
    return Phase(phase.path, " › ".join(chart.by_path[path].name for path in reversed(parts)))
