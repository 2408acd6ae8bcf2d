"""The tests of SCXML's implementation report that can be expressed here: each passes, and each could fail."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from fsm import Engine, Flow, FlowError, Refusal
from fsm.reading import read
from tests.scxml.host import Compiled, Host, Machine, engine_for, interpreted
from tests.scxml.refused import MISSING, REFUSED
from tests.scxml.suite import GIVEN, ONE_REGION, OPTIONAL, REASONS, SUITE, TESTS, asserted, needs, running_here
from tests.scxml.words import SIGNALS, Data
from tests.scxml.wrong import WRONG, outcome

EVERY = [test for tests in SUITE.values() for test in tests]
Start = Callable[[Engine[Data], dict[str, Any]], Machine]


def run(flow: type[Flow], given: dict[str, Any], start: Start, **options: Any) -> Host:
    """A host that has run a definition to its end."""
    engine = engine_for(flow, **options)
    host = Host(engine, start(engine, given))
    host.run()
    return host


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize(
    ("start", "options"),
    [(Compiled, {"inline": True}), (Compiled, {"inline": False}), (interpreted, {})],
    ids=["compiled", "called", "native"],
)
def test_the_definition_passes(start: Start, options: dict[str, Any], test: str) -> None:
    host = run(TESTS[test], GIVEN.get(test, {}), start, **options)

    assert host.machine.snapshot.phase == "passed", asserted(test)


@pytest.mark.parametrize("test", TESTS)
def test_both_engines_leave_the_same_behind(test: str) -> None:
    """Not only the phase: the diary, the variables and everything that was sent."""
    compiled, native = (run(TESTS[test], GIVEN.get(test, {}), start) for start in (Compiled, interpreted))

    assert compiled.machine.snapshot == native.machine.snapshot


@pytest.mark.parametrize("test", TESTS)
def test_nothing_happens_after_the_end(test: str) -> None:
    """As 415 and 187 want it: no event is answered any more, whether it waits in a queue or not."""
    host = run(TESTS[test], GIVEN.get(test, {}), Compiled)
    over = host.machine.snapshot

    assert host.engine.is_over(over)
    assert host.engine.legal_moves(over) == []
    for event in host.engine.move_type:
        assert isinstance(host.machine.send(SIGNALS[event]()), Refusal)
    assert host.machine.snapshot is over


# Each test can fail


@pytest.mark.parametrize("test", TESTS)
def test_the_definition_does_not_pass_if_something_is_wrong(test: str) -> None:
    assert any(outcome(TESTS[test], GIVEN.get(test, {}), wrong) != "passed" for wrong in WRONG)


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_noticed(wrong: str) -> None:
    assert any(outcome(flow, GIVEN.get(test, {}), wrong) == "failed" for test, flow in TESTS.items())


def test_nearly_every_definition_can_end_in_failure() -> None:
    """And does not merely get stuck."""
    failing = [
        test
        for test, flow in TESTS.items()
        if any(outcome(flow, GIVEN.get(test, {}), wrong) == "failed" for wrong in WRONG)
    ]

    assert set(TESTS) - set(failing) <= {"172", "415"}


# Definitions that are refused


@pytest.mark.parametrize("test", [*REFUSED, *MISSING])
def test_the_definition_is_refused(test: str) -> None:
    define, sentence = (REFUSED | MISSING)[test]
    with pytest.raises(FlowError) as refusal:
        read(define())

    assert sentence in str(refusal.value)


# The table


def test_every_test_of_the_suite_runs_here_or_has_a_reason() -> None:
    listed = Counter([*TESTS, *REFUSED, *(test for tests in REASONS.values() for test in tests)])

    assert set(listed) == set(EVERY)
    assert {test for test, times in listed.items() if times > 1} == set()
    assert len(EVERY) == len(set(EVERY)) == 233


def test_at_least_ninety_tests_run() -> None:
    assert len(TESTS) >= 90
    assert len(running_here()) == len(TESTS) + len(REFUSED)


def test_what_is_said_of_tests_is_said_of_tests_of_the_suite() -> None:
    assert set(TESTS) >= ONE_REGION
    assert set(GIVEN) <= set(TESTS)
    assert set(MISSING) <= {test for tests in REASONS.values() for test in tests}
    assert set(EVERY) >= OPTIONAL


def test_definitions_speak_for_themselves() -> None:
    said = [asserted(test) for test in running_here()]

    assert all(text.endswith(".") for text in said)
    assert len(set(said)) == len(said)
    assert {word for test in running_here() for word in needs(test).split(", ")} == {
        *("", "calls", "errors", "queues", "In()", "one region", "is refused"),
    }
