"""What a player may know: the own hand, both fields, the piles that lie open, and where all other cards are.

Ids show whose card it is and how it lay when the deck was last shuffled, never what it is; so all of them are shown.
With them a view has all that is needed to deal the rest of the game anew: see redealing.py.
"""

from collections.abc import Iterable

import msgspec

from fsm import Snapshot
from games.onepiece.cards import Card, Timing
from games.onepiece.power_and_cost import cost_of, cost_to_play, power_of
from games.onepiece.table import (
    FIRST_DON,
    THINGS,
    Battle,
    Game,
    Modifier,
    Outcome,
    Pending,
    Piece,
    Running,
    Settings,
    Side,
    outcome,
)
from games.onepiece.trigger_queue import effect_of
from games.onepiece.zones import owner_of, pieces


class CardView(msgspec.Struct, frozen=True):
    """A card that lies open, or in the own hand."""

    card: int
    number: str
    name: str
    cost: int


class PieceView(msgspec.Struct, frozen=True):
    """A card on the field, with its power and cost of the moment."""

    card: int
    number: str
    name: str
    power: int
    cost: int
    rested: bool
    given_don: tuple[int, ...]
    since: int
    """The turn in which it was played."""
    modifiers: tuple[Modifier, ...]
    used: tuple[int, ...]
    """Its effects that were used this turn, by their place on the card."""


class SideView(msgspec.Struct, frozen=True):
    """What everybody sees of a side."""

    leader: PieceView
    characters: tuple[PieceView, ...]
    stage: PieceView | None
    trash: tuple[CardView, ...]
    active_don: tuple[int, ...]
    rested_don: tuple[int, ...]
    hand_size: int
    deck_size: int
    life_size: int
    don_deck_size: int
    hand: tuple[int, ...]
    """Ids, as in every pile; the front is its top."""
    deck: tuple[int, ...]
    life: tuple[int, ...]
    don_deck: tuple[int, ...]
    discounts: tuple[Modifier, ...]
    """Changes of the cost of every card in the hand."""
    sent_back: tuple[int, ...]
    """Cards that went from the field back to the hand."""


class EffectView(msgspec.Struct, frozen=True):
    """An effect; its card lies open, or did."""

    player: int
    card: int
    number: str
    timing: Timing
    effect: int
    """Its place on the card."""
    given: int
    """How many DON its card had when it left the field."""


class WaitingView(EffectView, frozen=True):
    """An effect that waits."""

    wave: int
    """Triggers of an earlier wave come first."""


class RunningView(EffectView, frozen=True):
    """The effect that is being carried out."""

    chooser: int
    """The player who decides about it now, or who chooses for its step."""
    step: int
    chosen: tuple[int, ...]
    """What was chosen for this step so far."""
    begun: bool
    """It is used and paid."""


class PlayerView(msgspec.Struct, frozen=True):
    """Everything that one player may know, or a spectator."""

    phase: str
    """While the owner of a life card decides about it, this is `main.battle` for everybody else."""
    back: tuple[str, ...]
    """The phase that triggers have interrupted, if any: there the game goes on."""
    player: int | None
    """None for a spectator."""
    turn: int
    active: int
    first: int
    settings: Settings
    hand: tuple[CardView, ...]
    """The own hand; a spectator has none."""
    you: SideView
    """A spectator sees player 0 here, and player 1 as the opponent."""
    opponent: SideView
    battle: Battle | None
    waiting: tuple[WaitingView, ...]
    running: RunningView | None
    taken: CardView | None
    """The life card just taken, for its owner, who decides about it."""
    joining: CardView | None
    """The character that is about to be played, while room is made for it."""
    chain: int
    """How many effects came one after the other since the last time none was waiting."""
    draws: int
    """How often chance was asked: three times, and once for each mulligan."""
    faces: tuple[Card, ...]
    """What is printed on the cards that the player knows: those of the own deck, and those that were seen."""
    seen: dict[int, int]
    """The cards that the player has seen, by id, each with its place in `faces`."""
    own_deck: tuple[int, ...]
    """The fifty cards of the own deck, wherever they are, by their places in `faces`; a spectator has none."""
    outcome: Outcome | None


