"""Guards made from conditions on settings."""

from dataclasses import dataclass
from enum import Enum

import msgspec

from fsm import variants
from fsm.declaring.static_guards import condition_of, guard_of, guards_of
from fsm.values.conditions import Condition, conjuncts


class Deck(Enum):
    SHORT = 32
    LONG = 52


class House(msgspec.Struct, frozen=True):
    jump_in: bool = False
    teams: bool = False
    players: int = 2
    deck: Deck = Deck.SHORT


S = variants(House)


def answer(condition: Condition, settings: House) -> bool:
    """What the guards made from a condition say together."""
    return all(rule(settings) is wanted for rule, wanted in guards_of(condition))


def test_a_condition_and_its_opposite_share_one_guard() -> None:
    pairs = [
        (S.jump_in, ~S.jump_in),
        (S.players == 2, S.players != 2),
        (S.players < 2, S.players >= 2),
        (S.players <= 2, S.players > 2),
        (S.players.is_in(1), ~S.players.is_in(1)),
    ]
    for one, other in pairs:
        [(mine, yes)], [(yours, no)] = guards_of(one), guards_of(other)

        assert mine.__name__ == yours.__name__
        assert yes is not no


def test_what_must_all_hold_is_one_guard_each() -> None:
    found = [(rule.__name__, wanted) for rule, wanted in guards_of(S.jump_in & ~S.teams & (S.players >= 3))]

    assert found == [("jump_in", True), ("teams", False), ("players < 3", False)]
    assert conjuncts(~(S.jump_in | S.teams)) == (~S.jump_in, ~S.teams)


def test_values_that_source_cannot_spell_are_compared_all_the_same() -> None:
    for condition in (S.deck == Deck.LONG, S.deck.is_in(Deck.LONG), S.players < float("inf")):
        assert answer(condition, House(deck=Deck.LONG))
        assert not answer(~condition, House(deck=Deck.LONG))


def test_a_guard_of_a_condition_takes_settings_of_any_kind() -> None:
    @dataclass(frozen=True)
    class Barn:
        jump_in: bool

    assert guard_of(variants(Barn).jump_in)(Barn(jump_in=True)) is True


def test_a_guard_remembers_its_condition() -> None:
    assert condition_of(guard_of(S.players == 2)) == (S.players == 2)
    assert condition_of(guard_of) is None
