"""The seats of a match, and which of them it waits for."""

from fsm import Snapshot
from games.uno.calls import next_to_act
from games.uno.table import Table

OVER = ("round_over", "match_over")


def seats(game: Table) -> range:
    """All seats, from 0. That of a player who has left stays: its owner may watch, and holds no cards."""
    return range(game.settings.players)


def to_act(snapshot: Snapshot[Table]) -> tuple[int, ...]:
    """The player to act; before an UNO call also the one who may go on without it; after a round nobody, for the host
    deals the next one."""
    game = snapshot.game
    if snapshot.phase in OVER:
        return ()
    if snapshot.phase == "round.calling":
        return game.order[game.turn], game.order[next_to_act(game)]
    return (game.order[game.turn],)
