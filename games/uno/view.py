"""What a player may know: their own hand, card counts, what lies open. Never the deck or the seed."""

import msgspec

from fsm import PhasebookError, Snapshot
from games.uno.cards import CARDS, Card
from games.uno.table import Settings, Table


class UnoView(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: str
    settings: Settings
    round: int
    player: int | None
    """Whose view this is; None is a spectator."""
    hand: tuple[Card, ...]
    player_card_counts: tuple[int, ...]
    """By seat."""
    current_player: int
    """The seat to act."""
    order: tuple[int, ...]
    direction: int
    top_card: Card
    active_colour: str | None
    deck_size: int
    pile_size: int
    owed: int
    """Cards that the player to act must draw unless they can answer."""
    scores: tuple[int, ...]
    """By seat."""


def view(snapshot: Snapshot[Table], player: int | None) -> UnoView:
    """The table as a seat sees it, or a spectator for None."""
    game = snapshot.game
    return UnoView(
        phase=snapshot.phase,
        settings=game.settings,
        round=game.round,
        player=player,
        hand=tuple(CARDS[card] for card in hand_of(game, player)),
        player_card_counts=game.player_card_counts,
        current_player=game.player,
        order=game.order,
        direction=game.direction,
        top_card=CARDS[game.pile[-1]],
        active_colour=game.active_colour,
        deck_size=len(game.deck),
        pile_size=len(game.pile),
        owed=game.owed,
        scores=game.scores,
    )


def hand_of(game: Table, player: int | None) -> tuple[str, ...]:
    """The hand that this viewer may see."""
    if player is None:
        return ()
    if type(player) is not int or not 0 <= player < len(game.hands):
        last = len(game.hands) - 1
        raise PhasebookError(f"There is no seat {player!r}; seats are 0 to {last}, None is a spectator.")
    return game.hands[player]
