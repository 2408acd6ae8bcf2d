"""What players may know."""

import msgspec
import pytest

from fsm import PhasebookError
from games.uno import Draw, Leave, Play, engine
from tests.games.uno.tables import after, position

HAND, OTHER = ("blue-1-1", "wild-draw4-1", "red-9-1"), ("red-1-1", "red-2-1")
START = position(HAND, OTHER, top="red-5-1", preset="official")


def seen_by(player: int | None) -> str:
    """The view as JSON."""
    return msgspec.json.encode(engine.view(START, player)).decode()


def test_a_view_shows_one_hand_and_the_counts_of_the_others() -> None:
    view = engine.view(START, 0)

    assert [card.id for card in view.hand] == list(HAND)
    assert view.player_card_counts == (3, 2)
    assert not any(card in seen_by(0) for card in OTHER)


def test_a_spectator_sees_no_hand() -> None:
    assert engine.view(START, None).hand == ()
    assert not any(card in seen_by(None) for card in (*HAND, *OTHER))


@pytest.mark.parametrize("player", [0, 1, None])
def test_a_view_never_shows_the_deck_or_the_seed(player: int | None) -> None:
    text = seen_by(player)

    assert not any(f'"{card}"' in text for card in START.game.deck)
    assert '"seed"' not in text
    assert '"draws"' not in text


def test_a_view_never_shows_a_bluff() -> None:
    """Before the challenge a bluff and a fair play look the same to the others."""
    bluff = after(START, Play(0, "wild-draw4-1", "blue"))
    fair = after(
        position(("blue-1-1", "wild-draw4-1", "blue-9-1"), OTHER, top="red-5-1", preset="official"),
        Play(0, "wild-draw4-1", "blue"),
    )

    assert bluff.game.bluffer != fair.game.bluffer
    assert engine.view(bluff, 1) == engine.view(fair, 1)
    assert engine.view(bluff, None) == engine.view(fair, None)


def test_the_player_who_laid_a_wild_draw_four_knows_whether_it_was_fair() -> None:
    bluff = after(START, Play(0, "wild-draw4-1", "blue"))
    fair = after(
        position(("blue-1-1", "wild-draw4-1", "blue-9-1"), OTHER, top="red-5-1", preset="official"),
        Play(0, "wild-draw4-1", "blue"),
    )

    assert [engine.view(bluff, seat).bluffed for seat in (0, 1, None)] == [True, None, None]
    assert [engine.view(fair, seat).bluffed for seat in (0, 1, None)] == [False, None, None]
    assert engine.view(START, 0).bluffed is None


@pytest.mark.parametrize(("leaver", "known"), [(0, [True, None, False]), (1, [None, None, None])])
def test_a_bluffer_who_leaves_keeps_the_secret(leaver: int, known: list[bool | None]) -> None:
    """If the challenger leaves instead, there is nothing left to challenge."""
    start = position(HAND, OTHER, ("green-1-1", "green-2-1"), top="red-5-1", preset="official")
    left = after(start, Play(0, "wild-draw4-1", "blue"), Leave(leaver))

    assert [engine.view(left, seat).bluffed for seat in range(3)] == known


def test_the_whole_pile_lies_open() -> None:
    end = after(START, Play(0, "wild-draw4-1", "blue"))

    assert engine.view(end, None).pile == ("red-5-1", "wild-draw4-1:blue")


def test_hands_are_laid_open_when_a_round_is_won_and_not_before() -> None:
    start = position(("red-9-1",), OTHER, top="red-5-1")
    end = after(start, Play(0, "red-9-1"))

    assert engine.view(start, 0).open_hands == ()
    assert [[card.id for card in hand] for hand in engine.view(end, None).open_hands] == [[], [*OTHER]]
    assert engine.view(end, None).winner == 0


def test_a_match_that_is_abandoned_lays_no_hand_open() -> None:
    assert engine.view(after(START, Leave(0)), None).open_hands == ()


@pytest.mark.parametrize("card", ["red-4-1", "green-4-1", "wild-4"])
def test_others_do_not_see_which_card_was_drawn(card: str) -> None:
    """That it fits they see, for then its player has a choice; not which it is."""
    drawn = after(position(HAND, OTHER, top="red-5-1", deck=(card, "blue-7-1"), preset="official"), Draw(0))

    assert card not in msgspec.json.encode(engine.view(drawn, 1)).decode()


def test_a_view_tells_what_a_user_interface_needs() -> None:
    view = engine.view(START, 1)

    assert (view.active_colour, view.direction, view.current_player) == ("red", 1, 0)
    assert (view.top_card.id, view.top_card.colour, view.top_card.symbol) == ("red-5-1", "red", "5")
    assert view.deck_size == 102


@pytest.mark.parametrize("player", [2, -1, "0", True])
def test_an_unknown_seat_is_an_error_that_names_the_seats(player: object) -> None:
    with pytest.raises(PhasebookError, match=r"the seats are 0, 1, and None is a spectator"):
        engine.view(START, player)
