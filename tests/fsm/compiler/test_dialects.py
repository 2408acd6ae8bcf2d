"""The plain dialect and the traced one: the same game, with and without notes."""

import pytest

from fsm import Engine, Flow, State, Trace, makes_news, stay
from fsm.chart import Effect, Guard, Row
from fsm.compiler.dialects import Dialect, Plain, Traced
from fsm.compiler.expressions import Expressions
from fsm.compiler.source import Helpers, Source
from tests.fsm.compiler.flows import Go
from tests.fsm.samples import Coin, Purse, earn, is_broke, new_purse


@makes_news(lambda before, after: [Coin(after.coins - before.coins)])
def find(game: Purse) -> Purse:
    return Purse(game.coins + 1)


RULES = {rule.__name__: rule for rule in (is_broke, earn, find)}
BROKE = Guard("is_broke")


def dialect(kind: type[Dialect]) -> Dialect:
    return kind(Expressions(RULES, {}, Source(Helpers(*[None] * 7)), inline=True))


def test_only_traced_functions_are_given_a_trace() -> None:
    assert dialect(Plain).given("game") == "game"
    assert dialect(Traced).given("game") == "game, trace"


def test_only_the_plain_dialect_writes_guards_out() -> None:
    """Debuggers and profilers see them called in the other one."""
    assert dialect(Plain).question(BROKE).expression == "(game.coins == 0)"
    assert dialect(Traced).question(BROKE).expression == "n7(game)"


def test_effects_are_asked_for_news_only_when_somebody_listens() -> None:
    for kind, version in ((Plain, find), (Traced, vars(find)["news_version"])):
        words = dialect(kind)
        call = words.effect(Effect("find"))

        assert words.expressions.source.names.values[call.removesuffix("(game)")] is version


def test_only_the_traced_dialect_notes_anything() -> None:
    row = Row("here-go-there", "here", "there", "go")

    assert dialect(Plain).when_taken(row) == dialect(Plain).when_answered(BROKE, "n9") == []
    assert dialect(Traced).when_taken(row) == ["trace.rows.append('here-go-there')"]
    assert dialect(Traced).when_answered(BROKE, "n9") == ["trace.guards.add(('is_broke', n9 is True))"]


class Beach(Flow):
    here = State(initial=True)
    go = stay(here, cond=is_broke, on=find) | stay(here, on=[find, earn])


@pytest.mark.parametrize("coins", [0, 1])
def test_both_dialects_do_the_same(coins: int) -> None:
    beach, trace = Engine(Beach, moves=(Go,), new=new_purse), Trace()
    start = beach.start(coins=coins)

    assert beach.step(start, Go()) == beach.step_traced(start, Go(), trace)
    assert trace.guards == {("is_broke", coins == 0)}
    assert trace.news == ([Coin(1)] if coins == 0 else [Coin(1), Coin(3)])
