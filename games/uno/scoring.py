"""The end of a round and of a match."""

from itertools import chain

from msgspec.structs import replace

from fsm import guard, makes_news
from games.uno.cards import POINTS
from games.uno.news import MatchOver, RoundWon
from games.uno.table import Ending, Outcome, Settings, Table


def round_news(before: Table, after: Table) -> list[object]:
    """Who won the round, and how much."""
    return [RoundWon(after.player, sum(after.scores) - sum(before.scores))]


@makes_news(round_news)
def score_round(game: Table) -> Table:
    """The player who laid the last card of their hand scores what the others still hold."""
    winner = game.player
    points = sum(map(POINTS.__getitem__, chain.from_iterable(game.hands)))
    scores = [*game.scores]
    scores[winner] += points
    return replace(game, scores=tuple(scores), winner=winner)


@guard("The match goes on until the score limit.", negated="The match is a single round.")
def one_round_is_played(settings: Settings) -> bool:
    """No score limit was agreed."""
    return settings.score_limit is None


@guard("The score limit is not reached.")
def limit_is_reached(game: Table) -> bool:
    """The winner of the round has as many points as were agreed."""
    limit = game.settings.score_limit
    return limit is not None and max(game.scores) >= limit


def match_news(_: Table, after: Table) -> list[object]:
    """How the match ended."""
    result = outcome(after)
    return [] if result is None else [MatchOver(result)]


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
    if one_round_is_played(game.settings):
        return Outcome(game.winner, Ending.LAST_CARD, game.scores)
    return Outcome(game.winner, Ending.SCORE_LIMIT, game.scores) if limit_is_reached(game) else None
