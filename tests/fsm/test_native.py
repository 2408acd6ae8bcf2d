"""The same flow on python-statemachine's own interpreter."""

import functools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fsm import Engine, Flow, Move, Refusal, RuleError, Snapshot, State, gather
from fsm.native import Native, Rebinding, form_of
from fsm.reading import rules_of
from fsm.running.lowering import Form, lower
from fsm.running.table import Callers
from fsm.snapshot import G
from tests.fsm.random_flows import Counter, drawn_engines
from tests.fsm.samples import Ask, Coin, Earn, Enter, Market, Pay, Purse, market, new_purse, walk
from tests.fsm.waiting_samples import Answer, Escalate, Flee, Office, Vote, Work, office

SCRIPT = (Earn(), Ask(), Enter(), Ask(), Pay(9), Pay(2), Earn(), Earn(), Earn())


def test_native_and_compiled_agree_move_by_move() -> None:
    native = Native(market, Purse())
    here: Any = market.start()
    for move in SCRIPT:
        answer = market.step(here, move)

        assert native.send(move) == answer
        here = answer if isinstance(answer, Snapshot) else here
        assert native.snapshot == here


def test_native_goes_on_from_a_snapshot_without_entering_it_again() -> None:
    here = walk(Earn(), Enter(), Ask())

    assert Native(market, here).snapshot == here
    assert Native(market, here).send(Pay(2)) == market.step(here, Pay(2))


def test_native_collects_the_news() -> None:
    native = Native(market, Purse())
    native.send(Earn())

    assert native.table.news == [Coin(3)]


def test_listeners_of_python_statemachine_can_be_used() -> None:
    class Diary:
        def __init__(self) -> None:
            self.entered: list[str] = []

        def on_enter_state(self, state: Any) -> None:
            self.entered.append(state.id)

    diary = Diary()
    Native(market, walk(Earn()), listeners=[diary]).send(Enter())

    assert diary.entered == ["shop", "looking"]


class Go(Move): ...


def test_a_failing_effect_leaves_the_native_machine_where_it_was() -> None:
    def count(game: Purse) -> Purse:
        return Purse(game.coins + 1)

    def breaks(game: Purse) -> Purse:
        raise ZeroDivisionError("boom")

    class Fragile(Flow):
        here = State(initial=True)
        there = State()
        go = here.to(there, on=[count, breaks])

    native = Native(Engine(Fragile, moves=(Go,), new=new_purse), Purse())
    with pytest.raises(ZeroDivisionError):
        native.send(Go())

    assert native.snapshot == Snapshot("here", Purse())


def test_endless_consequences_end_in_an_error() -> None:
    def always(game: Purse) -> bool:
        return True

    class Circle(Flow):
        here = State(initial=True)
        there = State()
        go = here.to(there)
        there.to(there, cond=always)

    native = Native(Engine(Circle, moves=(Go,), new=new_purse, most_consequences=20), Purse())
    with pytest.raises(RuleError, match="Circle: consequences without end: there -> there;"):
        native.send(Go())


def test_a_rule_is_given_what_the_rule_that_it_wraps_asks_for() -> None:
    def noted(rule: Any) -> Any:
        @functools.wraps(rule)
        def wrapper(*arguments: Any) -> Any:
            return rule(*arguments)

        return wrapper

    @noted
    def can_pay(game: Purse, move: Pay) -> bool:
        return game.coins >= move.amount

    @noted
    def pays(game: Purse, move: Pay) -> Purse:
        return Purse(game.coins - move.amount)

    class Counter(Flow):
        here = State(initial=True)
        pay = here.to(here, cond=can_pay, on=pays)

    engine = Engine(Counter, moves=(Pay,), new=new_purse)
    native = Native(engine, Purse(3))

    assert native.send(Pay(2)) == Snapshot("here", Purse(1))
    assert native.send(Pay(2)) == engine.step(native.snapshot, Pay(2))


def test_an_answer_that_is_neither_true_nor_false_is_an_error() -> None:
    def shrugs(game: Purse) -> Any:
        return game.coins

    class Gate(Flow):
        here = State(initial=True)
        go = here.to(here, cond=shrugs)

    native = Native(Engine(Gate, moves=(Go,), new=new_purse), Purse(3))
    with pytest.raises(RuleError, match="guard 'shrugs' returned 3; a guard must return True or False"):
        native.send(Go())


def test_equally_named_rules_of_two_flows_keep_their_arguments_apart() -> None:
    """python-statemachine caches signatures by qualified name, so that two games could get each other's arguments."""

    def first() -> Engine[Purse]:
        def rule(game: Purse, move: Any) -> Purse:
            return Purse(move.amount)

        class One(Flow):
            here = State(initial=True)
            pay = here.to(here, on=rule)

        return Engine(One, moves=(Pay,), new=new_purse)

    def second() -> Engine[Purse]:
        def rule(game: Purse) -> Purse:
            return Purse(game.coins + 100)

        class Two(Flow):
            here = State(initial=True)
            go = here.to(here, on=rule)

        return Engine(Two, moves=(Go,), new=new_purse)

    one, two = Native(first(), Purse()), Native(second(), Purse())

    assert one.send(Pay(7)) == Snapshot("here", Purse(7))
    assert two.send(Go()) == Snapshot("here", Purse(100))
    assert not isinstance(one.send(Pay(1)), Refusal)


# Lowered flows

