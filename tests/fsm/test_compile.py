"""The generated code: what it asks, how often, and that its variants cannot disagree."""

from collections import Counter as Tally
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, Flow, Move, Refusal, Snapshot, State, Trace
from fsm.flow import FlowMeta
from tests.fsm.samples import Purse, new_purse


class Go(Move): ...


def counting(tally: Tally[str], name: str, answer: bool) -> Any:
    """A guard that counts how often it is asked."""

    def rule(game: Purse) -> bool:
        tally[name] += 1
        return answer

    rule.__name__ = name
    return rule


def fork(answers: dict[str, bool], *rows: tuple[list[str], list[str]]) -> tuple[Engine[Purse], Tally[str]]:
    """An engine whose event `go` has these rows of (cond, unless); row n leads to phase `end_n`."""
    tally: Tally[str] = Tally()
    guards = {name: counting(tally, name, answer) for name, answer in answers.items()}
    here = State(initial=True)
    ends = [State() for _ in rows]
    go: Any = None
    for end, (cond, unless) in zip(ends, rows, strict=True):
        row = here.to(end, cond=[guards[name] for name in cond], unless=[guards[name] for name in unless])
        go = row if go is None else go | row
    attributes = {"here": here, "go": go} | {f"end_{n}": end for n, end in enumerate(ends)}
    flow: Any = FlowMeta("Fork", (Flow,), attributes)
    return Engine(flow, moves=(Go,), new=new_purse), tally


def landing(engine: Engine[Purse]) -> str:
    """Where `go` leads, or 'refused'."""
    answer = engine.step(engine.start(), Go())
    return answer.phase if isinstance(answer, Snapshot) else "refused"


def test_a_guard_shared_by_rows_is_asked_once() -> None:
    engine, tally = fork({"a": True, "b": False, "c": True}, (["a", "b"], []), (["a", "c"], []), (["a"], []))

    assert landing(engine) == "end_1"
    assert tally == {"a": 1, "b": 1, "c": 1}


def test_the_answer_of_a_guard_serves_its_negation_too() -> None:
    engine, tally = fork({"a": False}, (["a"], []), ([], ["a"]))

    assert landing(engine) == "end_1"
    assert tally == {"a": 1}


def test_guards_after_an_unmet_one_are_not_asked() -> None:
    engine, tally = fork({"a": False, "b": True}, (["a", "b"], []))
    engine.legal_moves(engine.start())

    assert tally == {"a": 1}


NAMES = "abcd"
rows_of_guards = st.lists(
    st.tuples(st.lists(st.sampled_from(NAMES), max_size=3, unique=True), st.sets(st.sampled_from(NAMES), max_size=2)),
    min_size=1,
    max_size=5,
)


@given(rows_of_guards, st.fixed_dictionaries(dict.fromkeys(NAMES, st.booleans())))
def test_the_first_row_whose_guards_all_hold_wins(
    raw: list[tuple[list[str], set[str]]], answers: dict[str, bool]
) -> None:
    """However rows share guards, the generated ifs agree with reading the table from top to bottom."""
    rows = [(cond, sorted(unless - set(cond))) for cond, unless in raw]
    rows = [row for n, row in enumerate(rows) if all(cond or unless for cond, unless in rows[:n])]
    engine, _ = fork(answers, *rows)
    fitting = (
        f"end_{n}"
        for n, (cond, unless) in enumerate(rows)
        if all(answers[name] for name in cond) and not any(answers[name] for name in unless)
    )
    expected = next(fitting, "refused")

    assert landing(engine) == expected
    assert bool(engine.legal_moves(engine.start())) == (expected != "refused")
    traced = engine.play(engine.start(), Go(), Trace())
    assert isinstance(traced, Refusal) == (expected == "refused")


def test_the_source_can_be_read() -> None:
    engine, _ = fork({"a": True}, (["a"], []))

    assert "def act_0_go(snapshot, move):  # here" in engine.program.source
