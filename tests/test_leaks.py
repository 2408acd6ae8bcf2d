"""Ten thousand positions of every registered game and preset with hidden cards: nothing leaks, and redeals vary."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from fsm.catalogue import engine_of, registered
from fsm.conforming.secret_checks import hidden_parts_vary, nothing_leaks, redeals_are_positions
from fsm.conforming.subject import SAMPLES, Position, Subject
from fsm.testing import CHECKS
from tests.test_conformance import subject_of

POSITIONS, SHARES = 10_000, 10
MANY = POSITIONS // SHARES
MAX_MOVES, A_GAME = 400, 60

GAMES = [(flow, preset) for flow in registered() for preset in engine_of(flow).presets or ("",)]
"""Every game with each of its presets. One that cannot be dealt anew has no positions to look at."""


def is_as_usual(flow: str, preset: str) -> bool:
    """Whether a preset changes nothing: where flows conform, the same is asked about such games."""
    engine: Any = engine_of(flow)
    return bool(engine.new(seed=0) == engine.new(seed=0, **engine.presets.get(preset, {})))


PRESETS = [game for game in GAMES if not is_as_usual(*game)]


class Far(Subject):
    """A subject whose positions are those of as many games as it takes."""

    def __init__(self, flow: str, preset: str, positions: int, seed: int) -> None:
        engine: Any = engine_of(flow)
        super().__init__(engine, seed=seed, max_moves=MAX_MOVES, settings=engine.presets.get(preset, {}))
        self.wanted = 0 if engine._redeal is None else positions
        self.sessions = []
        self.positions = list(self.found())

    def found(self) -> Iterator[Position]:
        """All positions of one game after the other; of a long game, not all, so that there are several games."""
        for number in count():
            if not self.wanted:
                return
            self.sessions.append(self.runner.session(number))
            game = self.positions_of(number, self.path(number, self.sessions[-1]))
            some = game[:: 1 + len(game) // A_GAME][: self.wanted]
            yield from some
            self.wanted -= len(some)


def check(subject: Subject) -> None:
    nothing_leaks(subject)
    hidden_parts_vary(subject)
    redeals_are_positions(subject)


@pytest.mark.parametrize(("flow", "preset"), PRESETS)
def test_a_few_positions_of_every_preset(flow: str, preset: str) -> None:
    check(Far(flow, preset, SAMPLES, 1))


@pytest.mark.parametrize("flow", registered())
def test_as_many_positions_without_a_preset(flow: str) -> None:
    """Those that are missing where flows conform, if any are: a short game has too few."""
    assert {nothing_leaks, hidden_parts_vary, redeals_are_positions} <= set(CHECKS)
    check(Far(flow, "", max(0, SAMPLES - len(subject_of(flow).positions)), 1))


@pytest.mark.soak
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(("flow", "preset"), GAMES)
def test_ten_thousand_positions(flow: str, preset: str, share: int) -> None:
    check(Far(flow, preset, MANY, 2 + share))
