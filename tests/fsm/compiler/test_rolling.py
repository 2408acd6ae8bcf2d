"""Turns: what is written for a rollout. That they do the same as steps is tested with `fsm.running.rolling`."""

import re
import traceback
from collections.abc import Iterable
from inspect import cleandoc
from random import Random
from textwrap import dedent, indent
from typing import Any

import pytest

import fsm.compiler.rolling
from fsm import Engine, Flow, Move, RuleError, State, stay
from fsm.compiler.rolling import not_offered
from fsm.errors import PhasebookError
from fsm.running.rolling import Rolling
from games.belote import engine as belote
from games.uno import engine as uno
from tests.fsm.by_steps import rollout_by_steps
from tests.fsm.compiler import drinks
from tests.fsm.compiler.flows import Go
from tests.fsm.samples import Purse, new_purse


def source_of(engine: Engine[Any]) -> str:
    return Rolling(engine).turns.source


def turn(engine: Engine[Any], leaf: str) -> str:
    """The lines of one turn."""
    found = re.search(rf"  # rolling turn {re.escape(leaf)}\n(.*?)\n(?:    )?def ", source_of(engine), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_is_what_is_written() -> None:
    text = cleandoc(fsm.compiler.rolling.__doc__ or "")
    (code,) = re.findall(r"(?:^ {4}.*\n)+", text, re.MULTILINE)

    assert indent(dedent(code), "    ") in source_of(drinks.engine)


def test_a_legal_card_is_played_without_a_question() -> None:
    """Every row of the event does the same, and the candidates are exactly the legal moves."""
    cards = turn(belote.for_settings(belote.start(seed=1).game.settings), "playing.following")

    assert "PLAYS[game.turn]" in cards
    assert "it_is_your_turn" not in cards
    assert "card_follows_suit" not in cards


def test_settings_are_looked_at_only_where_turns_are_written_for_some() -> None:
    settled = uno.for_settings(uno.start(seed=1).game.settings)

    assert "# settings changed" in source_of(settled)
    assert "# settings changed" not in source_of(uno)


def test_no_snapshot_is_made_between_moves() -> None:
    source = source_of(uno)
    name = next(line.split()[1] for line in source.splitlines() if line.endswith("# snapshot_type"))

    assert re.findall(rf"\b{name}\b", source) == [name], "it is named above all functions, and nowhere else"


def test_a_move_that_gives_up_is_listed_only_if_there_is_no_other() -> None:
    found = turn(uno, "round.playing")

    assert re.search(r"if not found:\n +found = \[\]\n +n\d+\(game, found\)\n", found)


def test_something_else_than_a_move_is_named() -> None:
    with pytest.raises(PhasebookError, match=r"choose\(\) gave 7; it must give one of the moves"):
        not_offered(7)


# Errors


def fall(game: Purse) -> Purse:
    raise ZeroDivisionError("too far")


def is_puzzled(game: Purse, move: Any) -> bool:
    return game.coins  # type: ignore[return-value]  # a defect


class Fall(Flow):
    here = State(initial=True)
    go = stay(here, on=fall)


class Puzzle(Flow):
    here, there = State(initial=True), State(final=True)
    go = here.to(there, cond=is_puzzled)


def has_coins(game: Purse) -> bool:
    return game.coins > 0


class Circle(Flow):
    here, there = State(initial=True), State()
    go = here.to(there)
    there.to(there, cond=has_coins)


def made(flow: type[Flow]) -> Engine[Purse]:
    return Engine(flow, moves=(Go,), new=new_purse)


def test_tracebacks_show_the_source() -> None:
    try:
        made(Fall).rollout(made(Fall).start(), Random(1))
    except ZeroDivisionError as error:
        lines = "".join(traceback.format_exception(error))

    assert "in rolling turn here" in lines
    assert "# fall" in lines


def test_an_answer_that_is_none_is_an_error() -> None:
    with pytest.raises(RuleError, match="guard 'is_puzzled' returned 3; a guard must return True or False"):
        made(Puzzle).rollout(made(Puzzle).start(coins=3), Random(1))


def test_consequences_without_end_are_named() -> None:
    with pytest.raises(RuleError, match="consequences without end: there -> there"):
        made(Circle).rollout(made(Circle).start(coins=1), Random(1))


# Consequences that are counted come to rest in any leaf


class Step(Move):
    size: int

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Step"]:
        return [cls(1), cls(2)]


def is_odd(game: Purse) -> bool:
    return game.coins % 2 == 1


def is_low(game: Purse) -> bool:
    return game.coins < 40


def take(game: Purse, move: Step) -> Purse:
    return Purse(game.coins + move.size)


def add(game: Purse) -> Purse:
    return Purse(game.coins + 3)


class Stairs(Flow):
    """Two phases that lead to each other, again and again, until the number is even."""

    landing, up, down = State(initial=True), State(), State()
    end = State(final=True)
    step = landing.to(up, on=take) | up.to(down, on=take) | down.to(up, on=take)
    up.to(down, cond=is_odd, on=add)
    down.to(up, cond=[is_odd, is_low], on=add)
    down.to(end, unless=is_low)


def test_counted_consequences_end_where_steps_end() -> None:
    stairs = Engine(Stairs, moves=(Step,), new=new_purse)
    for seed in range(20):
        for most in (1, 2, 50):
            rolled = stairs.rollout(stairs.start(), Random(seed), most=most)

            assert rolled == rollout_by_steps(stairs, stairs.start(), Random(seed), most=most)
