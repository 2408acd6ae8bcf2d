"""Long games that go wrong, made short."""

from typing import Any

import pytest

from fsm import Engine, Session
from fsm.checking.defects import Trouble
from fsm.checking.guiding import Guide, Played
from fsm.checking.shrinking import Shrinker, likeness, session_of
from fsm.checking.variations import Variations
from tests.fsm.corridor import DOOR, Cross, Hop, Step, corridor


def is_not_far(snapshot: Any) -> bool:
    return bool(snapshot.game.place < 10)


def shrinker(engine: Engine[Any], kind: str = "broken_invariant", name: str = "is_not_far") -> Shrinker[Any]:
    guide = Guide(engine, 0, Variations(engine))
    return Shrinker(Trouble(kind, name, "It is so."), guide.inspector)


STROLL = (Cross(), Step(1), Step(1), Cross(), Step(2), Step(1), Cross(), Step(1), Step(2), Step(2), Cross(), Step(1))


def test_moves_that_do_not_matter_are_left_out() -> None:
    """Ten places are at least five steps of two; moves are left out, not made longer."""
    engine = corridor(invariants=(is_not_far,))
    found = shrinker(engine).shortest(Played({"lanes": 3}, 5, STROLL))

    assert set(found.moves) <= {Step(1), Step(2)}
    assert len(found.moves) <= 6
    assert session_of(engine, found).snapshot.game.place >= 10


def test_settings_go_back_to_their_defaults_and_the_seed_is_small() -> None:
    engine = corridor(invariants=(is_not_far,))
    found = shrinker(engine).shortest(Played({"preset": "wide", "hops": True, "door": 30}, 12345, STROLL))

    assert (found.settings, found.seed) == ({}, 0)


def test_a_setting_that_matters_stays() -> None:
    def hops_are_short(snapshot: Any) -> bool:
        return not snapshot.game.settings.hops or snapshot.game.place < 9

    engine = corridor(invariants=(hops_are_short,))
    moves = (Cross(), Hop(), Cross(), Hop(), Step(1), Step(1), Step(1), Hop())
    found = shrinker(engine, name="hops_are_short").shortest(Played({"lanes": 2, "hops": True}, 9, moves))

    assert found.settings == {"hops": True}
    assert found.moves == (Hop(), Hop(), Hop())


def test_a_refused_move_gives_way_to_the_one_most_like_it() -> None:
    engine = corridor()
    steps = list(shrinker(engine).played(Played({}, 0, (Step(7), Hop(), Step(2)))))

    assert [move for _, move in steps] == [None, Step(1), Step(2)], "hops are off, and no move is like one"
    assert likeness(Step(2), Step(2)) == 1
    assert likeness(Step(2), Step(1)) == 0


def test_a_trouble_that_does_not_come_again_leaves_the_game_as_it_was() -> None:
    game = Played({}, 0, STROLL[:3])

    assert shrinker(corridor(invariants=(is_not_far,))).shortest(game) == game


def test_settings_that_do_not_fit_do_not_count() -> None:
    assert shrinker(corridor(invariants=(is_not_far,))).replayed(Played({"lanes": 99}, 0, STROLL)) is None


@pytest.mark.parametrize("place", [DOOR, 3])
def test_an_error_is_found_again_where_the_rule_is_asked(place: int) -> None:
    def outcome(game: Any) -> str:
        raise ZeroDivisionError("nobody wins")

    engine = corridor(outcome=outcome)
    trouble = Trouble("rule_error", "outside: ZeroDivisionError", "ZeroDivisionError while asking for the outcome: no")
    guide = Guide(engine, 0, Variations(engine))
    found = Shrinker(trouble, guide.inspector).shortest(Played({"door": place}, 3, (Step(1),) * place))

    assert Session.replay(engine, session_of(engine, found).write_log()).snapshot.phase == "outside"
    assert len(found.moves) <= place
