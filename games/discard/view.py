"""What a user interface shows of a discard turn, derived from a snapshot and never stored."""

import msgspec

from fsm import Snapshot
from games.discard.table import Card, Table


class TurnStatus(msgspec.Struct, frozen=True):
    """Buttons and texts of one moment."""

    can_deal: bool
    can_confirm: bool
    can_end_turn: bool
    selected: int
    owed: int
    status: str
    helper: str


class TurnView(msgspec.Struct, frozen=True):
    """What the player may know: everything but the order of the draw pile and the seed."""

    phase: str
    turn: int
    hand_cards: tuple[Card, ...]
    hand: tuple[str, ...]
    selected: tuple[str, ...]
    draw_pile_size: int
    discard_pile: tuple[str, ...]
    warning: str | None
    status: TurnStatus


def is_discarding(snapshot: Snapshot[Table]) -> bool:
    """Whether the turn is held up by cards to discard."""
    return snapshot.phase.startswith("discarding.")


def turn_status(snapshot: Snapshot[Table]) -> TurnStatus:
    """The one value that a user interface needs."""
    game, phase = snapshot.game, snapshot.phase
    return TurnStatus(
        can_deal=phase == "drawing",
        can_confirm=phase == "discarding.ready",
        can_end_turn=phase == "resting",
        selected=len(game.selected),
        owed=game.owed,
        status=status_text(snapshot),
        helper=helper_text(snapshot),
    )


def status_text(snapshot: Snapshot[Table]) -> str:
    """Which phase it is, and how the selection stands: "Discard Phase: Select 2 of 3 cards"."""
    if is_discarding(snapshot):
        return f"Discard Phase: {selection_text(snapshot.game)}"
    return "Draw Phase" if snapshot.phase == "drawing" else "Draw Phase Restored"


def selection_text(game: Table) -> str:
    """How many cards of how many are selected, or how many to select, and whether more were asked for."""
    if game.selected:
        return f"Select {len(game.selected)} of {cards(game.owed)}"
    capped = f" (capped from {game.asked})" if game.owed < game.asked else ""
    return f"Select {cards(game.owed)}{capped}"


def helper_text(snapshot: Snapshot[Table]) -> str:
    """What to do next."""
    if snapshot.phase == "discarding.ready":
        chosen = cards(snapshot.game.owed)
        return f"Complete discard phase to end turn: discard the {chosen} selected, or change the selection."
    if is_discarding(snapshot):
        return "Complete discard phase to end turn."
    return "Deal the next hand." if snapshot.phase == "drawing" else "End the turn when you are done."


def cards(number: int) -> str:
    """A number of cards, in words."""
    return "1 card" if number == 1 else f"{number} cards"


def view(snapshot: Snapshot[Table], player: object) -> TurnView:
    """What the one player of this game sees."""
    game = snapshot.game
    return TurnView(
        phase=snapshot.phase,
        turn=game.turn,
        hand_cards=game.hand_cards,
        hand=game.hand,
        selected=game.selected,
        draw_pile_size=len(game.draw_pile),
        discard_pile=game.discard_pile,
        warning=game.warning,
        status=turn_status(snapshot),
    )
