"""The one move of Goofspiel."""

from collections.abc import Iterable

from fsm import Move
from games.goofspiel.table import Table


class Bid(Move):
    """Bid a card of your hand; nobody sees it before all have bid."""

    when_absent = True
    seat: int
    card: int

    @classmethod
    def candidates(cls, game: Table, seat: int | None = None) -> Iterable["Bid"]:
        return [cls(one, card) for one, hand in enumerate(game.hands) if seat in (None, one) for card in hand]
