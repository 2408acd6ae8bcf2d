"""Checks of rows that do more than lead from phase to phase: endings, calls, rows into a phase, rows that refuse."""

from collections.abc import Iterator

from fsm.chart import Chart, Phase, Row
from fsm.checking.findings import ChartIndex, Finding, is_end
from fsm.running.waiting import entered_plainly

# Endings


def unanswered_end(index: ChartIndex) -> Iterator[Finding]:
    """A phase has ended, and nothing follows but what players do further out."""
    for leaf in index.waiting():
        if leaf.final and leaf.parent is not None and not index.is_trap(leaf.path) and not is_answered(index, leaf):
            yield Finding("unanswered_end", leaf.path, f"{leaf.parent!r} ends here, and no row of its own goes on.",
                          "The game waits for a move that has nothing to do with the end.",
                          f"{what_follows(index, leaf.parent)}, or drop final=True.")  # fmt: skip


def is_answered(index: ChartIndex, leaf: Phase) -> bool:
    """Whether a consequence follows the end of a phase, or the phase itself waits for a move."""
    rows = [row for row in index.chart.rows_at(leaf.path) if (leaf.path, row.id) in index.live]
    return any(row.is_consequence or row.source in (leaf.path, leaf.parent) for row in rows)


def what_follows(index: ChartIndex, ended: str) -> str:
    """What to write so that a game goes on when a phase has ended."""
    name = index.chart.by_path[ended].id
    if ended not in index.chart.called:
        return f"Say what follows, as in {name}.done.to(...)"
    return f"{ended!r} is also entered without being called: say what follows then, as in {name}.done.to(...)"


# Entering


def entered_again(index: ChartIndex) -> Iterator[Finding]:
    """A row leads from a phase into its own sub-phase, and leaves and enters the phase on the way."""
    for row in index.chart.rows:
        source = index.chart.by_path[row.source]
        if not (row.source in index.chart.lineage(row.target)[1:] and leaves_its_source(row)):
            continue
        if effects := " and ".join(names_of_effects(source)):
            yield Finding("entered_again", row.source, f"{row.source!r} is left and entered again: {effects}.",
                          "What happens when the phase begins or ends happens in the middle of it, too.",
                          f"Write {source.id}.into(...), which does not leave {source.id!r}; "
                          "if it is meant to begin anew, accept this and say so.", row=row.id)  # fmt: skip


def leaves_its_source(row: Row) -> bool:
    """Whether the phase that a row is declared on is left when it is taken."""
    return not (row.internal or row.inside or row.calls)


def names_of_effects(phase: Phase) -> Iterator[str]:
    """What runs when a phase is left and entered, in words."""
    for kind, effects in (("exit", phase.exit), ("entry", phase.enter)):
        if effects:
            names = ", ".join(dict.fromkeys(effect.name for effect in effects))
            yield f"its {kind} effect{'s' * (len(effects) > 1)} {names} run{'s' * (len(effects) == 1)} again"


# Calls


def return_by_hand(index: ChartIndex) -> Iterator[Finding]:
    """A row leads from a phase that is called to where the call comes back to by itself."""
    only_called = index.chart.called - set(entered_plainly(index.chart))
    for row in index.chart.rows:
        for called in (path for path in index.chart.lineage(row.source) if path in only_called):
            if abandons(index.chart, row, called) and (caller := came_from(index.chart, row, called)) is not None:
                yield Finding("return_by_hand", row.source,
                              f"It leaves {called!r} for {row.target!r}, where {caller.id!r} waits for its end.",
                              "The call is abandoned: the caller is left and entered anew instead of going on.",
                              f"Lead to a final sub-phase of {called!r}: then the flow comes back by itself.",
                              row=row.id)  # fmt: skip


def abandons(chart: Chart, row: Row, called: str) -> bool:
    """Whether a row leads out of a called phase, on with the game."""
    if row.internal or row.calls is not None or row.done or is_end(chart.by_path[row.target]):
        return False
    return called not in chart.domain(row) and called not in chart.lineage(row.target)


def came_from(chart: Chart, row: Row, called: str) -> Row | None:
    """The row that calls a phase from the very place that another row leads to."""
    landing = chart.descent(row.target)[-1]
    for caller in chart.callers[called]:
        calling = chart.row_by_id[caller.row]
        if chart.after(calling, caller.phase) == landing:
            return calling
    return None


# Refusals


def needless_refusal(index: ChartIndex) -> Iterator[Finding]:
    """A row refuses an event that nothing behind it would answer."""
    for row in index.chart.rows:
        if row.refuses and not is_answered_behind(index.chart, row):
            yield Finding("needless_refusal", row.source, f"No phase further out answers {row.event!r}.",
                          "It would be refused anyway, so the row only looks as if it changed something.",
                          f"Delete the row; for its sentence alone, write refusals = (({row.source!r}, "
                          f"{row.event!r}, ...),).", row=row.id)  # fmt: skip


def is_answered_behind(chart: Chart, refusing: Row) -> bool:
    """Whether some row would be tried after one that refuses."""
    own = chart.rows_of[refusing.source]
    behind = [*own[own.index(refusing) + 1 :]]
    behind += [row for path in chart.lineage(refusing.source)[1:] for row in chart.rows_of[path]]
    return any(row.event == refusing.event and not row.refuses for row in behind)
