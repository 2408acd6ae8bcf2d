"""Power and cost of the moment, and how long changes of them last."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import Snapshot
from games.onepiece import Attack, EndTurn, Game, GiveDon, PassOn, PlayCard
from games.onepiece.cards import Until
from games.onepiece.news import PowerChanged
from games.onepiece.power_and_cost import cost_of, power_of
from games.onepiece.table import THINGS, Modifier
from games.onepiece.zones import with_piece, with_side
from tests.games.onepiece.tables import Seat, after, effect, foe, made, me, news, table

DON = 51


@pytest.mark.parametrize(("preset", "power"), [("seed", 6000), ("official", 5000)])
def test_given_don_counts_always_and_officially_on_its_owners_turn_only(preset: str, power: int) -> None:
    start = after(table(Seat(active_don=1), preset=preset), GiveDon(0, DON, 0))
    assert power_of(start.game, me(start).leader) == 6000

    theirs = after(start, EndTurn(0))
    assert power_of(theirs.game, me(theirs).leader) == power


@settings(deadline=None)  # machines can be busy
@given(
    given=st.integers(0, 10),
    changes=st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=5),
)
def test_power_is_base_plus_modifiers_plus_1000_a_don_and_cost_never_negative(
    given: int, changes: list[tuple[int, int]]
) -> None:
    start = table(Seat(characters=("PB-003",)))
    modifiers = tuple(Modifier(1000 * power, cost, Until.ALWAYS, 0) for power, cost in changes)
    piece = replace(me(start).characters[0], given=tuple(range(DON, DON + given)), modifiers=modifiers)

    assert power_of(start.game, piece) == 5000 + 1000 * (given + sum(power for power, _ in changes))
    assert cost_of(start.game, piece) == max(0, 3 + sum(cost for _, cost in changes))


# How long changes last


def modified(snapshot: Snapshot[Game], card: int, until: Until, player: int) -> Snapshot[Game]:
    """A position in which a leader has 2000 more power for a while."""
    piece = snapshot.game.sides[card // THINGS].leader
    game = with_piece(snapshot.game, replace(piece, modifiers=(Modifier(2000, 0, until, player),)))
    return replace(snapshot, game=game)


def powers(snapshot: Snapshot[Game]) -> tuple[int, int]:
    """Of both leaders."""
    return power_of(snapshot.game, me(snapshot).leader), power_of(snapshot.game, foe(snapshot).leader)


@pytest.mark.parametrize("card", [0, THINGS])
def test_this_turn_modifiers_of_both_end_with_the_turn(card: int) -> None:
    start = modified(table(), card, Until.END_OF_TURN, 0)
    assert sorted(powers(start)) == [5000, 7000]

    assert PowerChanged(card, 5000) in news(start, EndTurn(0))
    assert powers(after(start, EndTurn(0))) == (5000, 5000)


def test_a_battles_modifier_ends_with_the_turn_at_the_latest() -> None:
    assert powers(after(modified(table(), 0, Until.END_OF_BATTLE, 0), EndTurn(0))) == (5000, 5000)


@pytest.mark.parametrize("step", [
    {"do": "give_power", "target": "own_leader", "amount": 2000},
    {"do": "give_cost", "target": "own_leader", "amount": 2},
    {"do": "give_cost", "target": "own_hand", "amount": 2},
])  # fmt: skip
def test_a_change_for_a_battle_that_is_made_without_one_ends_with_the_turn(step: dict[str, Any]) -> None:
    drummer = made(effects=(effect("on_play", {**step, "until": "end_of_battle"}),))
    start = after(table(Seat(hand=(drummer,), active_don=1)), PlayCard(0, 1))
    assert changes(start) == 1

    fought = after(start, Attack(0, 0, THINGS), PassOn(1), PassOn(1))
    assert changes(fought) == 1, "It was not made for this battle."
    assert changes(after(fought, EndTurn(0))) == 0


def changes(snapshot: Snapshot[Game]) -> int:
    """How many modifiers you have."""
    return len(me(snapshot).leader.modifiers + me(snapshot).discounts)


def test_until_your_next_turn_ends_when_that_turn_starts() -> None:
    start = modified(table(), 0, Until.YOUR_NEXT_TURN, 0)
    theirs = after(start, EndTurn(0))

    assert powers(theirs) == (7000, 5000)
    assert powers(after(theirs, EndTurn(1))) == (5000, 5000)


def test_until_your_next_turn_means_the_player_whose_effect_it_is() -> None:
    start = modified(table(), 0, Until.YOUR_NEXT_TURN, 1)

    assert powers(after(start, EndTurn(0))) == (5000, 5000)


def test_always_stays() -> None:
    start = modified(table(), 0, Until.ALWAYS, 0)

    assert powers(after(start, EndTurn(0), EndTurn(1), EndTurn(0))) == (7000, 5000)


def test_a_discount_of_this_turn_ends_with_it() -> None:
    start = table()
    side = replace(me(start), discounts=(Modifier(0, -2, Until.END_OF_TURN, 0), Modifier(0, 1, Until.ALWAYS, 0)))
    start = Snapshot(start.phase, with_side(start.game, 0, side))

    assert me(after(start, EndTurn(0))).discounts == (Modifier(0, 1, Until.ALWAYS, 0),)
