"""The linter: one small function a defect, over the chart alone. Nothing runs.

`lint(engine)`, `lint(Flow)` or `lint(chart)` gives the findings that are certain and that the flow does not accept. A
finding is accepted in the flow, with a reason: `accepts = (("trap", "resting", "The evening ends here."),)`.

What only guards and effects decide, such as whether a game can get stuck, is *possible*: `examine` gives that, too, and
play settles it.

Guards are judged by name only, so a finding of a hidden row is certain, and silence is not proof: `fsm.explore` plays.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from fsm.chart import Chart, Guard, Row
from fsm.checking import logic
from fsm.checking.absence import waits_for_the_absent
from fsm.checking.acceptances import idle_acceptance, unexplained_acceptance, weigh
from fsm.checking.findings import ChartIndex, Finding, is_end, not_an_end
from fsm.checking.manners import entered_again, needless_refusal, return_by_hand, unanswered_end, what_follows
from fsm.checking.neglected import exit_from_the_end, swallowed_refusal, unplayed_variant
from fsm.checking.ways import Hop, Standing
from fsm.moves import Move, event_of

if TYPE_CHECKING:
    from fsm.engine import Engine
    from fsm.flow import Flow

__all__ = ["CHECKS", "Finding", "examine", "lint"]

MOST_CYCLES = 1_000
"""Cycles of consequences looked at, at most; a chart with more has enough findings already."""

MOST_NAMED = 5
"""Endings that a finding names one by one."""

Circle = list[tuple[str, list[Hop]]]
"""Leaves, each with the hops to the next one; the last leads to the first."""


def lint(target: "Engine[Any] | type[Flow] | Chart", moves: Iterable[type[Move]] | None = None) -> tuple[Finding, ...]:
    """What is certainly wrong, and not accepted. An engine knows its moves; for a flow or a chart, pass them."""
    return tuple(finding for finding in examine(target, moves) if finding.stands)


def examine(
    target: "Engine[Any] | type[Flow] | Chart", moves: Iterable[type[Move]] | None = None
) -> tuple[Finding, ...]:
    """Every finding: those that are only possible, too, and the accepted ones, each with the reason given for it."""
    index = index_of(target, moves)
    malformed = tuple(malformed_chart(index.chart))
    if malformed:
        return malformed  # nothing else can be asked of such a chart
    found = [finding for check in CHECKS for finding in check(index)]
    return (*weigh(index.chart, found), *idle_acceptance(index.chart, found), *unexplained_acceptance(index.chart))


def index_of(target: Any, moves: Iterable[type[Move]] | None) -> ChartIndex:
    """What the checks walk on."""
    sent = frozenset(map(event_of, moves)) if moves is not None else None
    if isinstance(target, Chart):
        return ChartIndex(target, sent)
    if isinstance(target, type):
        from fsm.reading import read

        return ChartIndex(read(target), sent)
    sits = target._seats.are_declared and target._seats.are_named
    table_moves = target.move_type if sits else None
    return ChartIndex(target.chart, frozenset(target.move_type), table_moves, verdicts_of_presets(target))


def verdicts_of_presets(engine: "Engine[Any]") -> list[logic.Answers]:
    """What static guards say about the settings of each preset, and of a game that names none."""
    from fsm.checking.variations import settings_made
    from fsm.running.reasons import Verdicts

    given: list[dict[str, Any]] = [{}, *({"preset": name} for name in engine.presets)] if engine.presets else []
    made = [settings_made(engine, one) for one in given] if engine.chart.static_guards else []
    return [Verdicts(engine.chart, engine._rules, settings) for settings in made if settings is not None]


# A chart built by hand


def malformed_chart(chart: Chart) -> Iterator[Finding]:
    """Rows from or to nowhere, and levels without exactly one initial phase."""
    for row in chart.rows:
        for end in (row.source, row.target, row.calls, row.then):
            if end is not None and end not in chart.by_path:
                yield Finding("malformed_chart", end, f"{row.id!r} names the phase {end!r}, which does not exist.",
                              "Nothing can be said of a game that goes there.", "Correct the name.",
                              row=row.id)  # fmt: skip
    initial = Counter(phase.parent for phase in chart.phases if phase.initial)
    for parent in (None, *(phase.path for phase in chart.phases if phase.children)):
        if initial[parent] != 1:
            yield Finding("malformed_chart", parent or chart.name, f"It has {initial[parent]} initial phases.",
                          "A game must know where it begins.", "Mark exactly one as initial.")  # fmt: skip


# Phases


def unreachable_phase(index: ChartIndex) -> Iterator[Finding]:
    """No sequence of rows leads here. Of a whole compound phase, only the outermost is named."""
    alive = {path for leaf in index.reached for path in index.chart.lineage(leaf)}
    for phase in index.chart.phases:
        if phase.path not in alive and (phase.parent is None or phase.parent in alive):
            yield Finding("unreachable_phase", phase.path, "No row that can be taken leads here.",
                          "Players never see it, and its rules are never used.",
                          "Lead a row here, or delete the phase.")  # fmt: skip


def trap(index: ChartIndex) -> Iterator[Finding]:
    """A game that comes here stays for good, though the phase is not final."""
    for leaf in index.waiting():
        if index.is_trap(leaf.path):
            remedy = "Add a way out, or mark it final=True."
            if leaf.final and leaf.parent is not None:
                remedy = f"{what_follows(index, leaf.parent)}; only a final phase at the top level ends the game."
            yield Finding("trap", leaf.path, f"No row leads out of it, and {not_an_end(leaf)}.",
                          "A game that comes here neither goes on nor ends.", remedy)  # fmt: skip


def no_way_to_end(index: ChartIndex) -> Iterator[Finding]:
    """The flow has an end, but not from here. Traps are named by their own check."""
    ends = [leaf.path for leaf in index.chart.leaves if is_end(leaf) and leaf.path in index.reached]
    hopeful = index.leading_to(ends)
    for leaf in index.waiting():
        if ends and leaf.path not in hopeful and not index.is_trap(leaf.path):
            yield Finding("no_way_to_end", leaf.path, f"No way leads from here to {one_of(ends)}.",
                          "A game that comes here never ends.", "Add a way back, or an ending of its own.")  # fmt: skip


def one_of(ends: list[str]) -> str:
    """The names of some endings, for a sentence."""
    more = [f"one of {len(ends) - MOST_NAMED} others"] if len(ends) > MOST_NAMED else []
    return " or ".join([*ends[:MOST_NAMED], *more])


def may_deadlock(index: ChartIndex) -> Iterator[Finding]:
    """Every move has guards that could all say no at once: nothing shows that one is always legal."""
    for leaf in index.waiting():
        if not index.is_trap(leaf.path) and not index.always_goes_on(leaf.path):
            yield Finding("may_deadlock", leaf.path, "Every move that is possible here is guarded.",
                          "If all guards say no, the game is stuck here.",
                          "Add a move without a guard, or let verify look for a game that gets stuck.",
                          possible=True)  # fmt: skip


# Rows


def dead_alternative(index: ChartIndex) -> Iterator[Finding]:
    """A row that can never be taken, because of one other row or by itself."""
    for row, leaves in never_taken(index):
        reason = cause_of_death(index, row, leaves)
        if reason:
            yield Finding("dead_alternative", row.source, f"It can never be taken: {reason}.",
                          "Its effects never happen, and the flowchart shows a way that does not exist.",
                          "Delete the row, or move it up.", row=row.id)  # fmt: skip


def hidden_row(index: ChartIndex) -> Iterator[Finding]:
    """A row that guarded rows before it leave nothing for."""
    for row, leaves in never_taken(index):
        if not cause_of_death(index, row, leaves):
            hiding = ", ".join(dict.fromkeys(other.id for leaf in leaves for other in index.before(leaf, row)))
            yield Finding("hidden_row", row.source, f"Whenever its guards hold, an earlier row is taken: {hiding}.",
                          "Its effects never happen, and the flowchart shows a way that does not exist.",
                          "Put it before them, or give it a guard that they do not ask.", row=row.id)  # fmt: skip


def never_taken(index: ChartIndex) -> Iterator[tuple[Row, list[str]]]:
    """Rows that are live in none of their leaves, with those leaves."""
    for row in index.chart.rows:
        leaves = index.leaves_of[row.id]
        if not any((leaf, row.id) in index.live for leaf in leaves):
            yield row, leaves


def cause_of_death(index: ChartIndex, row: Row, leaves: list[str]) -> str:
    """Why a row is dead by itself or by one other, or '' if several guarded rows hide it."""
    if not logic.is_consistent(row):
        return "its own guards contradict each other"
    if not leaves:
        return f"{row.event!r} is refused in every phase inside" if row.event else "the phase has no end"
    for leaf in leaves:
        if leaf in index.only_left_by_coming_back:
            called = index.chart.by_path[leaf].parent
            return f"{called!r} is only ever called, so with {leaf!r} the flow is back in the caller"
        if row.event is not None and index.never_rests(leaf):
            return f"a consequence always leaves {leaf!r} before a move is awaited"
        for other in index.before(leaf, row):
            if not other.guards:
                return f"{other.id!r} before it has no guard"
    return ""


def eventless_cycle(index: ChartIndex) -> Iterator[Finding]:
    """Consequences that can go round: certain if nothing changes on the way, possible if effects do."""
    for circle in circles_of_consequences(index):
        row = first_endless(index, circle)
        if row is not None:
            way = " -> ".join([leaf for leaf, _ in circle] + [circle[0][0]])
            yield Finding("eventless_cycle", circle[0][0], f"Consequences can go round: {way}.",
                          "The engine stops after thousands of them with an error, in the middle of a move.",
                          "Let guards on the way exclude each other; where an effect ends it, verify looks for a game "
                          "in which it does not.", row=row.id, possible=changes_something(index, circle))  # fmt: skip


def circles_of_consequences(index: ChartIndex) -> Iterator[Circle]:
    """Leaves that follow one another unasked, each with the hops to the next. Called phases and ways back count, too.

    A circle that calls more often than it comes back is none: callers cannot be suspended without end, because `read`
    wants a limit on such calls.
    """
    import networkx

    unasked = networkx.DiGraph()
    for standing, hops in index.ways.hops.items():
        unasked.add_edges_from((standing, hop.target) for hop in hops if hop.row.event is None)
    order = {leaf.path: place for place, leaf in enumerate(index.chart.leaves)}
    known: set[tuple[str, ...]] = set()
    for found in islice(networkx.simple_cycles(unasked), MOST_CYCLES):
        start = found.index(min(found, key=lambda standing: order[standing.leaf]))
        circle = [*found[start:], *found[:start]]
        ways = [unasked_hops(index, *pair) for pair in pairwise([*circle, circle[0]])]
        leaves = tuple(standing.leaf for standing in circle)
        if leaves not in known and comes_out_even(ways):
            known.add(leaves)
            yield list(zip(leaves, ways, strict=True))


def unasked_hops(index: ChartIndex, here: Standing, there: Standing) -> list[Hop]:
    """The consequences and ways back from one standing to another."""
    return [hop for hop in index.ways.hops[here] if hop.target == there and hop.row.event is None]


def comes_out_even(hops: list[list[Hop]]) -> bool:
    """Whether as many callers are suspended after a round as before it."""
    return sum(some[0].depth for some in hops) == 0


def first_endless(index: ChartIndex, circle: Circle) -> Row | None:
    """The first row of a circle of leaves that nothing known keeps from being taken round for ever."""
    (leaf, first), *others = circle
    changing = changes_something(index, others)
    clauses = [clause for place, hops in others for clause in some_is_taken(index, place, hops)]
    for hop in first:
        if changing or index.ways.happening(hop):
            return hop.row  # effects may change what guards answer: nobody can tell
        if logic.satisfiable([*is_taken(index, leaf, hop), *clauses]):
            return hop.row
    return None


def changes_something(index: ChartIndex, circle: Circle) -> bool:
    """Whether an effect on the way may change what guards answer: then nobody can tell how long it goes round."""
    return any(index.ways.happening(hop) for _, hops in circle for hop in hops)


def some_is_taken(index: ChartIndex, leaf: str, hops: list[Hop]) -> Iterator[logic.Clause]:
    """One of the hops is taken in a leaf: each has a name of its own that stands for choosing it."""
    chosen = {hop.row.id: f"choose {hop.row.id} in {leaf}" for hop in hops}
    yield frozenset((name, True) for name in chosen.values())
    for hop in hops:
        for clause in is_taken(index, leaf, hop):
            yield clause | {(chosen[hop.row.id], False)}


def is_taken(index: ChartIndex, leaf: str, hop: Hop) -> list[logic.Clause]:
    """The guards say so. Those that count callers answer for one leaf only; a way back asks nobody."""
    if hop.returns:
        return []
    counting = {guard.name for row in index.chart.rows for guard in row.guards if "back" in guard.needs}
    clauses = logic.is_taken(hop.row, index.before(leaf, hop.row))
    return [
        frozenset((f"{name} in {leaf}" if name in counting else name, answer) for name, answer in clause)
        for clause in clauses
    ]


def unsent_event(index: ChartIndex) -> Iterator[Finding]:
    """No move type sends an event that rows wait for."""
    first: dict[str | None, Row] = {}
    for row in index.chart.rows:
        first.setdefault(row.event, row)
    for event in index.chart.events if index.events_sent is not None else ():
        if event not in (index.events_sent or ()):
            row = first[event]
            yield Finding("unsent_event", row.source, f"No move sends {event!r}.",
                          "Its rows can never be taken.",
                          "Add a Move for it to the engine's moves=, or delete the rows.", row=row.id)  # fmt: skip


# Guards


def unnamed_guard(index: ChartIndex) -> Iterator[Finding]:
    """A guard that has no name to show on a flowchart or in a refusal."""
    for row, guard in guards_of(index.chart.rows):
        if not (guard.reads or guard.name.isidentifier()) or not guard.name.strip("_"):
            yield Finding("unnamed_guard", row.source, f"A guard is called {guard.name!r}.",
                          "Neither a flowchart nor a refusal can say what it asks.",
                          "Make it a function with a name, in the game's own words.",
                          row=row.id, guard=guard.name)  # fmt: skip


def guard_without_sentence(index: ChartIndex) -> Iterator[Finding]:
    """A guard that can be the reason of a refusal, and has no words for it.

    Guards of consequences refuse nobody, and a guard that only chooses between rows is never the reason: neither is
    ever read by a player, so neither needs a sentence.
    """
    reported: set[tuple[str, bool]] = set()
    for row, guard in guards_of(index.chart.rows):
        if not guard.sentence.strip() and logic.holds(guard) not in reported and can_refuse(index, row, guard):
            reported.add(logic.holds(guard))
            yield Finding("guard_without_sentence", row.source,
                          f"{guard.name!r} can refuse {row.event!r} and does not say why.",
                          "The player reads a name from the code instead of a reason.",
                          where_to_say(guard), row=row.id, guard=guard.name)  # fmt: skip


def where_to_say(guard: Guard) -> str:
    """Where the sentence of a guard belongs: with the function, or with the settings that decide it."""
    if not guard.reads:
        return f"Give @guard(...) {'negated=..., for `unless`' if guard.negated else 'a sentence'}."
    form = "negated=..." if guard.negated else "a sentence"
    return f"Give {form} to Variant(...) in the annotation of {' or '.join(guard.reads)}, or to named(...)."


def can_refuse(index: ChartIndex, row: Row, guard: Guard) -> bool:
    """Whether this guard can be the first unmet one of its row while no row applies."""
    if row.event is None or row.refuses:
        return False
    name, wanted = logic.holds(guard)
    answers = [*map(logic.holds, row.guards[: row.guards.index(guard)]), (name, not wanted)]
    if not logic.agree(answers):
        return False
    decisions = {id(rows): rows for leaf in index.leaves_of[row.id] for rows in [index.tried(leaf, row.event)]}
    return any(can_all_refuse(index, row, dict(answers), rows) for rows in decisions.values())


def can_all_refuse(index: ChartIndex, row: Row, answers: logic.Answers, rows: tuple[Row, ...]) -> bool:
    """Whether guards can answer so while no row applies before the first that refuses, if there is one in force."""
    refusing = [place for place, one in enumerate(rows) if one.refuses and place > rows.index(row)]
    if index.alternatives(rows).can_say(answers):
        return True
    wanted = [logic.only(answer) for answer in answers.items()]
    return any(logic.satisfiable([*wanted, *logic.is_taken(rows[place], rows[:place])]) for place in refusing)


def guards_of(rows: Iterable[Row]) -> Iterator[tuple[Row, Guard]]:
    """Every guard with the row it stands on."""
    return ((row, guard) for row in rows for guard in row.guards)


CHECKS: tuple[Callable[[ChartIndex], Iterator[Finding]], ...] = (
    unreachable_phase,
    trap,
    no_way_to_end,
    may_deadlock,
    dead_alternative,
    hidden_row,
    eventless_cycle,
    unanswered_end,
    entered_again,
    return_by_hand,
    needless_refusal,
    exit_from_the_end,
    unplayed_variant,
    swallowed_refusal,
    unsent_event,
    waits_for_the_absent,
    unnamed_guard,
    guard_without_sentence,
)
