"""For integrators who want a result instead of a snapshot or a refusal."""

import msgspec

from fsm import Refusal, Snapshot, Trace
from games.onepiece.moves import PlayCard
from games.onepiece.table import Game, News


class PlayCardResult(msgspec.Struct, frozen=True):
    """What became of an attempt to play a card."""

    success: bool
    error: str | None
    new_state: Snapshot[Game]
    """After a failure, the very state that was passed."""
    events: tuple[News, ...] = ()
    """What happened, in order, such as DON rested and cards moved. Empty after a failure."""


def play_card(snapshot: Snapshot[Game], player: int, card: int) -> PlayCardResult:
    """Try to play a card from the hand."""
    from games.onepiece import engine  # here, because the package imports this module

    trace = Trace()
    answer = engine.step_traced(snapshot, PlayCard(player, card), trace)
    if isinstance(answer, Refusal):
        return PlayCardResult(False, answer.message, snapshot)
    return PlayCardResult(True, None, answer, tuple(trace.news))
