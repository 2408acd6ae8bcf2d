"""The blow, damage to life, Triggers of life cards, and the end of a battle."""

import pytest
from msgspec.structs import replace

from fsm import Snapshot
from games.onepiece import (
    Activate,
    Attack,
    Block,
    Choose,
    Counter,
    DeclineTrigger,
    GiveDon,
    Outcome,
    PassOn,
    Reason,
    UseTrigger,
)
from games.onepiece.cards import Keyword
from games.onepiece.news import (
    AttackBlocked,
    AttackDeclared,
    BattleEnded,
    BlowStruck,
    CardMoved,
    CardRested,
    CounterUsed,
    DamageDealt,
    DonReturned,
    GameEnded,
    PowerChanged,
)
from games.onepiece.table import Zone, outcome
from games.onepiece.zones import with_side
from tests.games.onepiece.tables import FOE, Seat, after, effect, foe, made, me, news, refused, table, unopposed


@pytest.mark.parametrize(("power", "hit"), [(4000, False), (5000, True), (6000, True)])
def test_an_attacker_with_at_least_the_targets_power_wins(power: int, hit: bool) -> None:
    start = table(Seat(characters=(made(power=power),)))
    end = unopposed(start, Attack(0, 1, FOE))

    assert len(foe(end).life) == (3 if hit else 4)
    assert len(foe(end).hand) == (1 if hit else 0)
    assert end.phase == "main.idle"


def test_a_beaten_character_is_knocked_out_and_its_don_returns_rested() -> None:
    start = table(Seat(characters=("PB-008",)), opponent=Seat(characters=("PB-026",), rested=True))
    piece = foe(start).characters[0]
    side = replace(foe(start), characters=(replace(piece, given=(FOE + 51,)),), don_deck=foe(start).don_deck[1:])

    start = Snapshot(start.phase, with_side(start.game, 1, side))
    end = unopposed(start, Attack(0, 1, FOE + 1))

    assert foe(end).trash[-1] == FOE + 1
    assert foe(end).rested_don == (FOE + 51,)
    assert len(foe(end).hand) == 1, "On K.O."
    assert len(foe(end).life) == 4


def test_damage_without_life_is_defeat() -> None:
    end = unopposed(table(opponent=Seat(life=())), Attack(0, 0, FOE))

    assert end.phase == "game_over"
    assert outcome(end.game) == Outcome(1, 0, Reason.NO_LIFE)


def test_double_attack_takes_two_life_cards() -> None:
    start = table(Seat(characters=("PB-012",)))
    end = unopposed(start, Attack(0, 1, FOE))

    assert foe(end).life == foe(start).life[2:]
    assert foe(end).hand == foe(start).life[:2]


def test_double_attack_on_the_last_life_card_is_no_defeat() -> None:
    """Defeat is damage to a player who has no life when the blow lands."""
    start = table(Seat(characters=("PB-012",)), opponent=Seat(life=("PB-001",)))
    end = unopposed(start, Attack(0, 1, FOE))

    assert (end.phase, foe(end).life) == ("main.idle", ())


def test_banish_trashes_the_life_card_without_its_trigger() -> None:
    start = table(Seat(characters=("PB-013",)), opponent=Seat(life=("PB-015",)))
    end = unopposed(start, Attack(0, 1, FOE))

    assert end.phase == "main.idle"
    assert foe(end).trash[-1] == foe(start).life[0]
    assert foe(end).hand == ()


def test_a_trigger_may_be_used_instead_of_taking_the_card() -> None:
    start = unopposed(table(opponent=Seat(life=("PB-015",))), Attack(0, 0, FOE))
    life = FOE + 1
    assert start.phase == "main.battle.life_trigger"
    assert refused(start, UseTrigger(0)).message == "This is your opponent's decision."
    assert refused(start, DeclineTrigger(0)).message == "This is your opponent's decision."

    used = after(start, UseTrigger(1))
    assert (foe(used).trash[-1], len(foe(used).hand), used.phase) == (life, 1, "main.idle")
    kept = after(start, DeclineTrigger(1))
    assert (foe(kept).hand, kept.phase) == ((life,), "main.idle")


def test_double_attack_asks_about_each_trigger() -> None:
    start = table(Seat(characters=("PB-012",)), opponent=Seat(life=("PB-015", "PB-015", "PB-001")))
    start = unopposed(start, Attack(0, 1, FOE))
    second = after(start, UseTrigger(1))

    assert second.phase == "main.battle.life_trigger"
    end = after(second, DeclineTrigger(1))
    assert end.phase == "main.idle"
    assert len(foe(end).life) == 1


def test_a_trigger_with_a_choice_comes_back_to_the_battle() -> None:
    start = table(Seat(characters=("PB-001",)), opponent=Seat(life=("PB-050",)))
    start = after(unopposed(start, Attack(0, 0, FOE)), UseTrigger(1))

    assert start.phase == "triggers.choosing"
    end = after(start, Choose(1, 1))
    assert end.phase == "main.idle"
    assert me(end).trash[-1] == 1


def test_no_damage_when_the_attacker_has_left() -> None:
    """A counter event sends the attacker home."""
    start = table(Seat(characters=("PB-004",)), opponent=Seat(hand=("PB-053",), active_don=5))
    start = after(start, Attack(0, 1, FOE), PassOn(1), Counter(1, FOE + 1), UseTrigger(1), Choose(1, 1))

    assert start.phase == "main.idle"
    assert me(start).hand == (1,)
    assert len(foe(start).life) == 4


