"""The same flow on python-statemachine's own interpreter."""

import functools
from typing import Any

import pytest

from fsm import Engine, Flow, Move, Refusal, RuleError, Snapshot, State
from fsm.native import Native
from tests.fsm.samples import Ask, Coin, Earn, Enter, Pay, Purse, market, new_purse, walk

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
    with pytest.raises(RuleError, match="guard 'shrugs' returned 3; a guard returns True or False"):
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
