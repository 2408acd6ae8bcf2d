"""The one move of Goofspiel."""

from collections.abc import Iterable

from fsm import Move
from games.goofspiel.table import Table


class Bid(Move):
    """Bid a card of your hand; nobody sees it before all have bid."""

    seat: int
    card: int

    @classmethod
    def candidates(cls, game: Table) -> Iterable["Bid"]:
        return [cls(seat, card) for seat, hand in enumerate(game.hands) for card in hand]
