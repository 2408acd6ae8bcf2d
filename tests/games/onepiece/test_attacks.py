"""Declaring an attack."""

import pytest

from games.onepiece import Attack, DeclineTrigger, PlayCard, UseTrigger
from tests.games.onepiece.tables import FOE, Seat, after, effect, foe, made, me, refused, table


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Attack(1, FOE, 0), "It is not your turn."),
        (Attack(0, 999, FOE), "There is no such attacker."),
        (Attack(0, FOE, FOE), "That attacker is not yours."),
        (Attack(0, 1, FOE), "Only your leader or a character on the field can attack."),
        (Attack(0, 3, FOE), "Only your leader or a character on the field can attack."),
        (Attack(0, 2, FOE), "That attacker is rested."),
        (Attack(0, 0, FOE + 1), "Only the opposing leader and rested opposing characters can be attacked."),
        (Attack(0, 0, 2), "Only the opposing leader and rested opposing characters can be attacked."),
        (Attack(0, 0, 999), "Only the opposing leader and rested opposing characters can be attacked."),
    ],
)
def test_attacking_is_refused_for_the_first_reason(move: Attack, sentence: str) -> None:
    you = Seat(hand=("PB-000",), characters=("PB-001",), stage="PB-040", rested=True)

    assert refused(table(you, opponent=Seat(characters=("PB-001",))), move).message == sentence


@pytest.mark.parametrize(("preset", "turn", "allowed"), [
    ("seed", 1, False), ("seed", 2, True), ("official", 1, False), ("official", 2, False), ("official", 3, True),
])  # fmt: skip
def test_nobody_attacks_on_the_first_turn_and_officially_neither_on_the_second(
    preset: str, turn: int, allowed: bool
) -> None:
    start = table(turn=turn, preset=preset)
    if allowed:
        assert after(start, Attack(0, 0, FOE)).phase == "main.battle.blocking"
    else:
        assert refused(start, Attack(0, 0, FOE)).message == "You cannot attack on your first turn."


@pytest.mark.parametrize(("number", "rush"), [("PB-002", False), ("PB-011", True)])
def test_a_character_attacks_on_the_turn_it_was_played_only_with_rush(number: str, rush: bool) -> None:
    start = table(Seat(hand=(number,), active_don=2))
    start = after(start, PlayCard(0, 1))
    if rush:
        assert after(start, Attack(0, 1, FOE)).phase == "main.battle.blocking"
    else:
        assert refused(start, Attack(0, 1, FOE)).guard == "attacker_is_settled"


def test_attacking_rests_the_attacker_and_a_rested_character_can_be_the_target() -> None:
    start = table(opponent=Seat(characters=("PB-001",), rested=True))
    end = after(start, Attack(0, 0, FOE + 1))

    assert me(end).leader.rested
    assert refused(end, Attack(0, 0, FOE)).message == "A battle is on; finish it first."


def test_when_attacking_triggers_come_first_then_the_opponents() -> None:
    mine = made(power=5000, effects=(effect("when_attacking", {"do": "draw", "amount": 1}, optional=True),))
    theirs = made(effects=(effect("on_opponents_attack", {"do": "draw", "amount": 1}, optional=True),))
    start = after(table(Seat(characters=(mine,)), opponent=Seat(characters=(theirs,))), Attack(0, 1, FOE))

    assert start.game.running is not None
    assert [start.game.running.player, *(waiting.player for waiting in start.game.queue)] == [0, 1]
    end = after(start, UseTrigger(0), DeclineTrigger(1))
    assert end.phase == "main.battle.blocking"
    assert (len(me(end).hand), len(foe(end).hand)) == (1, 0)
