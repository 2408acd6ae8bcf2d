"""Finding cards and DON, and moving them between zones: helpers give the game after it, with its news."""

from typing import Any

from msgspec.structs import replace

from games.onepiece.news import CardMoved, CardSeen, DonAdded, DonRested, DonReturned, add_news
from games.onepiece.table import FIRST_DON, THINGS, Battle, Game, Piece, Reason, Side, Zone

# Looking


def owner_of(card: int) -> int:
    """The player whose card or DON it is."""
    return card // THINGS


def exists(card: int) -> bool:
    """Whether there is such a card or DON."""
    return 0 <= card < 2 * THINGS


def is_don(card: int) -> bool:
    """Whether the id is a DON's."""
    return exists(card) and card % THINGS >= FIRST_DON


def side_of(game: Game, card: int) -> Side:
    """The side of a card's owner."""
    return game.sides[card // THINGS]


def pieces(side: Side) -> tuple[Piece, ...]:
    """Leader, characters, stage."""
    if side.stage is None:
        return (side.leader, *side.characters)
    return (side.leader, *side.characters, side.stage)


def fighters(side: Side) -> tuple[Piece, ...]:
    """Leader and characters."""
    return (side.leader, *side.characters)


def fighter_of(side: Side, card: int) -> Piece | None:
    """The leader or character of this id."""
    if side.leader.card == card:
        return side.leader
    for piece in side.characters:
        if piece.card == card:
            return piece
    return None


def piece_of(game: Game, card: int) -> Piece | None:
    """The piece of a card, or None if it is not on the field."""
    if not 0 <= card < 2 * THINGS:
        return None
    side = game.sides[card // THINGS]
    if side.stage is not None and side.stage.card == card:
        return side.stage
    return fighter_of(side, card)


def piece_on_the_field(game: Game, card: int) -> Piece:
    """The piece of a card that is known to be on the field."""
    piece = piece_of(game, card)
    assert piece is not None, "the card is on the field"
    return piece


def current_battle(game: Game) -> Battle:
    """The battle, where the phase says that there is one."""
    assert game.battle is not None, "a battle is on"
    return game.battle


# Sides and pieces


def with_side(game: Game, player: int, side: Side, *news: Any) -> Game:
    """The game with another side for a player, and with the news about it."""
    sides = (game.sides[0], side) if player else (side, game.sides[1])
    if game.news is None:
        return replace(game, sides=sides)
    return replace(game, sides=sides, news=game.news + news)


def with_piece(game: Game, piece: Piece, *news: Any) -> Game:
    """The game with a piece in a new condition, and with the news about it."""
    player = owner_of(piece.card)
    return with_side(game, player, side_with_piece(game.sides[player], piece), *news)


def side_with_piece(side: Side, piece: Piece, **more: Any) -> Side:
    """The side with a piece in a new condition, and with what else changes."""
    if piece.card == side.leader.card:
        return replace(side, leader=piece, **more)
    if side.stage is not None and piece.card == side.stage.card:
        return replace(side, stage=piece, **more)
    others = [piece if old.card == piece.card else old for old in side.characters]
    return replace(side, characters=tuple(others), **more)


# Cards


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards except this one."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def with_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards, and this one if it is not among them."""
    return cards if card in cards else (*cards, card)


def trash_from_hand(game: Game, card: int) -> Game:
    """A card goes from its owner's hand to the trash."""
    side = side_of(game, card)
    side = replace(side, hand=without(side.hand, card), trash=(*side.trash, card))
    return with_side(game, owner_of(card), side, CardMoved(card, Zone.HAND, Zone.TRASH))


def draw(game: Game, player: int, amount: int) -> Game:
    """Cards from the deck to the hand. A player who cannot draw as many has lost."""
    side = game.sides[player]
    drawn, deck = side.deck[:amount], side.deck[amount:]
    news = [CardMoved(card, Zone.DECK, Zone.HAND) for card in drawn]
    game = with_side(game, player, replace(side, deck=deck, hand=side.hand + drawn), *news)
    game = show_to_owner(game, *drawn)
    if len(drawn) < amount or (not deck and game.settings.empty_deck_loses_at_once):
        return lose(game, player, Reason.NO_CARDS)
    return game


def show_to_owner(game: Game, *cards: int) -> Game:
    """The owner of cards sees what they are, which is news for nobody else."""
    if game.news is None:
        return game
    return add_news(game, *[CardSeen(owner_of(card), card, game.cards[card].number) for card in cards])


def leave_field(game: Game, piece: Piece, to: Zone) -> Game:
    """A character or stage goes to the trash or to the hand; DON given to it returns rested."""
    side = side_of(game, piece.card)
    origin = Zone.STAGE if side.stage == piece else Zone.CHARACTERS
    side = replace(
        side,
        characters=tuple([other for other in side.characters if other.card != piece.card]),
        stage=None if origin is Zone.STAGE else side.stage,
        rested_don=side.rested_don + piece.given,
        hand=(*side.hand, piece.card) if to is Zone.HAND else side.hand,
        trash=(*side.trash, piece.card) if to is Zone.TRASH else side.trash,
        sent_back=with_card(side.sent_back, piece.card) if to is Zone.HAND else side.sent_back,
    )
    player = owner_of(piece.card)
    game = with_side(game, player, side, CardMoved(piece.card, origin, to))
    return add_news(game, DonReturned(player, piece.given, Zone.COST_AREA)) if piece.given else game


# DON


def rest_don(game: Game, player: int, amount: int) -> Game:
    """Exactly so many active DON of the cost area become rested; those that are rested stay as they are."""
    if not amount:
        return game
    side = game.sides[player]
    paid = side.active_don[:amount]
    side = replace(side, active_don=side.active_don[amount:], rested_don=side.rested_don + paid)
    return with_side(game, player, side, DonRested(player, paid))


def add_don(game: Game, player: int, amount: int, rested: bool = False) -> Game:
    """DON from the DON deck, as far as there are any."""
    side = game.sides[player]
    added = side.don_deck[:amount]
    if not added:
        return game
    side = replace(
        side,
        don_deck=side.don_deck[amount:],
        active_don=side.active_don if rested else side.active_don + added,
        rested_don=side.rested_don + added if rested else side.rested_don,
    )
    return with_side(game, player, side, DonAdded(player, added))


def return_don(game: Game, player: int, amount: int) -> Game:
    """DON from the cost area back to the DON deck, rested ones first."""
    side = game.sides[player]
    rested, active = side.rested_don[:amount], side.active_don[: max(0, amount - len(side.rested_don))]
    side = replace(
        side,
        rested_don=side.rested_don[len(rested) :],
        active_don=side.active_don[len(active) :],
        don_deck=side.don_deck + rested + active,
    )
    return with_side(game, player, side, DonReturned(player, rested + active, Zone.DON_DECK))


# Losing


def lose(game: Game, player: int, reason: Reason) -> Game:
    """A player has lost. Both can, at the same time."""
    losers = game.losers if player in game.losers else (*game.losers, player)
    return replace(game, losers=losers, reason=reason)
