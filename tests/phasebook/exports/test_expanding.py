"""Calls, gatherings and refusals as nested states with ordinary rows."""

from typing import Any

import pytest

from fsm import Engine, Flow, Move, State
from fsm.errors import PhasebookError
from fsm.native import unique
from phasebook.exports import expanding
from phasebook.exports.expanding import Expansion, has_room, is_limit, last_choice, shared
from phasebook.exports.expanding import State as Expanded
from tests.phasebook.exports.games_played import cookbook, every_engine
from tests.phasebook.exports.test_schema import Coins, new


def all_states(states: tuple[Expanded, ...]) -> list[Expanded]:
    return [each for state in states for each in (state, *all_states(state.children))]


def paths_of(engine: Engine[Any]) -> set[str]:
    return {".".join(state.path) for state in all_states(Expansion(engine.chart).states)}


def test_a_flow_without_calls_keeps_its_shape() -> None:
    for name in ("belote", "discard", "goofspiel", "uno"):
        chart = every_engine()[name].chart

        assert paths_of(every_engine()[name]) == {phase.path for phase in chart.phases}


def test_a_called_phase_lies_in_its_callers() -> None:
    paths = paths_of(cookbook()["Interrupted"])

    assert {"turn.first.resting", "turn.first.combat.fighting", "turn.first.ruling.asked"} <= paths
    assert "turn.first.combat.fighting.ruling.asked" in paths
    assert "turn.combat" not in paths
    assert "turn.second.combat" not in paths


def test_the_end_of_a_call_leads_back() -> None:
    states = {state.path: state for state in all_states(Expansion(cookbook()["Interrupted"].chart).states)}
    answered, struck = states["turn", "first", "ruling", "answered"], states["turn", "first", "combat", "struck"]

    assert not answered.final
    assert [line.target for line in answered.lines] == [("turn", "first", "resting")]
    assert [line.target for line in struck.lines] == [("turn", "second")]


def test_a_gathering_asks_whether_a_choice_is_the_last() -> None:
    states = {state.path: state for state in all_states(Expansion(every_engine()["goofspiel"].chart).states)}
    last, before = states["round", "bidding"].lines

    assert last.conditions[-1].name == "all_other_players_have_chosen"
    assert (last.target, before.target) == (("round", "comparing"), None)
    assert (last.effects, before.effects) == (("open_bid",), ("keep_bid",))


class Nest(Move): ...


class Leave(Move): ...


class Nesting(Flow):
    """Calls itself."""

    outside = State(initial=True)

    class room(State.Compound):
        inside, left = State(initial=True), State(final=True)
        leave = inside.to(left)

    nest = outside.calls(room) | room.inside.calls(room, most=3)


def nesting() -> Engine[Coins]:
    return Engine(Nesting, moves=(Nest, Leave), new=new)


def test_calls_are_nested_as_deep_as_they_may_be() -> None:
    deepest = max(paths_of(nesting()), key=lambda path: path.count("room"))

    assert deepest.count("room") == 3
    limited = [row for row in nesting().chart.rows if any(map(is_limit, row.guards))]
    assert [has_room(nesting().chart, row, ()) for row in limited] == [True]


def test_a_flow_that_can_be_suspended_in_too_many_ways_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expanding, "MOST_PLACES", 3)

    with pytest.raises(PhasebookError, match="more than 3 ways, too many to write out; limit its calls with most="):
        Expansion(nesting().chart)


def test_small_helpers() -> None:
    assert shared(("a", "b", "c"), ("a", "b", "d")) == 2
    assert shared(("a",), ("a",)) == 0
    taken = {"resting"}
    assert [unique("resting", taken), unique("resting", taken)] == ["resting_2", "resting_3"]
    assert last_choice(every_engine()["goofspiel"].chart.gatherings["round.bidding"].gathers) == (  # type: ignore[arg-type]
        "all_other_players_have_chosen"
    )
