"""Guard logic against the truth table."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from fsm import Arrow, Guard
from fsm.logic import cover_everything, is_consistent, is_taken, satisfiable

NAMES = ("a", "b", "c", "d")

guards = st.builds(Guard, st.sampled_from(NAMES), negated=st.booleans())
rows = st.lists(st.lists(guards, max_size=4).map(tuple), max_size=5).map(
    lambda all_guards: [Arrow(f"row {i}", "here", "there", "go", guards=g) for i, g in enumerate(all_guards)]
)


def worlds() -> list[dict[str, bool]]:
    """Every way in which the guards can answer."""
    return [dict(zip(NAMES, answers, strict=True)) for answers in product((False, True), repeat=len(NAMES))]


def applies_in(row: Arrow, world: dict[str, bool]) -> bool:
    return all(world[guard.name] is not guard.negated for guard in row.guards)


@given(rows)
def test_a_row_can_be_taken_exactly_if_some_world_takes_it(alternatives: list[Arrow]) -> None:
    for place, row in enumerate(alternatives):
        before = alternatives[:place]
        some = any(applies_in(row, w) and not any(applies_in(other, w) for other in before) for w in worlds())

        assert satisfiable(is_taken(row, before)) is some


@given(rows)
def test_rows_cover_everything_exactly_if_every_world_has_one(alternatives: list[Arrow]) -> None:
    every = all(any(applies_in(row, world) for row in alternatives) for world in worlds())

    assert cover_everything(alternatives) is every


@given(rows)
def test_a_row_is_consistent_exactly_if_some_world_lets_it_apply(alternatives: list[Arrow]) -> None:
    for row in alternatives:
        assert is_consistent(row) is any(applies_in(row, world) for world in worlds())


def test_a_first_guess_that_leads_nowhere_is_taken_back() -> None:
    """Either a or b; but a wants both c and not c."""
    clauses = [frozenset({("a", True), ("b", True)}), *(frozenset({("a", False), ("c", c)}) for c in (False, True))]

    assert satisfiable(clauses)
    assert not satisfiable([*clauses, frozenset({("b", False)})])
