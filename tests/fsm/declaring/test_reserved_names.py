"""Names of phases and events: those that python-statemachine has a use for are refused by name, the rest work."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import statemachine
from statemachine.state import InstanceState
from statemachine.states import States
from statemachine.transition import Transition

from fsm import Engine, Flow, FlowError, Move, Snapshot, State
from fsm.declaring.rows import Nesting
from fsm.flow import FlowMeta
from fsm.moves import event_of
from fsm.native import Native


class Count(msgspec.Struct, frozen=True):
    n: int = 0


def new(seed: int = 0) -> Count:
    return Count(seed)


def up(game: Count) -> Count:
    return Count(game.n + 1)


class Machine(Flow):
    only = State(initial=True)
    again = only.to(only)


def every_word() -> list[str]:
    """Every attribute of python-statemachine's classes and ours, every keyword, and what it calls by convention."""
    things = [Machine, Machine(), FlowMeta, State(), statemachine.State(), InstanceState, Transition, States, Flow]
    attributes = {name for thing in things for name in dir(thing)}
    keywords = {name for thing in (State, statemachine.State, Transition) for name in thing.__init__.__annotations__}
    code = (statemachine.State.__init__, Transition.__init__, statemachine.StateChart.__init__)
    parameters = {name for rule in code for name in rule.__code__.co_varnames}
    conventions = {name for specs in Machine._all_specs() for name in specs.conventional_specs}  # type: ignore[no-untyped-call]
    ours = {"state", "transition", "machine", "event_data", "game", "move", "settings", "news", "count", "values"}
    written = {"on_go", "before_go", "after_go", "on_enter_here", "on_exit_here", "done_state_here", "error_here"}
    return sorted(attributes | keywords | parameters | conventions | ours | written)


def as_phase(name: str) -> Any:
    here, other, end = State(initial=True, enter=up), State(enter=up), State(final=True)
    rows = {"go": here.to(other, on=up), "back": other.to(here), "stop": here.to(end)}
    return FlowMeta("Named", (Flow,), {"here": here, name: other, "end": end, **rows})


def as_sub_phase(name: str) -> Any:
    here, other, end = State(initial=True, enter=up), State(enter=up), State(final=True)
    inside = {"here": here, name: other, "go": here.to(other, on=up), "back": other.to(here)}
    box: Any = Nesting("box", (State.Compound,), inside, name="The box", initial=True)
    return FlowMeta("Named", (Flow,), {"box": box, "end": end, "stop": box.to(end)})


def as_event(name: str) -> Any:
    here, other, end = State(initial=True, enter=up), State(enter=up), State(final=True)
    rows = {name: here.to(other, on=up), "go": other.to(here), "stop": here.to(end)}
    return FlowMeta("Named", (Flow,), {"here": here, "other": other, "end": end, **rows})


def as_event_inside(name: str) -> Any:
    here, other, end = State(initial=True, enter=up), State(enter=up), State(final=True)
    inside = {"here": here, "other": other, name: here.to(other, on=up), "go": other.to(here)}
    box: Any = Nesting("box", (State.Compound,), inside, name="The box", initial=True)
    return FlowMeta("Named", (Flow,), {"box": box, "end": end, "stop": box.to(end)})


def as_event_by_keyword(name: str) -> Any:
    here, other, end = State(initial=True, enter=up), State(enter=up), State(final=True)
    here.to(other, on=up, event=name)
    rows = {"go": other.to(here), "stop": here.to(end)}
    return FlowMeta("Named", (Flow,), {"here": here, "other": other, "end": end, **rows})


USES = (as_phase, as_sub_phase, as_event, as_event_inside, as_event_by_keyword)


def moves_of(flow: type[Flow]) -> list[Any]:
    return [type("Sent", (Move,), {}, tag=event) for event in dict.fromkeys(map(str, flow._events))]


def check_agreement(flow: type[Flow]) -> None:
    """Compiled and native go the same way with every event, twice round."""
    engine = Engine(flow, moves=moves_of(flow), new=new)
    here: Any = engine.start(seed=0)
    native = Native(engine, Count())
    assert native.snapshot == here
    taken = set()
    for move_type in [*engine.moves, *engine.moves]:
        answer = engine.step(here, move_type())
        assert native.send(move_type()) == answer
        if isinstance(answer, Snapshot):
            taken.add(event_of(move_type))
            here = answer
        assert native.snapshot == here
        if engine.is_over(here):
            break
    assert len(taken) > 1


def made_or_refused(use: Callable[[str], Any], word: str) -> Any:
    try:
        return use(word)
    except FlowError as error:
        return error


@pytest.mark.parametrize("use", USES, ids=lambda use: use.__name__)
def test_a_word_is_refused_by_name_or_works_on_both_interpreters(use: Callable[[str], Any]) -> None:
    refused = set()
    for word in every_word():
        flow = made_or_refused(use, word)
        if isinstance(flow, FlowError):
            refused.add(word)
            assert repr(word) in str(flow)
        else:
            check_agreement(flow)

    assert {"send", "model", "states", "configuration", "prepare", "accepts", "refusals", "events", "name"} <= refused
    assert {"__init__", "__qualname__", "_specs", "_config"} <= refused
    assert len(refused) < len(every_word())


@pytest.mark.parametrize(
    "word",
    [
        "name",
        "final",
        "initial",
        "exit",
        "enter",
        "history",
        "to",
        "from_",
        "value",
        "transitions",
        "parent",
        "parallel",
        "states",
        "id",
    ],
)
def test_a_sub_phase_does_not_take_the_place_of_a_part_of_its_parent(word: str) -> None:
    with pytest.raises(FlowError, match=rf"^box: a sub-phase cannot be called '{word}', .*; rename it\.$"):
        as_sub_phase(word)


@pytest.mark.parametrize("word", ["enter", "exit", "final", "value", "to", "history"])
def test_what_is_taken_inside_a_phase_is_free_outside(word: str) -> None:
    check_agreement(as_phase(word))
    check_agreement(as_event(word))


def test_an_event_may_have_the_name_of_a_phase_of_another_scope() -> None:
    class Turns(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State()
            turn = left.to(right, on=up)

        turn = State()
        go = box.to(turn, on=up)
        stop = turn.to(box)

    check_agreement(Turns)


def test_an_event_that_would_be_called_on_another_event_is_refused() -> None:
    """python-statemachine would send `on_bid` whenever `bid` happens."""
    with pytest.raises(FlowError, match=r"python-statemachine would call 'on_bid' by itself, .* rename it"):

        class Auction(Flow):
            here = State(initial=True)
            bid = here.to(here)
            on_bid = here.to(here)


@pytest.mark.parametrize("word", ["two words", "a.b", "", "1st", "*"])
def test_a_name_that_is_no_plain_word_is_refused(word: str) -> None:
    with pytest.raises(FlowError, match=r"cannot be called .*; rename it to a plain word"):
        FlowMeta("Odd", (Flow,), {"_": States({"here": State(initial=True), word: State()})})


def test_python_statemachine_names_do_not_reach_the_ids_of_states_given_as_a_collection() -> None:
    class Collected(Flow):
        states = States({"here": State(initial=True), "end": State(final=True)})
        go = states.here.to(states.end)

    assert [state.id for state in Collected.states] == ["here", "end"]
