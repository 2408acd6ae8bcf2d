"""What a seat may play, and what it has shown by playing, as sets of cards.

The guards of tricks.py say the same, one duty at a time.
"""

from typing import TYPE_CHECKING

from games.belote.cards import Card, Suit

if TYPE_CHECKING:
    from games.belote.table import Settings, Table


def playable(game: "Table") -> int:
    """The cards that the seat in turn may play."""
    hand = game.dealt[game.turn] & game.held
    if not game.trick:
        return hand
    # In a trick there is a contract and a best card: hence `type: ignore[union-attr]`, as in tricks.py.
    trump, led = game.contract.trump, game.trick[0].suit  # type: ignore[union-attr]
    if suited := hand & led.mask:
        if led is trump and game.settings.rise_in_trumps:
            return suited & trump.over[game.best.number] or suited  # type: ignore[union-attr]
        return suited
    if (trumps := hand & trump.mask) and not partner_frees(game):
        higher = trumps & trump.over[game.best.number]  # type: ignore[union-attr]
        return higher or (hand if beaten_frees(game) else trumps)
    return hand


def partner_frees(game: "Table") -> bool:
    """A seat that cannot follow suit need not trump: the partner is winning, and the variant is on."""
    return game.settings.partner_frees and partner_is_winning(game)


def beaten_frees(game: "Table") -> bool:
    """A seat that cannot beat an opponent's trump need not trump, if the variant is on."""
    return game.settings.beaten_frees and not partner_is_winning(game)


def partner_is_winning(game: "Table") -> bool:
    """Whether the partner of the seat in turn is winning the trick."""
    return len(game.trick) > 1 and game.trick[-2] is game.best


def ruled_out(card: Card, led: Suit, best: Card, trump: Suit, partner_wins: bool, settings: "Settings") -> int:
    """The cards that a seat does not hold, as it follows with this card: a duty would have kept it from that.

    `best` is the card that is winning before this one.
    """
    higher = trump.over[best.number] & trump.mask
    if card.suit is led:
        stays_below = led is trump and settings.rise_in_trumps and not card.bit & higher
        return higher if stays_below else 0
    if partner_wins and settings.partner_frees:
        return led.mask
    if card.suit is trump:
        return led.mask if card.bit & higher else led.mask | higher
    may_keep_low_trumps = settings.beaten_frees and not partner_wins
    return led.mask | (higher if may_keep_low_trumps else trump.mask)
