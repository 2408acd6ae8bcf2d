"""A battle: attack, block, counter, damage, Trigger, and its end."""

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
    Game,
    GiveDon,
    Outcome,
    PassOn,
    PlayCard,
    Reason,
    UseTrigger,
    engine,
)
from games.onepiece.cards import Card, Category
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
from games.onepiece.power_and_cost import power_of
from games.onepiece.table import THINGS, Zone, outcome
from games.onepiece.zones import with_piece, with_side
from tests.games.onepiece.tables import Seat, after, effect, foe, made, me, news, refused, table, unopposed

FOE = THINGS
"""The opposing leader; the opponent's other cards count from here."""

# Attack


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


# Block


def blocked_table(**more: object) -> Snapshot[Game]:
    """An attack on a leader with a Blocker, and with a character that is none."""
    seat = Seat(characters=("PB-014", "PB-001"), **more)  # type: ignore[arg-type]  # passed through
    return after(table(opponent=seat), Attack(0, 0, FOE))


def test_a_blocker_rests_and_becomes_the_target() -> None:
    end = after(blocked_table(), Block(1, FOE + 1))

    assert foe(end).characters[0].rested
    assert end.game.battle is not None
    assert end.game.battle.target == FOE + 1
    assert refused(end, Block(1, FOE + 1)).message == "The Block Step is over.", "At most one Blocker blocks."
    assert len(foe(after(end, PassOn(1))).characters) == 1, "5000 against 3000."


def test_blocking_is_refused_with_a_reason() -> None:
    start = blocked_table()

    assert refused(start, Block(0, FOE + 1)).message == "This is your opponent's decision."
    for card in (FOE + 2, FOE, 999, 1):
        assert refused(start, Block(1, card)).message == "That is not an active Blocker of yours."
    assert refused(blocked_table(rested=True), Block(1, FOE + 1)).guard == "card_can_block"
    assert refused(start, Counter(1, 1)).message == "Block or pass first; counters come after that."


def test_the_target_cannot_block_for_itself() -> None:
    start = table(opponent=Seat(characters=("PB-014",), rested=True))
    start = after(start, Attack(0, 0, FOE + 1))
    piece = replace(foe(start).characters[0], rested=False)

    assert refused(Snapshot(start.phase, with_piece(start.game, piece)), Block(1, FOE + 1)).guard == "card_can_block"


def test_on_block_triggers_before_the_counter_step() -> None:
    start = after(table(opponent=Seat(characters=("PB-025",))), Attack(0, 0, FOE))
    end = after(start, Block(1, FOE + 1))

    assert end.phase == "main.battle.countering"
    assert power_of(end.game, foe(end).characters[0]) == 5000
    assert foe(after(end, PassOn(1))).trash[-1] == FOE + 1, "5000 against 5000 is enough."


# Counter


def test_a_counter_card_is_trashed_for_its_value_in_this_battle() -> None:
    start = table(opponent=Seat(hand=("PB-015", "PB-001")))
    start = after(start, Attack(0, 0, FOE), PassOn(1))
    one = after(start, Counter(1, FOE + 1))

    assert power_of(one.game, foe(one).leader) == 7000
    assert foe(one).trash[-1] == FOE + 1
    two = after(one, Counter(1, FOE + 2))
    assert power_of(two.game, foe(two).leader) == 8000, "Any number of counters."
    end = after(two, PassOn(1))
    assert len(foe(end).life) == 4
    assert power_of(end.game, foe(end).leader) == 5000, "The battle is over."


def test_a_counter_event_is_paid_trashed_and_resolved() -> None:
    start = table(opponent=Seat(hand=("PB-051",), active_don=1))
    start = after(start, Attack(0, 0, FOE), PassOn(1), Counter(1, FOE + 1))

    assert start.phase == "main.triggers.choosing"
    assert foe(start).trash[-1] == FOE + 1
    assert (foe(start).active_don, len(foe(start).rested_don)) == ((), 1)
    end = after(start, Choose(1, FOE))
    assert end.phase == "main.battle.countering"
    assert power_of(end.game, foe(end).leader) == 8000


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Counter(0, FOE + 1), "This is your opponent's decision."),
        (Counter(1, 999), "There is no such card."),
        (Counter(1, FOE), "That card is not in a hand."),
        (Counter(1, 1), "That card is not yours."),
        (Counter(1, FOE + 1), "That card has no counter."),
        (Counter(1, FOE + 2), "You do not have enough active DON."),
    ],
)
def test_countering_is_refused_for_the_first_reason(move: Counter, sentence: str) -> None:
    start = table(Seat(hand=("PB-001",)), opponent=Seat(hand=("PB-005", "PB-054"), active_don=1))

    assert refused(after(start, Attack(0, 0, FOE), PassOn(1)), move).message == sentence


