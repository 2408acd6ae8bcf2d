"""The linter beside the seeded defects: what it must not say, what a finding says, and acceptances."""

import pytest

from fsm import Arrow, Chart, Flow, Guard, Phase, State, guard, read, stay
from fsm.catalogue import engine_of, registered
from fsm.lint import CHECKS, examine, lint
from tests.fsm.samples import Market, market
from tests.fsm.tictactoe import engine as tictactoe


def yes(game: int) -> bool:
    return game > 0


def also(game: int) -> bool:
    return game > 1


@pytest.mark.parametrize("flow", registered())
def test_our_own_flows_are_clean(flow: str) -> None:
    assert lint(engine_of(flow)) == ()


def test_a_finding_names_phase_and_arrow_and_says_why_and_what_to_do() -> None:
    found = {finding.check: finding for finding in lint(market)}["guard_without_sentence"]

    assert (found.phase, found.arrow, found.guard) == ("street", "street-enter-shop", "is_broke")
    assert str(found) == (
        "guard_without_sentence at street-enter-shop: 'is_broke' can refuse 'enter' and does not say why. "
        "The player reads the name of a function instead of a reason. Give @guard(...) negated=..., for `unless`."
    )


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

    assert [finding.arrow for finding in lint(Overriding) if finding.check == "dead_alternative"] == ["box-go-end"]


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


def test_an_acceptance_carries_its_reason_and_may_name_a_phase_around_the_finding() -> None:
    accepted = [finding for finding in examine(engine_of("discard")) if finding.accepted]

    assert {finding.phase for finding in accepted} == {"discarding.choosing", "discarding.selecting"}
    assert all("one can always be selected" in finding.accepted for finding in accepted)


@pytest.mark.parametrize(
    ("acceptance", "idle"),
    [
        (("may_deadlock", "here", "It opens."), False),
        (("may_deadlock", "end", "It opens."), True),
        (("may_deadlok", "here", "It opens."), True),
        (("may_deadlock", "", "Everywhere."), True),
        (("missing_legal_move", "go", "Clamped."), False),
        (("missing_legal_move", "gone", "Clamped."), True),
    ],
)
def test_an_acceptance_that_matches_nothing_is_a_finding(acceptance: tuple[str, str, str], idle: bool) -> None:
    class Guarded(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = here.to(end, cond=guard("No.")(is_positive))
        accepts = (acceptance,)

    assert ("idle_acceptance" in {finding.check for finding in lint(Guarded)}) is idle


def is_positive(game: int) -> bool:
    return game > 0


def test_each_check_is_a_function_named_after_what_it_finds() -> None:
    here, end = Phase("here", "Here", initial=True), Phase("end", "End")
    broken = Chart("C", "C", (here, end), (Arrow("go", "here", "end", "go", guards=(Guard(""),)),))

    assert {finding.check for finding in lint(broken)} <= {check.__name__ for check in CHECKS}
    assert len({finding.check for finding in lint(broken)}) > 2
