"""Playing a card: the requirements 6.1 to 6.5, every validation, error, category and limit, under their own names."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fsm import Refusal, RefusalKind, Session, Snapshot
from games.onepiece import Activate, Attack, PlayCard, TrashCharacter, engine, play_card
from games.onepiece.cards import Category, Timing
from games.onepiece.news import CardMoved, CardPlayed, DonRested, TriggerQueued
from games.onepiece.table import MOST_CHARACTERS, THINGS, Modifier, Pending, Zone
from tests.games.onepiece.tables import Seat, after, effect, foe, made, me, news, refused, table

TWO_ON_PLAY = made(
    cost=1,
    effects=(
        effect("on_play", {"do": "draw", "amount": 1}, optional=True),
        effect("on_ko", {"do": "draw", "amount": 1}),
        effect("on_play", {"do": "draw", "amount": 2}, optional=True),
    ),
)

# 6.1 to 6.5


@pytest.mark.parametrize("cost", range(11))
def test_requirement_6_1_a_card_needs_as_many_active_don_as_it_costs(cost: int) -> None:
    number = f"PB-{cost:03}"
    enough = table(Seat(hand=(number,), active_don=cost))
    if cost:
        short = table(Seat(hand=(number,), active_don=cost - 1, rested_don=1))

        assert refused(short, PlayCard(0, me(short).hand[0])).guard == "cost_can_be_paid"
    assert me(after(enough, PlayCard(0, me(enough).hand[0]))).characters


@settings(deadline=None)  # machines can be busy
@given(active=st.integers(0, 10), rested=st.integers(0, 10), cost=st.integers(0, 10))
def test_requirement_6_2_exactly_the_cost_is_rested_of_the_active_don(active: int, rested: int, cost: int) -> None:
    rested = min(rested, 10 - active)
    start = table(Seat(hand=(f"PB-{cost:03}",), active_don=active, rested_don=rested))
    answer = engine.step(start, PlayCard(0, me(start).hand[0]))

    if active < cost:
        assert isinstance(answer, Refusal)
    else:
        assert isinstance(answer, Snapshot)
        assert len(me(answer).active_don) == active - cost
        assert me(answer).rested_don == me(start).rested_don + me(start).active_don[:cost]


def test_requirement_6_3_a_character_goes_to_the_character_area_active_and_its_on_play_triggers() -> None:
    start = table(Seat(hand=(TWO_ON_PLAY,), active_don=1))
    played = me(start).hand[0]
    end = after(start, PlayCard(0, played))

    assert [(piece.card, piece.rested) for piece in me(end).characters] == [(played, False)]
    assert end.phase == "triggers.offered"


def test_requirement_6_4_a_stage_replaces_the_old_one_which_goes_to_the_trash() -> None:
    start = table(Seat(hand=("PB-041",), stage="PB-040", active_don=2))
    old, new = me(start).stage, me(start).hand[0]
    assert old is not None
    end = after(start, PlayCard(0, new))

    stage = me(end).stage
    assert stage is not None
    assert (stage.card, stage.rested) == (new, False)
    assert old.card in me(end).trash
    assert len(me(end).hand) == 1, "Its On Play drew a card."


def test_requirement_6_5_an_events_effect_resolves_and_the_event_is_trashed() -> None:
    start = table(Seat(hand=("PB-052",), active_don=1))
    event = me(start).hand[0]
    end = after(start, PlayCard(0, event))

    assert me(end).trash[-1] == event
    assert (len(me(end).hand), len(foe(end).hand)) == (2, 2)


# Refusals, in the order of the rules, each with its own reason


def test_it_must_be_the_main_phase() -> None:
    start = engine.start(seed=1, first=0)
    no = refused(start, PlayCard(0, start.game.sides[0].hand[0]))

    assert (no.kind, no.message) == (
        RefusalKind.IMPOSSIBLE,
        "That is for the Main Phase; decide about the opening hands first.",
    )


def test_it_must_be_your_turn() -> None:
    start = table(opponent=Seat(hand=("PB-000",)))

    assert refused(start, PlayCard(1, foe(start).hand[0])).message == "It is not your turn."


def test_no_battle_may_be_on() -> None:
    start = after(table(Seat(hand=("PB-000",))), Attack(0, 0, THINGS))

    assert refused(start, PlayCard(0, me(start).hand[0])).message == "A battle is on; finish it first."


def test_no_choice_may_be_pending() -> None:
    start = table(Seat(hand=(TWO_ON_PLAY, "PB-000"), active_don=1))
    start = after(start, PlayCard(0, me(start).hand[0]))

    assert refused(start, PlayCard(0, me(start).hand[0])).message.startswith("A choice about an effect is pending")


def test_no_room_may_be_in_the_making() -> None:
    start = table(Seat(hand=("PB-000", "PB-000"), characters=("PB-000",) * 5), preset="official")
    start = after(start, PlayCard(0, me(start).hand[0]))

    assert refused(start, PlayCard(0, me(start).hand[1])).message == "Choose the character to trash first."


@pytest.mark.parametrize("card", [-1, 2 * THINGS, 10**9])
def test_error_card_is_not_found(card: int) -> None:
    assert refused(table(), PlayCard(0, card)).message == "There is no such card."


def test_error_card_is_not_in_hand() -> None:
    start = table(Seat(characters=("PB-000",), trash=("PB-000",), stage="PB-040", active_don=1))
    side = me(start)
    elsewhere = [side.leader.card, side.characters[0].card, side.trash[0], side.deck[0], side.life[0], 41]
    for card in (*elsewhere, side.active_don[0], foe(start).deck[0]):
        assert refused(start, PlayCard(0, card)).message == "That card is not in a hand."


def test_error_player_does_not_own_the_card() -> None:
    start = table(opponent=Seat(hand=("PB-000",)))

    assert refused(start, PlayCard(0, foe(start).hand[0])).message == "That card is not yours."


def test_error_category_cannot_be_played() -> None:
    """An event with only a counter effect is for the Counter Step; leaders and DON are never in a hand."""
    start = table(Seat(hand=("PB-051",), active_don=5))

    assert refused(start, PlayCard(0, me(start).hand[0])).guard == "card_can_be_played"


def test_error_character_area_is_full() -> None:
    start = table(Seat(hand=("PB-000", "PB-040"), characters=("PB-000",) * 5, active_don=1))

    assert refused(start, PlayCard(0, me(start).hand[0])).message == "Your character area is full."
    assert me(after(start, PlayCard(0, me(start).hand[1]))).stage is not None, "Stages need no room there."


def test_error_player_cannot_afford_the_cost() -> None:
    start = table(Seat(hand=("PB-001",), rested_don=10))

    assert refused(start, PlayCard(0, me(start).hand[0])).message == "You do not have enough active DON."


def test_refusals_come_in_the_order_of_the_rules() -> None:
    """A card that breaks several rules is refused for the first of them."""
    order = [guard.name for guard in engine.chart.alternatives("main.idle", "play_card")[0].guards]
    full = Seat(characters=("PB-000",) * 5, hand=("PB-051", "PB-001", "PB-000"))
    start = table(full, opponent=Seat(hand=("PB-000",)))
    reasons = [
        refused(start, PlayCard(1, 999)).guard,
        refused(start, PlayCard(0, 999)).guard,
        refused(start, PlayCard(0, foe(start).deck[0])).guard,
        refused(start, PlayCard(0, foe(start).hand[0])).guard,
        refused(start, PlayCard(0, me(start).hand[0])).guard,
        refused(start, PlayCard(0, me(start).hand[1])).guard,
        refused(table(Seat(hand=("PB-001",))), PlayCard(0, 1)).guard,
    ]

    assert reasons == order
    assert order == [
        "is_your_turn",
        "card_exists",
        "card_is_in_hand",
        "card_is_yours",
        "card_can_be_played",
        "there_is_room",
        "cost_can_be_paid",
    ]


def test_atomicity_a_refusal_by_the_last_guard_changes_nothing() -> None:
    start = table(Seat(hand=("PB-010", "PB-041"), stage="PB-040", active_don=1, rested_don=3))
    for card in me(start).hand:
        result = play_card(start, 0, card)

        assert result.new_state is start
        assert (result.success, result.error) == (False, "You do not have enough active DON.")


# Cost


def test_a_card_without_a_cost_is_free() -> None:
    start = table(Seat(hand=(made(),)))

    assert me(after(start, PlayCard(0, 1))).characters


@pytest.mark.parametrize(("change", "paid"), [(-1, 2), (-5, 0), (2, 5)])
def test_modifiers_change_the_cost_never_below_zero(change: int, paid: int) -> None:
    seat = Seat(
        hand=("PB-003",),
        active_don=6,
        stage=made(
            Category.STAGE,
            effects=(
                effect("activate", {"do": "give_cost", "target": "own_hand", "amount": change, "until": "end_of_turn"}),
            ),
        ),
    )
    start = table(seat)
    stage = me(start).stage
    assert stage is not None

    end = after(start, Activate(0, stage.card, 0), PlayCard(0, 1))

    assert me(end).discounts == (Modifier(0, change, me(end).discounts[0].until, 0),)
    assert len(me(end).rested_don) == paid


# Zone limits


def test_zone_limit_there_are_never_more_than_five_characters() -> None:
    start = table(Seat(hand=("PB-000",) * 6))
    for card in me(start).hand[:MOST_CHARACTERS]:
        start = after(start, PlayCard(0, card))

    assert refused(start, PlayCard(0, me(start).hand[0])).guard == "there_is_room"


def test_zone_limit_official_a_sixth_character_takes_the_place_of_one_without_a_ko() -> None:
    on_ko = made(effects=(effect("on_ko", {"do": "draw", "amount": 1}),))
    start = table(
        Seat(hand=("PB-001",), characters=("PB-000", on_ko, *("PB-000",) * 3), active_don=1), preset="official"
    )
    asked = after(start, PlayCard(0, 1))

    assert asked.phase == "main.playing.making_room"
    assert (me(asked).active_don, me(asked).hand) == (me(start).active_don, me(start).hand), "Nothing is paid yet."
    assert refused(asked, TrashCharacter(0, 1)).message == "That is not a character of yours."
    assert refused(asked, TrashCharacter(1, 3)).message == "It is not your turn."

    end = after(asked, TrashCharacter(0, 3))
    assert end.phase == "main.idle"
    assert [piece.card for piece in me(end).characters] == [2, 4, 5, 6, 1]
    assert me(end).trash[-1] == 3
    assert not me(end).hand, "On K.O. did not trigger."
    assert not me(end).active_don


def test_official_a_sixth_character_must_still_be_paid() -> None:
    start = table(Seat(hand=("PB-001",), characters=("PB-000",) * 5), preset="official")

    assert refused(start, PlayCard(0, 1)).guard == "cost_can_be_paid"


# On Play


def test_on_play_each_auto_effect_with_that_timing_becomes_one_trigger_in_the_cards_order() -> None:
    start = table(Seat(hand=(TWO_ON_PLAY,), active_don=1))
    end = after(start, PlayCard(0, 1))

    assert end.game.running is not None
    assert (end.game.running.card, end.game.running.effect) == (1, 0)
    assert end.game.queue == (Pending(0, 1, 2),), "The effect between them is not for playing."


def test_on_play_the_active_players_triggers_are_first() -> None:
    """The opponent's K.O. trigger arises before the second On Play, and still waits for it."""
    bomb = made(
        effects=(
            effect("on_play", {"do": "ko", "target": "opposing_character", "every": True}),
            effect("on_play", {"do": "draw", "amount": 1}, optional=True),
        )
    )
    victim = made(effects=(effect("on_ko", {"do": "draw", "amount": 1}, optional=True),))
    end = after(table(Seat(hand=(bomb,)), opponent=Seat(characters=(victim,))), PlayCard(0, 1))

    assert end.game.running is not None
    assert end.game.running.player == 0
    assert [waiting.player for waiting in end.game.queue] == [1]


