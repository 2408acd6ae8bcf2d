"""How rows are taken, as pictures say it: signs, and words beside the event."""

from collections.abc import Iterator

from diagrams.content.text import short
from fsm.chart import Chart, Guard, Row

STAYS, REFUSED, INTO = "↔", "×", "↓"
"""Only signs that every font has: the embedded renderer draws with one of few."""


def opening_word(row: Row) -> str:
    """What stands in the place of an event that nobody sends."""
    return "when done" if row.done else "then"


def remarks(row: Row, back: bool) -> Iterator[str]:
    """What is said beside the event: who sends it, that it calls, and if the line of the call is the way back, too."""
    if row.gathers is not None:
        yield f"· each of {short(row.gathers.by) or '—'}"
        if row.gathers.again:
            yield "· may change"
    if row.calls is not None:
        yield "· call and back" if back else "· call"


def asked(row: Row) -> tuple[Guard, ...]:
    """The guards that play decides, without those that only say what a gathering is."""
    if row.gathers is None:
        return row.questions
    among = f"is_among_{row.gathers.by}"
    return tuple(guard for guard in row.questions if guard.name != among and "chosen" not in guard.needs)


def sign_in_box(row: Row, again: str) -> str:
    """The sign of a row that ends where it starts; `again` is for one that leaves its phase and enters it again."""
    if row.refuses:
        return REFUSED
    if row.calls is not None:
        return INTO
    return STAYS if row.internal else again


# Rows inward


def leads_inward(chart: Chart, row: Row) -> bool:
    """Whether a row leads from a compound phase to one inside it, so that it can be taken anywhere there."""
    if row.source == row.target or not chart.by_path[row.source].children:
        return False
    return row.source in chart.lineage(row.target)


def ends_of(chart: Chart, path: str) -> list[str]:
    """The sub-phases with which a phase has ended."""
    return [child for child in chart.by_path[path].children if chart.by_path[child].final]


def starts_anywhere(chart: Chart, row: Row) -> bool:
    """Whether an arrow inward starts from anywhere in its phase; one from its only end starts there."""
    return leads_inward(chart, row) and not (row.done and len(ends_of(chart, row.source)) == 1)


def enters_again(chart: Chart, row: Row) -> bool:
    """Whether a row inward leaves its phase and enters it again."""
    return leads_inward(chart, row) and not row.inside and row.calls is None


def sign_on_edge(chart: Chart, row: Row, again: str) -> str:
    """The sign of a row inward, or none for other rows."""
    if row.inside:
        return INTO
    return again if enters_again(chart, row) else ""


def tells_apart(chart: Chart) -> bool:
    """Whether rows inward must say if they leave their phase: where all of them do, nobody asks."""
    return any(row.inside for row in chart.rows)
