"""What holds in every snapshot, so that a broken or forged save is refused."""

from fsm import Snapshot
from games.goofspiel.table import Table


def table_fits_the_settings(snapshot: Snapshot[Table]) -> bool:
    """Each seat has a hand and a score, and no card is twice in a hand or among the prizes."""
    game, cards = snapshot.game, {*range(1, snapshot.game.settings.cards + 1)}
    sound = all(len({*pile} & cards) == len(pile) for pile in (*game.hands, game.deck + game.stake))
    return sound and len(game.hands) == len(game.scores) == game.settings.players


def hands_last_as_long_as_prizes(snapshot: Snapshot[Table]) -> bool:
    """While bids are gathered there is a card for each prize to come and one for the last prize at stake."""
    game, is_bidding = snapshot.game, snapshot.phase == "round.bidding"
    sizes = {len(game.deck) + is_bidding, *map(len, game.hands)}
    stake = len(game.stake) >= is_bidding if game.settings.carry_over else len(game.stake) == is_bidding
    return len(sizes) == 1 and (0 in sizes) != is_bidding and stake and not game.bids


def points_are_those_of_the_prizes(snapshot: Snapshot[Table]) -> bool:
    """Every prize that is gone was scored, or discarded after a tie."""
    game = snapshot.game
    lost = sum(range(game.settings.cards + 1)) - sum(game.deck + game.stake + game.scores)
    return min(game.scores, default=0) >= 0 and (lost == 0 if game.settings.carry_over else lost >= 0)


INVARIANTS = (table_fits_the_settings, hands_last_as_long_as_prizes, points_are_those_of_the_prizes)
