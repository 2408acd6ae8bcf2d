"""The turn around the Main Phase: refresh, draw, DON, end."""

from typing import Any

import pytest
from msgspec.structs import replace

from fsm import Snapshot, Trace
from games.onepiece import Attack, EndTurn, Game, GiveDon, Keep, Outcome, PassOn, PlayCard, Reason, UseTrigger, engine
from games.onepiece.cards import Until
from games.onepiece.news import DonReturned, PowerChanged, TurnBegan
from games.onepiece.power_and_cost import power_of
from games.onepiece.table import THINGS, Modifier, Zone, outcome
from games.onepiece.zones import with_piece, with_side
from tests.games.onepiece.tables import Seat, after, effect, foe, made, me, news, refused, table

KEPT = (Keep(0), Keep(1))


def test_the_first_player_draws_nothing_and_gets_one_don_on_the_first_turn() -> None:
    start = after(engine.start(seed=4, first=0), *KEPT)

    assert start.phase == "main.idle"
    assert (len(me(start).hand), len(me(start).active_don)) == (5, 1)


def test_every_other_turn_brings_a_card_and_two_don() -> None:
    start = after(engine.start(seed=4, first=0), *KEPT, EndTurn(0))

    assert (len(foe(start).hand), len(foe(start).active_don)) == (6, 2)
    start = after(start, EndTurn(1))
    assert (len(me(start).hand), len(me(start).active_don)) == (6, 3)


def test_don_are_fewer_when_the_don_deck_is_short() -> None:
    start = after(table(opponent=Seat(active_don=4, rested_don=5)), EndTurn(0))

    assert len(foe(start).active_don) == 10
    assert foe(start).don_deck == ()
    again = after(start, EndTurn(1), EndTurn(0))
    assert len(foe(again).active_don) == 10


def test_refresh_returns_given_don_and_makes_everything_active() -> None:
    start = table(Seat(characters=("PB-001",), stage="PB-040", active_don=3, rested_don=2, rested=True))
    start = after(start, GiveDon(0, me(start).active_don[0], 0), GiveDon(0, me(start).active_don[1], 1))
    assert len(me(start).active_don) == 1
    end = after(start, EndTurn(0), EndTurn(1))

    assert len(me(end).active_don) == 7, "Three, two rested, and the two of this turn."
    assert me(end).rested_don == ()
    assert not any(piece.rested or piece.given for piece in (me(end).leader, *me(end).characters))


def test_given_don_returns_rested_before_it_becomes_active() -> None:
    """Observers hear that it returns to the cost area, and the new power, before the new turn's card."""
    start = table(Seat(active_don=1))
    start = after(start, GiveDon(0, 51, 0), EndTurn(0))
    heard = news(start, EndTurn(1))

    assert heard[:3] == [TurnBegan(0, 7), DonReturned(0, (51,), Zone.COST_AREA), PowerChanged(0, 5000)]


def test_drawing_from_an_empty_deck_loses() -> None:
    start = table(opponent=Seat(deck=()))
    end = after(start, EndTurn(0))

    assert end.phase == "game_over"
    assert outcome(end.game) == Outcome(1, 0, Reason.NO_CARDS)


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_an_empty_deck_ends_the_game_in_the_draw_phase(preset: str) -> None:
    """No DON Phase follows."""
    trace = Trace()
    end = engine.step_traced(table(opponent=Seat(deck=()), preset=preset), EndTurn(0), trace)

    assert isinstance(end, Snapshot)
    assert trace.rows[-1] == "drawing-then-game_over"
    assert not any("placing_don" in row for row in trace.rows)
    assert foe(end).active_don == ()


@pytest.mark.parametrize(("preset", "over"), [("seed", False), ("official", True)])
def test_an_empty_deck_loses_at_the_next_draw_and_officially_at_once(preset: str, over: bool) -> None:
    start = table(opponent=Seat(deck=("PB-000",)), preset=preset)
    end = after(start, EndTurn(0))

    assert engine.is_over(end) is over
    assert (outcome(end.game) == Outcome(1, 0, Reason.NO_CARDS)) is over


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_both_without_cards_at_once_is_a_draw(preset: str) -> None:
    start = table(Seat(hand=("PB-052",), active_don=1, deck=()), opponent=Seat(deck=()), preset=preset)
    end = after(start, PlayCard(0, 1))

    assert end.phase == "game_over"
    assert outcome(end.game) == Outcome(None, None, Reason.NO_CARDS)


def test_one_card_of_two_is_drawn_before_the_loss() -> None:
    start = table(Seat(hand=("PB-020",), active_don=2, deck=("PB-000",)))
    end = after(start, PlayCard(0, 1))

    assert (len(me(end).hand), me(end).deck) == (1, ())
    assert outcome(end.game) == Outcome(0, 1, Reason.NO_CARDS)


# Modifiers and their ends


def modified(snapshot: Snapshot[Game], card: int, until: Until, player: int) -> Snapshot[Game]:
    """A position in which a leader has 2000 more power for a while."""
    piece = snapshot.game.sides[card // THINGS].leader
    game = with_piece(snapshot.game, replace(piece, modifiers=(Modifier(2000, 0, until, player),)))
    return Snapshot(snapshot.phase, game)


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


# Start and end


def test_start_of_turn_effects_come_before_the_refresh() -> None:
    early = made(effects=(effect("start_of_your_turn", {"do": "draw", "amount": 1}, optional=True),))
    start = after(table(opponent=Seat(characters=(early,), rested=True, rested_don=2)), EndTurn(0))

    assert start.phase == "main.triggers.offered"
    assert foe(start).characters[0].rested
    assert foe(start).active_don == ()
    end = after(start, UseTrigger(1))
    assert end.phase == "main.idle"
    assert len(foe(end).hand) == 2, "One by the effect, one by the turn."
    assert not foe(end).characters[0].rested


def test_end_of_turn_effects_are_the_active_players_and_then_the_opponents() -> None:
    mine = made(effects=(effect("end_of_your_turn", {"do": "draw", "amount": 1}, optional=True),))
    theirs = made(effects=(effect("end_of_opponents_turn", {"do": "draw", "amount": 1}, optional=True),))
    start = after(table(Seat(characters=(mine, theirs)), opponent=Seat(characters=(mine, theirs))), EndTurn(0))

    assert start.game.running is not None
    assert [start.game.running.player, *(waiting.player for waiting in start.game.queue)] == [0, 1]
    end = after(start, UseTrigger(0), UseTrigger(1))
    assert (end.phase, end.game.active) == ("main.idle", 1)
    assert (len(me(end).hand), len(foe(end).hand)) == (1, 2)


def test_once_per_turn_effects_can_be_used_again_next_turn() -> None:
    start = table(Seat(characters=("PB-028",), active_don=1))
    piece = replace(me(start).characters[0], used=(0,))
    start = Snapshot(start.phase, with_piece(start.game, piece))

    assert me(after(start, EndTurn(0))).characters[0].used == ()


def test_only_the_active_player_ends_the_turn() -> None:
    assert refused(table(), EndTurn(1)).message == "It is not your turn."
    assert refused(table(), PassOn(0)).kind == "impossible"
