"""What a picture shows of a chart: all of it, an overview, or one phase; and what it marks there."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from diagrams.content.calls import calls_that_ended
from diagrams.content.manners import starts_anywhere
from diagrams.content.sentences import full_name
from diagrams.errors import DiagramError
from diagrams.options import Detail, Words
from fsm.chart import Chart, Phase, Row

MANY = 12
"""Names that an error message lists before it is cut."""


class Marks(msgspec.Struct, frozen=True):
    """What is drawn onto a flow: the current phase, the rows taken, a number for each row, links."""

    highlight: str | None = None
    trace: tuple[str, ...] = ()
    counts: Mapping[str, float] = {}
    links: Mapping[str, str] = {}
    ended: frozenset[str] = frozenset()
    """The rows taken whose calls have ended; found from the trace."""


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
    words: Words = Words.TECHNICAL


def scene(
    chart: Chart, detail: Detail, phase: str | None, marks: Marks, subtitle: str = "", words: Words = Words.TECHNICAL
) -> Scene:
    """The scene for these wishes."""
    marks = with_endings(chart, marks)
    whole = Scene(chart, marks=marks, subtitle=subtitle, words=words)
    if phase is not None:
        phase = path_of(chart, phase)
        whole = close_up(whole, phase)
    return overview(whole, phase) if detail is Detail.OVERVIEW else whole


def with_endings(chart: Chart, marks: Marks) -> Marks:
    """The marks with the path of the current phase, and with the calls that have ended."""
    check_marks(chart, marks)
    current = None if marks.highlight is None else path_of(chart, marks.highlight)
    return msgspec.structs.replace(marks, highlight=current, ended=frozenset(calls_that_ended(chart, marks.trace)))


def path_of(chart: Chart, name: str) -> str:
    """The path of a phase, also by the last parts of it if no other phase has the same ones."""
    if name in chart.by_path:
        return name
    paths = [path for path in chart.by_path if path.endswith(f".{name}")]
    if len(paths) > 1:
        raise DiagramError(f"{chart.name} has {len(paths)} phases {name!r}; say which: {some(paths)}.")
    return paths[0] if paths else chart.phase(name).path


def check_marks(chart: Chart, marks: Marks) -> None:
    """Everything marked must exist."""
    rows = [row.id for row in chart.rows]
    check_known(chart, "row", {*marks.trace, *marks.counts}, rows)
    check_known(chart, "row or phase", marks.links, [*rows, *chart.by_path])


def check_known(chart: Chart, kind: str, wanted: Iterable[str], known: list[str]) -> None:
    """Refuse a name that the chart does not have, and say which it has."""
    unknown = sorted(set(wanted).difference(known))
    if unknown:
        raise DiagramError(f"{chart.name} has no {kind} {unknown[0]!r}; it has {some(known)}.")


def some(known: list[str]) -> str:
    """The first names of a list that may be long."""
    more = f" and {len(known) - MANY} more" if len(known) > MANY else ""
    return f"{', '.join(known[:MANY])}{more}" if known else "none"


# Questions that every format asks


def ordinals(scene: Scene) -> dict[str, int]:
    """The place of each row among the alternatives of its phase and event, where there are several.

    An overview joins alternatives, so it numbers nothing.
    """
    if scene.detail is Detail.OVERVIEW:
        return {}
    groups: dict[tuple[str, str | None], list[str]] = {}
    for row in scene.chart.rows:
        groups.setdefault((row.source, row.event), []).append(row.id)
    return {name: place for names in groups.values() if len(names) > 1 for place, name in enumerate(names, 1)}


def numbers_shown(scene: Scene) -> dict[str, int]:
    """The places that pictures show; in plain words, "otherwise" stands for them."""
    return {} if scene.words is Words.PLAIN else ordinals(scene)


def outermost(chart: Chart) -> list[Phase]:
    """The phases that lie in no other."""
    return [phase for phase in chart.phases if phase.parent is None]


def rows_within(chart: Chart, phase: Phase) -> Iterator[Row]:
    """The rows that end where they start: no arrow is drawn for them, they are lines of the phase's box."""
    return (row for row in chart.rows_of[phase.path] if row.source == row.target)


def rows_between(chart: Chart) -> Iterator[Row]:
    """The rows that are drawn as arrows."""
    return (row for row in chart.rows if row.source != row.target)


def has_inward_rows(chart: Chart, phase: Phase) -> bool:
    """Whether arrows start from anywhere in a phase."""
    return any(starts_anywhere(chart, row) for row in chart.rows_of[phase.path])


# An overview


def overview(whole: Scene, root: str | None) -> Scene:
    """The outermost phases and those right inside `root`, each as one box, and the events between them."""
    chart = whole.chart
    kept = {phase.path for phase in chart.phases if phase.parent in (None, root)}
    box = {phase.path: innermost_of(kept, chart.lineage(phase.path)) for phase in chart.phases}
    rows, alias = joined_rows(chart, box)
    phases = tuple(folded(phase, kept) for phase in chart.phases if phase.path in kept)
    return Scene(
        chart=msgspec.structs.replace(chart, phases=phases, rows=rows),
        detail=Detail.OVERVIEW,
        marks=translated(whole.marks, box, alias),
        outside=whole.outside,
        notes=sizes(chart, box, phases),
        subtitle=whole.subtitle,
        words=whole.words,
    )


