"""Effects: each step, choices as moves, the queue, and chains without end."""

from typing import Any

import pytest

from fsm import Snapshot
from games.onepiece import (
    Activate,
    Attack,
    Choose,
    DeclineTrigger,
    EndTurn,
    Game,
    GiveDon,
    OrderTrigger,
    Outcome,
    PassOn,
    PlayCard,
    Reason,
    UseTrigger,
    engine,
)
from games.onepiece.cards import Card, Timing
from games.onepiece.news import CostChanged, EffectDropped, EffectUsed, HandCostChanged
from games.onepiece.power_and_cost import cost_of, power_of
from games.onepiece.table import NEVER_ENDING, THINGS, outcome
from tests.games.onepiece.tables import Seat, after, effect, foe, made, me, news, refused, table

FOE = THINGS


def doing(*steps: dict[str, Any], **more: Any) -> Card:
    """A free character that does something when it is played."""
    return made(power=1000, effects=(effect("on_play", *steps, **more),))


def played(card: Card, you: Seat | None = None, opponent: Seat | None = None, **settings: Any) -> Snapshot[Game]:
    """The position after the card was played; it has the id 1."""
    you = you or Seat()
    seat = Seat(
        hand=(card, *you.hand), characters=you.characters, active_don=you.active_don, rested=you.rested, deck=you.deck
    )
    return after(table(seat, opponent, **settings), PlayCard(0, 1))


# Steps


@pytest.mark.parametrize(("who", "hands"), [("you", (2, 0)), ("opponent", (0, 2)), ("both", (2, 2))])
def test_draw(who: str, hands: tuple[int, int]) -> None:
    end = played(doing({"do": "draw", "amount": 2, "who": who}))

    assert (len(me(end).hand), len(foe(end).hand)) == hands


def test_trash_from_hand_of_ones_own_choice() -> None:
    start = played(doing({"do": "trash_from_hand", "amount": 2}), Seat(hand=("PB-001",) * 3))
    assert start.phase == "main.triggers.choosing"
    assert refused(start, Choose(1, 2)).message == "This is your opponent's decision."
    assert refused(start, Choose(0, 1)).message == "That card cannot be chosen for this effect."
    assert refused(start, PassOn(0)).message == "You must choose a card for this effect."

    end = after(start, Choose(0, 3), Choose(0, 2))
    assert (me(end).hand, me(end).trash[-2:]) == ((4,), (3, 2))
    assert end.phase == "main.idle"


def test_trash_from_the_opponents_hand_is_the_opponents_choice() -> None:
    start = played(
        doing({"do": "trash_from_hand", "amount": 1, "who": "opponent"}), opponent=Seat(hand=("PB-001",) * 2)
    )

    assert refused(start, Choose(0, FOE + 1)).message == "This is your opponent's decision."
    assert foe(after(start, Choose(1, FOE + 2))).hand == (FOE + 1,)


def test_trash_from_a_short_hand_takes_what_is_there() -> None:
    end = after(played(doing({"do": "trash_from_hand", "amount": 2}), Seat(hand=("PB-001",))), Choose(0, 2))

    assert (me(end).hand, end.phase) == ((), "main.idle")


@pytest.mark.parametrize("rested", [False, True])
def test_add_don(rested: bool) -> None:
    end = played(doing({"do": "add_don", "amount": 2, "rested": rested}))

    assert (len(me(end).active_don), len(me(end).rested_don)) == ((0, 2) if rested else (2, 0))
    assert len(me(end).don_deck) == 8


def test_add_don_from_an_empty_don_deck_does_nothing() -> None:
    end = played(doing({"do": "add_don", "amount": 2}), Seat(active_don=10))

    assert len(me(end).active_don) == 10


def test_rest_is_about_active_cards_and_set_active_about_rested_ones() -> None:
    start = played(doing({"do": "rest", "target": "opposing_character"}), opponent=Seat(characters=("PB-001",) * 2))
    end = after(start, Choose(1 - 1, FOE + 2))
    assert [piece.rested for piece in foe(end).characters] == [False, True]

    none = played(
        doing({"do": "rest", "target": "opposing_character"}), opponent=Seat(characters=("PB-001",), rested=True)
    )
    assert none.phase == "main.idle", "Nobody can be chosen, so nobody is asked."

    up = played(doing({"do": "set_active", "target": "own_character"}), Seat(characters=("PB-001",), rested=True))
    assert refused(up, Choose(0, 1)).guard == "card_can_be_chosen"
    assert not me(after(up, Choose(0, 2))).characters[0].rested


