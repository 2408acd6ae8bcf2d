"""The questions that guards and candidates share give the answers of the guards, for every card there is.

And who is to act.
"""

from functools import cache

import pytest
from msgspec.structs import replace

from fsm import Snapshot
from games.onepiece import Activate, Attack, Game, Keep, PlayCard, engine
from games.onepiece.options import activatable, attackable, attackers, playable, to_act
from games.onepiece.phases import FITS
from games.onepiece.table import THINGS
from tests.games.onepiece import games
from tests.games.onepiece.games import random_game
from tests.games.onepiece.test_phases import real_snapshots

EVERY_CARD = range(2 * THINGS)


@cache
def positions(preset: str) -> list[Snapshot[Game]]:
    """Some in which the active player chooses an action."""
    played = [snapshot for seed in range(4) for _, _, snapshot, _ in random_game(seed, preset)]
    return [snapshot for snapshot in played if snapshot.phase == "main.idle"][::9]


def accepted(snapshot: Snapshot[Game], move: PlayCard | Activate | Attack) -> bool:
    """Whether the guards let a move pass."""
    return isinstance(engine.step(snapshot, move), Snapshot)


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_playable_are_the_cards_that_may_be_played(preset: str) -> None:
    found = [(here, set(playable(here.game))) for here in positions(preset)]

    assert any(cards for _, cards in found)
    for here, cards in found:
        assert {card for card in EVERY_CARD if accepted(here, PlayCard(here.game.active, card))} == cards


@pytest.mark.long
@pytest.mark.parametrize("preset", ["seed", "official"])
def test_activatable_are_the_effects_that_may_be_activated(preset: str) -> None:
    found = [(here, set(activatable(here.game))) for here in positions(preset)]

    assert any(effects for _, effects in found)
    for here, effects in found:
        tried = [(card, place) for card in EVERY_CARD for place in range(3)]
        assert {pair for pair in tried if accepted(here, Activate(here.game.active, *pair))} == effects


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_attackers_and_attackable_are_the_attacks_that_may_be_declared(preset: str) -> None:
    for here in positions(preset):
        game = here.game
        mine = {card for card in EVERY_CARD if accepted(here, Attack(game.active, card, attackable(game)[0]))}
        assert mine == {piece.card for piece in attackers(game)}
        if mine:
            targets = {card for card in EVERY_CARD if accepted(here, Attack(game.active, min(mine), card))}
            assert targets == set(attackable(game))


# Deciding


@pytest.mark.parametrize("may_concede", [True, False])
def test_those_who_are_to_act_are_those_whose_moves_the_guards_let_pass(may_concede: bool) -> None:
    """In every phase in which a game waits, and nobody is to act in one that is over."""
    everywhere = [*real_snapshots(), *games.positions("seed"), *games.positions("official")]
    for real in everywhere:
        game = replace(real.game, settings=replace(real.game.settings, may_concede=may_concede))
        here = Snapshot(real.phase, game, real.back)
        assert engine.to_act(here) == engine._seats.derived_to_act(here)
        assert len(engine.to_act(here)) == (0 if engine.is_over(here) else 1)

    assert {here.phase for here in everywhere} == set(FITS)


def test_the_first_player_is_waited_for_first() -> None:
    for first in (0, 1):
        start = engine.start(seed=1, first=first)
        second = engine.step(start, Keep(first))
        assert isinstance(second, Snapshot)

        assert (to_act(start), to_act(second)) == ((first,), (1 - first,))
