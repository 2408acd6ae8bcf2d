"""A hostile client learns nothing and changes nothing, in every registered game and preset with seats."""

from functools import cache
from typing import Any

import pytest

from fsm import Engine, RefusalKind, Snapshot
from fsm.catalogue import engine_of, registered
from fsm.conforming.subject import Subject
from tests.fsm.liars import MOVES, Table, every_card_is_somewhere, liars, redeal, to_act, view
from tests.fsm.liars import liars_flow as flow_of
from tests.hostile import attack, foreign_moves

GAMES = [(flow, preset) for flow in registered() for preset in engine_of(flow).presets or ("",)]
FEW, MANY, SHARES = 1_500, 100_000, 10


@cache
def subject_of(flow: str, preset: str) -> Subject:
    engine: Any = engine_of(flow)
    return Subject(engine, games=4, max_moves=250, settings=engine.presets.get(preset, {}), giving_up=True)


def presets(flow: str) -> int:
    return sum(game == flow for game, _ in GAMES)


def check(flow: str, preset: str, requests: int, seed: int) -> None:
    subject = subject_of(flow, preset)
    if subject.engine._seats.are_declared:
        foreign = foreign_moves([engine_of(other) for other in registered()], subject.engine)

        assert {"Snapshot", "Why", *RefusalKind} <= attack(subject, requests, seed, foreign)


@pytest.mark.parametrize(("flow", "preset"), GAMES)
def test_a_hostile_client_learns_and_changes_nothing(flow: str, preset: str) -> None:
    check(flow, preset, FEW // presets(flow), 1)


@pytest.mark.soak
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(("flow", "preset"), GAMES)
def test_a_hundred_thousand_requests(flow: str, preset: str, share: int) -> None:
    check(flow, preset, MANY // SHARES // presets(flow), 2 + share)


# Would it be noticed?


class Lenient(Engine[Table]):
    """Lets every seat make every move."""

    def step(self, snapshot: Snapshot[Table], move: Any, seat: Any = ...) -> Any:
        return super().step(snapshot, move)


class Talkative(Engine[Table]):
    """Tells everybody all reasons."""

    def why(self, snapshot: Snapshot[Table], move: Any, seat: Any = ...) -> Any:
        return super().why(snapshot, move)


def made(kind: type[Engine[Table]]) -> Subject:
    sound = liars()
    return Subject(kind(flow_of(), moves=MOVES, new=sound.new, seats=(0, 1, 2), to_act=to_act, view=view, redeal=redeal,
                        invariants=(every_card_is_somewhere,)))  # fmt: skip


def test_it_is_at_a_loss_in_a_sound_game() -> None:
    answers = attack(made(Engine), FEW, 1, foreign_moves([engine_of("uno")], liars()))

    assert answers == {"Snapshot", "Why", *RefusalKind}


def test_an_engine_that_does_not_ask_who_sends_is_noticed() -> None:
    with pytest.raises(AssertionError, match="is accepted in game"):
        attack(made(Lenient), FEW, 1, [])


def test_an_engine_that_tells_all_reasons_is_noticed() -> None:
    with pytest.raises(AssertionError, match="learns from"):
        attack(made(Talkative), FEW, 1, [])