@pytest.mark.parametrize(
    ("limit", "hit"),
    [
        ({"power_at_most": 4000}, ["PB-002"]),
        ({"cost_at_most": 3}, ["PB-002", "PB-003"]),
        ({}, ["PB-002", "PB-003", "PB-008"]),
    ],
)
def test_ko_up_to_a_power_or_a_cost(limit: dict[str, int], hit: list[str]) -> None:
    start = played(
        doing({"do": "ko", "target": "opposing_character", "up_to": True, **limit}),
        opponent=Seat(characters=("PB-002", "PB-003", "PB-008")),
    )
    choices = [move.card for move in engine.legal_moves(start) if isinstance(move, Choose)]

    assert [start.game.cards[card].number for card in choices] == hit
    end = after(start, Choose(0, choices[-1]))
    assert foe(end).trash[-1] == choices[-1]


def test_return_to_hand_is_no_ko() -> None:
    start = played(
        doing({"do": "return_to_hand", "target": "opposing_character"}), opponent=Seat(characters=("PB-026",))
    )
    end = after(start, Choose(0, FOE + 1))

    assert foe(end).hand == (FOE + 1,), "And no card was drawn for a K.O."


def test_give_power_for_a_while() -> None:
    start = played(
        doing({"do": "give_power", "target": "own_leader_or_character", "amount": 3000, "until": "end_of_turn"})
    )
    end = after(start, Choose(0, 0))

    assert power_of(end.game, me(end).leader) == 8000
    assert power_of(after(end, EndTurn(0)).game, me(after(end, EndTurn(0))).leader) == 5000


def test_give_cost_opens_the_way_for_a_ko_by_cost() -> None:
    siren = table(Seat(hand=("PB-031",), active_don=6), opponent=Seat(characters=("PB-003", "PB-004")))
    start = after(siren, PlayCard(0, 1), Choose(0, FOE + 1))

    assert cost_of(start.game, foe(start).characters[0]) == 0
    assert refused(start, Choose(0, FOE + 2)).guard == "card_can_be_chosen"
    assert CostChanged(FOE + 1, 0) in news(siren, PlayCard(0, 1), Choose(0, FOE + 1))
    assert len(foe(after(start, Choose(0, FOE + 1))).characters) == 1


def test_give_cost_to_the_hand_is_told() -> None:
    start = table(Seat(characters=("PB-030",)))

    assert HandCostChanged(0, -1) in news(start, Activate(0, 1, 1))
    assert HandCostChanged(0, 1) in news(after(start, Activate(0, 1, 1)), EndTurn(0))


@pytest.mark.parametrize(
    ("target", "hit"),
    [
        ("this", [1]),
        ("own_leader", [0]),
        ("own_character", [1, 2]),
        ("own_leader_or_character", [0, 1, 2]),
        ("opposing_character", [FOE + 1]),
        ("opposing_leader_or_character", [FOE, FOE + 1]),
    ],
)
def test_each_target_names_its_cards(target: str, hit: list[int]) -> None:
    step = {"do": "give_power", "target": target, "every": True, "amount": 500, "until": "always"}
    end = played(doing(step), Seat(characters=("PB-001",)), Seat(characters=("PB-001",)))
    pieces = (me(end).leader, *me(end).characters, foe(end).leader, *foe(end).characters)

    assert sorted(piece.card for piece in pieces if piece.modifiers) == sorted(hit)


def test_several_targets_are_different_ones_and_up_to_allows_fewer() -> None:
    step = {"do": "give_power", "target": "own_leader_or_character", "count": 2, "up_to": True, "amount": 1000,
            "until": "end_of_turn"}  # fmt: skip
    start = after(played(doing(step)), Choose(0, 0))

    assert refused(start, Choose(0, 0)).message == "That card cannot be chosen for this effect."
    assert after(start, Choose(0, 1)).phase == "main.idle"
    fewer = after(start, PassOn(0))
    assert fewer.phase == "main.idle"
    assert me(fewer).characters[0].modifiers == ()


