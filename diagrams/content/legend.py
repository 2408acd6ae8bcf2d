"""What the signs and words of a picture mean, for those that it uses."""

from collections.abc import Iterator

from diagrams.content.calls import drawn_apart
from diagrams.content.manners import INTO, REFUSED, enters_again, tells_apart
from fsm.chart import Chart

Entry = tuple[str, str]


def legend_of_signs(chart: Chart, again: str) -> Iterator[Entry]:
    """Each sign or word with its meaning; `again` is the sign for a phase that is left and entered again."""
    rows = chart.rows
    yield from legend_of_calls(chart)
    if any(row.done for row in rows):
        yield "when done", "as soon as the phase has reached an end of its own, a box with a double border"
    if any(row.gathers is not None for row in rows):
        yield "each of", "one move from each of these seats, in any order; the arrow is taken with the last one"
    if any(row.gathers is not None and row.gathers.again for row in rows):
        yield "may change", "a seat may choose again, until the last one has chosen"
    if any(row.refuses for row in rows):
        yield REFUSED, "refused here, whatever boxes further out allow"
    if tells_apart(chart):
        yield INTO, "goes on inside its box, which is not left"
        if any(enters_again(chart, row) for row in rows):
            yield again, "leaves its box, and enters it again"


def legend_of_calls(chart: Chart) -> Iterator[Entry]:
    """What the ends of calls mean."""
    calls = {row.id for row in chart.rows if row.calls is not None}
    apart = {row.id for way in drawn_apart(chart) for row in way.rows}
    if apart:
        yield "call", "the caller waits (○) until the called phase has ended; a thin dashed arrow leads on from there"
    if calls - apart:
        yield "call and back", "the caller waits until the called phase has ended; then the flow comes back to it"
