"""What each step of an effect does. A new step is a struct in cards.py and a function here."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from games.onepiece.cards import (
    UNCHOSEN,
    AddDon,
    Aimed,
    AnyStep,
    Draw,
    GiveCost,
    GivePower,
    Ko,
    Rest,
    ReturnToHand,
    SetActive,
    Target,
    Timing,
    TrashFromHand,
    Until,
    Who,
)
from games.onepiece.news import CardRested, CardSetActive
from games.onepiece.power_and_cost import cost_of, modify, modify_hand, power_of
from games.onepiece.table import Game, Modifier, Piece, Running, Zone
from games.onepiece.trigger_queue import queue_triggers
from games.onepiece.zones import add_don, draw, fighters, leave_field, piece_of, trash_from_hand, with_piece

# Steps that are about a player


def draw_cards(game: Game, player: int, step: Draw) -> Game:
    """One player draws, or both, the active one first."""
    if step.who is Who.BOTH:
        return draw(draw(game, game.active, step.amount), 1 - game.active, step.amount)
    return draw(game, player if step.who is Who.YOU else 1 - player, step.amount)


def put_don(game: Game, player: int, step: AddDon) -> Game:
    return add_don(game, player, step.amount, step.rested)


# Steps that are about a piece


def rest(game: Game, piece: Piece, *_: Any) -> Game:
    """Resting may trigger something."""
    game = with_piece(game, replace(piece, rested=True), CardRested(piece.card))
    return queue_triggers(game, piece.card, Timing.WHEN_RESTED)


def set_active(game: Game, piece: Piece, *_: Any) -> Game:
    return with_piece(game, replace(piece, rested=False), CardSetActive(piece.card))


def knock_out(game: Game, piece: Piece, *_: Any) -> Game:
    """A character goes to the trash, and its On K.O. effects trigger."""
    return queue_triggers(leave_field(game, piece, Zone.TRASH), piece.card, Timing.ON_KO, len(piece.given))


def return_to_hand(game: Game, piece: Piece, *_: Any) -> Game:
    """To its owner's hand; this is no K.O."""
    return leave_field(game, piece, Zone.HAND)


def give_power(game: Game, piece: Piece, step: GivePower, player: int) -> Game:
    return modify(game, piece, Modifier(step.amount, 0, end_of(game, step.until), player))


def give_cost(game: Game, piece: Piece, step: GiveCost, player: int) -> Game:
    return modify(game, piece, Modifier(0, step.amount, end_of(game, step.until), player))


def end_of(game: Game, until: Until) -> Until:
    """When a change that is made now ends: one for a battle, made while there is none, ends with the turn."""
    return Until.END_OF_TURN if until is Until.END_OF_BATTLE and game.battle is None else until


ABOUT_A_PLAYER: dict[type, Callable[[Game, int, Any], Game]] = {Draw: draw_cards, AddDon: put_don}

ABOUT_A_PIECE: dict[type, Callable[[Game, Piece, Any, int], Game]] = {
    Rest: rest,
    SetActive: set_active,
    Ko: knock_out,
    ReturnToHand: return_to_hand,
    GivePower: give_power,
    GiveCost: give_cost,
}

# Carrying a step out


def apply_unasked(game: Game, running: Running, step: AnyStep) -> Game:
    """A step in which nobody chooses."""
    if not isinstance(step, Aimed):
        return ABOUT_A_PLAYER[type(step)](game, running.player, step)
    if isinstance(step, GiveCost) and step.target is Target.OWN_HAND:
        modifier = Modifier(0, step.amount, end_of(game, step.until), running.player)
        return modify_hand(game, running.player, modifier)
    for piece in tuple(matching(game, running, step)):
        game = ABOUT_A_PIECE[type(step)](game, piece, step, running.player)
    return game


def apply_to_choice(game: Game, running: Running, step: AnyStep, card: int) -> Game:
    """A step for one card that was chosen."""
    if isinstance(step, TrashFromHand):
        return trash_from_hand(game, card)
    piece = piece_of(game, card)
    assert piece is not None, "only cards on the field can be chosen"
    return ABOUT_A_PIECE[type(step)](game, piece, step, running.player)


# Choosing


def chooser_of(step: AnyStep, player: int) -> int:
    """Who chooses for a step of a player's effect."""
    return 1 - player if isinstance(step, TrashFromHand) and step.who == "opponent" else player


def choices_wanted(step: AnyStep) -> int:
    """How many cards are chosen for a step, at most; 0 for a step that asks nobody."""
    if isinstance(step, TrashFromHand):
        return step.amount
    if not isinstance(step, Aimed) or step.every or step.target in UNCHOSEN:
        return 0
    return step.count


def choices(game: Game, running: Running, step: AnyStep) -> tuple[int, ...]:
    """The cards that may be chosen now."""
    if isinstance(step, TrashFromHand):
        return game.sides[chooser_of(step, running.player)].hand
    assert isinstance(step, Aimed), "only aimed steps have targets"
    return tuple([piece.card for piece in matching(game, running, step) if piece.card not in running.chosen])


def matching(game: Game, running: Running, step: Aimed) -> Iterator[Piece]:
    """The pieces that a step can be about."""
    for piece in area(game, running, step.target):
        if step.power_at_most is not None and power_of(game, piece) > step.power_at_most:
            continue
        if step.cost_at_most is not None and cost_of(game, piece) > step.cost_at_most:
            continue
        if (isinstance(step, Rest) and piece.rested) or (isinstance(step, SetActive) and not piece.rested):
            continue
        yield piece


def area(game: Game, running: Running, target: Target) -> tuple[Piece, ...]:
    """The part of the field that a target names."""
    if target is Target.THIS:
        this = piece_of(game, running.card)
        return () if this is None else (this,)
    mine, theirs = game.sides[running.player], game.sides[1 - running.player]
    if target is Target.OWN_LEADER:
        return (mine.leader,)
    if target is Target.OWN_CHARACTER:
        return mine.characters
    if target is Target.OPPOSING_CHARACTER:
        return theirs.characters
    return fighters(mine if target is Target.OWN_LEADER_OR_CHARACTER else theirs)
