"""Playing tricks: the chain of duties as guards, in the order they are checked, and the effects.

Links 1 and 4 of the chain are phases: a trick is in progress while the flow is leading or following, and a
leader may play anything. The other links are guards, each with its own sentence. They look at the hand of the seat that
sends the move, so that a seat that asks about a move out of turn hears of no other hand.
"""

from msgspec.structs import replace

from fsm import RuleError, guard, makes_news
from games.belote.cards import Card, Suit, best_of
from games.belote.duties import beaten_frees, partner_frees
from games.belote.moves import PlayCard
from games.belote.news import card_news, trick_news
from games.belote.table import Table, TrickWon

# While cards are played there is a contract, and in a trick there is a best card. The type checker cannot know
# that, and asserting it for every card of every simulated game costs time: hence `type: ignore[union-attr]`.

# Values for sentences


def sent_card(game: Table, move: PlayCard) -> Card:
    return move.card


def led_suit(game: Table) -> Suit:
    return game.trick[0].suit


def best_card(game: Table) -> Card | None:
    """The card that takes the trick so far; where rising is a duty, a trump."""
    return game.best


def trump_of(game: Table) -> Suit:
    return game.contract.trump  # type: ignore[union-attr]  # see above


# Following suit


@guard("That card is not in your hand.", card=sent_card, says="the card is in your hand")
def card_is_in_your_hand(game: Table, move: PlayCard) -> bool:
    return game.dealt[move.seat] & game.held & move.card.bit != 0


@guard("You hold a card of the led suit and must play one.", suit=led_suit, says="it follows suit")
def card_follows_suit(game: Table, move: PlayCard) -> bool:
    return move.card.suit is game.trick[0].suit


@guard("You hold a card of the led suit and must play one.", suit=led_suit)
def you_cannot_follow_suit(game: Table, move: PlayCard) -> bool:
    return not game.dealt[move.seat] & game.held & game.trick[0].suit.mask


@guard(
    "Trumps were led and you can beat the highest one: you must.", card=best_card, says="it rises where trumps are led"
)
def rises_if_trumps_are_led(game: Table, move: PlayCard) -> bool:
    """Another suit, or a trump that takes the trick, or a hand without one; where rising is a duty."""
    return not game.settings.rise_in_trumps or move.card.suit is not trump_of(game) or overtrumps_if_able(game, move)


# Trumping


@guard("You cannot follow suit and hold a trump: you must trump.", suit=trump_of, says="you trump where you must")
def trumps_unless_freed(game: Table, move: PlayCard) -> bool:
    """A trump, or a hand without trumps; or the variants free the seat: see duties.py."""
    return move.card.suit is trump_of(game) or need_not_trump(game, move)


def need_not_trump(game: Table, move: PlayCard) -> bool:
    no_trumps = not game.dealt[move.seat] & game.held & trump_of(game).mask
    return no_trumps or partner_frees(game) or (beaten_frees(game) and cannot_overtrump(game, move))


@guard(
    "You can beat the highest trump on the table and must do so.", card=best_card, says="you overtrump where you must"
)
def overtrumps_unless_freed(game: Table, move: PlayCard) -> bool:
    """A trump that takes the trick, or a hand without one; or the partner is winning, and the variant is on."""
    return overtrumps_if_able(game, move) or partner_frees(game)


def overtrumps_if_able(game: Table, move: PlayCard) -> bool:
    over = trumps_over(game)
    return over & move.card.bit != 0 or not over & game.dealt[move.seat] & game.held


def cannot_overtrump(game: Table, move: PlayCard) -> bool:
    """The seat has no trump that would take the trick."""
    return not trumps_over(game) & game.dealt[move.seat] & game.held


def trumps_over(game: Table) -> int:
    """The trumps that would take the trick: all of them, or those above the highest on the table."""
    trump = trump_of(game)
    return trump.over[game.best.number] & trump.mask  # type: ignore[union-attr]  # see above


# Playing


@makes_news(card_news)
def lead_card(game: Table, move: PlayCard) -> Table:
    """The first card of a trick."""
    card = move.card
    return replace(game, held=game.held ^ card.bit, turn=(game.turn + 1) % 4, trick=(card,), best=card)


@makes_news(card_news)
def follow_lead(game: Table, move: PlayCard) -> Table:
    """The next card of a trick; it may be the best now."""
    card, best = move.card, game.best
    trick = game.trick + (card,)  # noqa: RUF005  half as long as unpacking takes, on the hottest path of all
    if game.contract.trump.over[best.number] & card.bit:  # type: ignore[union-attr]  # see above
        best = card
    return replace(game, held=game.held ^ card.bit, turn=(game.turn + 1) % 4, trick=trick, best=best)


# Gathering


@guard("The trick has fewer than four cards.", says="four cards lie on the table")
def four_cards_lie(game: Table) -> bool:
    return len(game.trick) == 4


@guard("There are cards to play.", negated="All cards are played.", says="all hands are empty")
def hands_are_empty(game: Table) -> bool:
    return game.held == 0


@makes_news(trick_news)
def gather_trick(game: Table) -> Table:
    """The winner takes the four cards and leads the next trick."""
    cards, leader = game.trick, game.turn
    winner = (leader + cards.index(game.best)) % 4
    first, second, third, fourth = cards
    worth = game.contract.trump.worth  # type: ignore[union-attr]  # see above
    points = worth[first.number] + worth[second.number] + worth[third.number] + worth[fourth.number]
    tricks = game.tricks + (TrickWon(leader, cards, winner, points),)  # noqa: RUF005  as above
    return replace(game, turn=winner, trick=(), best=None, tricks=tricks)


def trick_winner(cards: tuple[Card, ...], leader: int, trump: Suit) -> int:
    """The seat that takes a complete trick; of an unfinished one, asking is an error."""
    if len(cards) != 4:
        raise RuleError(
            f"The trick has {len(cards)} of 4 cards, nobody has won it yet; ask when it is complete.",
        )
    return (leader + cards.index(best_of(cards, trump))) % 4
