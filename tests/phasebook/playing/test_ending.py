"""How games end, in words."""

from random import Random
from typing import Any

import pytest

from fsm import Engine, Snapshot
from fsm.catalogue import engine_of
from phasebook.playing.ending import ending_lines
from phasebook.playing.markup import plain
from phasebook.playing.texts import Texts, texts_of
from tests.fsm.corridor import GoHome
from tests.fsm.corridor import engine as corridor
from tests.fsm.tictactoe import engine as tictactoe


def name(seat: Any) -> str:
    return "you" if seat == 0 else f"seat {seat}"


def lines(engine: Engine[Any], texts: Texts, **settings: Any) -> list[str]:
    end = engine.rollout(engine.start(**settings), Random(1))
    return [plain(line) for line in ending_lines(engine, end, texts, name)]


@pytest.mark.parametrize("seed", range(3))
def test_our_games_say_who_won_and_why(seed: int) -> None:
    for flow in ("goofspiel", "uno", "belote", "onepiece"):
        engine = engine_of(flow)
        end = engine.rollout(engine.start(seed=seed), Random(seed))
        first, *scores = (plain(line) for line in ending_lines(engine, end, texts_of(engine), name))
        won = {seat for seat, value in (engine.returns(end) or {}).items() if value > 0}

        assert all(name(seat) in first.lower().partition(" won: ")[0] for seat in won)
        assert [line.split()[-1] for line in scores] == [str(score) for score in scores_in(engine.outcome(end))]


def scores_in(outcome: Any) -> tuple[int, ...]:
    return getattr(outcome, "scores", ())


def test_a_game_without_words_has_ours_with_what_each_seat_gets() -> None:
    goofspiel = engine_of("goofspiel")

    assert lines(tictactoe, Texts(tictactoe))[0] in ("X wins.", "O wins.", "Nobody wins.")
    first, *others = lines(goofspiel, Texts(goofspiel), seed=1)
    assert first in ("Seat 0 won: most points.", "Seat 1 won: most points.", "Nobody won: tied.")
    assert [line.split()[0] for line in others] == ["You", "Seat"]


def test_a_game_without_an_outcome_says_where_it_has_ended() -> None:
    end = corridor.step(corridor.start(), GoHome())
    assert isinstance(end, Snapshot)

    assert [plain(line) for line in ending_lines(corridor, end, Texts(corridor), name)] == ["Ended in Outside."]
