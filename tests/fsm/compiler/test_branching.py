"""Decisions among rows: the first row whose guards all hold, in nests of any shape and depth."""

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterator, Sequence
from textwrap import dedent, indent
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, Flow, RuleError, State, Trace
from fsm.chart import Guard, Row
from fsm.compiler import branching
from fsm.compiler.branching import DEEPEST, Decision
from fsm.compiler.dialects import Dialect, Plain, Traced
from fsm.compiler.expressions import Expressions, Question
from fsm.compiler.linking import compiled, linked
from fsm.compiler.program import bad_guard, sure
from fsm.compiler.source import Helpers, Source
from tests.fsm.compiler.flows import Go, agreed, bit, fork
from tests.fsm.samples import Purse, new_purse

# Random tables, on decisions alone

NAMES = "abcd"
Answers = dict[str, Any]

guards = st.builds(Guard, st.sampled_from(NAMES), negated=st.booleans())
tables = st.lists(st.lists(guards, max_size=4).map(tuple), max_size=6)
true_or_false = st.fixed_dictionaries(dict.fromkeys(NAMES, st.booleans()))
anything = st.fixed_dictionaries(dict.fromkeys(NAMES, st.sampled_from((True, False, 1, None, "perhaps"))))
Table = Sequence[tuple[Guard, ...]]


class Certain(Plain):
    """As if every guard were an expression that is True or False for sure."""

    def question(self, guard: Guard) -> Question:
        return msgspec.structs.replace(super().question(guard), is_certain=True)


class Outcome(msgspec.Struct):
    """What a decision came to: the number of a row, nothing, or a complaint; and what was asked on the way."""

    taken: int | str | None
    asked: Tally[str]
    trace: Trace


def counting(name: str, answer: Any, tally: Tally[str]) -> Callable[..., Any]:
    def rule(game: Purse) -> Any:
        tally[name] += 1
        return answer

    return rule


def rows_of(table: Table) -> list[Row]:
    return [Row(str(n), "here", "there", "go", guards) for n, guards in enumerate(table)]


def decided(table: Table, answers: Answers, kind: type[Dialect] = Plain) -> Outcome:
    """Write a decision, compile it, and run it."""
    asked: Tally[str] = Tally()
    trace = Trace()
    source = Source(Helpers(None, None, None, bad_guard, sure, None, None))
    rules = {name: counting(name, answer, asked) for name, answer in answers.items()}
    dialect = kind(Expressions(rules, {}, source, inline=False))
    with source.block(), source.function(dialect.given("game"), "decide"):
        if not Decision(source, dialect, lambda row: source.write(f"return {row.id}")).among(rows_of(table)):
            source.write("return None")
    made = linked(compiled(source.parts(), "decision"), source.names, source.homes)
    decide = made[source.names.function("decide")]
    try:
        return Outcome(decide(Purse(), *[trace] * (kind is Traced)), asked, trace)
    except RuleError as error:
        return Outcome(str(error), asked, trace)


def read(table: Table, answers: Answers) -> Iterator[tuple[int, int]]:
    """The places (row, guard) at which a guard is read, row by row from top to bottom, until a row is taken."""
    for number, guards in enumerate(table):
        for place, guard in enumerate(guards):
            yield number, place
            if type(answers[guard.name]) is not bool:
                return
            if answers[guard.name] is guard.negated:
                break
        else:
            return


def expected(table: Table, answers: Answers) -> int | str | None:
    """The first row whose guards all hold, unless a guard that is read before gives no answer."""
    for number, place in read(table, answers):
        name = table[number][place].name
        if type(answers[name]) is not bool:
            return f"guard {name!r} returned {answers[name]!r}; a guard must return True or False."
    return next((n for n, row in enumerate(table) if all(answers[g.name] is not g.negated for g in row)), None)


def is_known(table: Table, number: int, place: int) -> bool:
    """Whether a guard stands, earlier, in a nest around this place: in a row from which on all rows begin alike."""
    name = table[number][place].name
    return any(
        table[earlier][before].name == name and is_shared(table[earlier : number + 1], before)
        for earlier in range(number + 1)
        for before in range(len(table[earlier]))
        if (earlier, before) < (number, place)
    )


def is_shared(rows: Table, count: int) -> bool:
    return all(row[:count] == rows[0][:count] and len(row) >= count for row in rows)


