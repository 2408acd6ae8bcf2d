"""Everything that happens when a row is taken, in order and checked."""

from typing import Any

import pytest

from fsm import RuleError, Trace, with_news
from fsm.compiler.dialects import Dialect, Plain, Traced
from fsm.compiler.expressions import Expressions
from fsm.compiler.linking import compiled, linked
from fsm.compiler.program import news_unpacker
from fsm.compiler.rows import RowWriter
from fsm.compiler.source import Helpers, Source
from fsm.flow import Flow, State
from fsm.reading import read, rules_of
from tests.fsm.samples import Coin, Purse, wrote


def leave(game: Purse) -> Purse:
    return wrote(game, "leave")


def walk(game: Purse) -> Purse:
    return with_news(wrote(game, "walk"), Coin(0))


def arrive(game: Purse) -> Purse:
    return wrote(game, "arrive")


def vanish(game: Purse) -> Any:
    return None


class Walk(Flow):
    here = State(initial=True, exit=leave)
    there = State(enter=arrive)
    go = here.to(there, on=walk)
    drop = there.to(here, on=vanish)


def crossing(kind: type[Dialect], row: int) -> Any:
    """A function that takes one row of the flow and gives the game after it."""
    chart = read(Walk)
    source = Source(Helpers(None, Purse, None, None, None, news_unpacker(chart, Purse), None))
    rows = RowWriter(chart, source, kind(Expressions(rules_of(Walk), {}, source, inline=True)))
    with source.block(), rows.function("game", "cross"):
        rows.cross(chart.rows[row], chart.rows[row].source)
        source.write("return game")
    made = linked(compiled(source.parts(), "test"), source.names, source.homes)
    return made[source.names.function(rows.dialect.mark, "cross")]


def test_exits_effects_and_entries_run_in_order() -> None:
    assert crossing(Plain, 0)(Purse()).diary == ("leave", "walk", "arrive")


def test_a_traced_row_notes_itself_and_its_news() -> None:
    trace = Trace()

    assert crossing(Traced, 0)(Purse(), trace) == crossing(Plain, 0)(Purse())
    assert (trace.rows, trace.news) == (["here-go-there"], [Coin(0)])


@pytest.mark.parametrize(("kind", "more"), [(Plain, ()), (Traced, (Trace(),))])
def test_no_effect_runs_on_what_is_no_game(kind: type[Dialect], more: Any) -> None:
    with pytest.raises(RuleError, match="effect 'vanish' of Walk returned None; an effect must return Purse"):
        crossing(kind, 1)(Purse(), *more)


def test_functions_of_two_dialects_have_two_names() -> None:
    source = Source(Helpers(*[None] * 7))
    plain, traced = (
        RowWriter(read(Walk), source, kind(Expressions({}, {}, source, inline=True))) for kind in (Plain, Traced)
    )

    assert plain.call("game", "settle") == "n7(game)"
    assert traced.call("game", "settle") == "n8(game, trace)"
    assert (source.names.words["n7"], source.names.words["n8"]) == ("settle", "traced settle")
