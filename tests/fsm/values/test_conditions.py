"""Conditions on settings: what they say, what they equal, and what they answer."""

from collections.abc import Callable
from enum import Enum, StrEnum
from itertools import product
from typing import Annotated, Any, Literal, cast

import msgspec
import pytest

from fsm import FlowError, Variant, variants
from fsm.declaring.static_guards import guards_of
from fsm.values.conditions import Condition


class Deck(Enum):
    SHORT = 32
    LONG = 52


class Mood(StrEnum):
    CALM = "calm"


class House(msgspec.Struct, frozen=True):
    jump_in: Annotated[bool, Variant("Nobody jumps in.", negated="Jumping in is agreed.")] = False
    stacking: Annotated[bool, Variant("Nothing is stacked.")] = False
    teams: bool = False
    players: int = 2
    limit: int | None = None
    deck: Deck = Deck.SHORT
    mood: str = "calm"
    colours: frozenset[str] = frozenset()
    suit: Literal["heart", "spade"] = "heart"
    hands: Annotated[int, Variant("There are too many hands for this.")] = 1


S = variants(House)
SWITCHES = product((False, True), (False, True), (False, True), (1, 2, 3))
EVERY = [House(*switches) for switches in SWITCHES]


def answer(condition: Condition, settings: House) -> bool:
    """What the guards made from a condition say together."""
    return all(rule(settings) is wanted for rule, wanted in guards_of(condition))


TEXTS: list[tuple[Condition, str]] = [
    (S.jump_in, "jump_in"),
    (~S.jump_in, "~jump_in"),
    (~~S.jump_in, "jump_in"),
    (~S.jump_in & S.stacking, "~jump_in & stacking"),
    (S.jump_in & S.stacking & S.jump_in, "jump_in & stacking"),
    (S.jump_in | S.stacking | S.jump_in, "jump_in | stacking"),
    (S.jump_in | S.jump_in, "jump_in"),
    ((S.jump_in | S.stacking) & S.teams, "(jump_in | stacking) & teams"),
    ((S.jump_in & S.stacking) | S.teams, "jump_in & stacking | teams"),
    (~(S.jump_in & S.stacking), "~jump_in | ~stacking"),
    (~(S.jump_in | ~S.stacking), "~jump_in & stacking"),
    (S.players == 2, "players == 2"),
    (S.players != 2, "players != 2"),
    (~(S.players == 2), "players != 2"),
    (S.players < 3, "players < 3"),
    (S.players >= 3, "players >= 3"),
    (S.players <= 3, "players <= 3"),
    (S.players > 3, "players > 3"),
    (S.players.is_in(2, 4), "players in (2, 4)"),
    (S.players.is_in(2), "players in (2,)"),
    (~S.players.is_in(2, 4), "players not in (2, 4)"),
    (S.limit.is_(None), "limit == None"),
    (S.mood == "it's", 'mood == "it\'s"'),
    (S.deck == Deck.LONG, "deck == Deck.LONG"),
    (S.colours == frozenset({"b", "a"}), "colours == {'a', 'b'}"),
    (S.suit == "spade", "suit == 'spade'"),
    ((S.players == 2) & S.teams, "(players == 2) & teams"),
    (S.teams | (S.players != 2), "teams | (players != 2)"),
    ((S.teams | S.jump_in).named("either"), "either"),
    (~(S.teams | S.jump_in).named("either"), "~either"),
]


@pytest.mark.parametrize(("condition", "text"), TEXTS, ids=[text for _, text in TEXTS])
def test_a_condition_reads_as_it_is_written(condition: Condition, text: str) -> None:
    assert str(condition) == repr(condition) == text


@pytest.mark.parametrize(("condition", "text"), TEXTS[:18], ids=[text for _, text in TEXTS[:18]])
def test_a_condition_answers_as_the_same_words_of_python_do(condition: Condition, text: str) -> None:
    python = text.replace("~", " not ").replace("&", "and").replace("|", "or")
    said = [bool(eval(python, msgspec.structs.asdict(settings))) for settings in EVERY]

    assert [answer(condition, settings) for settings in EVERY] == said
    assert [answer(~condition, settings) for settings in EVERY] == [not one for one in said]


def test_equal_conditions_are_equal_and_hash_alike_whoever_made_them() -> None:
    other = variants(House)

    assert (S.jump_in & ~S.teams) == (other.jump_in & ~other.teams)
    assert hash(S.players == 2) == hash(other.players == 2)
    assert (S.players == 2) == (other.players == 2)
    assert (S.players == 2) != (S.players == 3)
    assert len({S.jump_in, other.jump_in, S.stacking, ~S.jump_in}) == 3
    assert ~(S.jump_in | S.stacking) == ~S.jump_in & ~S.stacking


def test_settings_of_the_same_name_in_another_class_are_others() -> None:
    class Cellar(msgspec.Struct, frozen=True):
        jump_in: bool = False

    same: Any = S.jump_in == variants(Cellar).jump_in
    different: Any = S.jump_in != variants(Cellar).jump_in

    assert (same, different) == (False, True)


