"""Games that look for what was not seen."""

from typing import Any

from fsm.checking.guiding import Guide, Way, wanted
from fsm.checking.variations import Variations
from games.belote import engine as belote
from tests.fsm.corridor import DOOR, GoHome, Step, corridor, engine


def guided(steps: int, seed: int = 0, **settings: Any) -> Guide[Any]:
    guide = Guide(engine, seed, Variations(engine, settings))
    guide.run(lambda: guide.steps >= steps)
    return guide


def test_the_first_steps_are_the_same_however_long_play_is() -> None:
    short, long = guided(300), guided(600)

    assert long.places[: len(short.places)] == short.places
    assert short.steps == 300


def test_another_seed_is_other_games() -> None:
    assert guided(100, seed=1).game != guided(100, seed=2).game


def test_what_is_seen_for_the_first_time_is_a_place_to_go_on_from() -> None:
    guide = guided(200)

    assert guide.places
    for played, snapshot in guide.places:
        again = engine.start(seed=played.seed, **played.settings)
        for move in played.moves:
            again = engine.step(again, move)  # type: ignore[assignment]  # it was accepted before
        assert again == snapshot


def test_games_come_to_the_end_although_a_move_gives_up() -> None:
    """At random every third game would last longer than two moves."""
    guide = guided(2_000)

    assert guide.deepest >= DOOR // 2
    assert guide.rows["walking-step-outside"] > 10


def test_what_happens_before_the_first_move_is_seen() -> None:
    guide = Guide(belote, 0, Variations(belote))
    guide.run(lambda: guide.steps >= 1)

    assert guide.rows["dealing-then-bidding"] == 1


def test_moves_that_give_up_come_last() -> None:
    here = engine.start(seed=0)
    ways = [Way(GoHome(), here, (), False), Way(Step(1), here, (), False)]

    assert [way.move for way in wanted(ways)] == [Step(1)]
    assert wanted(ways[:1]) == ways[:1]


def test_nothing_is_played_from_a_snapshot_that_breaks_an_invariant() -> None:
    def is_near(snapshot: Any) -> bool:
        return bool(snapshot.game.place < 4 or snapshot.phase == "outside")

    strict = corridor(invariants=(is_near,))
    guide = Guide(strict, 0, Variations(strict))
    guide.run(lambda: guide.steps >= 500)
    ((trouble, game),) = guide.met.values()

    assert trouble.key == ("broken_invariant", "is_near")
    assert guide.deepest < 500
    assert game.moves
