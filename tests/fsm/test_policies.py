"""Policies: fair, stable, and steady when a move is added."""

from collections import Counter
from collections.abc import Callable

import pytest

from fsm import Move, PhasebookError
from fsm.policies import POLICIES, Decision, first, pick, policy_of, random, reckless, wild_moves
from games.discard import engine
from games.discard.moves import ChangeSettings, ToggleCard

MOVES: list[Move] = [ChangeSettings(hand_size=size) for size in range(1, 11)]


def decision(number: int, moves: list[Move] = MOVES, seed: int = 7) -> Decision:
    return Decision(engine, engine.start(seed=1), moves, seed, number)


@pytest.mark.parametrize("count", [2, 3, 5, 10])
def test_random_is_fair(count: int) -> None:
    """Chi-squared over 6,000 decisions; the bound is beyond one in a million for 9 degrees of freedom."""
    times = 6_000
    counts = Counter(random(decision(number, MOVES[:count])) for number in range(times))
    even = times / count
    chi_squared = sum((counts[move] - even) ** 2 / even for move in MOVES[:count])

    assert chi_squared < 48


def test_random_is_fair_for_moves_that_look_alike() -> None:
    """Ids that differ in one character, as checksums of them might be related."""
    moves: list[Move] = [ToggleCard(f"card-{letter}") for letter in "abcdefgh"]
    counts = Counter(random(decision(number, moves)) for number in range(8_000))

    assert sum((counts[move] - 1_000) ** 2 / 1_000 for move in moves) < 48


def test_the_choice_depends_on_seed_number_and_moves_alone() -> None:
    chosen = [random(decision(number)) for number in range(50)]

    assert chosen == [random(decision(number)) for number in range(50)]
    assert chosen != [random(decision(number, seed=8)) for number in range(50)]
    assert chosen == [random(decision(number, MOVES[::-1])) for number in range(50)]


def test_the_choice_is_the_same_on_every_machine() -> None:
    """Written down once; a change here changes every recorded simulation."""
    sizes = [move.hand_size for number in range(12) if isinstance(move := random(decision(number)), ChangeSettings)]

    assert sizes == [5, 5, 2, 10, 4, 4, 4, 3, 9, 7, 5, 4]


def test_a_new_legal_move_changes_only_the_decisions_that_it_wins() -> None:
    added = ToggleCard("new")
    for number in range(500):
        before, after = random(decision(number)), random(decision(number, [*MOVES, added]))

        assert after in (before, added)


def test_first_takes_the_first() -> None:
    assert first(decision(3)) == MOVES[0]


def test_reckless_tries_legal_and_illegal_moves() -> None:
    snapshot = engine.start(seed=1)
    legal = engine.legal_moves(snapshot)
    tried = {reckless(Decision(engine, snapshot, legal, 1, number)) for number in range(400)}

    assert tried & set(legal)
    assert {type(move).__name__ for move in tried - set(legal)} == {"EndTurn", "ConfirmDiscard"}


def test_wild_moves_survive_candidates_that_cannot_answer() -> None:
    class Shy(Move):
        @classmethod
        def candidates(cls, game: object) -> list["Shy"]:
            raise LookupError

    class Other:
        moves = (Shy,)

    assert wild_moves(Decision(Other(), engine.start(), MOVES[:1], 0, 0)) == MOVES[:1]  # type: ignore[arg-type]  # a dummy


def test_policies_are_found_by_name() -> None:
    assert policy_of("random") is random
    assert policy_of("fsm.policies:first") is first


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("clever", "There is no policy 'clever'; choose one of random, reckless, first"),
        ("nowhere:f", "'nowhere:f' cannot be loaded: ModuleNotFoundError"),
        ("fsm.policies:none", "cannot be loaded: AttributeError"),
        ("fsm.policies:PRIME", "is a int; a policy is a function"),
    ],
)
def test_a_policy_that_is_none_is_refused_in_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(PhasebookError, match=sentence):
        policy_of(name)


@pytest.mark.parametrize("policy", POLICIES.values())
def test_every_policy_answers_with_a_move(policy: Callable[[Decision], Move]) -> None:
    assert isinstance(policy(decision(0)), Move)


def test_pick_of_one_is_that_one() -> None:
    assert pick(MOVES[3:4], decision(5)) == MOVES[3]
