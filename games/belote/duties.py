"""What a seat may play, as a set of cards. The guards of tricks.py say the same, one duty at a time."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.belote.table import Table


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
