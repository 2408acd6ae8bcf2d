"""What a player can do now: questions that guards and candidates share, so that legality has one source."""

from fsm import Snapshot
from games.onepiece.cards import Category
from games.onepiece.effects import is_possible
from games.onepiece.power_and_cost import highest_price
from games.onepiece.table import MOST_CHARACTERS, Game, Piece, Side
from games.onepiece.zones import pieces, side_of

CHARACTER = Category.CHARACTER
ON_YOUR_TURN = ("main.idle", "main.playing.making_room")
"""The phases in which the player whose turn it is acts."""

# Playing


def has_room(side: Side) -> bool:
    """Whether the character area has a free place."""
    return len(side.characters) < MOST_CHARACTERS


def is_affordable(game: Game, card: int) -> bool:
    """Whether there are as many active DON as the card costs."""
    return game.cards[card].cost <= highest_price(side_of(game, card))


def playable(game: Game) -> list[int]:
    """The cards in the active player's hand that can be played now."""
    side, faces = game.sides[game.active], game.cards
    most, room = highest_price(side), game.settings.sixth_character_by_trashing or has_room(side)
    return [
        card
        for card in side.hand
        if (face := faces[card]).cost <= most and face.is_playable
        if room or face.category is not CHARACTER
    ]


def activatable(game: Game) -> list[tuple[int, int]]:
    """The cards that the active player can activate, each with the place of the effect."""
    side, faces = game.sides[game.active], game.cards
    return [
        (piece.card, place)
        for piece in pieces(side)
        for place in faces[piece.card].activations
        if is_possible(side, piece, faces[piece.card].effects[place], place)
    ]


# Attacking


def attacks_have_begun(game: Game) -> bool:
    """Nobody attacks on the first turn; under some settings, nor on the second one."""
    return game.turn > (2 if game.settings.nobody_attacks_on_a_first_turn else 1)


def is_settled(game: Game, piece: Piece) -> bool:
    """A leader, a character played on an earlier turn, or one with Rush."""
    return piece.since != game.turn or game.cards[piece.card].has_rush


def attackers(game: Game) -> list[Piece]:
    """The pieces of the active player that can attack: `is_settled`, without a call for each of them."""
    if not attacks_have_begun(game):
        return []
    side, turn, faces = game.sides[game.active], game.turn, game.cards
    return [
        piece
        for piece in (side.leader, *side.characters)
        if not piece.rested
        if piece.since != turn or faces[piece.card].has_rush
    ]


def attackable(game: Game) -> list[int]:
    """The opposing leader, and the opposing characters that are rested."""
    side = game.sides[1 - game.active]
    return [side.leader.card, *[piece.card for piece in side.characters if piece.rested]]


# Deciding


def to_act(snapshot: Snapshot[Game]) -> tuple[int, ...]:
    """The player that the game waits for; nobody when it is over."""
    game, phase = snapshot.game, snapshot.phase
    if phase in ON_YOUR_TURN:
        return (game.active,)
    if phase == "setup.first_hand":
        return (game.first,)
    if phase == "setup.second_hand":
        return (1 - game.first,)
    if phase == "triggers.ordering":
        return (game.queue[0].player,)
    return () if phase == "game_over" else (decider(game),)


def decider(game: Game) -> int:
    """Who decides in a battle or about an effect: the player that the effect asks, or else the defender."""
    return 1 - game.active if game.running is None else game.running.chooser
