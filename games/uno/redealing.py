"""A table that one seat cannot tell from the real one: whatever its view hides is dealt anew.

Every deal that fits the view is equally likely. Of bluffs that is nearly so: a Wild Draw Four is taken for a bluff if
its player now holds the colour that it was laid on. Had they to draw two cards since, for a missed call, that colour
may have come with those; and if the pile was shuffled for these, nobody sees any more what the colour was, and it is
one at random. A view does not say who laid a Wild Draw Four if that player has left; the one before is suspected.
"""

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from fsm import PhasebookError, Snapshot
from fsm.chance import SEEDS
from games.uno.cards import COLOUR, COLOURS, PLAYABLE, WITHOUT_CHOICE, Card, deck_of
from games.uno.table import Table
from games.uno.view import UnoView, suspect

Hand = tuple[str, ...]


def redeal(view: UnoView, chance: Random) -> Snapshot[Table]:
    """A position that looks like this view, with other cards where it shows none."""
    if not isinstance(view, UnoView):
        raise PhasebookError("Only a view of Uno can be dealt anew; pass one as engine.view gives it.")
    hands, deck = dealt(view, chance)
    game = Table(
        settings=view.settings,
        seed=chance.randrange(SEEDS),
        draws=view.round,  # at least one a round; how many more does not matter with a new seed
        round=view.round,
        order=view.order,
        turn=view.order.index(view.current_player),
        direction=view.direction,
        hands=hands,
        deck=deck,
        pile=view.pile,
        scores=view.scores,
        owed=view.owed,
        bluffer=None,
        winner=view.winner,
    )
    return Snapshot(view.phase, replace(game, bluffer=bluffer(Snapshot(view.phase, game), view, chance)))


def dealt(view: UnoView, chance: Random) -> tuple[tuple[Hand, ...], Hand]:
    """The hands by seat, and the deck: those seen as they are, and all other cards shuffled over the rest."""
    hands = seen_hands(view)
    seen = {*map(WITHOUT_CHOICE.__getitem__, view.pile), *(card for hand in hands.values() for card in hand)}
    unseen = [card for card in deck_of(view.settings.short_deck) if card not in seen]
    if view.phase == "round.drawn" and view.current_player not in hands:
        hands[view.current_player] = drawn_hand(view, unseen, chance)
        unseen = [card for card in unseen if card not in hands[view.current_player]]
    cards = tuple(sorted(unseen, key=lambda _: chance.random()))
    start = 0
    for seat, count in enumerate(view.player_card_counts):
        if seat not in hands:
            hands[seat] = cards[start : start + count]
            start += count
    return tuple(hands[seat] for seat in range(len(hands))), cards[start:]


def seen_hands(view: UnoView) -> dict[int, Hand]:
    """By seat, the hands that a view shows: the viewer's own, and all when a round is won."""
    if view.open_hands:
        return {seat: names(hand) for seat, hand in enumerate(view.open_hands)}
    return {} if view.player is None else {view.player: names(view.hand)}


def names(hand: Iterable[Card]) -> Hand:
    return tuple(card.id for card in hand)


def drawn_hand(view: UnoView, unseen: list[str], chance: Random) -> Hand:
    """A hand that ends with a card just drawn. It fits, or it would not wait; where drawing is not free, no other does.

    It is chosen before all other hands, because only these are free.
    """
    playable = PLAYABLE[view.pile[-1]]
    drawn = chance.choice([card for card in unseen if card in playable])
    forced = view.settings.force_play
    others = [card for card in unseen if (card not in playable if forced else card != drawn)]
    return *chance.sample(others, view.player_card_counts[view.current_player] - 1), drawn


def bluffer(snapshot: Snapshot[Table], view: UnoView, chance: Random) -> int | None:
    """The seat that bluffs, if any: as the viewer knows, or as the hand of the player tells who laid the card."""
    if view.bluffed is not None:
        return view.player if view.bluffed else None
    seat, game = suspect(snapshot), snapshot.game
    if seat is None:
        return None
    colour = COLOUR[game.pile[-2]] if len(game.pile) > 1 else chance.choice(COLOURS)
    return seat if colour is not None and colour in map(COLOUR.__getitem__, game.hands[seat]) else None