BOTH = made(
    Category.EVENT,
    cost=1,
    counter=1000,
    effects=(
        effect("counter", {"do": "give_power", "target": "own_leader", "amount": 4000, "until": "end_of_battle"}),
    ),
)
"""An event with a counter value and a counter effect."""


def countering(*hand: str | Card, don: int = 1) -> Snapshot[Game]:
    """The opponent defends with these cards."""
    return after(table(opponent=Seat(hand=hand, active_don=don)), Attack(0, 0, FOE), PassOn(1))


def test_an_event_with_a_counter_value_and_a_counter_effect_leaves_the_choice_to_its_owner() -> None:
    start = countering(BOTH)
    assert [move for move in engine.legal_moves(start) if isinstance(move, Counter)] == [
        Counter(1, FOE + 1),
        Counter(1, FOE + 1, by_effect=True),
    ]

    value, used = after(start, Counter(1, FOE + 1)), after(start, Counter(1, FOE + 1, by_effect=True))
    assert (power_of(value.game, foe(value).leader), len(foe(value).active_don)) == (6000, 1)
    assert (power_of(used.game, foe(used).leader), len(foe(used).active_don)) == (9000, 0)
    assert foe(value).trash[-1] == foe(used).trash[-1] == FOE + 1


def test_the_effect_must_be_paid_and_the_value_is_free() -> None:
    start = countering(BOTH, don=0)

    assert refused(start, Counter(1, FOE + 1, by_effect=True)).message == "You do not have enough active DON."
    assert foe(after(start, Counter(1, FOE + 1))).hand == ()


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("PB-001", "That card has no counter effect."),
        ("PB-005", "That card has no counter effect."),
        ("PB-051", "That event has no counter value, so there is nothing to choose; leave by_effect out."),
    ],
)
def test_only_a_card_with_both_leaves_a_choice(card: str, sentence: str) -> None:
    assert refused(countering(card), Counter(1, FOE + 1, by_effect=True)).message == sentence


def test_only_the_defender_passes() -> None:
    start = after(table(), Attack(0, 0, FOE))

    assert refused(start, PassOn(0)).message == "This is your opponent's decision."


# Damage


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

    assert start.phase == "main.triggers.choosing"
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


# What observers hear


def test_a_battle_tells_its_steps_in_order() -> None:
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


def test_damage_and_the_end_of_the_game_are_told() -> None:
    hit = news(table(opponent=Seat(life=("PB-001",))), Attack(0, 0, FOE), PassOn(1), PassOn(1))
    assert DamageDealt(1, 0) in hit
    assert CardMoved(FOE + 1, Zone.LIFE, Zone.HAND) in hit

    last = news(table(opponent=Seat(life=())), Attack(0, 0, FOE), PassOn(1), PassOn(1))
    assert last[-1] == GameEnded(Outcome(1, 0, Reason.NO_LIFE))


def test_a_power_that_lasts_for_the_battle_is_told_when_it_ends() -> None:
    start = table(opponent=Seat(hand=("PB-015",)))
    heard = news(start, Attack(0, 0, FOE), PassOn(1), Counter(1, FOE + 1), PassOn(1))

    assert heard[-2:] == [PowerChanged(FOE, 5000), BattleEnded(0)]


def test_returning_don_is_told() -> None:
    home = made(effects=(effect("activate", {"do": "return_to_hand", "target": "own_character", "every": True}),))
    start = after(table(Seat(characters=(home,), active_don=1)), GiveDon(0, 51, 1))

    assert DonReturned(0, (51,), Zone.COST_AREA) in news(start, Activate(0, 1, 0))
