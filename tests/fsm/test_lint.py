"""The linter beside the seeded defects: what it must not say, what a finding says, and acceptances."""

import gc
from time import process_time

import pytest

from fsm import Chart, Flow, Guard, Move, Phase, Row, State, guard, read, stay
from fsm.catalogue import engine_of, registered
from fsm.chart import Accepted
from fsm.lint import CHECKS, examine, lint
from tests.fsm.samples import Market, market
from tests.fsm.tictactoe import engine as tictactoe


def yes(game: int) -> bool:
    return game > 0


def also(game: int) -> bool:
    return game > 1


class Go(Move): ...


class Stop(Move): ...


@pytest.mark.parametrize("flow", registered())
def test_our_own_flows_are_clean(flow: str) -> None:
    assert lint(engine_of(flow)) == ()


def test_flow_engine_and_chart_give_the_same_findings() -> None:
    assert lint(Market) == lint(market) == lint(read(Market)) != ()


def test_guards_of_consequences_need_no_sentence() -> None:
    """`is_rich` sends people home unasked: nobody is refused by it."""
    assert "is_rich" not in {finding.guard for finding in lint(market)}


def test_a_guard_that_only_chooses_between_rows_needs_no_sentence() -> None:
    class Choosing(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = here.to(end, cond=yes) | stay(here)

    assert lint(Choosing) == ()
    assert lint(tictactoe) == (), "completes_a_line has no sentence: if a square is free, some row takes it"


def test_a_guard_behind_one_that_must_hold_can_refuse() -> None:
    @guard("Say yes first.")
    def first(game: int) -> bool:
        return game > 0

    class Refusing(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = here.to(end, cond=[first, also])
        stop = here.to(end)

    assert [(finding.check, finding.guard) for finding in lint(Refusing)] == [("guard_without_sentence", "also")]


def test_consequences_that_exclude_each_other_are_no_cycle() -> None:
    """The discard phase goes to and fro between its boxes as the selection grows and shrinks."""
    assert "eventless_cycle" not in {finding.check for finding in examine(engine_of("discard"))}


def test_a_parent_row_that_only_some_children_override_is_not_hidden() -> None:
    class Overriding(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State()
            turn = left.to(right)
            go = left.to(right)

        end = State(final=True)
        go = box.to(end)

    assert lint(Overriding) == ()


def test_a_parent_row_that_every_child_overrides_is_dead() -> None:
    class Overriding(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State()
            go = left.to(right) | right.to(left)

        end = State(final=True)
        go = box.to(end)
        stop = box.to(end)

    assert [finding.row for finding in lint(Overriding) if finding.check == "dead_alternative"] == ["box-go-end"]


def test_of_an_unreachable_compound_phase_only_the_outermost_is_named() -> None:
    class Island(Flow):
        here = State(initial=True)
        end = State(final=True)

        class box(State.Compound):
            left = State(initial=True)
            right = State()
            turn = left.to(right) | right.to(left)

        stop = here.to(end) | box.to(end)

    assert [(finding.check, finding.phase) for finding in lint(Island)] == [("unreachable_phase", "box")]


def test_a_flow_without_an_end_is_not_blamed_for_having_none() -> None:
    class Endless(Flow):
        day = State(initial=True)
        night = State()
        turn = day.to(night) | night.to(day)

    assert lint(Endless) == ()


def test_one_phase_that_only_stays_is_no_trap() -> None:
    class Counter(Flow):
        counting = State(initial=True)
        count = stay(counting)

    assert lint(Counter) == ()


def many_phases(count: int) -> Chart:
    """A ring of phases, each with a way to an ending of its own, and all findings accepted one by one."""
    ring = [Phase(f"p{i}", f"P{i}", initial=i == 0) for i in range(count)]
    ends = [Phase(f"end{i}", f"End {i}", final=True) for i in range(count)]
    cond = (Guard("is_open", "It is closed."),)
    rows = [Row(f"go{i}", f"p{i}", f"p{(i + 1) % count}", "go", guards=cond) for i in range(count)]
    rows += [Row(f"stop{i}", f"p{i}", f"end{i}", "stop", guards=cond) for i in range(count)]
    accepts = tuple(Accepted("may_deadlock", f"p{i}", "It opens.") for i in range(count))
    return Chart("Many", "Many", (*ring, *ends), tuple(rows), accepts=accepts)


def seconds(count: int) -> float:
    chart = many_phases(count)
    gc.collect()
    gc.disable()  # what else is in memory has nothing to do with it
    start = process_time()
    assert lint(chart) == ()
    gc.enable()
    return process_time() - start


def test_the_time_of_the_linter_grows_with_the_chart_and_not_with_its_square() -> None:
    seconds(200)  # imports networkx

    assert seconds(3_000) < 300 * min(seconds(100) for _ in range(3))


def test_four_hundred_alternatives_are_judged() -> None:
    wanted = [Guard(f"g{i}", "No.") for i in range(400)]
    rows = [Row(f"row{i}", "here", "end", "go", guards=(one,)) for i, one in enumerate(wanted)]
    again = Row("again", "here", "end", "go", guards=(wanted[0], wanted[399]))
    chart = Chart("C", "C", (Phase("here", "Here", initial=True), Phase("end", "End", final=True)), (*rows, again))

    assert [(found.check, found.row) for found in examine(chart)] == [("may_deadlock", ""), ("hidden_row", "again")]


def test_a_circle_with_many_ways_round_is_judged_as_a_whole() -> None:
    """Two rows on each of forty hops: a trillion ways round, and none of them can be gone without end."""
    phases = tuple(Phase(f"p{i}", f"P{i}", initial=i == 0) for i in range(40))
    ways = [
        Row(f"{name}{i}", f"p{i}", f"p{(i + 1) % 40}", guards=(Guard(name), Guard("up", negated=i == 20)))
        for i in range(40)
        for name in ("left", "right")
    ]
    chart = Chart("C", "C", phases, (*ways, Row("go", "p0", "p1", "go")))

    assert "eventless_cycle" not in {found.check for found in lint(chart)}


def test_a_circle_is_found_if_one_of_several_ways_goes_round() -> None:
    phases = tuple(Phase(f"p{i}", f"P{i}", initial=i == 0) for i in range(3))
    up, down = Guard("up"), Guard("up", negated=True)
    ways = (
        Row("first", "p0", "p1", guards=(up,)),
        Row("wrong", "p1", "p2", guards=(down,)),
        Row("right", "p1", "p2", guards=(up,)),
        Row("back", "p2", "p0", guards=(up,)),
    )
    found = [f.row for f in lint(Chart("C", "C", phases, ways)) if f.check == "eventless_cycle"]

    assert found == ["first"]


def test_a_guard_behind_a_contradiction_is_never_the_reason() -> None:
    class Never(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = here.to(end, cond=guard("No.", negated="Yes.")(is_positive), unless=[is_positive, also])
        stop = here.to(end)

    assert {finding.guard for finding in lint(Never)} == {""}


def is_positive(game: int) -> bool:
    return game > 0


def test_each_check_is_a_function_named_after_what_it_finds() -> None:
    here, end = Phase("here", "Here", initial=True), Phase("end", "End")
    broken = Chart("C", "C", (here, end), (Row("go", "here", "end", "go", guards=(Guard(""),)),))

    assert {finding.check for finding in lint(broken)} <= {check.__name__ for check in CHECKS}
    assert len({finding.check for finding in lint(broken)}) > 2
