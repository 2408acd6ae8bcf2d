"""The end of a round and of a match."""

from msgspec.structs import replace

from fsm import guard, told
from games.uno.cards import POINTS
from games.uno.news import MatchOver, RoundWon
from games.uno.table import Ending, Outcome, Settings, Table


def winner_of_round(game: Table) -> int:
    """The seat with an empty hand."""
    return next(seat for seat in game.order if not game.hands[seat])


def score_round(game: Table) -> Table:
    """The winner scores what the others still hold."""
    winner = winner_of_round(game)
    points = sum(POINTS[card] for hand in game.hands for card in hand)
    scores = tuple(score + points * (seat == winner) for seat, score in enumerate(game.scores))
    return told(replace(game, scores=scores), RoundWon(winner, points))


@guard("The match goes on until the score limit.", negated="The match is a single round.")
def one_round_is_played(settings: Settings) -> bool:
    """No score limit was agreed."""
    return settings.score_limit is None


@guard("The score limit is not reached.")
def limit_is_reached(game: Table) -> bool:
    """The winner of the round has as many points as were agreed."""
    limit = game.settings.score_limit
    return limit is not None and max(game.scores) >= limit


def end_match(game: Table) -> Table:
    """Nothing moves any more; the outcome is announced."""
    return told(game, MatchOver(outcome(game)))


def outcome(game: Table) -> Outcome:
    """Who won a finished match, and why it is over."""
    if len(game.order) < 2:
        return Outcome(None, Ending.ABANDONED, game.scores)
    ending = Ending.LAST_CARD if one_round_is_played(game.settings) else Ending.SCORE_LIMIT
    return Outcome(winner_of_round(game), ending, game.scores)
