"""The compiled engine and python-statemachine's own interpreter agree on random flows, event by event."""

import random
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fsm import Engine, Flow, FlowError, Move, Refusal, RuleError, Snapshot, State, Trace
from fsm.lint import lint
from fsm.native import Native
from tests.fsm.by_steps import rollout_by_steps
from tests.fsm.random_flows import Counter, Pick, Settings, allowed_0, drawn_engines, new_counter, random_engines
from tests.fsm.rich_flows import random_move, rich_engines

EVENTS_A_FLOW = 40
FLOWS = 150
RICH_FLOWS = 50
EVENTS = 20_000
ROLLED = 5
"""One flow in so many is also played by turns."""
PARTS = 10
"""The long tests come in so many parts, for workers to share."""


class Endless(str):
    """What an engine says about consequences without end."""

    __slots__ = ()


Pair = tuple[Engine[Counter], Engine[Counter]]
"""The same flow with its rules written out, and with its rules called."""


def answered(act: Callable[..., Any], *arguments: Any) -> Any:
    """What an act gives: a snapshot, a refusal, or the words about consequences without end."""
    try:
        return act(*arguments)
    except RuleError as error:
        return Endless(error) if "without end" in str(error) else error


def compare(engines: Pair, pick: Pick) -> int:
    """Drive both interpreters with the same moves; the number of events compared."""
    engine, called = engines
    game = Counter(pick(1 << 16))
    here = answered(lambda: engine.start(seed=game.number))

    assert here == answered(lambda: called.start(seed=game.number))
    assert here == answered(lambda: Native(engine, game).snapshot)

    if isinstance(here, Endless) or not engine.moves:
        return 0
    if pick(ROLLED) == 0:
        compare_rollouts(engines, here, pick(1 << 16))
    return follow(engines, here, pick)


def compare_rollouts(engines: Pair, here: Snapshot[Counter], seed: int) -> None:
    """Random play by turns and by steps, in every variant of the compiled code."""
    last = answered(rollout_by_steps, engines[0], here, Random(seed), None, EVENTS_A_FLOW)
    for engine in (*engines, engines[0].for_settings(here.game.settings)):
        assert answered(partial(engine.rollout, here, Random(seed), most=EVENTS_A_FLOW)) == last


def follow(engines: Pair, here: Snapshot[Counter], pick: Pick) -> int:
    """Random events from a snapshot, until the game is over or enough was seen."""
    engine, _ = engines
    native = Native(engine, here)
    for count in range(1, EVENTS_A_FLOW + 1):
        move_type: Any = engine.moves[pick(len(engine.moves))]
        here = compare_event(engines, native, here, move_type(pick(4)))
        if engine.is_over(here):
            return count
    return EVENTS_A_FLOW


def compare_event(engines: Pair, native: Native[Counter], here: Snapshot[Counter], move: Move) -> Any:
    """One event on both, in every variant of the compiled code; where it leads."""
    whole, _ = engines
    mine, legal = answered(whole.step, here, move), whole.legal_moves(here)
    is_refused = isinstance(mine, Refusal)

    assert answered(native.send, move) == mine
    assert native.snapshot == (mine if isinstance(mine, Snapshot) else here)
    assert (move in legal) != is_refused
    for engine in engines:
        settled = engine.for_settings(here.game.settings)
        assert engine is whole or answered(engine.step, here, move) == mine
        assert engine is whole or engine.legal_moves(here) == legal
        assert answered(engine.step_traced, here, move, Trace()) == mine
        assert answered(settled.step, here, move) == mine
        assert settled.legal_moves(here) == legal
        if not isinstance(mine, Endless):
            why = engine.why(here, move)
            assert why.accepted != is_refused
            assert why.accepted == any(row.applies for row in why.rows)

    return mine if isinstance(mine, Snapshot) else here


@pytest.mark.parametrize("part", range(PARTS))
@settings(max_examples=FLOWS // PARTS, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_compiled_and_native_agree_on_random_flows(part: int, data: st.DataObject) -> None:
    pick, engines = drawn_engines(data)
    compare(engines, pick)


@settings(max_examples=FLOWS, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_rows_that_lint_calls_dead_are_never_taken(data: st.DataObject) -> None:
    check_dead_rows(*drawn_engines(data))


@settings(max_examples=RICH_FLOWS, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_rows_that_lint_calls_dead_are_never_taken_in_flows_that_say_more(data: st.DataObject) -> None:
    check_dead_rows(*drawn_engines(data, rich_engines))


def check_dead_rows(pick: Pick, engines: tuple[Engine[Any], Engine[Any]]) -> None:
    """Play, and look at the rows that were taken."""
    engine, _ = engines
    dead = {found.row for found in lint(engine) if found.check in ("dead_alternative", "hidden_row")}
    trace = Trace()
    here = answered(lambda: engine.start(seed=pick(1 << 16), trace=trace))
    for _ in range(EVENTS_A_FLOW if engine.moves and isinstance(here, Snapshot) else 0):
        after = answered(engine.step_traced, here, random_move(pick, engine.moves), trace)
        here = after if isinstance(after, Snapshot) else here

    assert dead.isdisjoint(trace.rows)


def drive(seed: int, wanted: int) -> int:
    """Random flows from a generator until `wanted` events were compared."""
    rng = random.Random(seed)
    events = 0
    while events < wanted:
        try:
            engines = random_engines(rng.randrange)
        except FlowError:
            continue
        events += compare(engines, rng.randrange)
    return events


@pytest.mark.parametrize("part", range(PARTS))
def test_twenty_thousand_events_agree(part: int) -> None:
    assert drive(seed=EVENTS + part, wanted=EVENTS // PARTS) >= EVENTS // PARTS


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
def test_a_million_events_agree(seed: int) -> None:
    assert drive(seed, wanted=125_000) >= 125_000


# Settings that change and change back within one step


class Tilt(Move): ...


def tilt(game: Counter) -> Counter:
    return Counter(game.number, Settings(game.settings.bits ^ 1))


def tilt_and_count(game: Counter) -> Counter:
    return Counter(game.number + 1, Settings(game.settings.bits ^ 1))


class Tilting(Flow):
    """The consequence is chosen while the settings are tilted, and sets them right again."""

    # fmt: off
    here  = State(initial=True)
    there = State()
    left  = State(final=True)
    right = State(final=True)

    tilt  = here.to(there, on=tilt)
    there.to(left,  cond=allowed_0,   on=tilt_and_count)
    there.to(right, unless=allowed_0, on=tilt_and_count)
    # fmt: on


@pytest.mark.parametrize(("bits", "phase"), [(0, "left"), (1, "right")])
def test_settings_that_are_set_right_again_within_a_step_have_been_seen(bits: int, phase: str) -> None:
    tilting = Engine(Tilting, moves=(Tilt,), new=new_counter)
    here = Snapshot("here", Counter(0, Settings(bits)))

    assert tilting.step(here, Tilt()) == Snapshot(phase, Counter(1, Settings(bits)))
    assert tilting.for_settings(Settings(bits)).step(here, Tilt()) == tilting.step(here, Tilt())
