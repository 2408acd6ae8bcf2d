"""The same seed and the same moves give the same bytes, and whoever breaks that is told so by name."""

import random
from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, State, stay
from fsm.conforming.determinism import (
    address_of,
    another_process_agrees,
    digests,
    digests_elsewhere,
    games_are_deterministic,
    replay_of,
)
from fsm.testing import Subject, spot_checks
from games.goofspiel import engine as goofspiel
from tests.fsm.tictactoe import engine as tictactoe


class Roll(msgspec.Struct, frozen=True):
    number: int = 0
    words: tuple[str, ...] = ()


class Go(Move): ...


def dealt_by_chance(seed: int = 0) -> Roll:
    return Roll(random.randrange(10**9))


def dealt(seed: int = 0) -> Roll:
    return Roll(seed, tuple("abcdefgh"))


def roll(game: Roll) -> Roll:
    return Roll(random.randrange(10**9))


def mix(game: Roll) -> Roll:
    """In the order of a set: the same all day long, and another one tomorrow."""
    return Roll(game.number, tuple(set(game.words)))


class Rolling(Flow):
    here = State(initial=True)
    go = stay(here, on=roll)


class Mixing(Flow):
    here = State(initial=True)
    go = stay(here, on=mix)


class Plain(Flow):
    here = State(initial=True)
    go = stay(here)


mixing = Engine(Mixing, moves=(Go,), new=dealt)


def test_a_sound_game_is_deterministic() -> None:
    subject = Subject(goofspiel, games=2)

    games_are_deterministic(subject)
    another_process_agrees(subject)


def test_a_deal_by_global_chance_is_said_to_be_one() -> None:
    subject = Subject(Engine(Plain, moves=(Go,), new=dealt_by_chance), games=1)

    with pytest.raises(AssertionError, match=r"^not deterministic: two games of seed \d+ begin differently"):
        games_are_deterministic(subject)


def test_an_effect_that_rolls_its_own_dice_is_named() -> None:
    subject = Subject(Engine(Rolling, moves=(Go,), new=dealt), games=3, max_moves=5)

    with pytest.raises(AssertionError, match=r'^not deterministic: {"move":"go"} gives two results in here'):
        games_are_deterministic(subject)


def test_the_order_of_a_set_is_found_by_another_process() -> None:
    """Hash seeds are drawn, so one pair of processes may agree by chance; of 40,320 orders that is rare."""
    subject = Subject(mixing, games=2, max_moves=20)

    games_are_deterministic(subject)
    with pytest.raises(AssertionError, match="with another PYTHONHASHSEED"):
        another_process_agrees(subject)


def test_an_engine_that_nobody_can_import_is_not_judged() -> None:
    hidden = Engine(Mixing, moves=(Go,), new=dealt)

    assert address_of(hidden) == ""
    another_process_agrees(Subject(hidden, games=1))


def test_an_address_that_is_wrong_elsewhere_is_said() -> None:
    wanted = replay_of(Subject(mixing, games=1), "no.such.module:engine")
    assert wanted is not None
    found, complaint = digests_elsewhere(wanted)

    assert found == []
    assert complaint.startswith("The engine cannot be imported: ")


def test_digests_are_those_of_the_games() -> None:
    wanted = replay_of(Subject(tictactoe, games=2), address_of(tictactoe))
    assert wanted is not None

    assert list(digests(wanted)) == digests_elsewhere(wanted)[0]
    assert len(set(digests(wanted))) == 2


def test_spot_checks_name_what_fails() -> None:
    unfair: Any = Engine(Rolling, moves=(Go,), new=dealt)
    complaints = spot_checks(unfair, games=3, max_moves=5)

    assert complaints["games_are_deterministic"].startswith("not deterministic: ")
    assert not any(spot_checks(tictactoe, games=1, max_moves=5).values())