OFFICE = (
    *(Work(2), Vote(0, 5), Escalate(), Answer(), Escalate(), Answer(), Answer(), Vote(0, 5), Vote(0, 5), Vote(3, 5)),
    *(Vote(1, 6), Vote(2, 5), Vote(1, 5), Work(0), Work(1), Escalate(), Work(1), Flee(), Answer()),
)


def test_a_flow_with_calls_and_gatherings_runs_alike_move_by_move() -> None:
    here: Any = office.start(seed=0)
    native = Native(office, here)
    for move in OFFICE:
        answer = office.step(here, move)

        assert Native(office, here).send(move) == answer
        assert native.send(move) == answer
        here = answer if isinstance(answer, Snapshot) else here
        assert native.snapshot == here


def test_a_snapshot_with_callers_and_one_with_choices_are_not_entered_again() -> None:
    here: Any = office.start(seed=0)
    seen = set()
    for move in OFFICE[:10]:
        answer = office.step(here, move)
        here = answer if isinstance(answer, Snapshot) else here
        seen.add((len(here.back), len(here.chosen)))

        assert Native(office, here).snapshot == here
    assert seen == {(1, 0), (2, 0), (0, 0), (0, 1)}


def test_a_flow_that_says_nothing_new_runs_as_its_own_class() -> None:
    assert isinstance(Native(market, Purse()).machine, Market)
    assert not isinstance(Native(office, office.start(seed=0)).machine, Office)


def test_listeners_hear_of_calls_and_returns() -> None:
    class Diary:
        def __init__(self) -> None:
            self.lines: list[str] = []

        def on_enter_state(self, state: Any) -> None:
            self.lines.append(f"+{state.name}")

        def on_exit_state(self, state: Any) -> None:
            self.lines.append(f"-{state.name}")

    diary = Diary()
    native = Native(office, office.start(seed=0), listeners=[diary])
    native.send(Work(1))
    native.send(Answer())

    assert " ".join(diary.lines) == (
        "-Desk +Busy +Phone +Ringing -Ringing +Hung up -Hung up -Phone -Busy +Lunch -Lunch -Day +Voting"
    )


def test_a_class_is_made_once_for_the_calls_of_a_flow() -> None:
    native = Native(office, office.start(seed=0))
    native.send(Work(1))
    form = form_of(Office, native.snapshot.back)

    assert isinstance(native.machine, form.machine)
    assert Native(office, native.snapshot).machine.__class__ is form.machine
    assert form_of(Office, ()) is form


def test_many_calls_are_forgotten_but_for_those_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fsm.native.MOST_OPENED", 0)
    native = Native(office, office.start(seed=0))
    here: Any = office.start(seed=0)
    for move in OFFICE:
        answer = office.step(here, move)

        assert native.send(move) == answer
        here = answer if isinstance(answer, Snapshot) else here


def test_a_step_that_fails_after_a_call_is_undone_as_a_whole() -> None:
    def breaks(game: Purse) -> Purse:
        raise ZeroDivisionError("boom")

    class Pausing(Flow):
        here = State(initial=True)

        class pause(State.Compound):
            short = State(initial=True)
            over = State(final=True)

            earn = short.to(over)
            short.to(over, on=breaks)

        go = here.calls(pause)

    native = Native(Engine(Pausing, moves=(Go, Earn), new=new_purse), Purse())
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            native.send(Go())

        assert native.snapshot == Snapshot("here", Purse())


class Choose(Move):
    seat: int

    @classmethod
    def candidates(cls, game: Purse) -> list["Choose"]:
        return [cls(0), cls(1)]


def test_a_gathering_that_fails_keeps_its_choices() -> None:
    def players(game: Purse) -> tuple[int, ...]:
        return 0, 1

    def breaks_for_one(game: Purse, move: Choose) -> Purse:
        return Purse(game.coins + 1 // (1 - move.seat))

    class Choosing(Flow):
        here = State(initial=True)
        there = State(final=True)
        choose = gather(here, by=players, on=breaks_for_one, to=there)

    native = Native(Engine(Choosing, moves=(Choose,), new=new_purse), Purse())
    native.send(Choose(0))
    with pytest.raises(ZeroDivisionError):
        native.send(Choose(1))

    assert native.snapshot == Snapshot("here", Purse(), (), (Choose(0),))


def test_a_machine_that_has_stopped_goes_on_when_its_last_step_is_undone() -> None:
    class Short(Flow):
        here = State(initial=True)
        there = State()
        over = State(final=True)
        go = here.to(there)
        there.to(over)

    native = Native(Engine(Short, moves=(Go,), new=new_purse, most_consequences=0), Purse())
    for _ in range(2):
        with pytest.raises(RuleError, match="more than 0 consequences"):
            native.send(Go())


class Lowered(Native[G]):
    """A machine of the lowered class also where the author's own would do."""

    def _form_for(self, callers: Callers) -> Form:
        return lower(self.engine.chart, rules_of(self.engine.flow), {callers}, Rebinding)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_plain_flows_run_alike_lowered_and_as_they_are(data: st.DataObject) -> None:
    pick, (engine, _) = drawn_engines(data)
    game = Counter(pick(1 << 16))
    try:
        own, lowered = Native(engine, game), Lowered(engine, game)
    except RuleError:
        return
    for _ in range(20 if engine.moves else 0):
        move_type: Any = engine.moves[pick(len(engine.moves))]
        move = move_type(pick(4))

        assert answer_of(own, move) == answer_of(lowered, move)
        assert own.snapshot == lowered.snapshot


def answer_of(native: Native[Counter], move: Move) -> Any:
    """What a machine answers, also if it is that consequences do not end."""
    try:
        return native.send(move)
    except RuleError as error:
        return str(error)
