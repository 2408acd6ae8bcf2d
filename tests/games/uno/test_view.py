"""What players may know."""

import msgspec
import pytest

from fsm import PhasebookError
from games.uno import Draw, Play, engine
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
    with pytest.raises(PhasebookError, match=r"seats are 0 to 1, None is a spectator"):
        engine.view(START, player)
