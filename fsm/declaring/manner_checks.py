"""What is checked about rows that do more than lead from phase to phase, once a chart shows all of them."""

from collections.abc import Iterator

from fsm.chart import Chart, Row
from fsm.errors import FlowError


def check_manners(chart: Chart) -> None:
    """Refuse rows that can never do what they say."""
    for row in chart.rows:
        for trouble in troubles(chart, row):
            raise FlowError(f"{chart.name}: {row.id!r} {trouble}")
    check_no_recursion(chart)


def troubles(chart: Chart, row: Row) -> Iterator[str]:
    """What is wrong with one row."""
    if row.inside and row.source not in chart.lineage(row.target)[1:]:
        yield f"goes into {row.target!r}, which does not lie inside {row.source!r}; write .to() instead of .into()."
    if row.done:
        yield from troubles_of_an_ending(chart, row)
    if row.refuses and row.event is None:
        yield "refuses no event; bind it to one, as in concede = playing.to(over) | challenge.refuses(...)."
    if row.calls is not None:
        yield from troubles_of_a_call(chart, row, row.calls)
    if row.gathers is not None:
        yield from troubles_of_a_gathering(chart, row)


def troubles_of_an_ending(chart: Chart, row: Row) -> Iterator[str]:
    """What is wrong with a row that is taken when a phase has ended."""
    if row.event is not None:
        yield f"follows by itself when {row.source!r} has ended, and no player sends it; bind it to no name."
    if not any(chart.by_path[child].final for child in chart.by_path[row.source].children):
        yield f"waits for the end of {row.source!r}, which has none; mark one of its sub-phases with final=True."


# Calls


def troubles_of_a_call(chart: Chart, row: Row, called: str) -> Iterator[str]:
    """What is wrong with a row that calls."""
    around = chart.by_path[called].parent
    if around is not None and around not in chart.lineage(row.source):
        yield (f"calls {called!r} from outside {around!r}, which would have to be entered too; "
               f"declare {called!r} beside its callers, or further out.")  # fmt: skip
    elif not can_end(chart, called, chart.descent(row.target)[-1]):
        yield (f"calls {called!r}, which cannot end: no final sub-phase of it can be reached from {row.target!r}; "
               "mark one with final=True, and lead there.")  # fmt: skip


def can_end(chart: Chart, called: str, start: str) -> bool:
    """Whether rows lead from a leaf of a phase to its end without leaving it."""
    todo, seen = [start], {start}
    while todo:
        leaf = todo.pop()
        if chart.is_end_of(leaf, called):
            return True
        after = {chart.after(row, leaf) for row in chart.rows_at(leaf)}
        new = {landing for landing in after if called in chart.lineage(landing)} - seen
        seen |= new
        todo += new
    return False


def check_no_recursion(chart: Chart) -> None:
    """A phase that may be called while it runs needs a limit."""
    calls: dict[str, dict[str, Row]] = {called: {} for called in chart.called}
    for called in chart.called:
        for leaf in chart.leaves:
            if called in chart.lineage(leaf.path):
                found = (row for row in chart.rows_at(leaf.path) if row.calls is not None and not is_limited(row))
                calls[called].update({str(row.calls): row for row in found})
    for called in sorted(calls):
        if (way := way_around(calls, called)) is not None:
            row = calls[called][way[0]].id
            raise FlowError(f"{chart.name}: {called!r} can be called while it runs, without end: "
                            f"{' -> '.join([called, *way])}, by {row!r}; refuse the event there with .refuses(...), "
                            "limit the row with most=, or keep it to phases outside.")  # fmt: skip


def is_limited(row: Row) -> bool:
    """Whether only so many calls of a row can be under way."""
    return any("back" in guard.needs for guard in row.guards)


def way_around(calls: dict[str, dict[str, Row]], start: str) -> list[str] | None:
    """A way along calls from a phase back to itself."""
    ways, seen = [[phase] for phase in calls[start]], set(calls[start])
    for way in ways:
        if way[-1] == start:
            return way
        ways += [[*way, phase] for phase in calls[way[-1]] if phase not in seen]
        seen |= set(calls[way[-1]])
    return None


# Gatherings


def troubles_of_a_gathering(chart: Chart, row: Row) -> Iterator[str]:
    """What is wrong with a row that waits for several seats."""
    if row.event is None:
        yield "gathers no event; bind it to one, as in choose = gather(choosing, ...)."
    if chart.by_path[row.source].children:
        yield f"gathers in {row.source!r}, which has sub-phases; gather in one of those."
    for effect in row.effects:
        if "move" not in effect.needs:
            yield (f"runs {effect.name!r} for each seat's move, and it takes none; "
                   f"give it to {row.target!r} with enter=, where it runs once.")  # fmt: skip
    for other in chart.rows_at(row.source) if not chart.by_path[row.source].children else ():
        if other.id != row.id and (trouble := trouble_beside_a_gathering(row, other)):
            yield trouble


def trouble_beside_a_gathering(row: Row, other: Row) -> str:
    """Why a row cannot be taken where another one gathers: choices are about the game as it stood at the start."""
    if other.event == row.event:
        return f"gathers {row.event!r}, which {other.id!r} answers too; keep one of them."
    if other.gathers is not None:
        return f"gathers beside {other.id!r}; let one move say which of the two is chosen."
    if other.calls is not None:
        return f"gathers where {other.id!r} calls; call before the choices begin, or after them."
    if other.internal and other.effects:
        return (f"gathers while {other.id!r} changes the game; let that row leave and enter {row.source!r}, "
                "then all choose anew.")  # fmt: skip
    return ""
