"""Words for readers of rule books: where they are written, where they end up, and that they decide nothing."""

import msgspec
import pytest

from fsm import Engine, Flow, FlowError, Move, State, effect, guard, read, stay
from fsm.chart import Chart, Row
from fsm.declaring.plain_words import checked_words, with_words, words_of


class Table(msgspec.Struct, frozen=True):
    turns: int = 0


@guard("Not yet.", says="it is late")
def is_late(game: Table) -> bool:
    return game.turns > 1


@effect(says="let time pass")
def tick(game: Table) -> Table:
    return Table(game.turns + 1)


class Wait(Move):
    says = "Wait a little"


class Leave(Move):
    """Without words."""


class Evening(Flow):
    home = State("Home", initial=True)
    gone = State("Gone", final=True)

    wait = stay(home, on=tick)
    leave = home.to(gone, cond=is_late, says="Say goodbye and leave")


engine = Engine(Evening, moves=(Wait, Leave), new=Table)


def row(chart: Chart, event: str) -> Row:
    return next(row for row in chart.rows if row.event == event)


def test_guards_and_effects_keep_their_words() -> None:
    chart = read(Evening)

    assert [guard.says for guard in row(chart, "leave").guards] == ["it is late"]
    assert [effect.says for effect in row(chart, "wait").effects] == ["let time pass"]


def test_a_row_speaks_for_itself_and_else_for_its_move() -> None:
    assert row(read(Evening), "wait").says == ""
    assert row(engine.chart, "wait").says == "Wait a little"
    assert row(engine.chart, "leave").says == "Say goodbye and leave"


def test_words_decide_nothing() -> None:
    assert engine.chart.fingerprint == read(Evening).fingerprint
    assert engine.chart != read(Evening)


def test_without_words_the_chart_is_the_same_object() -> None:
    chart = read(Evening)

    assert with_words(chart, [Leave]) is chart


def test_a_field_called_says_is_a_part_of_the_move() -> None:
    class Speak(Move):
        says: str = "boo"  # type: ignore[misc]  # as a payload may be called

    assert with_words(read(Evening), [Speak]) == read(Evening)


def test_a_rule_without_words_has_none() -> None:
    assert words_of(test_words_decide_nothing) == ""


@pytest.mark.parametrize("words", [3, "   ", None, b"x"])
def test_words_are_a_text_that_says_something(words: object) -> None:
    with pytest.raises(FlowError, match=r"has says=.*; write the words that a reader of the rules knows it by"):
        checked_words("effect 'f'", words)


@pytest.mark.parametrize("says", [3, " "])
def test_wrong_words_are_refused_where_they_are_written(says: str) -> None:
    with pytest.raises(FlowError, match="effect 'tick'"):
        effect(says=says)(tick)
    with pytest.raises(FlowError, match="guard 'is_late'"):
        guard("No.", says=says)(is_late)


def test_wrong_words_of_a_row_are_refused_with_its_place() -> None:
    class Odd(Flow):
        here = State("Here", initial=True)
        go = stay(here, says=7)

    with pytest.raises(FlowError, match="Odd: the row 'go' of 'here' has says=7"):
        read(Odd)


def test_wrong_words_of_a_move_are_refused_with_its_name() -> None:
    class Wait(Move):
        says = 3  # type: ignore[assignment]

    with pytest.raises(FlowError, match="move Wait has says=3"):
        Engine(Evening, moves=(Wait, Leave), new=Table)
