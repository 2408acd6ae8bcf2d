"""Who may do what: the questions that guards and candidates share, so that legality has one source."""

from games.onepiece.cards import Category, Keyword
from games.onepiece.effects import is_possible
from games.onepiece.strength import highest_price
from games.onepiece.table import MOST_CHARACTERS, Game, Piece, Side
from games.onepiece.zones import pieces, side_of

CHARACTER = Category.CHARACTER

# Playing


def has_room(side: Side) -> bool:
    """There is room for one more character."""
    return len(side.characters) < MOST_CHARACTERS


def playable(game: Game) -> list[int]:
    """The cards in the active player's hand that can be played now."""
    side, faces = game.sides[game.active], game.cards
    most, room = highest_price(side), game.settings.sixth_character_by_trashing or has_room(side)
    return [
        card
        for card in side.hand
        if (face := faces[card]).cost <= most and face.is_playable and (room or face.category is not CHARACTER)
    ]


def is_affordable(game: Game, card: int) -> bool:
    """There are as many active DON as the card costs."""
    return game.cards[card].cost <= highest_price(side_of(game, card))


def activatable(game: Game) -> list[tuple[int, int]]:
    """The cards that the active player can activate, each with the place of the effect."""
    side, faces = game.sides[game.active], game.cards
    return [
        (piece.card, place)
        for piece in pieces(side)
        for place in faces[piece.card].activations
        if is_possible(side, piece, faces[piece.card].effects[place], place)
    ]


# Fighting


def attacks_have_begun(game: Game) -> bool:
    """The first turn is over; under some settings, the second one too."""
    return game.turn > (2 if game.settings.nobody_attacks_on_a_first_turn else 1)


def is_settled(game: Game, piece: Piece) -> bool:
    """A leader, a character played on an earlier turn, or one with Rush."""
    return piece.since != game.turn or game.cards[piece.card].has_rush


def attackers(game: Game) -> list[Piece]:
    """The pieces of the active player that can attack. Says `is_settled` once more, because it is asked so often."""
    if not attacks_have_begun(game):
        return []
    side, turn, faces = game.sides[game.active], game.turn, game.cards
    return [
        piece
        for piece in (side.leader, *side.characters)
        if not piece.rested and (piece.since != turn or faces[piece.card].has_rush)
    ]


def attackable(game: Game) -> list[int]:
    """The opposing leader, and the opposing characters that are rested."""
    side = game.sides[1 - game.active]
    return [side.leader.card, *[piece.card for piece in side.characters if piece.rested]]


def can_block(game: Game, piece: Piece) -> bool:
    """An active Blocker that is not the target already."""
    assert game.battle is not None, "a battle is on"
    is_blocker = Keyword.BLOCKER in game.cards[piece.card].keywords
    return is_blocker and not piece.rested and piece.card != game.battle.target


def counters(game: Game) -> list[tuple[int, bool]]:
    """The defender's hand cards with a counter value, and the counter events that can be paid.

    With each, whether the effect is meant although the card has a counter value too.
    """
    side, faces = game.sides[1 - game.active], game.cards
    most, found = highest_price(side), []
    for card in side.hand:
        face = faces[card]
        if face.counter:
            found.append((card, False))
        if face.cost <= most and face.is_counter_event:
            found.append((card, face.counter > 0))
    return found


# Deciding


def decider(game: Game) -> int:
    """Who decides in a battle or about an effect: who is asked by the effect, or else the defender."""
    return 1 - game.active if game.running is None else game.running.chooser
