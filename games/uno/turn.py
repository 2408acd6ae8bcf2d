"""A turn: who may act, which card may be laid, how it gets to the pile, and what it does there."""

from msgspec.structs import replace

from fsm import guard, makes_news
from games.uno.cards import (
    CHOICES,
    COLOUR,
    COLOURED,
    DRAWN_FOR,
    FACE,
    PLAYABLE,
    REVERSE,
    STEPS,
    SYMBOL,
    WILD_DRAW_FOUR,
)
from games.uno.deck import drawn
from games.uno.moves import FromPlayer, JumpIn, OfCard, Play, PlayDrawn, Stack
from games.uno.news import acting_news, card_news, last_card_news
from games.uno.table import Table

# May this player act?


@guard("It is not your turn.", negated="It is your turn; just play the card.", says="it is your turn")
def is_your_turn(game: Table, move: FromPlayer) -> bool:
    """The move comes from the player to act."""
    return move.player == game.order[game.turn]


@guard("There is nobody at that seat.", says="you are at the table")
def is_seated(game: Table, move: FromPlayer) -> bool:
    """The player is in the match, and has not left."""
    return move.player in game.order


def pass_turn(game: Table) -> Table:
    return replace(game, turn=game.after(1))


# May this card be laid?


@guard("You do not hold that card.", says="the card is in your hand")
def card_is_held(game: Table, move: OfCard) -> bool:
    return move.card in game.hands[move.player]


@guard("That card does not fit: match the top card's colour or symbol, or play a wild.", says="the card fits")
def card_fits(game: Table, move: Play) -> bool:
    return move.card in PLAYABLE[game.pile[-1]]


@guard("Answer with a draw card of the same kind, or accept.", says="the card is of the same kind")
def kind_fits(game: Table, move: Stack) -> bool:
    return SYMBOL[move.card] == SYMBOL[game.pile[-1]]


@guard("Only a card with the colour and symbol of the top card jumps in.", says="the card equals the top card")
def face_fits(game: Table, move: JumpIn) -> bool:
    """The card and the top card look the same, and are no wilds."""
    return COLOUR[move.card] is not None and FACE[move.card] == FACE[game.pile[-1]]


@guard("Name red, blue, green or yellow with a wild, and no colour with any other card.", says="a wild names a colour")
def colour_fits(game: Table, move: Play | Stack) -> bool:
    return move.colour in CHOICES[move.card]


@guard("Name red, blue, green or yellow with a wild, and no colour with any other card.", says="a wild names a colour")
def colour_fits_drawn_card(game: Table, move: PlayDrawn) -> bool:
    return move.colour in CHOICES[game.hands[move.player][-1]]


# A card is laid, and does not act yet


@makes_news(card_news)
def lay_card(game: Table, move: Play | Stack) -> Table:
    """The card goes from the hand to the pile; a bluff is remembered."""
    seat, card, colour = move.player, move.card, move.colour
    hands = [*game.hands]
    hand = [*hands[seat]]
    hand.remove(card)
    hands[seat] = tuple(hand)
    if colour is None:
        return replace(game, hands=tuple(hands), pile=game.pile + (card,))  # noqa: RUF005  unpacking is slower
    pile = game.pile + (COLOURED[card, colour],)  # noqa: RUF005  as above
    return replace(game, hands=tuple(hands), pile=pile, bluffer=seat if bluffs(game, seat, card) else None)


@makes_news(card_news)
def lay_drawn_card(game: Table, move: PlayDrawn) -> Table:
    return lay_card(game, Play(move.player, game.hands[move.player][-1], move.colour))


@makes_news(card_news)
def lay_out_of_turn(game: Table, move: JumpIn) -> Table:
    """Play goes on from the player who jumped in."""
    return replace(lay_card(game, Play(move.player, move.card)), turn=game.order.index(move.player))


def bluffs(game: Table, seat: int, card: str) -> bool:
    """A Wild Draw Four is fair only from a hand without the active colour."""
    if SYMBOL[card] != WILD_DRAW_FOUR:
        return False
    colour = COLOUR[game.pile[-1]]
    return colour is not None and colour in map(COLOUR.__getitem__, game.hands[seat])


# The card acts


@guard("Some cards are left in hand.", negated="The hand is empty.", says="your hand is empty")
def hand_is_empty(game: Table) -> bool:
    """The player to act has laid their last card."""
    return not game.hands[game.order[game.turn]]


@makes_news(acting_news)
def carry_out(game: Table) -> Table:
    """The top card acts, and the turn goes on."""
    if steps := STEPS[game.pile[-1]]:  # most cards, so without the call of after()
        return replace(game, turn=(game.turn + game.direction * steps) % len(game.order))
    symbol = SYMBOL[game.pile[-1]]
    if symbol == REVERSE:
        return replace(game, direction=-game.direction, turn=after_reverse(game))
    return drawn(game, game.order[game.after(1)], game.owed + DRAWN_FOR[symbol], game.after(2))


def after_reverse(game: Table) -> int:
    """The place of the player who follows a Reverse: one step back, with two players the same one again."""
    return game.after(0 if len(game.order) == 2 else -1)


@makes_news(last_card_news)
def win(game: Table) -> Table:
    """The top card acts on direction and hands; the round is won, so the turn stays with the winner."""
    return replace(carry_out(game), turn=game.turn)
