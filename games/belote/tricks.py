"""Playing tricks: the chain of duties as guards, in the order they are checked, and the effects.

Links 1 and 4 of the chain are phases: a trick is in progress while the flow is leading or following, and a leader may
play anything. The other links are guards, each with its own sentence. They look at the seat in turn, whom the first of
them has made sure of.
"""

from collections.abc import Iterable

from fsm import RuleError, guard, makes_news
from games.belote.auction import standing
from games.belote.cards import Card, Suit, best_of
from games.belote.duties import beaten_frees, partner_frees
from games.belote.moves import PlayCard
from games.belote.table import CardPlayed, Settings, Table, TrickWon

# While cards are played there is a contract, and in a trick there is a best card. The type checker cannot know that,
# and asserting it for every card of every simulated game would cost time: hence `type: ignore[union-attr]` below.

# The duties of all variants


@guard("That card is not in your hand.")
def card_is_in_your_hand(game: Table, move: PlayCard) -> bool:
    """Nobody plays a card twice, or another's."""
    return game.dealt[game.turn] & game.held & move.card.bit != 0


@guard("You hold a card of the led suit and must play one.")
def card_follows_suit(game: Table, move: PlayCard) -> bool:
    """Of the suit that was led."""
    return move.card.suit is game.trick[0].suit


@guard("You hold a card of the led suit and must play one.")
def you_cannot_follow_suit(game: Table) -> bool:
    """The hand has no card of the suit that was led."""
    return not game.dealt[game.turn] & game.held & game.trick[0].suit.mask


# Strict trumping


@guard("Variants of the duty to trump are in force.")
def trumping_is_strict(settings: Settings) -> bool:
    """No variant changes who must trump, and how high."""
    return not trumping_is_varied(settings)


@guard("You cannot follow suit and hold a trump: you must trump.")
def trumps_if_able(game: Table, move: PlayCard) -> bool:
    """A trump, or a hand without trumps."""
    trump = game.contract.trump  # type: ignore[union-attr]  # see above
    return move.card.suit is trump or not game.dealt[game.turn] & game.held & trump.mask


@guard("You can beat the highest trump on the table and must do so.")
def overtrumps_if_able(game: Table, move: PlayCard) -> bool:
    """A trump that takes the trick, or a hand without one; whoever is winning."""
    over = trumps_over(game)
    return over & move.card.bit != 0 or not over & game.dealt[game.turn] & game.held


def trumps_over(game: Table) -> int:
    """The trumps that would take the trick: all of them, or those above the highest on the table."""
    trump = game.contract.trump  # type: ignore[union-attr]  # see above
    return trump.over[game.best.number] & trump.mask  # type: ignore[union-attr]  # see above


# Trumping with variants


@guard("No variant of the duty to trump is in force.")
def trumping_is_varied(settings: Settings) -> bool:
    """At least one variant is in force; each guard below asks for its own."""
    return settings.rise_in_trumps or settings.partner_frees or settings.beaten_frees


@guard("Trumps were led and you can beat the highest one: you must.")
def rises_if_trumps_are_led(game: Table, move: PlayCard) -> bool:
    """Another suit, or a trump that takes the trick, or a hand without one; where rising is a duty."""
    if not game.settings.rise_in_trumps or move.card.suit is not standing(game).trump:
        return True
    return overtrumps_if_able(game, move)


@guard("You cannot follow suit, hold a trump and nothing frees you: you must trump.")
def trumps_unless_freed(game: Table, move: PlayCard) -> bool:
    """As `trumps_if_able`, unless the partner is winning, or an opponent with a trump that is too high."""
    return trumps_if_able(game, move) or partner_frees(game) or (beaten_frees(game) and cannot_overtrump(game))


@guard("You can beat the highest trump on the table, and nothing frees you: you must do so.")
def overtrumps_unless_freed(game: Table, move: PlayCard) -> bool:
    """As `overtrumps_if_able`, unless the partner is winning."""
    return overtrumps_if_able(game, move) or partner_frees(game)


def cannot_overtrump(game: Table) -> bool:
    """The seat in turn has no trump that would take the trick."""
    return not trumps_over(game) & game.dealt[game.turn] & game.held


# Playing


def card_news(before: Table, after: Table) -> Iterable[CardPlayed]:
    """Which card went to the table."""
    return [CardPlayed(before.turn, after.trick[-1])]


@makes_news(card_news)
def lead_card(game: Table, move: PlayCard) -> Table:
    """The first card of a trick."""
    card = move.card
    held, turn = game.held ^ card.bit, (game.turn + 1) % 4
    return Table(
        game.settings, game.match, game.calls, game.contract, game.dealt, held, turn, (card,), card, game.tricks
    )


@makes_news(card_news)
def follow_card(game: Table, move: PlayCard) -> Table:
    """The next card of a trick; it may be the best now."""
    card, best, contract = move.card, game.best, game.contract
    held, turn = game.held ^ card.bit, (game.turn + 1) % 4
    trick = game.trick + (card,)  # noqa: RUF005  half as long as unpacking takes, on the hottest path of all
    if contract.trump.over[best.number] & card.bit:  # type: ignore[union-attr]  # see above
        best = card
    return Table(game.settings, game.match, game.calls, contract, game.dealt, held, turn, trick, best, game.tricks)


# Gathering


@guard("The trick has fewer than four cards.")
def four_cards_lie(game: Table) -> bool:
    """The trick is complete."""
    return len(game.trick) == 4


@guard("There are cards to play.", negated="All cards are played.")
def hands_are_empty(game: Table) -> bool:
    """The round is played."""
    return game.held == 0


def trick_news(before: Table, after: Table) -> Iterable[TrickWon]:
    """Who took the trick."""
    return after.tricks[-1:]


@makes_news(trick_news)
def gather_trick(game: Table) -> Table:
    """The winner takes the four cards and leads the next trick."""
    cards, leader, contract = game.trick, game.turn, game.contract
    winner = (leader + cards.index(game.best)) % 4
    first, second, third, fourth = cards
    worth = contract.trump.worth  # type: ignore[union-attr]  # see above
    points = worth[first.number] + worth[second.number] + worth[third.number] + worth[fourth.number]
    tricks = game.tricks + (TrickWon(leader, cards, winner, points),)  # noqa: RUF005  as above
    return Table(game.settings, game.match, game.calls, contract, game.dealt, game.held, winner, (), None, tricks)


def trick_winner(cards: tuple[Card, ...], leader: int, trump: Suit) -> int:
    """The seat that takes a complete trick; of an unfinished one, asking is an error."""
    if len(cards) != 4:
        raise RuleError(f"The trick has {len(cards)} of 4 cards, nobody has won it yet; ask when it is complete.")
    return (leader + cards.index(best_of(cards, trump))) % 4
