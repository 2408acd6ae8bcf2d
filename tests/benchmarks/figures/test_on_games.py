"""What is said of whole games holds: chance is even, the same games are compared, and a difference is found."""

from random import Random
from typing import Any

import pytest

from tests.benchmarks.bench_uno import Checked
from tests.benchmarks.figures import uno_in_node
from tests.benchmarks.figures.on_games import SHEDDING, TRICKS, tallied
from tests.benchmarks.figures.peers import installed
from tests.benchmarks.figures.uno_in_node import Recorded, differences


@pytest.mark.parametrize("chosen", [SHEDDING, TRICKS] if "OpenSpiel" in installed().versions else [])
def test_chance_is_even_in_the_games_of_open_spiel(chosen: tuple[str, dict[str, int]]) -> None:
    """So it may draw as a player does."""
    import pyspiel

    state, dice = pyspiel.load_game(*chosen).new_initial_state(), Random(5).random
    while not state.is_terminal():
        actions = state.legal_actions()
        if state.is_chance_node():
            outcomes = dict(state.chance_outcomes())

            assert sorted(outcomes) == sorted(actions)
            assert max(outcomes.values()) - min(outcomes.values()) < 1e-9
        state.apply_action(actions[int(dice() * len(actions))])


def test_every_game_is_tallied_once() -> None:
    tally = tallied(6)

    assert sum(tally.values()) == 6
    assert {winner for winner, _ in tally} <= {0, 1, 2, 3}


def test_a_recorded_game_is_the_game() -> None:
    recorded, plain = Recorded(11), Checked(11)

    assert (recorded.hands, recorded.deck, recorded.pile) == (plain.hands, plain.deck, plain.pile)
    assert recorded.shuffled[0][:7] == plain.hands[0]


class Given(Checked):
    """Uno by hand with the shuffles that it is given."""

    def __init__(self, shuffles: list[list[int]]) -> None:
        self.given = list(shuffles)
        super().__init__(0)

    def shuffle(self, cards: Any) -> list[int]:
        return list(self.given.pop(0))


class FakeNode:
    """Follows games as boardgame.io should; or, with a defect, turns to the wrong player."""

    def __init__(self, defect: int = 0) -> None:
        self.defect = defect

    def ask(self, *, shuffles: list[list[int]], dice: list[float], **_: Any) -> list[list[int]]:
        game, seen = Given(shuffles), []
        for chosen in dice:
            actions = game.legal()
            game.step(actions[int(chosen * len(actions))])
            seen.append([(game.turn + self.defect) % 4, game.pile[-1]])
        return seen


@pytest.mark.parametrize("defect", [0, 1])
def test_a_game_that_differs_is_found(defect: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uno_in_node, "uno", lambda: FakeNode(defect))

    assert len(differences(3)) == 3 * defect
