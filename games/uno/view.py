"""What a player may know: their own hand, card counts, what lies open. Never the deck or the seed.

A view is what a seat sees at this moment. It does not remember for the player what they saw before: cards that they
have swapped away, or that a player drew who could not play.
"""

import msgspec

from fsm import Snapshot
from games.uno.answers import draw_four_was_laid
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
    pile: tuple[str, ...]
    """What lies open, from the first card to the top card, as short texts; wilds with the colours chosen."""
    owed: int
    """Cards that the player to act must draw unless they can answer."""
    bluffed: bool | None
    """Whether your own Wild Draw Four, which may be challenged now, is a bluff; None if there is none of yours."""
    scores: tuple[int, ...]
    """By seat."""
    winner: int | None
    """The seat that won the round; None until somebody has."""
    open_hands: tuple[tuple[Card, ...], ...]
    """By seat, the hands that are laid open to be counted when a round is won; empty before."""


def view(snapshot: Snapshot[Table], player: int | None) -> UnoView:
    """The table as a seat sees it, or a spectator for None."""
    game = snapshot.game
    return UnoView(
        phase=snapshot.phase,
        settings=game.settings,
        round=game.round,
        player=player,
        hand=shown(hand_of(game, player)),
        player_card_counts=game.player_card_counts,
        current_player=game.player,
        order=game.order,
        direction=game.direction,
        top_card=CARDS[game.pile[-1]],
        active_colour=game.active_colour,
        deck_size=len(game.deck),
        pile_size=len(game.pile),
        pile=game.pile,
        owed=game.owed,
        bluffed=own_bluff(snapshot, player),
        scores=game.scores,
        winner=game.winner,
        open_hands=() if game.winner is None else tuple(map(shown, game.hands)),
    )


def shown(hand: tuple[str, ...]) -> tuple[Card, ...]:
    """The cards, spelled out."""
    return tuple(map(CARDS.__getitem__, hand))


def hand_of(game: Table, player: int | None) -> tuple[str, ...]:
    """The hand that this viewer may see."""
    return () if player is None else game.hands[player]


def own_bluff(snapshot: Snapshot[Table], player: int | None) -> bool | None:
    """Whether this viewer has laid a bluff; None for everybody who has not laid the Wild Draw Four."""
    seat, game = suspect(snapshot), snapshot.game
    if seat is None or player is None:
        return None
    if game.bluffer == player:  # they know it also after they have left
        return True
    return False if player == seat else None


def suspect(snapshot: Snapshot[Table]) -> int | None:
    """The seat whose Wild Draw Four is, or will be, open to a challenge. If that player has left, the one before."""
    game, place = snapshot.game, SUSPECTS.get(snapshot.phase)
    if place is None or not game.settings.challenges or not draw_four_was_laid(game):
        return None
    return game.order[game.after(place)]


SUSPECTS = {"round.calling": 0, "round.challenging": -1}
"""How many steps from the player to act the player sits who has laid the top card."""
