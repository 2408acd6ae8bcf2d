"""Power and cost: always computed, from what is printed, what was given and what was modified."""

from msgspec.structs import replace

from games.onepiece.cards import Until
from games.onepiece.news import CostChanged, HandCostChanged, PowerChanged, add_news
from games.onepiece.table import PLAYERS, POWER_OF_DON, Game, Modifier, Piece, Side
from games.onepiece.zones import owner_of, pieces, side_of, with_piece, with_side

Modifiers = tuple[Modifier, ...]


def power_of(game: Game, piece: Piece) -> int:
    """Printed power, modifiers, and 1000 for each given DON."""
    power = game.cards[piece.card].power
    for modifier in piece.modifiers:
        power += modifier.power
    if piece.given and (not game.settings.don_counts_on_own_turn_only or owner_of(piece.card) == game.active):
        power += POWER_OF_DON * len(piece.given)
    return power


def cost_of(game: Game, piece: Piece) -> int:
    """The cost of a card on the field, never below 0."""
    return max(0, game.cards[piece.card].cost + sum(modifier.cost for modifier in piece.modifiers))


def cost_to_play(game: Game, card: int) -> int:
    """The cost of a card in the hand, never below 0."""
    return max(0, game.cards[card].cost + sum(modifier.cost for modifier in side_of(game, card).discounts))


def highest_price(side: Side) -> int:
    """The highest printed cost that the active DON of a side can pay."""
    active = len(side.active_don)
    return active - sum(modifier.cost for modifier in side.discounts) if side.discounts else active


# Modifiers


def modify(game: Game, piece: Piece, modifier: Modifier) -> Game:
    """A card on the field has other power or cost for a while."""
    piece = replace(piece, modifiers=(*piece.modifiers, modifier))
    game = with_piece(game, piece)
    if modifier.power:
        game = add_news(game, PowerChanged(piece.card, power_of(game, piece)))
    if modifier.cost:
        game = add_news(game, CostChanged(piece.card, cost_of(game, piece)))
    return game


def modify_hand(game: Game, player: int, modifier: Modifier) -> Game:
    """Every card in a hand has another cost for a while, also those that come later."""
    side = game.sides[player]
    side = replace(side, discounts=(*side.discounts, modifier))
    return with_side(game, player, side, HandCostChanged(player, modifier.cost))


def end_modifiers(game: Game, until: tuple[Until, ...], player: int | None = None) -> Game:
    """The modifiers that last until now end; only those of one player's effects, if a player is named."""
    for side in game.sides:
        for piece in pieces(side):
            if piece.modifiers:
                game = end_modifiers_of_piece(game, piece, until, player)
    for owner in PLAYERS:
        if game.sides[owner].discounts:
            game = end_modifiers_of_hand(game, owner, until, player)
    return game


def end_modifiers_of_piece(game: Game, piece: Piece, until: tuple[Until, ...], player: int | None) -> Game:
    """Power and cost are reported only if they change: two modifiers can cancel each other out."""
    kept = lasting(piece.modifiers, until, player)
    if len(kept) == len(piece.modifiers):
        return game
    after = replace(piece, modifiers=kept)
    game = with_piece(game, after)
    if power_of(game, after) != power_of(game, piece):
        game = add_news(game, PowerChanged(piece.card, power_of(game, after)))
    if cost_of(game, after) != cost_of(game, piece):
        game = add_news(game, CostChanged(piece.card, cost_of(game, after)))
    return game


def end_modifiers_of_hand(game: Game, owner: int, until: tuple[Until, ...], player: int | None) -> Game:
    """Reported as the change that their end makes."""
    side = game.sides[owner]
    kept = lasting(side.discounts, until, player)
    change = sum(modifier.cost for modifier in kept) - sum(modifier.cost for modifier in side.discounts)
    game = with_side(game, owner, replace(side, discounts=kept))
    return add_news(game, HandCostChanged(owner, change)) if change else game


def lasting(modifiers: Modifiers, until: tuple[Until, ...], player: int | None) -> Modifiers:
    """The modifiers that do not end now, or not for this player."""
    return tuple([m for m in modifiers if m.until not in until or player not in (None, m.player)])