def test_conditions_cannot_change() -> None:
    with pytest.raises(AttributeError):
        (S.players == 2).value = 3  # type: ignore[attr-defined]


# Sentences


def sentences(condition: Condition) -> list[str]:
    """What is read where each guard of a condition is not met."""
    marks = [(vars(rule), wanted) for rule, wanted in guards_of(condition)]
    return [mark["sentence"] if wanted else mark["negated_sentence"] for mark, wanted in marks]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (S.jump_in, "Nobody jumps in."),
        (~S.jump_in, "Jumping in is agreed."),
        (~S.stacking, ""),
        (S.teams, ""),
        (S.players == 2, "The setting players must be 2 for this."),
        (S.players != 2, "The setting players must not be 2 for this."),
        (S.players > 2, "The setting players must be more than 2 for this."),
        (S.players.is_in(2, 4), "The setting players must be one of 2, 4 for this."),
        (S.limit.is_(None), "The setting limit must be None for this."),
        (S.hands > 2, "There are too many hands for this."),
        (S.jump_in | S.stacking, "Nobody jumps in. Nothing is stacked."),
        (~S.jump_in | S.stacking, "Jumping in is agreed. Nothing is stacked."),
        (S.jump_in | S.teams, ""),
        (S.jump_in & S.teams | S.stacking, "The settings of this match do not allow this."),
        ((S.players == 2).named("two_play", "This is for two.", negated="Two cannot."), "This is for two."),
        (~(S.players == 2).named("two_play", "This is for two.", negated="Two cannot."), "Two cannot."),
    ],
)
def test_the_sentence_of_a_refusal_stands_at_the_setting(condition: Condition, said: str) -> None:
    assert sentences(condition) == [said]


def test_reasons_are_those_of_each_setting() -> None:
    assert sentences(S.stacking & ~S.jump_in) == ["Nothing is stacked.", "Jumping in is agreed."]


# Mistakes


def no_function() -> bool:
    return True


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        (lambda: S.jump_inn, "House has no setting 'jump_inn'; it has jump_in, stacking, teams, players"),
        (lambda: bool(S.jump_in), "“jump_in” has no answer before there are settings; write & | ~ for and, or, not"),
        (lambda: not S.jump_in, "write & | ~ for and, or, not"),
        (lambda: S.jump_in and S.teams, "write & | ~ for and, or, not"),
        (lambda: 1 < S.players < 3, "two comparisons for a chain"),
        (lambda: S.players in (2, 3), r"is_in\(...\) for in"),
        (lambda: ~S.players, r"the setting 'players' is no bool; compare it, in brackets: \(S.players == ...\)"),
        (lambda: S.jump_in & S.players, "the setting 'players' is no bool"),
        (lambda: S.players | S.jump_in, "the setting 'players' is no bool"),
        (lambda: S.players == 2 & S.jump_in, r"2 is no condition on settings; .* \(S.name == 2\)"),
        (lambda: S.jump_in | cast("Any", True), "True is no condition on settings"),
        (lambda: S.jump_in & cast("Any", no_function), "leave functions to cond= and unless="),
        (lambda: S.jump_in == True, "the setting 'jump_in' is a bool; write S.jump_in or ~S.jump_in"),  # noqa: E712
        (lambda: S.players < S.limit, "'players' is compared with 'limit'; compare a setting with a value"),
        (lambda: S.players == [2], r"'players' is compared with \[2\], which can change"),
        (lambda: S.players == "2", "the setting 'players' is never '2'; compare it with a value of int"),
        (lambda: S.limit != "2", r"the setting 'limit' is never '2'; compare it with a value of int \| None"),
        (
            lambda: S.suit.is_in("spade", "club"),
            "the setting 'suit' is never 'club'; compare it with a value of Literal",
        ),
        (lambda: S.deck == 32, "the setting 'deck' is never 32; compare it with a value of Deck"),
        (lambda: S.jump_in.named("not one word"), "'not one word' is no name for a condition"),
        (lambda: S.players.named("players"), "the setting 'players' is no bool"),
    ],
)
def test_a_mistake_is_a_sentence_that_says_what_to_write(mistake: Callable[[], object], sentence: str) -> None:
    with pytest.raises(FlowError, match=sentence):
        mistake()


def test_settings_and_named_conditions_have_words_if_their_author_gave_them() -> None:
    class Rules(msgspec.Struct, frozen=True):
        jump_in: Annotated[bool, Variant("Nobody jumps in.", says="everybody may jump in")] = False
        long: bool = False

    rules = variants(Rules)

    assert rules.jump_in.plain_words() == "everybody may jump in"
    assert rules.long.plain_words() == ""
    assert (rules.long & rules.jump_in).plain_words() == ""
    assert (rules.long & rules.jump_in).named("wild", says="all is allowed").plain_words() == "all is allowed"
