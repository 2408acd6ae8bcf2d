"""Whole games: conformance, invariants after every step, everything reached, transcripts, presets' charts."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from fsm import Snapshot
from fsm.testing import conformance
from games.onepiece import Game, Outcome, Reason, engine
from games.onepiece.cards import Keyword, Timing
from games.onepiece.library import KNOWN_STEPS
from games.onepiece.news import CardPlayed, EffectUsed, GameEnded
from games.onepiece.table import News, outcome
from tests.games.onepiece.games import random_game, transcript

HERE = Path(__file__).parent
GAMES = 150
"""Of each preset, in every run."""
COUNTER_REMOVES_FIGHTER = {"seed": 290, "official": 310}
"""Games in which a fighter leaves while counters are played, which is rare."""
SOAK, BATCHES = 100_000, 50

test_conformance = conformance(engine, settings={"may_concede": False}, max_moves=600)
test_conformance_official = conformance(engine, settings={"may_concede": False, "preset": "official"}, max_moves=600)


class Reached:
    """What some games reached."""

    def __init__(self) -> None:
        self.rows: set[str] = set()
        self.kinds: set[str] = set()
        self.used: set[tuple[str, int]] = set()
        self.played: set[str] = set()
        self.reasons: set[Reason] = set()


@cache
def reached(preset: str) -> Reached:
    """Play; every invariant holds after every step, and every ending names its loser and its reason."""
    found = Reached()
    for seed in (*range(GAMES), COUNTER_REMOVES_FIGHTER[preset]):
        play(seed, preset, found)
    return found


def play(seed: int, preset: str, found: Reached) -> None:
    """One game, checked and noted."""
    for _, _, snapshot, trace in random_game(seed, preset):
        assert engine.broken(snapshot) == [], f"{preset} {seed}: {snapshot}"
        found.rows.update(trace.rows)
        note(snapshot.game, trace.news, found)
    assert snapshot.phase == "game_over"
    check_ending(snapshot, trace.news, found)


def note(game: Game, news: Iterable[News], found: Reached) -> None:
    """What the domain events of a step show."""
    for item in news:
        found.kinds.add(type(item).__name__)
        if isinstance(item, EffectUsed):
            found.used.update(
                (game.cards[item.card].number, place)
                for place, effect in enumerate(game.cards[item.card].effects)
                if effect.timing is item.timing
            )
        if isinstance(item, CardPlayed):
            found.played.add(item.number)


def check_ending(snapshot: Snapshot[Game], news: list[News], found: Reached) -> None:
    """The last news is the outcome, and the outcome fits the table."""
    result = outcome(snapshot.game)
    assert result is not None
    assert news[-1] == GameEnded(result)
    found.reasons.add(result.reason)
    if result.loser is None:
        assert result == Outcome(None, None, result.reason)
        return
    assert result.winner == 1 - result.loser
    loser = snapshot.game.sides[result.loser]
    assert not (loser.life if result.reason is Reason.NO_LIFE else loser.deck)


@pytest.mark.parametrize("preset", COUNTER_REMOVES_FIGHTER)
def test_invariants_hold_after_every_step_of_random_games(preset: str) -> None:
    assert Reason.NO_LIFE in reached(preset).reasons


def test_random_games_reach_every_row_of_their_presets_chart() -> None:
    """Two are rare: an empty deck in the Draw Phase and in an effect, for which test_turn.py has tests."""
    for preset in COUNTER_REMOVES_FIGHTER:
        settings = engine.start(seed=0, preset=preset, may_concede=False).game.settings
        rows = {row.id for row in engine.for_settings(settings).active_chart.rows}
        endings = {"drawing-then-game_over", "triggers.resolving-then-game_over"}

        assert rows - reached(preset).rows - endings == set()


def test_random_games_make_every_kind_of_news() -> None:
    kinds = reached("seed").kinds | reached("official").kinds

    assert kinds == {kind.__name__ for kind in News.__subclasses__()}


def test_random_games_use_every_effect_of_the_decks_they_play() -> None:
    """Each with its own steps, so that every step and timing is reached."""
    cards = {card.number: card for seed in range(3) for card in engine.start(seed=seed).game.cards}
    printed = {(number, place) for number, card in cards.items() for place in range(len(card.effects))}
    used = reached("seed").used | reached("official").used

    assert printed - used == set()
    steps = {step.__struct_config__.tag for n, place in used for step in cards[n].effects[place].steps}
    assert steps == set(KNOWN_STEPS)
    assert {cards[number].effects[place].timing for number, place in used} == set(Timing)


def test_random_games_play_every_keyword() -> None:
    played = reached("seed").played
    cards = {card.number: card for card in engine.start(seed=0).game.cards}

    assert {word for number in played for word in cards[number].keywords} == set(Keyword)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_invariants_hold_in_a_hundred_thousand_games(batch: int) -> None:
    found = Reached()
    for seed in range(GAMES + batch * SOAK // BATCHES, GAMES + (batch + 1) * SOAK // BATCHES):
        play(seed, ("seed", "official")[seed % 2], found)

    assert found.reasons >= {Reason.NO_LIFE}


# Transcripts


@pytest.mark.parametrize(("seed", "preset"), [(621, "seed"), (350, "official")])
def test_a_whole_game_is_played_exactly_as_written(seed: int, preset: str) -> None:
    """Written with: python -m tests.games.onepiece.games SEED PRESET."""
    assert transcript(seed, preset) == (HERE / f"{preset}_{seed}.txt").read_text("utf-8")
