"""Leaving a match, during a round and between rounds."""

from msgspec.structs import replace

from fsm import guard, with_news
from fsm.chance import shuffled
from games.uno.moves import Seated
from games.uno.news import PlayerLeft
from games.uno.table import Table


@guard("More than two players are left.", says="only two are left")
def two_remain(game: Table) -> bool:
    """If one of them leaves, the other has nobody to play with."""
    return len(game.order) == 2


def leave(game: Table, move: Seated) -> Table:
    """The hand is shuffled into the deck; the turn passes on if it was theirs."""
    seat = move.player
    place = game.order.index(seat)
    hand = game.hands[seat]
    settled = place == game.turn or len(game.order) == 2  # nobody is left who owes, or nobody to pay
    after = replace(
        game,
        order=tuple(other for other in game.order if other != seat),
        turn=turn_without(game, place),
        hands=tuple(() if other == seat else hand for other, hand in enumerate(game.hands)),
        deck=shuffled(game.deck + hand, game.seed, game.draws),
        draws=game.draws + 1,
        owed=0 if settled else game.owed,
        bluffer=None if settled else game.bluffer,
    )
    return with_news(after, PlayerLeft(seat, len(hand)))


def turn_without(game: Table, place: int) -> int:
    """The place of the player to act, once the player at another place, or at that one, is gone."""
    acting = game.order[game.after(place == game.turn)]
    return [seat for seat in game.order if seat != game.order[place]].index(acting)
