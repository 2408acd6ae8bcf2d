"""What a user interface shows of a discard turn, derived from a snapshot and never stored."""

from collections import Counter
from random import Random

import msgspec

from fsm import PhasebookError, Snapshot
from fsm.chance import SEEDS, identifier
from games.discard.table import HAND_SIZES, SEATS, Card, Settings, Table

BETWEEN_TURNS = ("drawing", "game_over")
"""Phases in which there is no hand."""
OTHER_PHASES = {
    "drawing": ("Draw Phase", "Deal the next hand."),
    "resting": ("Draw Phase Restored", "End the turn when you are done."),
    "game_over": ("Game over", "All turns are played."),
}
"""What a user interface says outside the discard phase: the status, and what to do."""


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
    """What the player may know: everything but the order of the draw pile and the seed.

    A spectator does not see the hand nor which cards are selected, but how many they are.
    """

    phase: str
    settings: Settings
    turn: int
    deck: tuple[str, ...]
    """All cards of the game, sorted."""
    hand_cards: tuple[Card, ...]
    hand: tuple[str, ...]
    hand_count: int
    selected: tuple[str, ...]
    draw_pile_size: int
    discard_pile: tuple[str, ...]
    hand_size: int
    """How many cards the next deal is to give, and below how many of them are to go."""
    discard_count: int
    asked: int
    """How many cards of this hand were to go; `status.owed` says how many still are."""
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
    return OTHER_PHASES[snapshot.phase][0]


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
    return OTHER_PHASES[snapshot.phase][1]


def cards(number: int) -> str:
    """A number of cards, in words."""
    return "1 card" if number == 1 else f"{number} cards"


def view(snapshot: Snapshot[Table], seat: int | None) -> TurnView:
    """What the one player of this game sees, or with None a spectator."""
    game, is_player = snapshot.game, seat in SEATS
    return TurnView(
        phase=snapshot.phase,
        settings=game.settings,
        turn=game.turn,
        deck=tuple(sorted(game.deck)),
        hand_cards=game.hand_cards if is_player else (),
        hand=game.hand if is_player else (),
        hand_count=len(game.hand_cards),
        selected=game.selected if is_player else (),
        draw_pile_size=len(game.draw_pile),
        discard_pile=game.discard_pile,
        hand_size=game.hand_size,
        discard_count=game.discard_count,
        asked=game.asked,
        warning=game.warning,
        status=turn_status(snapshot),
    )


# Dealt anew


def redeal(view: TurnView, chance: Random) -> Snapshot[Table]:
    """A game that looks the same: the draw pile is in another order, and so is the hand, if the view does not show it.

    Nobody sees how often chance was asked: as often as it could be, in so many turns.
    """
    seed, deals = chance.randrange(SEEDS), view.turn - (view.phase in BETWEEN_TURNS)
    draws = 1 + deals * (1 + HAND_SIZES[-1])
    pile, hand, selected = unseen_cards(view, chance), view.hand_cards, view.selected
    if hidden := view.hand_count - len(hand):
        hand = tuple(Card(identifier(seed, draws - place), value) for place, value in enumerate(pile[:hidden]))
        pile, selected = pile[hidden:], tuple(chance.sample([card.id for card in hand], view.status.selected))
    game = Table(
        settings=view.settings,
        deck=view.deck,
        draw_pile=pile,
        discard_pile=view.discard_pile,
        hand_cards=hand,
        turn=view.turn,
        hand_size=view.hand_size,
        discard_count=view.discard_count,
        asked=view.asked,
        owed=view.status.owed,
        warning=view.warning,
        seed=seed,
        draws=draws,
        selected=selected,
    )
    return Snapshot(view.phase, game)


def unseen_cards(view: TurnView, chance: Random) -> tuple[str, ...]:
    """The cards that lie in the draw pile, or in a hand that is not shown, in any order."""
    seen, hidden = view.discard_pile + view.hand, view.draw_pile_size + view.hand_count - len(view.hand_cards)
    unseen = [*(Counter(view.deck) - Counter(seen)).elements()]
    if len(unseen) != hidden or len(seen) + hidden != len(view.deck):
        raise PhasebookError("The cards of this view are not those of its deck; pass one as engine.view gives it.")
    chance.shuffle(unseen)
    return tuple(unseen)
