"""The defender's answers: block and counter."""

import pytest
from msgspec.structs import replace

from fsm import Snapshot
from games.onepiece import Attack, Block, Choose, Counter, Game, PassOn, engine
from games.onepiece.cards import Card, Category
from games.onepiece.power_and_cost import power_of
from games.onepiece.zones import with_piece
from tests.games.onepiece.tables import FOE, Seat, after, effect, foe, made, refused, table

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

    assert start.phase == "triggers.choosing"
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
