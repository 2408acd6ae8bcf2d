"""For integrators who want a result instead of a snapshot or a refusal: success, error, new state."""

import msgspec

from fsm import Refusal, Snapshot
from games.onepiece.assembly import engine
from games.onepiece.moves import PlayCard
from games.onepiece.table import Game


class PlayCardResult(msgspec.Struct, frozen=True):
    """What became of an attempt to play a card."""

    success: bool
    error: str | None
    new_state: Snapshot[Game]
    """After a failure, the very state that was passed."""


def play_card(snapshot: Snapshot[Game], player: int, card: int) -> PlayCardResult:
    """Try to play a card from the hand."""
    answer = engine.step(snapshot, PlayCard(player, card))
    if isinstance(answer, Refusal):
        return PlayCardResult(False, answer.message, snapshot)
    return PlayCardResult(True, None, answer)
