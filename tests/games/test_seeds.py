"""Every registered game, from seeds of all 128 bits: dealt anew each time, saved, replayed, and never shown."""

from random import Random
from typing import Any

import msgspec
import pytest

from fsm import Engine, SaveError, Session
from fsm.catalogue import engine_of, registered
from fsm.chance import SEEDS
from fsm.explore import explore
from fsm.saves import Save, digest_of
from fsm.testing import shows_seed

LARGE = [SEEDS - 1, 1 << 127 | 1, Random(1).getrandbits(128)]


def played(engine: Engine[Any], seed: int, moves: int = 40) -> Session[Any]:
    """A session after some random moves."""
    session, dice = Session.start(engine, seed=seed), Random(seed)
    for _ in range(moves):
        legal = [move for move in engine.legal_moves(session.snapshot) if not move.gives_up]
        if not legal:
            break
        session.send(dice.choice(legal))
    return session


def with_seed(save: bytes, seed: int) -> bytes:
    """A save with another seed in it, sealed anew."""
    found = msgspec.json.decode(save, type=Save)
    holder = found.game.get("match", found.game)
    holder["seed"] = seed
    return msgspec.json.encode(msgspec.structs.replace(found, digest=digest_of(found)))


@pytest.mark.parametrize("flow", registered())
def test_a_game_that_is_given_no_seed_is_another_one_each_time(flow: str) -> None:
    engine = engine_of(flow)

    assert len({engine.dump(engine.start()) for _ in range(5)}) == 5
    assert engine.dump(engine.start(seed=7)) == engine.dump(engine.start(seed=7))


@pytest.mark.parametrize("seed", LARGE)
@pytest.mark.parametrize("flow", registered())
def test_a_game_of_a_large_seed_is_saved_replayed_and_explored(flow: str, seed: int) -> None:
    engine = engine_of(flow)
    session = played(engine, seed)
    save = engine.dump(session.snapshot)

    assert engine.dump(engine.load(save)) == save
    assert Session.replay(engine, session.write_log()).snapshot == session.snapshot
    assert all(defect.accepted for defect in explore(engine, seed=seed, limit=50).defects)


@pytest.mark.parametrize("flow", registered())
def test_no_view_shows_a_large_seed(flow: str) -> None:
    engine = engine_of(flow)
    session = played(engine, LARGE[2])
    views = [engine.view(session.snapshot, seat) for seat in (None, *engine.seats(session.snapshot))]

    assert not any(shows_seed(msgspec.json.encode(view).decode(), LARGE[2]) for view in views)


@pytest.mark.parametrize("seed", [-1, SEEDS, 1 << 200])
@pytest.mark.parametrize("flow", ["belote", "discard", "onepiece", "uno"])
def test_a_save_with_a_seed_out_of_bounds_is_refused(flow: str, seed: int) -> None:
    engine = engine_of(flow)
    save = engine.dump(played(engine, 3, moves=4).snapshot)

    assert engine.load(with_seed(save, SEEDS - 1))
    with pytest.raises(SaveError, match=r"seed_is_within_bounds|Expected `int` >= 0"):
        engine.load(with_seed(save, seed))