@given(tables, true_or_false, st.sampled_from((Plain, Traced, Certain)))
def test_the_first_row_whose_guards_all_hold_is_taken(table: Table, answers: Answers, kind: type[Dialect]) -> None:
    assert decided(table, answers, kind).taken == expected(table, answers)


@given(tables, anything, st.sampled_from((Plain, Traced)))
def test_an_answer_is_looked_at_before_it_decides_anything(table: Table, answers: Answers, kind: type[Dialect]) -> None:
    assert decided(table, answers, kind).taken == expected(table, answers)


@given(tables, true_or_false, st.sampled_from((Plain, Traced, Certain)))
def test_a_guard_is_asked_where_it_is_read_and_not_known(table: Table, answers: Answers, kind: type[Dialect]) -> None:
    wanted = Tally(table[n][place].name for n, place in read(table, answers) if not is_known(table, n, place))

    assert decided(table, answers, kind).asked == wanted


@given(tables, true_or_false)
def test_a_trace_notes_what_was_asked(table: Table, answers: Answers) -> None:
    outcome = decided(table, answers, Traced)

    assert outcome.trace.guards == {(name, answers[name]) for name in outcome.asked}


@given(tables, anything, st.integers(2, 5), st.sampled_from((Plain, Traced)))
def test_flat_or_nested_a_decision_is_the_same(
    table: Table, answers: Answers, deepest: int, kind: type[Dialect]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(branching, "DEEPEST", deepest)
        outcome = decided(table, answers, kind)

    assert outcome.taken == expected(table, answers)
    assert outcome.asked <= Tally(table[n][place].name for n, place in read(table, answers))
    if kind is Traced:
        assert outcome.trace.guards == {(name, answers[name] is True) for name in outcome.asked}


# Small tables, by hand

A, B, C = Guard("a"), Guard("b"), Guard("c")
NOT_A = Guard("a", negated=True)


NOT_C = Guard("c", negated=True)
PLACES = ("first", "second", "third", "last")


def test_the_example_in_the_docstring_is_what_is_written() -> None:
    """But for the names: there, rules and helpers are words, and variables are counted from 1."""
    source = Source(Helpers(*[None] * 7))
    dialect = Plain(Expressions(dict.fromkeys("abc", any), {}, source, inline=False))
    decision = Decision(source, dialect, lambda row: source.write(f"<take the {PLACES[int(row.id)]} row>"))
    with source.block(), source.function("game", "decide"):
        certain = decision.among(rows_of([(A, B), (A, NOT_C), (NOT_A, B), ()]))
    text = "".join(source.parts()[1].splitlines(keepends=True)[2:])
    for guard in "abc":
        text = re.sub(rf"n[0-9]+\('{guard}', n[0-9]+\)", f"<complain about {guard}>", text)
        text = text.replace(f"{source.link('guard', guard, any)}(", f"{guard}(")
    variables = dict.fromkeys(re.findall(r"n[0-9]+(?= =)", text))
    numbered = {variable: f"n{number}" for number, variable in enumerate(variables, start=1)}
    text = re.sub(r"n[0-9]+", lambda name: numbered[name[0]], re.sub("  # .", "", text))

    assert certain
    assert indent(dedent(text), "    ") in (branching.__doc__ or "")


def test_a_guard_that_rows_begin_with_is_asked_once() -> None:
    outcome = decided([(A, B), (A, C), (A,)], {"a": True, "b": False, "c": True})

    assert outcome.taken == 1
    assert outcome.asked == {"a": 1, "b": 1, "c": 1}


def test_the_answer_of_a_guard_serves_its_negation_too() -> None:
    outcome = decided([(A,), (NOT_A,)], {"a": False})

    assert outcome.taken == 1
    assert outcome.asked == {"a": 1}


def test_guards_after_an_unmet_one_are_not_asked() -> None:
    assert decided([(A, B)], {"a": False, "b": True}).asked == {"a": 1}


def test_on_another_branch_a_guard_is_asked_again() -> None:
    """Nobody knows there whether it was asked; as guards are pure, it only takes longer."""
    outcome = decided([(A, B), (C, B)], {"a": True, "b": False, "c": True})

    assert outcome.taken is None
    assert outcome.asked == {"a": 1, "b": 2, "c": 1}


# Whole flows: any number of guards and rows, without running into a limit of Python's parser


@pytest.mark.parametrize("count", [2, DEEPEST - 3, DEEPEST, 120, 400])
def test_a_row_may_have_many_guards(count: int) -> None:
    engine = fork([bit(n) for n in range(count)])

    assert agreed(engine, 0, Go()) == "end_0"
    for number in {0, 1, count // 2, count - 1}:
        assert agreed(engine, 1 << number, Go()) == f"bit_{number}"
    assert engine.legal_moves(engine.start()) == [Go()]
    assert engine.legal_moves(engine.start(coins=1 << count - 1)) == []


def test_rows_that_share_many_guards_part_at_the_end() -> None:
    guards = [bit(n) for n in range(122)]
    engine = fork([*guards[:120], guards[120]], [*guards[:120], guards[121]], guards[:120], guards[1:2])

    assert agreed(engine, 0, Go()) == "end_0"
    assert agreed(engine, 1 << 120, Go()) == "end_1"
    assert agreed(engine, 3 << 120, Go()) == "end_2"
    assert agreed(engine, 1, Go()) == "end_3"
    assert agreed(engine, 2, Go()) == "bit_1"


def test_guards_deep_down_may_be_negated() -> None:
    engine = fork([bit(n) for n in range(60)], unless=True)

    assert agreed(engine, (1 << 60) - 1, Go()) == "end_0"
    assert agreed(engine, (1 << 59) - 1, Go()) == "bit_59"


def test_an_answer_deep_down_is_looked_at_too() -> None:
    def shrugs(game: Purse) -> Any:
        return "perhaps"

    engine = fork([*(bit(n) for n in range(80)), shrugs])

    assert agreed(engine, 0, Go()) == "guard 'shrugs' returned 'perhaps'; a guard must return True or False."
    trace = Trace()
    engine.step_traced(engine.start(coins=1 << 79), Go(), trace)
    assert {name for name, _ in trace.guards} == {f"bit_{n}" for n in range(80)}
    assert ("bit_79", False) in trace.guards


@pytest.mark.long
@pytest.mark.parametrize("count", [400, 1_000])
def test_an_event_may_have_many_alternatives(count: int) -> None:
    engine = fork(*([bit(n)] for n in range(count)))

    assert agreed(engine, 0, Go()) == "end_0"
    assert agreed(engine, (1 << count - 1) - 1, Go()) == f"end_{count - 1}"
    assert agreed(engine, (1 << count) - 1, Go()) == "bit_0"


@pytest.mark.long
def test_alternatives_that_get_longer_and_longer() -> None:
    guards = [bit(n) for n in range(130)]
    engine = fork(*(guards[: 130 - n] for n in range(130)))

    for last in (1, 2, 50, 128):
        assert agreed(engine, 1 << last, Go()) == f"end_{130 - last}"


BITS = [bit(n) for n in range(9)]
ALWAYS = [bit(100 + n) for n in range(50)]
ROWS = [[BITS[0], BITS[1]], [BITS[0], BITS[2]], [BITS[3]], [BITS[1], BITS[3], BITS[2]], [BITS[8]]]
nested, flat = fork(*ROWS), fork(*([*ALWAYS, *row] for row in ROWS))


@pytest.mark.long
@given(st.integers(0, 2**9 - 1))
def test_flat_and_nested_guards_decide_alike(coins: int) -> None:
    """The same rows, under so many guards that always hold that they are written flat."""
    assert agreed(flat, coins, Go()) == agreed(nested, coins, Go())


# Certain answers


def is_two_or_three(game: Purse) -> bool:
    return game.coins in (2, 3)


def is_even(game: Purse) -> bool:
    return not game.coins % 2


class Delta(Flow):
    """Alternatives whose guards cannot be anything but True or False, asked and asked again."""

    here = State(initial=True)
    two, three, odd, other = State(), State(), State(), State()
    go = (
        here.to(two, cond=[is_two_or_three, is_even])
        | here.to(three, cond=is_two_or_three)
        | here.to(odd, unless=is_even)
        | here.to(other, cond=is_even, unless=is_two_or_three)
    )


def test_certain_answers_are_not_looked_at() -> None:
    delta = Engine(Delta, moves=(Go,), new=new_purse, inline=True)
    _, _, step = delta._program.source.partition("# step here go\n")
    guards = step.partition("def ")[0].partition("return")[2]

    assert [agreed(delta, coins, Go()) for coins in range(6)] == ["other", "odd", "two", "three", "other", "odd"]
    assert " is not " not in guards, "nobody looks whether an answer is True or False"
    assert guards.count("game.coins in (2, 3)") == 1, "a known answer is not worked out again"
