"""The order of several triggers."""

import pytest

from games.onepiece import EndTurn, OrderTrigger, UseTrigger, engine
from tests.games.onepiece.tables import Seat, after, effect, made, me, played, refused, table

TWO = made(
    effects=(
        effect("on_play", {"do": "draw", "amount": 1}, optional=True),
        effect("on_play", {"do": "add_don", "amount": 1}, optional=True),
    )
)


def test_triggers_resolve_in_the_order_in_which_they_arose() -> None:
    start = played(TWO)

    assert start.game.running is not None
    assert start.game.running.effect == 0
    assert refused(start, OrderTrigger(0, 0)).kind == "impossible"


def test_official_a_player_orders_simultaneous_triggers() -> None:
    start = played(TWO, preset="official")

    assert start.phase == "triggers.ordering"
    assert refused(start, OrderTrigger(1, 0)).guard == "triggers_are_yours"
    for place in (-1, 2):
        assert refused(start, OrderTrigger(0, place)).message == "That is not one of the triggers to choose from."
    second = after(start, OrderTrigger(0, 1))
    assert second.game.running is not None
    assert second.game.running.effect == 1
    end = after(second, UseTrigger(0), UseTrigger(0))
    assert (len(me(end).active_don), len(me(end).hand)) == (1, 1)


def test_official_the_active_players_triggers_cannot_be_put_behind_the_opponents() -> None:
    """Each player has two; the turn player orders the own two first, then the opponent theirs."""
    mine = made(effects=(effect("end_of_your_turn", {"do": "draw", "amount": 1}),) * 2)
    theirs = made(effects=(effect("end_of_opponents_turn", {"do": "draw", "amount": 1}),) * 2)
    start = table(Seat(characters=(mine,)), opponent=Seat(characters=(theirs,)), preset="official")
    start = after(start, EndTurn(0))

    assert [move for move in engine.legal_moves(start) if isinstance(move, OrderTrigger)] == [
        OrderTrigger(0, 0),
        OrderTrigger(0, 1),
    ]
    assert refused(start, OrderTrigger(0, 2)).guard == "trigger_is_at_the_front"
    theirs_next = after(start, OrderTrigger(0, 1))
    assert theirs_next.phase == "triggers.ordering"
    assert {waiting.player for waiting in theirs_next.game.queue} == {1}
    no = refused(theirs_next, OrderTrigger(0, 1))
    assert no.message == "Your opponent's triggers come first, and your opponent orders them."
    assert [move for move in engine.legal_moves(theirs_next) if isinstance(move, OrderTrigger)] == [
        OrderTrigger(1, 0),
        OrderTrigger(1, 1),
    ]
    assert after(theirs_next, OrderTrigger(1, 1)).game.active == 1


NOTICES = effect("when_rested", {"do": "draw", "amount": 1}, optional=True)


@pytest.mark.parametrize(("preset", "order"), [("seed", [0, 0, 1]), ("official", [0, 1, 0])])
def test_official_triggers_that_arise_meanwhile_come_after_those_that_wait(preset: str, order: list[int]) -> None:
    """Your end of turn makes your own character rest, while the opponent's trigger waits."""
    mine = made(effects=(effect("end_of_your_turn", {"do": "rest", "target": "this"}, optional=True), NOTICES))
    theirs = made(effects=(effect("end_of_opponents_turn", {"do": "draw", "amount": 1}, optional=True),))
    here, asked = table(Seat(characters=(mine,)), opponent=Seat(characters=(theirs,)), preset=preset), []
    here = after(here, EndTurn(0))
    while here.phase == "triggers.offered":
        assert here.game.running is not None
        asked.append(here.game.running.player)
        here = after(here, UseTrigger(asked[-1]))

    assert asked == order


def test_official_triggers_of_different_waves_are_not_ordered_together() -> None:
    """Two of yours wait: one since the turn's end, one since your first effect."""
    rests = effect("end_of_your_turn", {"do": "rest", "target": "this"}, optional=True)
    start = table(Seat(characters=(made(effects=(rests, NOTICES)), made(effects=(rests,)))), preset="official")
    start = after(start, EndTurn(0), OrderTrigger(0, 0), UseTrigger(0))

    assert start.phase == "triggers.offered"
    assert [waiting.wave for waiting in start.game.queue] == [1]
    assert after(start, UseTrigger(0), UseTrigger(0)).game.active == 1
