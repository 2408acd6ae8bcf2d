"""The source of whole flows: as the worked example shows it, and with moves of any size."""

import re
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

import fsm.compiler
from fsm import Engine, Flow, Move, Refusal, RefusalKind, Snapshot, Trace, stay
from fsm import State as Phase
from fsm.moves import FrozenMeta
from tests.fsm.compiler import drinks
from tests.fsm.compiler.flows import agreed, bit, fork
from tests.fsm.samples import Purse, new_purse

# The worked example

EXAMPLE = cleandoc(fsm.compiler.__doc__ or "")
CODE = [dedent(code).strip() for code in re.findall(r"(?:^ {4}.*\n(?:\n+(?= {4}))?)+", EXAMPLE, re.MULTILINE)]
FLOW = Path(drinks.__file__).read_text("utf-8")


@pytest.mark.parametrize("code", CODE, ids=lambda code: code.splitlines()[0])
def test_every_line_of_the_worked_example_is_true(code: str) -> None:
    written = drinks.engine._program.source

    assert any(indent(code, "    " * depth) in text for text in (FLOW, written) for depth in range(6))


def test_the_worked_example_shows_the_flow_and_every_kind_of_function() -> None:
    shown = "\n".join(CODE)

    for part in ("class Drinks(Flow)", "# step ready pay", "trace.rows.append", "# legal moves ready pay"):
        assert part in shown


def test_the_worked_example_does_what_it_shows() -> None:
    engine = drinks.engine
    full = engine.start()
    low = engine.step(full, drinks.Pay(1))

    assert low == Snapshot("ready", drinks.Machine(1))
    assert engine.step(low, drinks.Pay(2)) == Snapshot("sold_out", drinks.Machine(0))
    assert engine.step(low, drinks.Pay(3)) == Snapshot("jammed", drinks.Machine(1))
    assert engine.legal_moves(low) == [drinks.Pay(1), drinks.Pay(2), drinks.Pay(3)]


# Payloads


class Toss(Move):
    coins: int

    @classmethod
    def candidates(cls, game: Purse) -> list["Toss"]:
        return [cls(1)]


def is_affordable(game: Purse, move: Toss) -> bool:
    return move.coins <= game.coins


class Fountain(Flow):
    here = Phase(initial=True)
    toss = stay(here, cond=is_affordable)


def test_no_guard_sees_a_payload_of_the_wrong_type() -> None:
    """`"1" <= 1` would raise."""
    fountain = Engine(Fountain, moves=(Toss,), new=new_purse)
    wrong: Any = "1"

    answers = [
        fountain.step(fountain.start(coins=1), Toss(wrong)),
        fountain.step_traced(fountain.start(coins=1), Toss(wrong), Trace()),
    ]

    assert [answer.kind for answer in answers if isinstance(answer, Refusal)] == [RefusalKind.MALFORMED] * 2


def test_a_move_may_have_many_fields() -> None:
    names = [f"field_{n}" for n in range(400)]
    candidates = classmethod(lambda cls, game: [cls()])
    body = dict.fromkeys(names, 0) | {"__annotations__": dict.fromkeys(names, int), "candidates": candidates}
    kind: Any = FrozenMeta("Go", (Move,), body, tag="go")
    engine = fork([bit(0)], move=kind)

    assert agreed(engine, 0, kind(field_399=1)) == "end_0"
    answer = engine.step(engine.start(), kind(field_399="1"))
    assert isinstance(answer, Refusal)
    assert answer.message == "go needs field_399 to be int, not '1'."