def test_no_damage_when_the_target_has_left() -> None:
    bomb = made(
        power=9000,
        effects=(effect("when_attacking", {"do": "return_to_hand", "target": "opposing_character", "every": True}),),
    )
    start = table(Seat(characters=(bomb,)), opponent=Seat(characters=("PB-001",), rested=True))
    end = after(start, Attack(0, 1, FOE + 1))

    assert (end.phase, end.game.battle) == ("main.idle", None)
    assert foe(end).hand == (FOE + 1,)


# Who is asked about a life card


@pytest.mark.parametrize(("preset", "asked"), [("seed", False), ("official", True)])
def test_officially_the_owner_is_asked_about_a_life_card_without_a_trigger_too(preset: str, asked: bool) -> None:
    start = unopposed(table(opponent=Seat(life=("PB-001", "PB-001")), preset=preset), Attack(0, 0, FOE))

    assert (start.phase == "main.battle.life_trigger") is asked
    if asked:
        assert refused(start, UseTrigger(1)).message == "That life card has no Trigger."
        assert (foe(start).hand, foe(start).life) == ((), (FOE + 2,))
        start = after(start, DeclineTrigger(1))
    assert (start.phase, foe(start).hand, foe(start).life) == ("main.idle", (FOE + 1,), (FOE + 2,))


def test_officially_double_attack_asks_about_each_life_card() -> None:
    start = table(Seat(characters=("PB-012",)), opponent=Seat(life=("PB-001", "PB-015", "PB-001")), preset="official")
    first = unopposed(start, Attack(0, 1, FOE))
    second = after(first, DeclineTrigger(1))
    end = after(second, UseTrigger(1))

    assert [here.phase for here in (first, second)] == ["main.battle.life_trigger"] * 2
    assert (end.phase, foe(end).life, foe(end).hand[0], foe(end).trash[-1]) == (
        "main.idle",
        (FOE + 3,),
        FOE + 1,
        FOE + 2,
    )


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_with_banish_nobody_is_asked(preset: str) -> None:
    twice = made(power=9000, keywords=(Keyword.BANISH, Keyword.DOUBLE_ATTACK))
    start = table(Seat(characters=(twice,)), opponent=Seat(life=("PB-015", "PB-001", "PB-001")), preset=preset)
    end = unopposed(start, Attack(0, 1, FOE))

    assert (end.phase, foe(end).life, foe(end).trash[-2:]) == ("main.idle", (FOE + 3,), (FOE + 1, FOE + 2))


def test_with_banish_the_last_life_card_can_be_trashed_by_more_damage_than_that() -> None:
    twice = made(power=9000, keywords=(Keyword.BANISH, Keyword.DOUBLE_ATTACK))
    end = unopposed(table(Seat(characters=(twice,)), opponent=Seat(life=("PB-015",))), Attack(0, 1, FOE))

    assert (end.phase, foe(end).life, foe(end).trash[-1]) == ("main.idle", (), FOE + 1)


# What observers hear


def test_the_steps_of_a_battle_are_reported_in_order() -> None:
    start = table(Seat(active_don=1), opponent=Seat(hand=("PB-001",), characters=("PB-014",)))
    heard = news(start, GiveDon(0, 51, 0), Attack(0, 0, FOE), Block(1, FOE + 2), Counter(1, FOE + 1), PassOn(1))[2:]

    assert heard == [
        AttackDeclared(0, FOE),
        CardRested(0),
        AttackBlocked(FOE + 2),
        CardRested(FOE + 2),
        CounterUsed(FOE + 1),
        CardMoved(FOE + 1, Zone.HAND, Zone.TRASH),
        PowerChanged(FOE + 2, 4000),
        BlowStruck(6000, 4000),
        CardMoved(FOE + 2, Zone.CHARACTERS, Zone.TRASH),
        BattleEnded(0),
    ]


def test_damage_and_the_end_of_the_game_are_reported() -> None:
    hit = news(table(opponent=Seat(life=("PB-001",))), Attack(0, 0, FOE), PassOn(1), PassOn(1))
    assert DamageDealt(1, 0) in hit
    assert CardMoved(FOE + 1, Zone.LIFE, Zone.HAND) in hit

    last = news(table(opponent=Seat(life=())), Attack(0, 0, FOE), PassOn(1), PassOn(1))
    assert last[-1] == GameEnded(Outcome(1, 0, Reason.NO_LIFE))


def test_a_power_that_lasts_for_the_battle_is_reported_when_it_ends() -> None:
    start = table(opponent=Seat(hand=("PB-015",)))
    heard = news(start, Attack(0, 0, FOE), PassOn(1), Counter(1, FOE + 1), PassOn(1))

    assert heard[-2:] == [PowerChanged(FOE, 5000), BattleEnded(0)]


def test_returning_don_is_reported() -> None:
    home = made(effects=(effect("activate", {"do": "return_to_hand", "target": "own_character", "every": True}),))
    start = after(table(Seat(characters=(home,), active_don=1)), GiveDon(0, 51, 1))

    assert DonReturned(0, (51,), Zone.COST_AREA) in news(start, Activate(0, 1, 0))
