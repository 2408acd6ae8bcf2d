"""What each step of an effect does, and to which cards."""

import pytest

from games.onepiece import Activate, Choose, EndTurn, PassOn, PlayCard, engine
from games.onepiece.news import CostChanged, HandCostChanged
from games.onepiece.power_and_cost import cost_of, power_of
from tests.games.onepiece.tables import FOE, Seat, after, doing, foe, me, news, played, refused, table


@pytest.mark.parametrize(("who", "hands"), [("you", (2, 0)), ("opponent", (0, 2)), ("both", (2, 2))])
def test_draw(who: str, hands: tuple[int, int]) -> None:
    end = played(doing({"do": "draw", "amount": 2, "who": who}))

    assert (len(me(end).hand), len(foe(end).hand)) == hands


def test_trash_from_hand_of_ones_own_choice() -> None:
    start = played(doing({"do": "trash_from_hand", "amount": 2}), Seat(hand=("PB-001",) * 3))
    assert start.phase == "triggers.choosing"
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


def test_give_cost_to_the_hand_is_reported() -> None:
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
