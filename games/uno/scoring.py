"""The end of a round and of a match."""

from itertools import chain

from msgspec.structs import replace

from fsm import guard, makes_news
from games.uno.cards import POINTS
from games.uno.news import MatchOver, round_news
from games.uno.table import Ending, Outcome, Table


@makes_news(round_news)
def score_round(game: Table) -> Table:
    """The player who laid the last card of their hand scores what the others still hold."""
    winner = game.player
    points = sum(map(POINTS.__getitem__, chain.from_iterable(game.hands)))
    scores = [*game.scores]
    scores[winner] += points
    return replace(game, scores=tuple(scores), winner=winner)


@guard("The match goes on.", says="somebody has won the match")
def match_is_decided(game: Table) -> bool:
    """The score limit is reached, or fewer than two players are left."""
    return limit_is_reached(game) or len(game.order) < 2


def limit_is_reached(game: Table) -> bool:
    """The winner of the round has as many points as were agreed."""
    limit = game.settings.score_limit
    return limit is not None and max(game.scores) >= limit


def match_news(before: Table, after: Table) -> list[object]:
    """How the match ended."""
    result = outcome(after)
    assert result is not None, "a match ends when it is decided"
    return [MatchOver(result)]


@makes_news(match_news)
def end_match(game: Table) -> Table:
    """Nothing moves any more; the outcome is announced."""
    return game


def outcome(game: Table) -> Outcome | None:
    """Who won the match, and why it is over; None while it goes on."""
    if len(game.order) < 2:
        return Outcome(None, Ending.ABANDONED, game.scores)
    if game.winner is None:
        return None
    if game.settings.score_limit is None:
        return Outcome(game.winner, Ending.LAST_CARD, game.scores)
    return Outcome(game.winner, Ending.SCORE_LIMIT, game.scores) if limit_is_reached(game) else None


def returns(game: Table) -> dict[int, float]:
    """What each seat gets: the winner 1, and all others, also those who have left, share -1; 0 if nobody won."""
    result, players = outcome(game), game.settings.players
    if result is None or result.winner is None:
        return dict.fromkeys(range(players), 0.0)
    return dict.fromkeys(range(players), -1 / (players - 1)) | {result.winner: 1.0}
