"""Policies: fair, stable, and steady when a move is added."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from fsm import Move, PhasebookError
from fsm.moves import seat_of
from fsm.simulating.policies import (
    POLICIES,
    BySeat,
    Decision,
    by_draw,
    check_seats,
    first,
    pick,
    policies_of,
    policy_of,
    random,
    reckless,
    wild_moves,
)
from games.discard import engine
from games.discard.moves import ChangeSettings, ToggleCard
from tests.fsm.fair import Ask, Bid, fair
from tests.fsm.race import Advance, Flee
from tests.fsm.race import engine as race
from tests.fsm.tictactoe import Mark
from tests.fsm.tictactoe import engine as tictactoe

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


def test_reckless_leaves_alone_what_is_to_be_avoided() -> None:
    snapshot = race.start()
    advances = [move for move in race.legal_moves(snapshot) if isinstance(move, Advance)]
    tried = {reckless(Decision(race, snapshot, list(advances), 1, number, frozenset([Flee]))) for number in range(200)}

    assert tried == set(advances)
    assert any(isinstance(reckless(Decision(race, snapshot, list(advances), 1, number)), Flee) for number in range(200))


def test_wild_moves_survive_candidates_that_cannot_answer() -> None:
    class Shy(Move):
        @classmethod
        def candidates(cls, game: object) -> list["Shy"]:
            raise LookupError

    class Other:
        moves = (Shy,)

    assert wild_moves(Decision(Other(), engine.start(seed=0), MOVES[:1], 0, 0)) == MOVES[:1]  # type: ignore[arg-type]  # a dummy


def test_policies_are_found_by_name() -> None:
    assert policy_of("random") is random
    assert policy_of("fsm.simulating.policies:first") is first


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("clever", "There is no policy 'clever'; choose one of random, reckless, first, quick, search:500, or name"),
        ("nowhere:f", "'nowhere:f' cannot be loaded: ModuleNotFoundError"),
        ("fsm.simulating.policies:none", "cannot be loaded: AttributeError"),
        ("fsm.simulating.policies:DRAWN_AT_ONCE", "is of the class int; a policy must be a function"),
    ],
)
def test_a_policy_that_is_none_is_refused_in_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(PhasebookError, match=sentence):
        policy_of(name)


def test_policies_are_given_to_everybody_and_to_seats() -> None:
    assert policies_of([]) == ("random", {})
    assert policies_of(["0,2=search:500", "first", "1=a.b:c"]) == (
        "first",
        {"0": "search:500", "2": "search:500", "1": "a.b:c"},
    )


@pytest.mark.parametrize("policy", POLICIES.values())
def test_every_policy_answers_with_a_move(policy: Callable[[Decision], Move]) -> None:
    assert isinstance(policy(decision(0)), Move)


def test_pick_of_one_is_that_one() -> None:
    assert pick(MOVES[3:4], decision(5)) == MOVES[3]


# Seats


def at_the_start(number: int, seed: int = 7) -> Decision:
    snapshot = race.start()
    return Decision(race, snapshot, race.legal_moves(snapshot), seed, number)


def test_a_move_says_whose_it_is() -> None:
    assert [seat_of(move) for move in (Advance(1, 2), Mark(4))] == [1, None]


def test_each_seat_follows_its_own_policy_and_sees_its_own_moves() -> None:
    asked: list[Decision] = []

    def note(decision: Decision) -> Move:
        asked.append(decision)
        return decision.moves[-1]

    policy = BySeat({"0": note}, first)
    chosen = [policy(at_the_start(number)) for number in range(100)]

    assert set(chosen) == {Flee(0), Advance(1, 1)}
    assert all(decision.seat == 0 == seat_of(move) for decision in asked for move in decision.moves)
    assert 20 < len(asked) < 80, "the lot decides which seat moves"


def test_a_reckless_seat_speaks_for_itself() -> None:
    policy = BySeat({"0": reckless, "1": reckless}, first)

    for number in range(100):
        decision = at_the_start(number)
        own = [move for move in wild_moves(decision) if seat_of(move) == seat_of(policy(decision))]
        assert policy(decision) in own
    assert {seat_of(move) for move in wild_moves(replace(at_the_start(0), moves=[Advance(1, 1)], seat=1))} == {1}


def test_seats_that_play_at_random_are_as_fair_as_one_policy_for_all() -> None:
    """Both seats have three moves here, so all six are equally likely; the bound is beyond one in a million."""
    policy = BySeat({"0": random, "1": random}, random)
    counts = Counter(policy(at_the_start(number)) for number in range(6_000))

    assert sum((counts[move] - 1_000) ** 2 / 1_000 for move in at_the_start(0).moves) < 40


def test_moves_of_nobody_follow_the_policy_of_everybody() -> None:
    moves: list[Move] = [Mark(1), Mark(2)]

    assert BySeat({"0": random}, first)(Decision(tictactoe, tictactoe.start(), moves, 1, 1)) == Mark(1)


def test_where_moves_say_nothing_no_seat_can_have_a_policy() -> None:
    check_seats(race, {"0": first})
    check_seats(tictactoe, {})
    with pytest.raises(
        PhasebookError,
        match=r"do not say whose they are.*a field 'seat'",
    ):
        check_seats(tictactoe, {"0": first})


class Vote(Move):
    seat_field = "voter"
    voter: str


def test_a_move_type_may_name_the_field_that_says_whose_it_is() -> None:
    assert seat_of(Vote("anna")) == "anna"
    assert seat_of(Bid(2, 1)) == 2
    assert seat_of(Ask()) is None


def test_of_seats_that_choose_at_the_same_time_one_is_drawn_by_lot() -> None:
    """Each is asked for a move of its own, and each has its turn to be first."""
    start = fair.start(seed=0)
    policy = BySeat({"0": first}, random)
    firsts = [policy(Decision(fair, start, fair.legal_moves(start), 3, number)) for number in range(60)]

    assert {seat_of(move) for move in firsts} == {0, 1, 2, None}
    assert {move for move in firsts if seat_of(move) == 0} == {Bid(0, 0)}


def test_a_quick_choice_depends_on_seed_and_number_alone() -> None:
    moves = [Mark(square) for square in range(9)]
    forwards = [by_draw(7)(moves, number) for number in range(200)]
    by_draw.cache_clear()

    assert [by_draw(7)(moves, number) for number in reversed(range(200))] == forwards[::-1]
    assert forwards == [moves[int(draw * 9)] for draw in draws_of(7, 200)]
    assert [by_draw(8)(moves, number) for number in range(200)] != forwards


def draws_of(seed: int, count: int) -> list[float]:
    chance = Random(seed)
    return [chance.random() for _ in range(count)]


def test_quick_chooses_all_moves_equally_often() -> None:
    moves = [Mark(square) for square in range(3)]
    found = Counter(by_draw(seed)(moves, 5) for seed in range(3000))

    assert set(found) == set(moves)
    assert min(found.values()) > 900
