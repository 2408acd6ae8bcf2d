"""Whose move it is, and how a game ends."""

from typing import Protocol

from msgspec.structs import replace

from fsm import guard
from games.onepiece.moves import Concede
from games.onepiece.news import GameEnded, add_news, delivers_news
from games.onepiece.options import decider
from games.onepiece.table import PLAYERS, Game, Reason, outcome


class Moved(Protocol):
    """A move; all of them name their player."""

    @property
    def player(self) -> int: ...


@guard("It is not your turn.", says="it is your turn")
def is_your_turn(game: Game, move: Moved) -> bool:
    return move.player == game.active


@guard("This is your opponent's decision.", says="it is your decision")
def is_your_decision(game: Game, move: Moved) -> bool:
    """The player is the one who is asked, in a battle or by an effect."""
    return move.player == decider(game)


@guard("Nobody has lost.")
def someone_has_lost(game: Game) -> bool:
    """One player, or both at once."""
    return bool(game.losers)


@guard("There is no such player.", says="you are a player")
def player_exists(game: Game, move: Moved) -> bool:
    """Anyone at the table may give up, at any time."""
    return move.player in PLAYERS


def concede(game: Game, move: Concede) -> Game:
    return replace(game, losers=(move.player,), reason=Reason.CONCEDED)


@delivers_news
def declare_result(game: Game) -> Game:
    """What was going on is over."""
    result = outcome(game)
    assert result is not None, "a game ends for a reason"
    game = replace(game, queue=(), running=None, joining=None, chain=0)
    return add_news(game, GameEnded(result))
