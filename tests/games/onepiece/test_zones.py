"""Finding cards, and moving them between zones."""

import pytest
from msgspec.structs import replace

from games.onepiece import EndTurn, Outcome, PlayCard, Reason, engine
from games.onepiece.actions import place_character
from games.onepiece.table import THINGS, Piece, Zone, outcome
from games.onepiece.zones import is_don, leave_field, owner_of, piece_of, rest_don, return_don, with_piece
from tests.games.onepiece.tables import FOE, Seat, after, me, table

# Finding


def test_an_id_says_whose_card_it_is_and_whether_it_is_a_don() -> None:
    assert [owner_of(card) for card in (0, THINGS - 1, THINGS, 2 * THINGS - 1)] == [0, 0, 1, 1]
    assert [is_don(card) for card in (-1, 0, 50, 51, THINGS, 2 * THINGS - 1, 2 * THINGS)] == [
        False, False, False, True, False, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(("card", "found"), [(0, True), (1, True), (2, True), (3, False), (FOE, True), (999, False)])
def test_a_piece_is_found_on_the_field_only(card: int, found: bool) -> None:
    game = table(Seat(characters=("PB-001",), stage="PB-040")).game

    assert (piece_of(game, card) is not None) is found


# Moving


@pytest.mark.parametrize("to", [Zone.TRASH, Zone.HAND])
def test_a_card_that_leaves_the_field_leaves_its_don_rested(to: Zone) -> None:
    game = table(Seat(characters=("PB-001", "PB-002"), active_don=2)).game
    don = game.sides[0].active_don
    game = with_piece(game, replace(game.sides[0].characters[0], given=don[:1]))
    side = leave_field(game, game.sides[0].characters[0], to).sides[0]

    assert [piece.card for piece in side.characters] == [2]
    assert side.rested_don == don[:1]
    assert (side.hand if to is Zone.HAND else side.trash)[-1:] == (1,)


def test_what_goes_back_to_the_hand_was_seen_by_everybody_from_then_on() -> None:
    game = table(Seat(characters=("PB-001", "PB-002"))).game
    once = leave_field(game, game.sides[0].characters[0], Zone.HAND)
    again = leave_field(place_character(once, 1), Piece(1), Zone.HAND)

    assert [here.sides[0].sent_back for here in (game, once, again)] == [(), (1,), (1,)]
    assert leave_field(game, game.sides[0].characters[0], Zone.TRASH).sides[0].sent_back == ()


@pytest.mark.parametrize("amount", [1, 2, 3])
def test_don_is_rested_from_the_active_and_goes_back_from_the_rested_first(amount: int) -> None:
    game = table(Seat(active_don=3, rested_don=1)).game
    before, rested, back = game.sides[0], rest_don(game, 0, amount).sides[0], return_don(game, 0, amount).sides[0]

    assert (len(rested.active_don), len(rested.rested_don)) == (3 - amount, 1 + amount)
    assert (len(back.active_don), len(back.rested_don)) == (4 - amount, 0)
    assert back.don_deck == (*before.don_deck, *before.rested_don, *before.active_don[: amount - 1])


# Drawing


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