def view(snapshot: Snapshot[Game], player: int | None) -> PlayerView:
    """What a player sees; None is a spectator. The snapshot's phase is one that the player may know."""
    game = snapshot.game
    near = 0 if player is None else player
    seen, own_deck = seen_by(game, player), deck_of(game, player)
    faces = distinct([*own_deck, *[game.cards[card] for card in seen]])
    places = {face.as_printed: place for place, face in enumerate(faces)}
    return PlayerView(
        phase=snapshot.phase,
        back=tuple([caller.phase for caller in snapshot.back]),
        player=player,
        turn=game.turn,
        active=game.active,
        first=game.first,
        settings=game.settings,
        hand=() if player is None else cards_view(game, game.sides[player].hand),
        you=side_view(game, game.sides[near]),
        opponent=side_view(game, game.sides[1 - near]),
        battle=game.battle,
        waiting=tuple([waiting_view(game, pending) for pending in game.queue]),
        running=None if game.running is None else running_view(game, game.running),
        taken=card_view(game, taken_card(game, player)),
        joining=card_view(game, game.joining),
        chain=game.chain,
        draws=game.draws,
        faces=faces,
        seen={card: places[game.cards[card].as_printed] for card in seen},
        own_deck=tuple(sorted([places[face.as_printed] for face in own_deck])),
        outcome=outcome(game),
    )


# What a player knows


def seen_by(game: Game, player: int | None) -> list[int]:
    """The cards that a player has seen: what lies open or did, the own hand, the own life card just taken."""
    found = {which.card for which in (*game.queue, game.running) if which is not None}
    for side in game.sides:
        found.update(side.trash, side.sent_back, [piece.card for piece in pieces(side)])
    if player is not None:
        found.update(game.sides[player].hand)
    for card in (game.joining, taken_card(game, player)):
        if card is not None:
            found.add(card)
    return sorted(found)


def taken_card(game: Game, player: int | None) -> int | None:
    """The life card just taken, if it is this player's."""
    card = None if game.battle is None else game.battle.revealed
    return card if card is not None and owner_of(card) == player else None


def deck_of(game: Game, player: int | None) -> tuple[Card, ...]:
    """The fifty cards of the own deck, wherever they are; they are not to be shown in this order."""
    return () if player is None else game.cards[player * THINGS + 1 : player * THINGS + FIRST_DON]


def distinct(faces: Iterable[Card]) -> tuple[Card, ...]:
    """Each face once, in the order of their text, which tells nothing about where cards are."""
    found = {face.as_printed: face for face in faces}
    return tuple([found[text] for text in sorted(found)])


# The parts of a view


def side_view(game: Game, side: Side) -> SideView:
    """A side as everybody sees it."""
    return SideView(
        leader=piece_view(game, side.leader),
        characters=tuple([piece_view(game, piece) for piece in side.characters]),
        stage=None if side.stage is None else piece_view(game, side.stage),
        trash=cards_view(game, side.trash),
        active_don=side.active_don,
        rested_don=side.rested_don,
        hand_size=len(side.hand),
        deck_size=len(side.deck),
        life_size=len(side.life),
        don_deck_size=len(side.don_deck),
        hand=side.hand,
        deck=side.deck,
        life=side.life,
        don_deck=side.don_deck,
        discounts=side.discounts,
        sent_back=side.sent_back,
    )


def cards_view(game: Game, cards: tuple[int, ...]) -> tuple[CardView, ...]:
    """Cards off the field."""
    faces = game.cards
    return tuple([CardView(card, faces[card].number, faces[card].name, cost_to_play(game, card)) for card in cards])


def card_view(game: Game, card: int | None) -> CardView | None:
    """A card off the field, if there is one."""
    return None if card is None else cards_view(game, (card,))[0]


def piece_view(game: Game, piece: Piece) -> PieceView:
    """A card on the field."""
    face = game.cards[piece.card]
    return PieceView(
        piece.card,
        face.number,
        face.name,
        power_of(game, piece),
        cost_of(game, piece),
        piece.rested,
        piece.given,
        piece.since,
        piece.modifiers,
        piece.used,
    )


def waiting_view(game: Game, which: Pending) -> WaitingView:
    """An effect that waits."""
    number, timing = game.cards[which.card].number, effect_of(game, which).timing
    return WaitingView(which.player, which.card, number, timing, which.effect, which.given, which.wave)


def running_view(game: Game, which: Running) -> RunningView:
    """The effect that is being carried out."""
    return RunningView(
        player=which.player,
        card=which.card,
        number=game.cards[which.card].number,
        timing=effect_of(game, which).timing,
        effect=which.effect,
        given=which.given,
        chooser=which.chooser,
        step=which.step,
        chosen=which.chosen,
        begun=which.begun,
    )
