"""What a player may know: the own hand, both fields, the piles that lie open, and counts of the rest."""

import msgspec

from fsm import SettingsError, Snapshot
from games.onepiece.cards import Timing
from games.onepiece.damage import a_life_card_is_revealed, deal_damage, end_battle, take_to_hand
from games.onepiece.options import decider
from games.onepiece.power_and_cost import cost_of, cost_to_play, power_of
from games.onepiece.table import PLAYERS, Game, Outcome, Pending, Piece, Running, Settings, Side, outcome
from games.onepiece.trigger_queue import effect_of


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


class SideView(msgspec.Struct, frozen=True):
    """What both players see of a side."""

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


class EffectView(msgspec.Struct, frozen=True):
    """An effect that waits, or that is being carried out."""

    player: int
    card: int
    number: str
    timing: Timing


class BattleView(msgspec.Struct, frozen=True):
    """The two cards that fight."""

    attacker: int
    target: int


class PlayerView(msgspec.Struct, frozen=True):
    """Everything that one player may know."""

    phase: str
    back: tuple[str, ...]
    """The phase that triggers have interrupted, if any: there the game goes on."""
    player: int
    turn: int
    active: int
    first: int
    settings: Settings
    hand: tuple[CardView, ...]
    you: SideView
    opponent: SideView
    battle: BattleView | None
    waiting: tuple[EffectView, ...]
    running: EffectView | None
    taken: CardView | None
    """The life card just taken, for the player who decides about its Trigger."""
    outcome: Outcome | None


def view(snapshot: Snapshot[Game], player: int) -> PlayerView:
    """What a player sees."""
    if player not in PLAYERS:
        raise SettingsError(f"There is no player {player!r}; the players are 0 and 1.")
    phase, game = public(snapshot, player)
    mine = game.sides[player]
    return PlayerView(
        phase=phase,
        back=tuple(caller.phase for caller in snapshot.back),
        player=player,
        turn=game.turn,
        active=game.active,
        first=game.first,
        settings=game.settings,
        hand=tuple(card_view(game, card) for card in mine.hand),
        you=side_view(game, mine),
        opponent=side_view(game, game.sides[1 - player]),
        battle=None if game.battle is None else BattleView(game.battle.attacker, game.battle.target),
        waiting=tuple(effect_view(game, pending) for pending in game.queue),
        running=None if game.running is None else effect_view(game, game.running),
        taken=taken_view(game, player),
        outcome=outcome(game),
    )


def public(snapshot: Snapshot[Game], player: int) -> tuple[str, Game]:
    """Phase and game as far as a player may know about them.

    Whether a life card has a Trigger is its owner's secret until it is used. While the owner thinks about it,
    the opponent sees what comes of declining it, which is also what comes of a card without a Trigger.
    """
    game = snapshot.game
    if snapshot.phase != "main.battle.life_trigger" or player == decider(game):
        return snapshot.phase, game
    while a_life_card_is_revealed(game):
        game = deal_damage(take_to_hand(game))
    return "main.idle", end_battle(game)


def side_view(game: Game, side: Side) -> SideView:
    """A side as both players see it."""
    return SideView(
        leader=piece_view(game, side.leader),
        characters=tuple(piece_view(game, piece) for piece in side.characters),
        stage=None if side.stage is None else piece_view(game, side.stage),
        trash=tuple(card_view(game, card) for card in side.trash),
        active_don=side.active_don,
        rested_don=side.rested_don,
        hand_size=len(side.hand),
        deck_size=len(side.deck),
        life_size=len(side.life),
        don_deck_size=len(side.don_deck),
    )


def card_view(game: Game, card: int) -> CardView:
    """A card off the field."""
    face = game.cards[card]
    return CardView(card, face.number, face.name, cost_to_play(game, card))


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
    )


def effect_view(game: Game, which: Pending | Running) -> EffectView:
    """An effect; its card lies open."""
    return EffectView(which.player, which.card, game.cards[which.card].number, effect_of(game, which).timing)


def taken_view(game: Game, player: int) -> CardView | None:
    """The life card just taken, if this player decides about it."""
    if game.battle is None or game.battle.revealed is None or player != decider(game):
        return None
    return card_view(game, game.battle.revealed)
