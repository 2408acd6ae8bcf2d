"""Whole programs: a function for everything that can happen, and variants that cannot disagree."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, Flow, Refusal, RuleError, Snapshot, State, Trace, with_news
from fsm.compiler.dialects import Plain
from fsm.compiler.program import bad_guard, news_unpacker, stopper, sure
from fsm.flow import FlowMeta
from tests.fsm.compiler.flows import Go
from tests.fsm.samples import Coin, Purse, market, new_purse

# The functions of a program


def test_every_event_of_every_leaf_has_a_function_in_both_dialects() -> None:
    program, chart = market._program, market.chart

    for acts in (program.acts, program.traced_acts):
        assert list(acts) == [leaf.path for leaf in chart.leaves]
        for leaf, functions in acts.items():
            assert list(functions) == [market.move_type[event] for event in chart.events_at(leaf)]
    assert list(program.legal) == list(program.acts)


def test_a_program_in_the_plain_dialect_alone_has_the_same_functions_and_traces_nothing() -> None:
    program = market._compiled(Plain)

    assert {leaf: set(acts) for leaf, acts in program.acts.items()} == {
        leaf: set(acts) for leaf, acts in market._program.acts.items()
    }
    assert (program.traced_acts, program.traced_begin) == ({}, None)
    assert program.begin(new_purse()) == market.start()
    assert "traced" not in program.source


def test_the_source_can_be_read() -> None:
    source = market._program.source

    assert "(snapshot, move):  # step street enter\n" in source
    assert "(snapshot, move, trace):  # traced step street enter\n" in source
    assert "(game):  # legal moves street\n" in source
    assert re.search(r"^# n[0-9]+  # guard can_afford$", source, re.MULTILINE)


# Its variants

NAMES = "abcd"
rows_of_guards = st.lists(
    st.tuples(st.lists(st.sampled_from(NAMES), max_size=3, unique=True), st.sets(st.sampled_from(NAMES), max_size=2)),
    min_size=1,
    max_size=5,
)


def answering(name: str, answer: bool) -> Any:
    """A guard that always says the same."""

    def rule(game: Purse) -> bool:
        return answer

    rule.__name__ = name
    return rule


def fork(answers: dict[str, bool], *rows: tuple[list[str], list[str]]) -> Engine[Purse]:
    """An engine whose event `go` has these rows of (cond, unless); row n leads to phase `end_n`."""
    guards = {name: answering(name, answer) for name, answer in answers.items()}
    here, ends = State(initial=True), [State() for _ in rows]
    go: Any = None
    for end, (cond, unless) in zip(ends, rows, strict=True):
        row = here.to(end, cond=[guards[name] for name in cond], unless=[guards[name] for name in unless])
        go = row if go is None else go | row
    attributes = {"here": here, "go": go} | {f"end_{n}": end for n, end in enumerate(ends)}
    flow: Any = FlowMeta("Fork", (Flow,), attributes)
    return Engine(flow, moves=(Go,), new=new_purse)


@given(rows_of_guards, st.fixed_dictionaries(dict.fromkeys(NAMES, st.booleans())))
def test_step_step_traced_and_legal_moves_agree(
    raw: list[tuple[list[str], set[str]]], answers: dict[str, bool]
) -> None:
    """However rows share guards, all agree with reading the table from top to bottom."""
    rows = [(cond, sorted(unless - set(cond))) for cond, unless in raw]
    rows = [row for n, row in enumerate(rows) if all(cond or unless for cond, unless in rows[:n])]
    engine = fork(answers, *rows)
    fitting = (
        f"end_{n}"
        for n, (cond, unless) in enumerate(rows)
        if all(answers[name] for name in cond) and not any(answers[name] for name in unless)
    )
    expected = next(fitting, None)
    trace = Trace()

    answered = engine.step(engine.start(), Go())
    assert answered == engine.step_traced(engine.start(), Go(), trace)
    assert (answered.phase if isinstance(answered, Snapshot) else None) == expected
    assert isinstance(answered, Refusal) == (expected is None)
    assert trace.rows == [f"here-go-{expected}"] * (expected is not None)
    assert bool(engine.legal_moves(engine.start())) == (expected is not None)


# What generated functions call


def test_only_true_and_false_are_answers() -> None:
    trace = Trace()

    assert sure("a", True, trace)
    assert not sure("b", False, trace)
    with pytest.raises(RuleError, match="guard 'c' returned 1; a guard must return True or False"):
        sure("c", 1, trace)
    with pytest.raises(RuleError, match="guard 'c' returned None; a guard must return True or False"):
        bad_guard("c", None)
    assert trace.guards == {("a", True), ("b", False), ("c", False)}


def test_news_are_unpacked_and_noted_only_in_a_trace() -> None:
    without_news, trace = news_unpacker(market.chart, Purse), Trace()

    assert without_news(with_news(Purse(1), Coin(1)), "earn") == Purse(1)
    assert without_news(with_news(Purse(2), Coin(2)), "earn", trace) == Purse(2)
    assert trace.news == [Coin(2)]


@pytest.mark.parametrize("answer", [None, 7, with_news(7)])
def test_what_is_no_game_is_an_error_that_names_the_effect(answer: Any) -> None:
    without_news = news_unpacker(market.chart, Purse)

    with pytest.raises(RuleError, match=r"effect 'earn' of Market returned \w+; an effect must return Purse\."):
        without_news(answer, "earn")


def test_too_many_consequences_are_an_error_that_names_the_flow() -> None:
    with pytest.raises(RuleError, match="Market: more than 2 consequences of one move: a -> b -> c -> d"):
        stopper(market.chart, 2)(["a", "b", "c", "d"])
