"""Who hears what: declared with the news, and nobody by default."""

from typing import Any

import msgspec
import pytest

from fsm import Chosen, News, Redone, Undone, heard_by
from tests.fsm.parlour import CardDrawn, CardsDrawn, CardShown, Knocked


@pytest.mark.parametrize("seat", ["east", "north", None, 0])
def test_public_news_is_heard_by_everybody(seat: Any) -> None:
    for item in (CardShown(3), Chosen("east"), Undone(1), Redone(1)):
        assert heard_by(item, seat) is item


def test_the_audience_hears_all_of_it_and_others_what_is_public() -> None:
    drawn = CardDrawn("east", 7)

    assert heard_by(drawn, "east") is drawn
    assert heard_by(drawn, "north") == heard_by(drawn, None) == CardsDrawn("east", 1)


@pytest.mark.parametrize("item", [Knocked("east"), "news", {"seat": "east"}, None])
def test_nobody_hears_what_declares_no_audience(item: Any) -> None:
    assert heard_by(item, "east") is heard_by(item, None) is None


def test_a_spectator_is_in_no_audience() -> None:
    class Whispered(News):
        def audience(self) -> tuple[Any, ...]:
            return (None,)

    assert heard_by(Whispered(), None) is None


def test_news_is_frozen_and_knows_its_name_in_json() -> None:
    assert msgspec.json.encode(CardsDrawn("east", 2)) == b'{"type":"CardsDrawn","seat":"east","count":2}'
    with pytest.raises(AttributeError):
        CardShown(3).card = 4
