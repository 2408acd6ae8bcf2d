"""The end of a round and of a match."""

from itertools import chain

from msgspec.structs import replace

from fsm import guard, tells
from games.uno.cards import POINTS
from games.uno.news import MatchOver, RoundWon
from games.uno.table import Ending, Outcome, Settings, Table


def winner_of_round(game: Table) -> int:
    """The seat with an empty hand."""
    return next(seat for seat in game.order if not game.hands[seat])


def round_news(before: Table, after: Table) -> list[object]:
    """Who won the round, and how much."""
    return [RoundWon(winner_of_round(after), sum(after.scores) - sum(before.scores))]


@tells(round_news)
def score_round(game: Table) -> Table:
    """The winner scores what the others still hold."""
    winner = winner_of_round(game)
    points = sum(map(POINTS.__getitem__, chain.from_iterable(game.hands)))
    scores = [*game.scores]
    scores[winner] += points
    return replace(game, scores=tuple(scores))


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
    return [MatchOver(outcome(after))]


@tells(match_news)
def end_match(game: Table) -> Table:
    """Nothing moves any more; the outcome is announced."""
    return game


def outcome(game: Table) -> Outcome:
    """Who won a finished match, and why it is over."""
    if len(game.order) < 2:
        return Outcome(None, Ending.ABANDONED, game.scores)
    ending = Ending.LAST_CARD if one_round_is_played(game.settings) else Ending.SCORE_LIMIT
    return Outcome(winner_of_round(game), ending, game.scores)
