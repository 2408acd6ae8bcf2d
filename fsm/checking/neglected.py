"""What is written and never happens: exit effects of an end, rows of no preset, refusals that nobody reads."""

from collections.abc import Iterator

from fsm.chart import Guard, Row
from fsm.checking import logic
from fsm.checking.findings import ChartIndex, Finding, is_end


def exit_from_the_end(index: ChartIndex) -> Iterator[Finding]:
    """A final phase has exit effects, and no game ever leaves it."""
    for phase in index.chart.phases:
        if is_end(phase) and phase.exit:
            names = ", ".join(effect.name for effect in phase.exit)
            yield Finding("exit_from_the_end", phase.path, f"The game is over here, so {names} never happens.",
                          "What it should do is not done, and nobody notices.",
                          "Make it an entry effect, enter=..., or put it on the rows that lead here.")  # fmt: skip


def unplayed_variant(index: ChartIndex) -> Iterator[Finding]:
    """A row that no preset is played with."""
    for row in index.chart.rows if index.verdicts else ():
        if row.variants and not any(is_in_force(row.variants, verdicts) for verdicts in index.verdicts):
            wanted = " and ".join(guard.words for guard in row.variants)
            yield Finding("unplayed_variant", row.source, f"No preset is played with {wanted}.",
                          "Its rules are in no table, picture or test that is made for each preset.",
                          "Add a preset with it; if no settings can have it, delete the row.", row=row.id)  # fmt: skip


def is_in_force(variants: tuple[Guard, ...], verdicts: logic.Answers) -> bool:
    """Whether static guards let a row be tried; one may presume those before it."""
    return all(verdicts[guard.name] is not guard.negated for guard in variants)


def swallowed_refusal(index: ChartIndex) -> Iterator[Finding]:
    """A guarded row says no, and a row of a phase around takes the move instead of refusing it."""
    for row in index.chart.rows:
        spoken = [guard for guard in row.guards if guard.sentence and not guard.is_static]
        if row.event is None or row.refuses or not spoken:
            continue
        taking = {other.id: other for leaf in index.leaves_of[row.id] for other in takers(index, row, leaf)}
        if taking and all(takers(index, row, leaf) for leaf in index.leaves_of[row.id]):
            other = next(iter(taking.values()))
            yield Finding("swallowed_refusal", row.source,
                          f"If {spoken[0].words} does not hold, {other.id!r} of {other.source!r} is taken instead.",
                          f"Nobody reads {spoken[0].sentence!r}: the move is never refused.",
                          f"If it should be, write {row.source.rpartition('.')[2]}.refuses(...) behind it; if not, "
                          "drop the sentence of the guard.", row=row.id)  # fmt: skip


def takers(index: ChartIndex, row: Row, leaf: str) -> list[Row]:
    """The rows of phases around that take every move that a row and those beside it do not take."""
    rows = index.tried(leaf, row.event)
    around = index.chart.lineage(row.source)[1:]
    outer = [other for other in rows if other.source in around and not other.refuses]
    inner = [other for other in rows if other not in outer]
    if not outer or index.alternatives(rows).cover_everything is logic.Alternatives(inner).cover_everything:
        return []
    return outer