def test_steps_happen_in_order_and_go_on_after_a_choice() -> None:
    """Draw two, trash one: the cards drawn can be trashed."""
    start = after(table(Seat(hand=("PB-020",), active_don=2)), PlayCard(0, 1))

    assert len(me(start).hand) == 2
    assert len(me(after(start, Choose(0, me(start).hand[1]))).hand) == 1


# Optional effects and costs


def test_an_effect_that_costs_something_may_be_declined() -> None:
    price = doing({"do": "draw", "amount": 1}, cost={"rest_don": 1})
    start = played(price, Seat(active_don=2))

    assert start.phase == "main.triggers.offered"
    assert refused(start, UseTrigger(1)).message == "This is your opponent's decision."
    assert refused(start, DeclineTrigger(1)).message == "This is your opponent's decision."
    used, declined = after(start, UseTrigger(0)), after(start, DeclineTrigger(0))
    assert (len(me(used).hand), len(me(used).active_don)) == (1, 1)
    assert (len(me(declined).hand), len(me(declined).active_don)) == (0, 2)


def test_an_effect_that_cannot_be_paid_does_not_happen_and_nobody_is_asked() -> None:
    start = table(Seat(hand=(doing({"do": "draw", "amount": 1}, cost={"rest_don": 1}),)))

    assert after(start, PlayCard(0, 1)).phase == "main.idle"
    assert EffectDropped(0, 1, Timing.ON_PLAY) in news(start, PlayCard(0, 1))


@pytest.mark.parametrize("hand", [0, 1])
def test_an_effect_whose_condition_is_not_met_does_not_happen(hand: int) -> None:
    card = doing({"do": "draw", "amount": 1}, condition={"hand_at_most": 0})
    end = played(card, Seat(hand=("PB-001",) * hand))

    assert len(me(end).hand) == 1


def test_once_per_turn_holds_for_triggers_too() -> None:
    """The watch gets up after its first attack of a turn, not after its second."""
    start = table(Seat(characters=("PB-028",)))
    one = after(start, Attack(0, 1, FOE), PassOn(1), PassOn(1))
    assert not me(one).characters[0].rested
    two = after(one, Attack(0, 1, FOE), PassOn(1), PassOn(1))
    assert me(two).characters[0].rested


def test_an_effect_of_a_card_that_has_left_still_happens_but_not_to_itself() -> None:
    card = made(
        effects=(
            effect("on_play", {"do": "ko", "target": "this"}),
            effect(
                "on_play",
                {"do": "give_power", "target": "this", "amount": 1, "until": "always"},
                {"do": "draw", "amount": 1},
            ),
        )
    )
    end = played(card)

    assert me(end).trash[-1] == 1
    assert len(me(end).hand) == 1


def test_a_used_effect_is_told() -> None:
    start = table(Seat(hand=(doing({"do": "draw", "amount": 1}),)))

    assert EffectUsed(0, 1, Timing.ON_PLAY) in news(start, PlayCard(0, 1))


# The order of several triggers

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

    assert start.phase == "main.triggers.ordering"
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
    assert theirs_next.phase == "main.triggers.ordering"
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
    while here.phase == "main.triggers.offered":
        assert here.game.running is not None
        asked.append(here.game.running.player)
        here = after(here, UseTrigger(asked[-1]))

    assert asked == order


def test_official_triggers_of_different_waves_are_not_ordered_together() -> None:
    """Two of yours wait: one since the turn's end, one since your first effect."""
    rests = effect("end_of_your_turn", {"do": "rest", "target": "this"}, optional=True)
    start = table(Seat(characters=(made(effects=(rests, NOTICES)), made(effects=(rests,)))), preset="official")
    start = after(start, EndTurn(0), OrderTrigger(0, 0), UseTrigger(0))

    assert start.phase == "main.triggers.offered"
    assert [waiting.wave for waiting in start.game.queue] == [1]
    assert after(start, UseTrigger(0), UseTrigger(0)).game.active == 1


# Cards that have left


