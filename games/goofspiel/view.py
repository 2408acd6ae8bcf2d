"""What a player may know: all but the order of the prizes to come, and what others have chosen."""

import msgspec

from fsm import Hidden, PhasebookError, Snapshot
from games.goofspiel.moves import Bid
from games.goofspiel.table import Table


class TableView(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: str
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    """The prizes to come, from low to high."""
    stake: tuple[int, ...]
    scores: tuple[int, ...]
    chosen: tuple[Bid | Hidden, ...]
    """Your own bid, and which other seats have bid."""


def view(snapshot: Snapshot[Table], player: int | None) -> TableView:
    game = snapshot.game
    if player is not None and (type(player) is not int or player not in range(game.settings.players)):
        raise PhasebookError(f"There is no seat {player!r}; seats are counted from 0, None is a spectator.")
    return TableView(snapshot.phase, game.hands, tuple(sorted(game.deck)), game.stake, game.scores, snapshot.chosen)
