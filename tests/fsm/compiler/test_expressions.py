"""Rules and moves as expressions: called or written out, and in which module."""

from typing import Any

import pytest

from fsm import Engine, Flow, Move, State, stay
from fsm.chart import Effect, Guard
from fsm.compiler.expressions import Expressions, lister_of
from fsm.compiler.source import Helpers, Source
from tests.fsm.compiler.flows import Go
from tests.fsm.samples import Pay, Purse, can_afford, earn, is_broke, new_purse, pay


def is_generous(settings: Any) -> bool:
    return settings.generous is True


RULES = {rule.__name__: rule for rule in (is_broke, can_afford, is_generous, earn, pay)}
BROKE = Guard("is_broke")
AFFORDABLE = Guard("can_afford", needs=("game", "move"))
GENEROUS = Guard("is_generous", needs=("settings",))


def expressions(inline: bool = True) -> Expressions:
    return Expressions(RULES, {"pay": Pay, "go": Go}, Source(Helpers(*[None] * 7)), inline)


def test_a_guard_is_called_with_what_it_needs() -> None:
    asked = expressions()

    assert asked.guard_called(BROKE).expression == "n7(game)"
    assert asked.guard_called(AFFORDABLE).expression == "n8(game, move)"
    assert asked.guard_called(GENEROUS).expression == "n9(game.settings)"
    assert asked.guard_called(BROKE).remark == "  # is_broke"
    assert not asked.guard_called(GENEROUS).is_certain


def test_a_guard_is_written_out_with_what_it_needs() -> None:
    asked = expressions()
    questions = [asked.guard_written_out(guard) for guard in (BROKE, AFFORDABLE, GENEROUS)]

    assert [question and (question.expression, question.is_certain) for question in questions] == [
        ("(game.coins == 0)", False),
        ("(game.coins >= move.amount)", False),
        ("(game.settings.generous is True)", True),
    ]


def test_nothing_is_written_out_when_inlining_is_off() -> None:
    assert expressions(inline=False).guard_written_out(BROKE) is None


def test_an_effect_is_called_in_the_version_that_is_wanted() -> None:
    asked = expressions()

    assert asked.effect(Effect("earn"), "effect", earn) == "n7(game)"
    assert asked.effect(Effect("earn"), "effect with news", earn) == "n8(game)"
    assert asked.effect(Effect("pay", ("game", "move")), "effect", pay) == "n9(game, move)"


def test_the_checks_of_a_payload_are_written_once() -> None:
    asked = expressions()

    assert asked.payload_failures("pay") == ["(move.amount.__class__ is not n7)"]
    assert asked.payload_failures("pay") is asked.payload_failures("pay")
    assert asked.payload_failures("go") == []


# Candidates


class Hop(Move):
    size: int

    @classmethod
    def candidates(cls, game: Purse) -> list["Hop"]:
        return [cls(size) for size in range(4)]


class Step(Move):
    size: int

    @classmethod
    def candidates(cls, game: Purse) -> list["Step"]:
        sizes = range(game.coins)
        return [cls(size) for size in sizes]


class Stroll(Step):
    """Inherits a function that is given another class."""


class Last(Move):
    @classmethod
    def candidates(cls, game: Purse, found: Any = ()) -> list["Last"]:
        return [] if found else [cls()]


class Picky(Move):
    @classmethod
    def candidates(cls, game: Purse, count: int = 1) -> list["Picky"]:
        return [cls()] * count


class Static(Move):
    @staticmethod
    def candidates(game: Purse) -> list["Static"]:
        return [Static()]


@pytest.mark.parametrize(
    ("move_type", "rule", "by_name"),
    [
        (Hop, Hop.candidates.__func__, []),  # type: ignore[attr-defined]
        (Stroll, Step.candidates.__func__, []),  # type: ignore[attr-defined]
        (Last, Last.candidates.__func__, ["found"]),  # type: ignore[attr-defined]
        (Picky, None, []),
        (Static, None, []),
    ],
)
def test_a_lister_may_be_written_out_if_it_takes_only_what_it_is_always_given(
    move_type: type[Move], rule: Any, by_name: list[str]
) -> None:
    assert lister_of(move_type) == (rule, by_name)


def is_affordable(game: Purse, move: Step | Hop) -> bool:
    return move.size <= game.coins


class Lane(Flow):
    """One lister is an expression, and the other has two lines."""

    here = State(initial=True)
    step = stay(here, cond=is_affordable)
    hop = stay(here, cond=is_affordable)


def test_a_lister_is_written_out_if_it_is_one_expression_and_called_otherwise() -> None:
    lane = Engine(Lane, moves=(Step, Hop), new=new_purse, inline=True)
    source = lane._program.source

    assert "for size in range(4)" in source
    assert "# candidates hop" not in source
    assert "# candidates step" in source
    assert lane.legal_moves(lane.start(coins=2)) == [Step(0), Step(1), Hop(0), Hop(1), Hop(2)]
