"""Simulated games by turns: the same tally as by steps, game by game, for every flow, settings and policy."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, FlowError, Move, RuleError, State, stay
from fsm.catalogue import engine_of
from fsm.simulate import runner, simulate
from fsm.simulating.counting import MOST_SETTINGS, due
from fsm.simulating.policies import CHOOSERS, POLICIES
from fsm.simulating.policies import random as by_chance
from fsm.simulating.runner import CHECKED_THROUGHOUT, Runner
from games.belote import engine as belote
from tests.fsm.parlour import parlour
from tests.fsm.race import engine as race
from tests.fsm.rich_flows import rich_engines
from tests.fsm.running.test_rolling import HOUSE_RULES, din
from tests.fsm.samples import Purse, new_purse
from tests.fsm.tictactoe import engine as tictactoe

FLOWS = ("belote", "discard", "goofspiel", "onepiece", "uno")
GAMES = range(CHECKED_THROUGHOUT - 2, CHECKED_THROUGHOUT + 2)
"""Some that are checked throughout, and some that are not."""


def presets() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every preset of every game, and Uno with all its house rules."""
    for name in FLOWS:
        yield name, {}
        yield from ((name, {"preset": preset}) for preset in engine_of(name).presets)
    yield "uno", {"preset": "official", **HOUSE_RULES}


def by_turns_and_by_steps(engine: Engine[Any] | str, **plan: Any) -> tuple[Runner[Any], Runner[Any]]:
    """Two runners of one plan, the second of which plays step by step."""
    turns, steps = (runner(engine, **plan) for _ in range(2))
    steps.counted.is_possible = False
    return turns, steps


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("name", "settings"), list(presets()), ids=str)
def test_the_tally_is_the_same_game_by_game(name: str, settings: dict[str, Any], policy: str) -> None:
    turns, steps = by_turns_and_by_steps(name, seed=5, policy=policy, settings=settings, max_moves=90)
    for number in GAMES:
        assert turns.play([number]) == steps.play([number])

    assert turns.counted.is_possible is (POLICIES[policy] in CHOOSERS)


@pytest.mark.parametrize(
    "plan", [{"giving_up": True}, {"without": ("draw", "bid")}, {"check": 0}, {"check": 1}], ids=str
)
@pytest.mark.parametrize("name", ["uno", "parlour"])
def test_the_tally_is_the_same_whatever_is_offered_and_checked(name: str, plan: dict[str, Any]) -> None:
    engine = parlour if name == "parlour" else engine_of("uno")
    known = tuple(event for event in plan.get("without", ()) if event in engine.move_type)
    given = plan | ({"without": known} if "without" in plan else {})
    turns, steps = by_turns_and_by_steps(engine, max_moves=60, **given)

    assert turns.play(GAMES) == steps.play(GAMES)
    assert turns.counted.is_possible


def test_seats_with_policies_of_their_own_are_asked_step_by_step() -> None:
    turns = runner(belote, seats={0: "first"})

    assert not turns.counted.is_possible
    assert turns.play(range(2)).seats


def test_random_flows_have_the_same_tally() -> None:
    """Calls, endings, refusals and gatherings; games that break, get stuck or change their settings included."""
    rng, compared, endings = random.Random(11), 0, set()
    while compared < 25:
        try:
            engine, _ = rich_engines(rng.randrange)
            turns, steps = by_turns_and_by_steps(engine, max_moves=40, policy=("random", "quick")[compared % 2])
            one, other = turns.play(GAMES), steps.play(GAMES)
        except FlowError:
            continue
        except Exception:  # a start without end: no game of either kind can begin
            continue

        assert one == other
        compared += 1
        endings |= set(one.endings)
    assert {"broken", "stuck", "unfinished"} <= endings


# Games that turns cannot tell about


def test_settings_that_change_are_followed_step_by_step() -> None:
    turns, steps = by_turns_and_by_steps(din, max_moves=30)

    assert turns.play(range(40)) == steps.play(range(40))
    assert not turns.counted.is_possible


class Options(msgspec.Struct, frozen=True):
    players: int


class Table(msgspec.Struct, frozen=True):
    settings: Options
    number: int = 0


class Go(Move): ...


def many(settings: Options) -> bool:
    return settings.players > 2


def count(game: Table) -> Table:
    return Table(game.settings, game.number + 1)


class Varied(Flow):
    here, there = State(initial=True), State(final=True)
    go = stay(here, cond=many, on=count) | here.to(there, on=count)


def new_table(seed: int) -> Table:
    return Table(Options(seed % 7))


def test_turns_are_not_written_for_settings_without_number() -> None:
    turns, steps = by_turns_and_by_steps(Engine(Varied, moves=(Go,), new=new_table), max_moves=5)

    assert turns.play(range(60)) == steps.play(range(60))
    assert len(turns.counted.known) == MOST_SETTINGS


def break_down(game: Purse) -> Purse:
    if game.coins == 3:
        raise RuleError("out of order")
    return Purse(game.coins + 1)


class Machine(Flow):
    here = State(initial=True)
    go = stay(here, on=break_down)


@pytest.mark.parametrize("check", [0, 1, 16])
def test_a_game_that_breaks_is_told_as_by_steps(check: int) -> None:
    turns, steps = by_turns_and_by_steps(Engine(Machine, moves=(Go,), new=new_purse), check=check)
    found = turns.play(GAMES)

    assert found == steps.play(GAMES)
    assert found.failure is not None
    assert found.failure.moves == 3
    assert found.failure.sentence == 'RuleError while playing {"move":"go"}: out of order'
    assert turns.counted.is_possible, "the next game may well go on"


def test_an_engine_that_steps_in_its_own_way_is_asked_step_by_step() -> None:
    class Own(Engine[Any]):
        def legal_moves(self, *given: Any, **more: Any) -> Any:
            return super().legal_moves(*given, **more)[:1]

    own = Own(tictactoe.flow, moves=tictactoe.moves, new=tictactoe.new)

    assert not runner(own).counted.is_possible
    assert simulate(own, 2).branching == {1: 14}


def test_a_policy_of_ones_own_is_asked_step_by_step() -> None:
    assert not runner(race, policy=lambda decision: by_chance(decision)).counted.is_possible
    assert runner(race, policy=by_chance).counted.is_possible


def test_one_in_so_many_decisions_is_due() -> None:
    for game in range(5):
        for each in (1, 3, 16):
            for number in range(40):
                found = due(number, game, each)

                assert number <= found < number + each
                assert (found + game) % each == 0
    assert due(3, 4, 0) > 10**9
