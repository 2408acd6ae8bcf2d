"""Who may do what: the questions that guards and candidates share, so that legality has one source."""

from collections.abc import Iterator

from games.onepiece.cards import Card, Category, Keyword, Timing
from games.onepiece.effects import can_happen
from games.onepiece.strength import highest_price
from games.onepiece.table import MOST_CHARACTERS, Game, Pending, Piece, Side
from games.onepiece.zones import fighters, pieces, side_of

# Playing


def is_playable(card: Card) -> bool:
    """A character, a stage, or an event with a main effect."""
    if card.category is Category.EVENT:
        return card.has(Timing.MAIN)
    return card.category is Category.CHARACTER or card.category is Category.STAGE


def has_room_for(side: Side, card: Card) -> bool:
    """Only characters need room."""
    return card.category is not Category.CHARACTER or len(side.characters) < MOST_CHARACTERS


def is_affordable(game: Game, card: int) -> bool:
    """There are as many active DON as the card costs."""
    return game.cards[card].cost <= highest_price(side_of(game, card))


def can_be_activated(game: Game, piece: Piece) -> Iterator[int]:
    """The places of the effects that the owner of a piece can use now."""
    for place, effect in enumerate(game.cards[piece.card].effects):
        if effect.timing is Timing.ACTIVATE and can_happen(game, Pending(game.active, piece.card, place)):
            yield place


# Fighting


def attacks_have_begun(game: Game) -> bool:
    """The first turn is over; under some settings, the second one too."""
    return game.turn > (2 if game.settings.nobody_attacks_on_a_first_turn else 1)


def is_settled(game: Game, piece: Piece) -> bool:
    """A leader, a character played on an earlier turn, or one with Rush."""
    if piece.since != game.turn:
        return True
    return Keyword.RUSH in game.cards[piece.card].keywords


def attackers(game: Game) -> list[Piece]:
    """The pieces of the active player that can attack."""
    if not attacks_have_begun(game):
        return []
    return [p for p in fighters(game.sides[game.active]) if not p.rested and is_settled(game, p)]


def attackable(game: Game) -> list[int]:
    """The opposing leader, and the opposing characters that are rested."""
    side = game.sides[1 - game.active]
    return [side.leader.card, *[piece.card for piece in side.characters if piece.rested]]


def can_block(game: Game, piece: Piece) -> bool:
    """An active Blocker that is not the target already."""
    assert game.battle is not None, "a battle is on"
    is_blocker = Keyword.BLOCKER in game.cards[piece.card].keywords
    return is_blocker and not piece.rested and piece.card != game.battle.target


def is_counter_event(card: Card) -> bool:
    """An event for the Counter Step."""
    return card.category is Category.EVENT and card.has(Timing.COUNTER)


def can_counter(game: Game, card: int) -> bool:
    """A hand card with a counter value, or a counter event that can be paid."""
    face = game.cards[card]
    return face.counter > 0 or (is_counter_event(face) and is_affordable(game, card))


# Deciding


def decider(game: Game) -> int:
    """Who decides in a battle or about an effect: who is asked by the effect, or else the defender."""
    return 1 - game.active if game.running is None else game.running.chooser


def activatable(game: Game) -> Iterator[tuple[int, int]]:
    """Cards and effect places that the active player can activate."""
    for piece in pieces(game.sides[game.active]):
        if game.cards[piece.card].effects:
            for place in can_be_activated(game, piece):
                yield piece.card, place
