"""Rollouts: what they learn, who plays them, and when they give up."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from fsm import Engine, PhasebookError, Snapshot
from fsm.searching.hints import NONE, Hints
from fsm.searching.rollouts import Means, Memory, Rollouts, TimeUpError, chooser
from games.belote import engine as belote
from games.uno import engine as uno
from tests.fsm.searching.samples import Buy, Go, noughts, shopping, walking

MOVES: list[Any] = [Buy(0, place) for place in range(3)]


def known(**means: Any) -> Means:
    """What is known of the moves, by their place: sums and counts."""
    return Means({MOVES[int(place[1:])]: [*mean, 0] for place, mean in means.items()})


def test_the_better_of_two_moves_is_made() -> None:
    """With means 2, 1 and 0, of nine pairs five have the first, three the second, and one only the third."""
    choose = chooser(known(m0=(4.0, 2), m1=(1.0, 1), m2=(0.0, 5)), lambda entry: None, Random(1).random)
    made = Counter(choose(MOVES) for _ in range(9_000))

    assert [made[move] / 1_000 for move in MOVES] == pytest.approx([5, 3, 1], abs=0.25)


def test_nothing_is_expected_of_what_is_not_known() -> None:
    """It is made as often as if nothing were known of any."""
    for total in (-3.0, 3.0):
        choose = chooser(known(m0=(total, 1)), lambda entry: None, Random(1).random)

        assert Counter(choose(MOVES[:2]) for _ in range(4_000))[MOVES[0]] == pytest.approx(2_000, abs=150)


def test_a_memory_keeps_sums_and_counts() -> None:
    memory = Memory(Random(0))
    memory.choose(MOVES[:1])
    assert memory.made == [], "who has no choice learns nothing"

    memory.made += [memory.means[MOVES[1]]] * 2
    memory.learn([MOVES[0]], {0: 2.0})
    memory.learn([MOVES[0]], {0: -1.0, 1: 9.0})

    assert memory.means == {MOVES[0]: [1.0, 2, 0], MOVES[1]: [4.0, 2, 0]}
    assert memory.made == []


def test_roll_outs_get_better_as_they_learn() -> None:
    """The best price is paid more often in the end than at the beginning."""
    rollouts = Rollouts(shopping, NONE, Random(3), learning=True, most=10)
    snapshot = shopping.start()
    paid = [rollouts.play_out(snapshot, [])[0] for _ in range(400)]

    assert sum(paid[-200:]) > 2.2 * 200 > sum([3, 1, 2]) / 3 * 200


@pytest.mark.parametrize("engine", [belote, uno])
def test_games_are_played_to_their_end(engine: Engine[Any]) -> None:
    for learning in (True, False):
        rollouts = Rollouts(engine, NONE, Random(3), learning, most=10_000)
        end = rollouts.end_of(engine.start(seed=1))

        assert engine.is_over(end)
        assert rollouts.rewards(end) == engine.returns(end)


def test_moves_that_do_not_say_whose_they_are_teach_nothing() -> None:
    assert Rollouts(noughts, NONE, Random(0), learning=True, most=10).memory is None
    assert Rollouts(uno, NONE, Random(0), learning=True, most=10).memory is not None, "the host's moves do not count"


def test_a_game_that_does_not_end_brings_nothing() -> None:
    rollouts = Rollouts(walking, NONE, Random(0), learning=True, most=50)
    end = rollouts.end_of(walking.start())

    assert end.game.steps == 50, "nobody gives up, and nobody sulks"
    assert rollouts.rewards(end) == {}


def test_a_hint_says_what_a_game_that_does_not_end_is_worth() -> None:
    hints = Hints(value=lambda game: {0: game.steps})

    assert Rollouts(walking, hints, Random(0), learning=False, most=50).play_out(walking.start(), []) == {0: 50}


def test_an_author_can_play_the_roll_outs() -> None:
    hints = Hints(rollout=lambda snapshot, moves, chance: moves[-1])
    snapshot = shopping.start(prices=(1.0, 2.0, 7.0))

    assert Rollouts(shopping, hints, Random(0), learning=True, most=10).play_out(snapshot, []) == {0: 7.0}


def test_a_hint_that_makes_an_illegal_move_is_named() -> None:
    rollouts = Rollouts(belote, Hints(rollout=lambda *_: Go()), Random(0), learning=True, most=10)

    with pytest.raises(PhasebookError, match="The hint for roll-outs made a move that is refused"):
        rollouts.play_out(belote.start(seed=1), [])


def test_a_slow_hint_is_stopped_when_time_is_up() -> None:
    asked: list[Snapshot[Any]] = []

    def slow(snapshot: Snapshot[Any], moves: Sequence[Any], chance: Random) -> Any:
        asked.append(snapshot)
        return moves[0]

    rollouts = Rollouts(walking, Hints(rollout=slow), Random(0), learning=True, most=10_000)
    rollouts.stop = lambda: len(asked) >= 7
    with pytest.raises(TimeUpError):
        rollouts.play_out(walking.start(), [])

    assert len(asked) == 7


def test_a_game_without_returns_cannot_be_searched() -> None:
    from tests.fsm.race import engine as race

    with pytest.raises(PhasebookError, match=r"does not say what each seat gets; give its engine returns="):
        Rollouts(race, NONE, Random(0), learning=True, most=10)
