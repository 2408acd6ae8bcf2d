"""Uno played at random, in all sizes and variants, and compared with Uno written by hand."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fsm import Snapshot
from fsm.testing import conformance
from games.uno import AnyMove, Draw, Leave, Table, engine, outcome
from games.uno.cards import CARDS, SYMBOL
from games.uno.news import CardPlayed
from tests.benchmarks.bench_uno import SETTINGS, Checked, fast
from tests.games.uno.transcript import SEED, a_round, transcript

HOUSE = {"force_play": True, "stacking": True, "jump_in": True, "seven_zero": True}
QUIET: dict[str, Any] = {"leaving": False}
SEATS = (0, 1, 2, 3, None)

test_seed_conforms = conformance(engine, settings=QUIET, players=SEATS)
test_seed_with_leavers_conforms = conformance(engine, games=20, players=SEATS)
test_official_conforms = conformance(engine, settings={"preset": "official", **QUIET}, players=SEATS)
test_house_rules_conform = conformance(engine, settings={**HOUSE, **QUIET}, players=SEATS)
test_everything_conforms = conformance(engine, settings={"preset": "official", **HOUSE, **QUIET}, players=SEATS)


# Invariants


def settings_for(number: int) -> dict[str, Any]:
    """Both presets in turn, 2 to 10 players, all hand sizes, one round or a short match, now and then house rules."""
    house = HOUSE if number % 10 == 9 else {}
    limit = (None, None, None, None, 100, None, None, None, None, 200, 500)[number % 11] if number % 3 == 0 else None
    return {
        "seed": number,
        "preset": ("seed", "official")[number % 2],
        "players": 2 + number // 2 % 9,
        "hand_size": (7, 5, 10)[number // 7 % 3],
        "score_limit": limit,
        **house,
    }


def choice(dice: Random, moves: list[AnyMove]) -> AnyMove:
    """Any move, but drawing by choice is rare and leaving rarer, or games would be long or soon over."""
    chance = dice.random()
    if chance > 0.997:
        return dice.choice(moves)
    wanted = [move for move in moves if not isinstance(move, Leave)]
    if chance < 0.8:
        wanted = [move for move in wanted if not isinstance(move, Draw)] or wanted
    return dice.choice(wanted)


def snapshots_of(number: int) -> Iterator[Snapshot[Table]]:
    """One random game, step by step."""
    dice = Random(number)
    snapshot = engine.start(**settings_for(number))
    quick = engine.for_settings(snapshot.game.settings)
    yield snapshot
    while moves := quick.legal_moves(snapshot):
        answer = quick.step(snapshot, choice(dice, moves))
        assert isinstance(answer, Snapshot)
        snapshot = answer
        yield snapshot


def play(number: int) -> Snapshot[Table]:
    """One random game; every snapshot keeps every invariant."""
    for snapshot in snapshots_of(number):
        assert not (broken := engine.broken(snapshot)), (number, broken)
        assert (outcome(snapshot.game) is None) is not engine.is_over(snapshot), number
        assert engine.view(snapshot, None).player_card_counts == tuple(map(len, snapshot.game.hands)), number
    return snapshot


def play_many(numbers: range) -> None:
    """Random games of all sizes; each comes to an end."""
    for number in numbers:
        assert engine.is_over(play(number)), number


@pytest.mark.parametrize("part", range(20))
def test_2000_random_games_keep_the_invariants(part: int) -> None:
    play_many(range(part * 100, part * 100 + 100))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(100))
def test_a_million_random_games_keep_the_invariants(part: int) -> None:
    play_many(range(part * 10_000, part * 10_000 + 10_000))


def test_random_games_of_all_sizes_end_in_every_way() -> None:
    """The first of those whose invariants are looked at above."""
    games = [deque(snapshots_of(number), maxlen=1)[0].game for number in range(180)]
    results = [result for result in map(outcome, games) if result is not None]

    assert len(results) == len(games)
    assert {result.ending for result in results} == {"last card", "score limit", "abandoned"}
    assert {game.settings.players for game in games} == set(range(2, 11))


# The engine and its specialised twin


@pytest.mark.parametrize("number", range(0, 60, 3))
def test_the_specialised_engine_goes_the_same_way(number: int) -> None:
    """Same legal moves, same snapshots, whether or not the settings are compiled away."""
    dice = Random(number)
    snapshot = engine.start(**settings_for(number))
    quick = engine.for_settings(snapshot.game.settings)
    for _ in range(150):
        moves = engine.legal_moves(snapshot)
        assert quick.legal_moves(snapshot) == moves
        if not moves:
            break
        move = choice(dice, moves)
        answer = engine.step(snapshot, move)
        assert quick.step(snapshot, move) == answer
        assert isinstance(answer, Snapshot)
        snapshot = answer


# An independent implementation


def test_uno_by_hand_plays_the_same_games() -> None:
    """Same legal moves, same hands, same pile, same turn, same end, over 300 whole games."""
    dice, names = Random(3), list(CARDS)
    for seed in range(300):
        other, snapshot = Checked(seed), fast.start(seed=seed, **SETTINGS)
        over = False
        while not over:
            actions, moves = other.legal(), fast.legal_moves(snapshot)
            assert len(actions) == len(moves)
            index = dice.randrange(len(moves))
            over = other.step(actions[index])
            answer = fast.step(snapshot, moves[index])
            assert isinstance(answer, Snapshot)
            snapshot = answer
            assert [[names[card] for card in hand] for hand in other.hands] == [list(h) for h in snapshot.game.hands]
            assert [names[card] for card in other.pile] == list(snapshot.game.pile)
        assert snapshot.phase == "match_over"


# A golden transcript


def test_a_round_with_every_kind_of_card_reads_as_recorded() -> None:
    golden = Path(__file__).with_name("round.txt")

    assert transcript(a_round(SEED)) == golden.read_text()


def test_the_recorded_round_has_every_kind_of_card_and_move() -> None:
    session = a_round(SEED)
    played = {SYMBOL[event.card] for step in session.log for event in step.news if isinstance(event, CardPlayed)}
    moves = {type(step.move).__name__ for step in session.log}

    assert played >= {"skip", "reverse", "draw2", "wild", "wild-draw4"}
    assert any(symbol.isdigit() for symbol in played)
    assert moves == {
        "Play",
        "Draw",
        "PlayDrawn",
        "Keep",
        "ChooseColour",
        "CallUno",
        "Catch",
        "GoOn",
        "Challenge",
        "Accept",
    }
