"""Guard logic against the truth table."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Guard, Row
from fsm.checking.logic import Alternatives, agree, holds, is_consistent, is_taken, satisfiable

NAMES = ("a", "b", "c", "d")

guards = st.builds(Guard, st.sampled_from(NAMES), negated=st.booleans())
rows = st.lists(st.lists(guards, max_size=4).map(tuple), max_size=8).map(
    lambda all_guards: [Row(f"row {i}", "here", "there", "go", guards=g) for i, g in enumerate(all_guards)]
)


def worlds() -> list[dict[str, bool]]:
    """Every way in which the guards can answer."""
    return [dict(zip(NAMES, answers, strict=True)) for answers in product((False, True), repeat=len(NAMES))]


def applies_in(row: Row, world: dict[str, bool]) -> bool:
    return all(world[guard.name] is not guard.negated for guard in row.guards)


@given(rows)
def test_a_row_can_be_taken_exactly_if_some_world_takes_it(alternatives: list[Row]) -> None:
    for place, row in enumerate(alternatives):
        before = alternatives[:place]
        some = any(applies_in(row, w) and not any(applies_in(other, w) for other in before) for w in worlds())

        assert satisfiable(is_taken(row, before)) is some


@given(rows)
def test_rows_cover_everything_exactly_if_every_world_has_one(alternatives: list[Row]) -> None:
    every = all(any(applies_in(row, world) for row in alternatives) for world in worlds())

    assert Alternatives(alternatives).cover_everything is every


@given(rows)
def test_alternatives_know_which_of_them_can_be_taken(alternatives: list[Row]) -> None:
    taken = {row.id for place, row in enumerate(alternatives) if satisfiable(is_taken(row, alternatives[:place]))}

    assert Alternatives(alternatives).taken == taken


@given(rows, st.lists(guards, max_size=4))
def test_guards_can_answer_so_exactly_if_some_world_without_an_alternative_does(
    alternatives: list[Row], answers: list[Guard]
) -> None:
    asked = [*map(holds, answers)]
    some = any(
        all(world[name] is answer for name, answer in asked)
        for world in worlds()
        if not any(applies_in(row, world) for row in alternatives)
    )

    assert (agree(asked) and Alternatives(alternatives).can_say(dict(asked))) is some


@given(rows, st.lists(st.lists(guards, max_size=3), max_size=4))
def test_questions_leave_no_trace(alternatives: list[Row], questions: list[list[Guard]]) -> None:
    """However often it was asked before, it answers as at first."""
    asked = Alternatives(alternatives)
    for question in questions:
        answers = dict(map(holds, question))

        assert asked.can_say(answers) is Alternatives(alternatives).can_say(answers)


def chain(length: int, shared: tuple[Guard, ...] = ()) -> list[Row]:
    return [Row(f"row {i}", "here", "there", "go", guards=(*shared, Guard(f"g{i}"))) for i in range(length)]


@pytest.mark.parametrize("shared", [(), (Guard("ready"),), (Guard("late", negated=True),)], ids=["alone", "all", "not"])
def test_thousands_of_alternatives_are_no_trouble(shared: tuple[Guard, ...]) -> None:
    alternatives = chain(5_000, shared)

    assert len(Alternatives(alternatives).taken) == 5_000
    assert satisfiable(is_taken(alternatives[-1], alternatives[:-1]))


def test_thousands_of_guesses_are_no_trouble() -> None:
    """Nothing follows from anything, so each clause is a guess."""
    clauses = [frozenset({(f"a{i}", True), (f"b{i}", True)}) for i in range(5_000)]

    assert satisfiable(clauses)


@given(rows)
def test_a_row_is_consistent_exactly_if_some_world_lets_it_apply(alternatives: list[Row]) -> None:
    for row in alternatives:
        assert is_consistent(row) is any(applies_in(row, world) for world in worlds())


def test_a_first_guess_that_leads_nowhere_is_taken_back() -> None:
    """Either a or b; but a wants both c and not c."""
    clauses = [frozenset({("a", True), ("b", True)}), *(frozenset({("a", False), ("c", c)}) for c in (False, True))]

    assert satisfiable(clauses)
    assert not satisfiable([*clauses, frozenset({("b", False)})])
