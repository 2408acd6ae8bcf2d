"""Names what an event did, so that tests can ask whether everything that a flow can say has really happened."""

from collections.abc import Iterator
from typing import Any

from fsm import Move, Snapshot
from fsm.moves import event_of
from tests.fsm.reference import Reference
from tests.fsm.reference_rows import Line

ENDLESS = "without end"

EVERYTHING = (
    *("stayed", "into", "ended", "ended after rows led in", "ended with a call"),
    *("called by a move", "called by a consequence", "called from a compound phase", "called in a shared phase"),
    *("called into a leaf", "called in a call", "called again while it ran"),
    *("came back", "came back and went on", "came back and gave up a call", "came back twice"),
    *("gave up a call", "gave up several calls", "most reached"),
    *("refused", "refused by settings", "refused after a guard"),
    *("gathered in part", "gathered", "gathered of one seat", "gathered in a call", "gathered and gave up a call"),
    *("chosen again", "choices dropped", "choices kept"),
    *("guarded", "guarded with values", "impossible", ENDLESS),
)
"""Every name that `features` gives."""


def features(reference: Reference, here: Snapshot[Any], move: Move, after: Any) -> Iterator[str]:
    """What the reference's last event did."""
    if isinstance(after, Snapshot):
        yield from features_of_rows(reference)
        yield from features_of_choices(reference, here, after)
    elif after == ENDLESS:
        yield ENDLESS
    else:
        yield from features_of_a_refusal(reference, move, *after)


def features_of_rows(reference: Reference) -> Iterator[str]:
    """What the rows did that were taken, and the ways back."""
    lines, ways = reference.reading.lines, ways_of(reference)
    for entry, given_up in ways:
        row = lines.get(entry.removeprefix("back: "))
        if row is not None and entry == row.id:
            yield from features_of_a_row(reference, row)
        elif row is not None:
            yield "came back" if row.then is None else "came back and went on"
        if given_up:
            yield "gave up a call" if given_up == 1 else "gave up several calls"
            yield from ("came back and gave up a call",) if row is not None and entry != row.id else ()
            yield from ("gathered and gave up a call",) if row is not None and row.manner.by is not None else ()
    if sum(entry.startswith("back: ") for entry, _ in ways) > 1:
        yield "came back twice"


def ways_of(reference: Reference) -> list[tuple[str, int]]:
    """The rows and the ways back that were taken, each with the number of calls that it gave up."""
    found: list[tuple[str, int]] = []
    for entry in reference.done:
        if entry in reference.reading.lines or entry.startswith("back: "):
            found.append((entry, 0))
        elif entry == "gave up a call":
            found[-1] = (found[-1][0], found[-1][1] + 1)
    return found


def features_of_a_row(reference: Reference, row: Line) -> Iterator[str]:
    """What one row does."""
    if row.manner.by is not None:
        yield "gathered"
    if row.manner.inside:
        yield "into"
    elif row.called is not None:
        yield from features_of_a_call(reference, row)
    elif row.manner.done:
        yield "ended"
        if any(line.called is row.source for line in reference.reading.lines.values()):
            yield "ended after rows led in"
    elif row.target is None:
        yield "stayed"


def features_of_a_call(reference: Reference, row: Line) -> Iterator[str]:
    """What a call does."""
    assert row.called is not None
    assert row.target is not None
    yield "called by a move" if row.event else "called by a consequence"
    if row.manner.done:
        yield "ended with a call"
    if row.source.children:
        yield "called from a compound phase"
    if row.called.parent is not None:
        yield "called in a shared phase"
    if not row.target.children:
        yield "called into a leaf"
    calls = [frame.row.called for frame in reference.frames if frame.row is not None]
    if len(calls) > 1:
        yield "called in a call"
    if len(set(calls)) < len(calls):
        yield "called again while it ran"


def features_of_choices(reference: Reference, here: Snapshot[Any], after: Snapshot[Any]) -> Iterator[str]:
    """What became of the choices."""
    rows = [reference.reading.lines[entry] for entry in reference.done if entry in reference.reading.lines]
    if here.back and (after.chosen or (rows and rows[0].manner.by is not None)):
        yield "gathered in a call"
    if rows and rows[0].manner.by is not None and not here.chosen:
        yield "gathered of one seat"
    elif len(after.chosen) > len(here.chosen):
        yield "gathered in part"
    elif not rows:
        yield "chosen again"
    elif here.chosen and rows[0].manner.by is None:
        yield "choices kept" if after.chosen else "choices dropped"


def features_of_a_refusal(
    reference: Reference, move: Move, kind: str, message: str, guard: str | None, code: str, values: dict[str, Any]
) -> Iterator[str]:
    """Why not."""
    rows = reference.tried(event_of(type(move)))
    row = next((row for row in rows if reference.applies(row)), None)
    if row is not None:
        yield "refused by settings" if row.guards else "refused"
        if any(reference.is_in_force(earlier) for earlier in rows[: rows.index(row)]):
            yield "refused after a guard"
    elif guard is not None and guard.startswith("fewer_than_"):
        yield "most reached"
    else:
        yield "guarded with values" if values and not code.startswith("engine.") else kind
