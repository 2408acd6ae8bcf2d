"""Findings that a flow means, with a reason; and acceptances that match nothing or explain nothing."""

import pytest

from fsm import Chart, Flow, Phase, Row, State, guard
from fsm.chart import MISSING_MOVE, Accepted
from fsm.checking.acceptances import about, idle_acceptance, places_of, unexplained_acceptance, weigh
from fsm.checking.findings import Finding
from fsm.lint import examine, lint


def chart(*accepts: Accepted) -> Chart:
    """A box with a phase in it, and an end."""
    phases = (
        Phase("box", "Box", initial=True, children=("box.here",)),
        Phase("box.here", "Here", parent="box", initial=True),
        Phase("end", "End", final=True),
    )
    return Chart("C", "C", phases, (Row("go", "box", "end", "go"),), accepts=accepts)


def finding(check: str, phase: str, row: str = "", guard: str = "") -> Finding:
    return Finding(check, phase, "It is so.", "It matters.", "Change it.", row, guard)


@pytest.mark.parametrize("where", ["go", "is_big", "box.here", "box"])
def test_a_finding_is_accepted_by_its_row_its_guard_its_phase_or_a_phase_around_it(where: str) -> None:
    found = finding("trap", "box.here", "go", "is_big")
    weighed = weigh(chart(Accepted("trap", where, "It opens.")), [found])

    assert [(one.check, one.accepted) for one in weighed] == [("trap", "It opens.")]


@pytest.mark.parametrize(("check", "where"), [("trap", "end"), ("may_deadlock", "box"), ("trap", "")])
def test_another_check_or_another_place_accepts_nothing(check: str, where: str) -> None:
    assert weigh(chart(Accepted(check, where, "It opens.")), [finding("trap", "box.here")])[0].accepted == ""


def test_a_finding_about_a_phase_that_the_chart_does_not_have_is_at_that_name() -> None:
    assert places_of(chart(), finding("malformed_chart", "nowhere")) == {("malformed_chart", "nowhere")}


def test_every_finding_is_weighed_by_itself() -> None:
    found = [finding("trap", "end"), finding("trap", "box.here"), finding("may_deadlock", "box.here")]

    assert [one.accepted for one in weigh(chart(Accepted("trap", "box", "It opens.")), found)] == ["", "It opens.", ""]


def test_an_acceptance_is_idle_only_if_no_finding_is_at_its_place() -> None:
    used, idle = Accepted("trap", "box", "It opens."), Accepted("trap", "end", "It is the end.")

    (complaint,) = idle_acceptance(chart(used, idle), [finding("trap", "box.here")])
    assert (complaint.check, complaint.where) == ("idle_acceptance", "end")
    assert complaint.problem == "The flow accepts 'trap' here, but there is none."


def test_a_missing_move_is_no_finding_of_the_chart_so_any_event_of_the_flow_will_do() -> None:
    known, unknown = Accepted(MISSING_MOVE, "go", "Clamped."), Accepted(MISSING_MOVE, "gone", "Clamped.")

    assert [one.where for one in idle_acceptance(chart(known, unknown), [])] == ["gone"]


@pytest.mark.parametrize(("reason", "count"), [("", 1), (" \n", 1), ("It opens.", 0)])
def test_an_acceptance_needs_a_reason(reason: str, count: int) -> None:
    assert len(list(unexplained_acceptance(chart(Accepted("trap", "box", reason))))) == count


def test_a_complaint_is_at_the_place_that_the_acceptance_names() -> None:
    made = about(Accepted("trap", "box", ""), "idle_acceptance", "A.", "B.", "C.")

    assert str(made) == "idle_acceptance at box: A. B. C."


# In flows


@guard("No.")
def is_positive(game: int) -> bool:
    return game > 0


def test_an_acceptance_carries_its_reason_and_may_name_a_phase_around_the_finding() -> None:
    class Boxed(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State()
            turn = left.to(right, cond=is_positive) | right.to(left, cond=is_positive)

        end = State(final=True)
        go = box.to(end, cond=is_positive)
        accepts = (("may_deadlock", "box", "It opens."),)

    accepted = [finding for finding in examine(Boxed) if finding.accepted]

    assert {finding.phase for finding in accepted} == {"box.left", "box.right"}
    assert {finding.accepted for finding in accepted} == {"It opens."}


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
        go = here.to(end, cond=is_positive)
        accepts = (acceptance,)

    assert ("idle_acceptance" in {finding.check for finding in lint(Guarded)}) is idle


def test_of_several_acceptances_of_one_finding_the_first_gives_the_reason() -> None:
    class Guarded(Flow):
        class box(State.Compound, initial=True):
            here = State(initial=True)

        end = State(final=True)
        go = box.to(end, cond=is_positive)
        accepts = (("may_deadlock", "box", "First."), ("may_deadlock", "box.here", "Second."))

    assert [finding.accepted for finding in examine(Guarded)] == ["First."]


def test_of_the_defects_of_play_only_a_missing_move_of_the_same_event_is_accepted() -> None:
    accepts = (
        Accepted("deadlock", "here", "It opens."),
        Accepted(MISSING_MOVE, "go", "Clamped."),
        Accepted(MISSING_MOVE, "go", "Again."),
    )
    made = chart(*accepts)

    assert made.reason_to_accept(MISSING_MOVE, "go") == "Clamped."
    assert made.reason_to_accept(MISSING_MOVE, "stop") == ""
    assert made.reason_to_accept(MISSING_MOVE, "here") == ""
    assert made.reason_to_accept("deadlock", "here") == ""
    assert made.reason_to_accept("deadlock", "go") == ""
    assert made.reason_to_accept("repeated_legal_move", "go") == ""
