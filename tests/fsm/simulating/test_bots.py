"""The search as a policy: it sees what its seat sees, by names that are read in one place."""

from random import Random

import pytest
from msgspec.structs import replace

from fsm import Engine, Move, PhasebookError, Snapshot
from fsm.search import Budget
from fsm.simulate import simulate
from fsm.simulating.bots import Searcher, decider, searcher_of, seed_from
from fsm.simulating.policies import Decision, policy_of
from games.belote import engine as belote
from games.goofspiel import engine as goofspiel
from games.uno import NextRound
from games.uno import engine as uno
from tests.fsm.searching.samples import Guess, Safe, Sealed, guessing, noughts


def test_a_name_says_all() -> None:
    plain = searcher_of("search:500")
    assert (plain.budget, plain.hints, plain.learning, plain.helpers) == (Budget(iterations=500), None, True, None)

    other = searcher_of("search:0.5s,games.belote.bots:HINTS,random,jobs:3")
    assert (other.budget, other.hints, other.learning) == (Budget(seconds=0.5), "games.belote.bots:HINTS", False)
    assert other.helpers is not None
    assert (other.helpers.number, other.helpers.workers) == (3, {}), "they are started when they are needed"
    assert searcher_of("search:1,plain").hints == "plain"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search", r"'search' needs a budget: .*search:500"),
        ("search:", "'search:' needs a budget"),
        ("search:fast", "'fast' is no budget of a search; write a number of iterations"),
        ("search:0", "at least 1 iteration, not 0"),
        ("search:5,clever", r"a search has no option 'clever'; it has plain .* jobs:2 .* package.module:NAME"),
        ("search:5,jobs:x", "'jobs:x' is no number of processes"),
        ("search:5,nowhere:X", "'nowhere:X' cannot be loaded"),
        ("search:5,games.belote.bots:sensible", "is of the class function; hints must be"),
    ],
)
def test_a_name_that_says_nothing_is_refused_in_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(PhasebookError, match=sentence):
        policy_of(name)


def decision_in(engine: Engine, snapshot: Snapshot, seed: int = 0) -> Decision:  # type: ignore[type-arg]
    return Decision(engine, snapshot, engine.legal_moves(snapshot), seed, 0)


def test_it_depends_on_the_view_alone() -> None:
    """Not on the game's own seed, which the cards follow from, and not on what others hold."""
    real = belote.start(seed=5)
    other = belote.redeal(belote.view(real, 1), Random(3))
    policy = policy_of("search:30,plain")

    assert policy(decision_in(belote, real, seed=1)) == policy(decision_in(belote, other, seed=2))
    assert seed_from(belote.view(real, 1)) == seed_from(belote.view(other, 1)) != seed_from(belote.view(real, 2))


def test_what_is_sealed_is_not_read() -> None:
    real = Snapshot("shut", Safe(Sealed()))
    moves: list[Move] = [Guess(0, number) for number in range(3)]

    assert policy_of("search:50")(Decision(guessing, real, moves, 1, 0)) == Guess(0, 2)


def test_where_several_could_move_one_is_drawn_by_lot() -> None:
    policy, start = policy_of("search:5"), goofspiel.start(seed=0, preset="small")
    made = {policy(replace(decision_in(goofspiel, start), number=number)).seat for number in range(20)}  # type: ignore[attr-defined]

    assert made == {0, 1}


def test_the_host_does_not_think() -> None:
    assert Searcher(Budget(iterations=10**9), None, True, 1)(Decision(uno, uno.start(seed=1), [NextRound()], 0, 0)) == (
        NextRound()
    )


def test_moves_that_do_not_say_whose_they_are_are_of_the_seat_to_act() -> None:
    start = noughts.start(squares="xo.......")
    move = noughts.legal_moves(start)[0]

    assert decider(noughts, start, move) == "x"
    assert policy_of("search:20")(decision_in(noughts, start)) in noughts.legal_moves(start)


@pytest.mark.long
def test_seats_can_search_in_simulations() -> None:
    """Small games of Goofspiel against random bids: more than half are won."""
    found = simulate("goofspiel", 16, seats={0: "search:60"}, settings={"preset": "small"}, check=0)
    won = sum(games for outcome, games in found.outcomes.items() if outcome.startswith("winners 0,"))
    lost = sum(games for outcome, games in found.outcomes.items() if outcome.startswith("winners 1,"))

    assert won > 1.5 * lost
    assert found == simulate("goofspiel", 16, seats={0: "search:60"}, settings={"preset": "small"}, check=0, batch=3)
