"""Settings, presets and outcomes."""

import pytest
from msgspec.structs import replace

from fsm import Snapshot
from fsm.chance import picked
from games.onepiece import PRESETS, Concede, Outcome, Reason, engine
from games.onepiece.table import Piece, Side, outcome, returns


def test_presets_differ_in_named_settings_only() -> None:
    seed, official = (engine.start(seed=1, preset=preset).game for preset in ("seed", "official"))
    names = seed.settings.__struct_fields__
    different = {name for name in names if getattr(seed.settings, name) != getattr(official.settings, name)}

    assert different == set(PRESETS["official"]) == set(names) - {"may_concede", "turns"}
    assert (seed.cards, seed.sides) == (official.cards, official.sides)


# What is not changed stays


class MarkedPiece(Piece, frozen=True, gc=False):
    mark: int = 0


class MarkedSide(Side, frozen=True, gc=False):
    mark: int = 0


def marked(side: Side) -> MarkedSide:
    """A side with one field more, and a leader likewise."""
    leader = MarkedPiece(side.leader.card, mark=1)
    return MarkedSide(**{name: getattr(side, name) for name in Side.__struct_fields__} | {"leader": leader}, mark=2)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_field_added_to_sides_or_pieces_survives_every_effect(preset: str) -> None:
    for seed in range(6):
        here = engine.start(seed=seed, preset=preset, may_concede=False)
        here = Snapshot(here.phase, replace(here.game, sides=(marked(here.game.sides[0]), marked(here.game.sides[1]))))
        for number in range(300):
            if not (moves := engine.legal_moves(here)):
                break
            following = engine.step(here, picked(moves, seed, number))
            assert isinstance(following, Snapshot)
            here = following
            assert [(side.mark, side.leader.mark) for side in here.game.sides] == [(2, 1)] * 2  # type: ignore[attr-defined]


# Outcomes


@pytest.mark.parametrize(
    ("losers", "reason", "result"),
    [
        ((), None, None),
        ((1,), Reason.NO_LIFE, Outcome(1, 0, Reason.NO_LIFE)),
        ((0, 1), Reason.NO_CARDS, Outcome(None, None, Reason.NO_CARDS)),
    ],
)
def test_an_outcome_names_loser_winner_and_reason_and_two_losers_are_a_draw(
    losers: tuple[int, ...], reason: Reason | None, result: Outcome | None
) -> None:
    assert outcome(replace(engine.start(seed=0).game, losers=losers, reason=reason)) == result


@pytest.mark.parametrize(("losers", "each"), [((1,), {0: 1, 1: -1}), ((0,), {0: -1, 1: 1}), ((1, 0), {0: 0, 1: 0})])
def test_the_winner_gets_what_the_loser_pays_and_a_draw_is_nothing(
    losers: tuple[int, ...], each: dict[int, float]
) -> None:
    assert returns(replace(engine.start(seed=0).game, losers=losers, reason=Reason.NO_CARDS)) == each


def test_nobody_gets_anything_before_the_end() -> None:
    start = engine.start(seed=1)
    end = engine.step(start, Concede(0))

    assert engine.returns(start) is None
    assert isinstance(end, Snapshot)
    assert engine.returns(end) == {0: -1, 1: 1}
