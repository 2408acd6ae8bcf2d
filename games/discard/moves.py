"""The moves of the discard turn."""

from collections.abc import Iterable

from fsm import Move
from games.discard.table import DISCARD_COUNTS, HAND_SIZES, Table


class DealNextHand(Move):
    """Deal the hand of this turn."""

    says = "Deal the next hand"
    when_absent = True


class ToggleCard(Move):
    """Select a card for discarding, or deselect it."""

    says = "Select or put back a card"
    when_absent = True
    card: str
    """The card's id."""

    @classmethod
    def candidates(cls, game: Table) -> Iterable["ToggleCard"]:
        """Cards that are not selected come first: a clock that plays the first move gets on with it."""
        return [cls(card.id) for card in sorted(game.hand_cards, key=lambda card: card.id in game.selected)]


class ConfirmDiscard(Move):
    """Discard the selected cards."""

    says = "Discard the selection"
    when_absent = True


class EndTurn(Move):
    """End the turn."""

    says = "End the turn"
    when_absent = True


class ChangeSettings(Move):
    """Change the sizes that the next deal goes by; None leaves one as it is."""

    says = "Change the settings"

    hand_size: int | None = None
    discard_count: int | None = None

    @classmethod
    def candidates(cls, game: Table) -> Iterable["ChangeSettings"]:
        """One of each size; any other number is clamped to one of these."""
        return [
            *(cls(hand_size=size) for size in HAND_SIZES),
            *(cls(discard_count=n) for n in DISCARD_COUNTS),
        ]


AnyMove = DealNextHand | ToggleCard | ConfirmDiscard | EndTurn | ChangeSettings
"""What a player can send, in the order in which an engine lists it."""