# Domain events


def test_events_of_a_character_card_moved_card_played_don_rested_trigger_queued() -> None:
    start = table(Seat(hand=(TWO_ON_PLAY,), active_don=2))

    assert news(start, PlayCard(0, 1)) == [
        DonRested(0, me(start).active_don[:1]),
        CardPlayed(0, 1, "TEST"),
        CardMoved(1, Zone.HAND, Zone.CHARACTERS),
        TriggerQueued(0, 1, Timing.ON_PLAY),
        TriggerQueued(0, 1, Timing.ON_PLAY),
    ]


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_events_of_an_event_effects_queued_then_trash_and_officially_the_other_way_round(preset: str) -> None:
    start = table(Seat(hand=("PB-050",), active_don=3), opponent=Seat(characters=("PB-000",)), preset=preset)
    heard = [type(item).__name__ for item in news(start, PlayCard(0, 1))]

    first, second = ("CardMoved", "TriggerQueued") if preset == "official" else ("TriggerQueued", "CardMoved")
    assert heard == ["DonRested", "CardPlayed", first, second, "EffectUsed"]


def test_a_refusal_makes_no_news() -> None:
    session = Session(engine, table(Seat(hand=("PB-010",))))
    heard: list[object] = []
    session.subscribe(heard.append)

    assert isinstance(session.send(PlayCard(0, 1)), Refusal)
    assert heard == []
    assert session.log == ()