@pytest.mark.parametrize(("preset", "drawn"), [("seed", 1), ("official", 0)])
def test_official_a_waiting_trigger_of_a_card_that_has_left_the_field_does_nothing(preset: str, drawn: int) -> None:
    card = made(
        effects=(effect("on_play", {"do": "ko", "target": "this"}), effect("on_play", {"do": "draw", "amount": 1}))
    )
    start = table(Seat(hand=(card,)), preset=preset)
    moves = (PlayCard(0, 1), OrderTrigger(0, 0)) if preset == "official" else (PlayCard(0, 1),)

    assert len(me(after(start, *moves)).hand) == drawn
    assert (EffectDropped(0, 1, Timing.ON_PLAY) in news(start, *moves)) is (preset == "official")


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_effects_of_cards_that_are_never_on_the_field_do_not_need_them_there(preset: str) -> None:
    """An event, and a card that was knocked out."""
    event = table(Seat(hand=("PB-052",), active_don=1), preset=preset)
    assert len(me(after(event, PlayCard(0, 1))).hand) == 2

    ko = doing({"do": "ko", "target": "opposing_character"})
    start = played(ko, opponent=Seat(characters=("PB-026",)), preset=preset)
    assert len(foe(after(start, Choose(0, FOE + 1))).hand) == 1


@pytest.mark.parametrize("preset", ["seed", "official"])
@pytest.mark.parametrize(("given", "drawn"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_on_ko_is_judged_by_the_don_that_the_card_had_on_the_field(preset: str, given: int, drawn: int) -> None:
    brave = made(effects=(effect("on_ko", {"do": "draw", "amount": 1}, condition={"given_don": 2}),))
    ko = doing({"do": "ko", "target": "own_character"})
    start = table(Seat(hand=(ko,), characters=(brave,), active_don=3), preset=preset)
    start = after(start, *[GiveDon(0, don, 2) for don in me(start).active_don[:given]], PlayCard(0, 1), Choose(0, 2))

    assert len(me(start).hand) == drawn
    assert len(me(start).rested_don) == given


def test_on_ko_in_battle_is_judged_by_the_don_that_the_card_had() -> None:
    brave = made(power=1000, effects=(effect("on_ko", {"do": "draw", "amount": 1}, condition={"given_don": 1}),))
    start = table(Seat(characters=(brave,), active_don=1), active=0)
    start = after(start, GiveDon(0, 51, 1), Attack(0, 1, FOE), PassOn(1), PassOn(1), EndTurn(0))

    assert len(me(after(start, Attack(1, FOE, 1), PassOn(0), PassOn(0))).hand) == 1


# Chains without end


def restless(**more: Any) -> Card:
    """Whenever it rests it gets up and rests again."""
    return made(
        power=5000,
        effects=(
            effect("when_rested", {"do": "set_active", "target": "this"}, {"do": "rest", "target": "this"}, **more),
        ),
    )


def test_an_effect_that_loops_for_ever_ends_the_game_in_a_draw() -> None:
    start = table(Seat(characters=(restless(),)))
    end = after(start, Attack(0, 1, FOE))

    assert end.phase == "game_over"
    assert outcome(end.game) == Outcome(None, None, Reason.ENDLESS)
    used = [told for told in news(start, Attack(0, 1, FOE)) if isinstance(told, EffectUsed)]
    assert len(used) == NEVER_ENDING


def test_once_per_turn_ends_a_loop() -> None:
    end = after(table(Seat(characters=(restless(once_per_turn=True),))), Attack(0, 1, FOE))

    assert end.phase == "main.battle.blocking"


def test_a_loop_that_a_player_can_decline_goes_on_while_the_player_wants() -> None:
    start = after(table(Seat(characters=(restless(optional=True),))), Attack(0, 1, FOE))
    for _ in range(5):
        start = after(start, UseTrigger(0))

    assert after(start, DeclineTrigger(0)).phase == "main.battle.blocking"


def test_whoever_can_end_a_loop_by_declining_has_to_end_it() -> None:
    start, used = after(table(Seat(characters=(restless(optional=True),))), Attack(0, 1, FOE)), 0
    while start.phase == "main.triggers.offered":
        start, used = after(start, UseTrigger(0)), used + 1

    assert (start.phase, used) == ("main.battle.blocking", NEVER_ENDING)
