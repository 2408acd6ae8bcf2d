"""Sentences with values: whatever cannot be filled in is refused where it is written."""

import functools
from typing import Annotated, Any

import msgspec
import pytest

from fsm import FlowError, State, Variant, guard, stay, variants
from fsm.declaring.sentence_values import values_of
from fsm.declaring.static_guards import guard_of


class Table(msgspec.Struct, frozen=True):
    cards: int = 3


def cards(game: Table) -> int:
    return game.cards


def is_enough(game: Table) -> bool:
    return True


async def later(game: Table) -> int:
    return 1


def test_a_guard_keeps_the_functions_of_its_values() -> None:
    rule = guard("Pass {count} cards.", negated="{count}, not {sent}.", count=cards, sent=lambda game, move: 1)(
        lambda game: True
    )
    found = values_of(rule)

    assert {name: value.needs for name, value in found.items()} == {"count": ("game",), "sent": ("game", "move")}
    assert found["count"].function is cards
    assert values_of(is_enough) == {}


def test_a_value_that_no_sentence_names_is_kept_for_translations() -> None:
    assert list(values_of(guard("Too few.", count=cards)(lambda game: True))) == ["count"]


def test_doubled_braces_ask_for_nothing() -> None:
    assert values_of(guard("A set is {{1, 2}}.")(lambda game: True)) == {}


REFUSED: dict[str, tuple[tuple[Any, ...], dict[str, Any], str]] = {
    "no function": (
        ("Pass {count}.",),
        {},
        r"has a sentence with \{count\}; say what to put there: @guard\(",
    ),
    "of the negated": (("Pass.",), {"negated": "{count}."}, r"has a sentence with \{count\}; say what"),
    "a number": (("Pass {count}.",), {"count": 3}, r"count=3 is no function; pass one of \(game\) or \(game, move\)"),
    "a coroutine": (("Pass {count}.",), {"count": later}, r"the function of 'count' is a coroutine; .*drop async"),
    "parameters": (
        ("{count}.",),
        {"count": lambda move: 1},
        r"takes \(move\); it must take \(game\) or \(game, move\)",
    ),
    "starred": (("{count}.",), {"count": lambda *game: 1}, r"takes \(\*game\); it must take"),
    "unknown signature": (("{count}.",), {"count": dict.fromkeys}, r"takes \(.*\); it must take"),
    "half a brace": (("Pass {count.",), {"count": cards}, r"the sentence 'Pass \{count.' has half a pair of braces"),
    "no name": (("Pass {}.",), {}, r"has \{\}, which is no name; put one word in braces"),
    "a number in braces": (("Pass {0}.",), {}, r"has \{0\}, which is no name"),
    "an attribute": (("Pass {game.cards}.",), {"game": cards}, r"has \{game.cards\}, which is no name"),
    "a format": (("Pass {count:>3}.",), {"count": cards}, r"has \{count:>3\}, which is no name"),
    "a keyword of guard": (("{secret}.",), {}, r"has a sentence with \{secret\}, but secret= means something else"),
    "no sentence": ((None,), {}, r"has None for a sentence; write the text"),
}


@pytest.mark.parametrize(("sentences", "options", "words"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_filled_in_is_refused_where_it_is_written(
    sentences: tuple[Any, ...], options: dict[str, Any], words: str
) -> None:
    with pytest.raises(FlowError, match=rf"^guard 'is_enough':? ?.*{words}"):
        guard(*sentences, **options)(is_enough)


def test_a_secret_is_yes_or_no() -> None:
    wrong: Any = "yes"
    with pytest.raises(FlowError, match=r"secret='yes' says neither yes nor no; write True or False"):
        guard("No.", secret=wrong)


def test_a_bound_or_partial_function_will_do() -> None:
    def by(n: int, game: Table) -> int:
        return n * game.cards

    rule = guard("{count}.", count=functools.partial(by, 2))(lambda game: True)

    assert values_of(rule)["count"].function(Table()) == 6


# Conditions on settings


class House(msgspec.Struct, frozen=True):
    players: Annotated[int, Variant("This is for {players} players, not with {deck}.")] = 2
    stacking: Annotated[bool, Variant("Nothing is stacked.", negated="Up to {most} are stacked.")] = False
    most: int = 8
    deck: str = "short"


S = variants(House)


def test_the_sentence_of_a_variant_names_settings() -> None:
    assert {name: value.function(House(4)) for name, value in values_of(guard_of(S.players == 2)).items()} == {
        "players": 4,
        "deck": "short",
    }
    assert list(values_of(guard_of(S.stacking))) == ["most"]
    assert list(values_of(guard_of((S.stacking & (S.most > 2)).named("high", "At most {most}.")))) == ["most"]
    assert values_of(guard_of(S.most > 2)) == {}


def test_a_setting_that_is_none_is_refused_with_those_there_are() -> None:
    with pytest.raises(FlowError, match=r"the condition “high” has a sentence with \{least\}; it can name the "
                                        r"settings, which are deck, most, players, stacking"):  # fmt: skip
        stay(State(initial=True), when=S.stacking.named("high", "At least {least}."))


def test_braces_in_a_value_are_no_names() -> None:
    rule = guard_of(S.deck == "{players}")

    assert values_of(rule) == {}
    assert vars(rule)["sentence"] == "The setting deck must be '{{players}}' for this."
