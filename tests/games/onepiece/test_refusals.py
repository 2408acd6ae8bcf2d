"""Sentences for what a phase does not know."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import fields

from fsm import Refusal, RefusalKind, Snapshot
from fsm.moves import event_of
from games.onepiece import AnyMove, Game, Keep, engine
from games.onepiece.phases import FITS
from games.onepiece.refusals import REFUSALS
from tests.games.onepiece.games import random_game


@cache
def resting_places() -> dict[str, Snapshot[Game]]:
    """A snapshot of every phase in which someone decides."""
    found: dict[str, Snapshot[Game]] = {}
    for seed in range(60):
        for before, _, after, _ in random_game(seed, "official"):
            found.setdefault(before.phase, before)
            found.setdefault(after.phase, after)
        if set(found) == set(FITS):
            break
    return found


def any_move(event: str) -> AnyMove:
    """Some move of a type, by the player 0."""
    kind: type[Any] = engine.move_type[event]
    move: AnyMove = kind(*[0 for field in fields(kind) if field.required])
    return move


def test_games_rest_only_where_someone_decides_and_reach_every_such_place() -> None:
    assert set(resting_places()) == set(FITS)


@pytest.mark.parametrize(("phase", "event", "sentence"), REFUSALS)
def test_the_impossible_is_refused_with_the_sentence_of_the_phase(phase: str, event: str, sentence: str) -> None:
    places = [here for path, here in resting_places().items() if path == phase or path.startswith(f"{phase}.")]
    nearer = {path for path, other, _ in REFUSALS if other == event and path.startswith(f"{phase}.")}
    asked = [here for here in places if not any(here.phase.startswith(path) for path in nearer)]

    assert asked
    for here in asked:
        no = engine.step(here, any_move(event))
        assert isinstance(no, Refusal)
        assert (no.kind, no.message) == (RefusalKind.IMPOSSIBLE, sentence)


def test_a_refusal_lists_what_is_possible() -> None:
    no = engine.step(resting_places()["main.battle.blocking"], Keep(0))

    assert isinstance(no, Refusal)
    assert set(no.possible) == {"block", "pass_on"}, "nobody concedes in random games"


def test_every_move_type_can_be_refused_and_none_is_malformed_by_its_candidates() -> None:
    over = resting_places()["game_over"]
    answers = [engine.step(over, any_move(event_of(kind))) for kind in engine.moves]

    assert all(isinstance(answer, Refusal) and answer.kind is RefusalKind.IMPOSSIBLE for answer in answers)