def innermost_of(kept: Collection[str], lineage: Iterable[str]) -> str:
    """The box that a phase lies in, when only some boxes are kept."""
    return next(path for path in lineage if path in kept)


def joined_rows(chart: Chart, box: Mapping[str, str]) -> tuple[tuple[Row, ...], dict[str, str]]:
    """A single row for each event between two boxes, and for each row of the chart its stand-in."""
    joined: dict[Row, list[Row]] = {}
    for row in chart.rows:
        between = row_between(row, box)
        if between.source != between.target:
            joined.setdefault(between, []).append(row)
    rows = tuple(
        msgspec.structs.replace(between, id=those[0].id, says=shared_words(those)) for between, those in joined.items()
    )
    return rows, {row.id: those[0].id for those in joined.values() for row in those}


def shared_words(rows: Sequence[Row]) -> str:
    """The words of a row that stands for several, if all of them have the same."""
    return rows[0].says if len({row.says for row in rows}) == 1 else ""


def row_between(row: Row, box: Mapping[str, str]) -> Row:
    """What is left of a row between boxes. A call that stays in one box only leads to where it goes on."""
    source, target = box[row.source], box[row.target]
    then = None if row.then is None else box[row.then]
    inside, done = (said and source == row.source for said in (row.inside, row.done))  # not of a part of the box
    plain = Row("", source, target, row.event, inside=inside, done=done, gathers=row.gathers)
    if row.calls is None:
        return plain
    if source == target:
        return msgspec.structs.replace(plain, target=then or source)
    return msgspec.structs.replace(plain, calls=box[row.calls], then=then)


def folded(phase: Phase, kept: Collection[str]) -> Phase:
    """A phase without what it does, and without children that are not shown."""
    children = tuple(child for child in phase.children if child in kept)
    return msgspec.structs.replace(phase, children=children, enter=(), exit=())


def sizes(chart: Chart, box: Mapping[str, str], phases: Iterable[Phase]) -> dict[str, str]:
    """How many leaves each box hides. A box that is open, or that is a leaf itself, hides none."""
    leaves = Counter(box[leaf.path] for leaf in chart.leaves)
    closed = (phase.path for phase in phases if not phase.children and chart.by_path[phase.path].children)
    return {path: "1 state" if leaves[path] == 1 else f"{leaves[path]} states" for path in closed}


def translated(marks: Marks, phases: Mapping[str, str], rows: Mapping[str, str]) -> Marks:
    """The marks, moved to the phases and rows that stand for what they marked."""
    counts: dict[str, float] = {}
    for row, number in marks.counts.items():
        if row in rows:
            counts[rows[row]] = counts.get(rows[row], 0) + number
    return Marks(
        highlight=phases.get(marks.highlight) if marks.highlight is not None else None,
        trace=tuple(rows[row] for row in marks.trace if row in rows),
        counts=counts,
        links=marks.links,
        ended=frozenset(rows[row] for row in marks.ended if row in rows),
    )


# One phase


def close_up(whole: Scene, path: str) -> Scene:
    """One phase with all that is in it, and a box for every phase that an arrow leads to or comes from."""
    chart = whole.chart
    within = {phase.path for phase in chart.phases if path in chart.lineage(phase.path)}
    rows = tuple(row_around(row, within) for row in chart.rows if not within.isdisjoint(ends_of_row(row)))
    outside = {end for row in rows for end in ends_of_row(row)} - within
    phases = tuple(
        inner_phase(phase, path) if phase.path in within else outer_phase(chart, phase, path)
        for phase in chart.phases
        if phase.path in within or phase.path in outside
    )
    return Scene(
        chart=msgspec.structs.replace(chart, phases=phases, rows=rows),
        marks=translated(whole.marks, {p.path: p.path for p in phases}, {row.id: row.id for row in rows}),
        outside=frozenset(outside),
        subtitle=" · ".join(part for part in (full_name(chart, path), whole.subtitle) if part),
        words=whole.words,
    )


def ends_of_row(row: Row) -> set[str]:
    """The phases that a row leads from or to, also after a call."""
    return {end for end in (row.source, row.target, row.calls, row.then) if end is not None}


def row_around(row: Row, within: Collection[str]) -> Row:
    """A row of the close-up: a called phase outside is one box, wherever in it the call begins."""
    outside = row.calls is not None and row.calls not in within and row.target not in within
    return msgspec.structs.replace(row, target=row.calls) if outside else row


def inner_phase(phase: Phase, root: str) -> Phase:
    """A phase of the close-up; the one asked for stands alone."""
    if phase.path != root:
        return phase
    return msgspec.structs.replace(phase, parent=None, initial=phase.initial and phase.parent is None)


def outer_phase(chart: Chart, phase: Phase, root: str) -> Phase:
    """A phase around the close-up: only its name, with those around it that the two do not share."""
    shared = chart.lineage(root)
    own, *others = chart.lineage(phase.path)
    parts = [own, *(path for path in others if path not in shared)]
    return Phase(phase.path, " › ".join(chart.by_path[path].name for path in reversed(parts)))
