"""The moves of the game. Each names its player, because a move out of turn is refused with a reason.

Where a type is `exact`, its candidates ask the questions of options.py, as the guards do, and `legal_moves`
leaves the guards out. That is for speed alone: the comments say how many times as long `legal_moves` takes
without it, on average over the random games of tests/benchmarks/bench_onepiece.py.
"""

from collections.abc import Iterable
from functools import lru_cache

from fsm import Move
from games.onepiece.effects import open_choices
from games.onepiece.options import activatable, attackable, attackers, decider, playable
from games.onepiece.table import DON_DECK, FIRST_DON, PLAYERS, THINGS, Game


class Mulligan(Move):
    """Shuffle the opening hand back and draw a new one."""

    player: int

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Mulligan"]:
        return [cls(player) for player in PLAYERS]


class Keep(Move):
    player: int

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Keep"]:
        return [cls(player) for player in PLAYERS]


class PlayCard(Move):
    player: int
    card: int
    exact = True  # 1.2 times as long without

    @classmethod
    def candidates(cls, game: Game) -> Iterable["PlayCard"]:
        player = game.active
        return [cls(player, card) for card in playable(game)]


class TrashCharacter(Move):
    """Make room for the character that is being played."""

    player: int
    card: int

    @classmethod
    def candidates(cls, game: Game) -> Iterable["TrashCharacter"]:
        return [cls(game.active, piece.card) for piece in game.sides[game.active].characters]


class GiveDon(Move):
    """Give an active DON to the leader or to a character."""

    player: int
    don: int
    target: int
    exact = True  # 1.8 times as long without

    @classmethod
    def candidates(cls, game: Game) -> Iterable["GiveDon"]:
        side = game.sides[game.active]
        of_each = gifts(game.active, (side.leader.card, *[piece.card for piece in side.characters]))
        return [gift for don in side.active_don for gift in of_each[don]]


@lru_cache(1 << 12)
def gifts(player: int, targets: tuple[int, ...]) -> dict[int, tuple[GiveDon, ...]]:
    """Each DON for each target. There are many, and again and again the same ones, so they are kept."""
    first = player * THINGS + FIRST_DON
    return {don: tuple(GiveDon(player, don, target) for target in targets) for don in range(first, first + DON_DECK)}


class Activate(Move):
    """Use an effect of a card on the field."""

    player: int
    card: int
    effect: int
    """Its place on the card, from 0."""
    exact = True  # 1.15 times as long without

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Activate"]:
        return [cls(game.active, card, place) for card, place in activatable(game)]


class Attack(Move):
    """Attack with the leader or a character."""

    player: int
    attacker: int
    target: int
    exact = True  # 1.6 times as long without

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Attack"]:
        ready = attackers(game)
        targets = attackable(game) if ready else []
        return [cls(game.active, piece.card, target) for piece in ready for target in targets]


class Block(Move):
    """Block the attack with a Blocker."""

    player: int
    card: int

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Block"]:
        player, faces = 1 - game.active, game.cards
        pieces = game.sides[player].characters
        return [cls(player, piece.card) for piece in pieces if faces[piece.card].is_blocker]


class Counter(Move):
    """Defend with a card of the hand: trash it for its counter value, or pay for an event's effect."""

    player: int
    card: int
    by_effect: bool = False
    """Of an event that has both, use the effect and not the counter value."""

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Counter"]:
        player, faces = 1 - game.active, game.cards
        return [cls(player, card, way) for card in game.sides[player].hand for way in faces[card].counters]


class PassOn(Move):
    """Do not block, do not counter any more, or choose nothing more."""

    player: int

    @classmethod
    def candidates(cls, game: Game) -> Iterable["PassOn"]:
        return (cls(decider(game)),)


class UseTrigger(Move):
    """Use the effect that is offered, or the Trigger of the life card just taken."""

    player: int

    @classmethod
    def candidates(cls, game: Game) -> Iterable["UseTrigger"]:
        return (cls(decider(game)),)


class DeclineTrigger(Move):
    """Do not use what is offered."""

    player: int

    @classmethod
    def candidates(cls, game: Game) -> Iterable["DeclineTrigger"]:
        return (cls(decider(game)),)


class OrderTrigger(Move):
    """Say which of the waiting triggers is next."""

    player: int
    trigger: int
    """Its place in the queue, from 0."""

    @classmethod
    def candidates(cls, game: Game) -> Iterable["OrderTrigger"]:
        return [cls(game.queue[0].player, place) for place in range(len(game.queue))]


class Choose(Move):
    """Choose a card for the running effect."""

    player: int
    card: int
    exact = True  # 1.08 times as long without

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Choose"]:
        player = decider(game)
        return [cls(player, card) for card in open_choices(game)]


class EndTurn(Move):
    player: int

    @classmethod
    def candidates(cls, game: Game) -> Iterable["EndTurn"]:
        return (cls(game.active),)


class Concede(Move):
    """Give up."""

    player: int
    gives_up = True

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Concede"]:
        return [cls(player) for player in PLAYERS]


AnyMove = (
    Mulligan
    | Keep
    | PlayCard
    | TrashCharacter
    | GiveDon
    | Activate
    | Attack
    | Block
    | Counter
    | PassOn
    | UseTrigger
    | DeclineTrigger
    | OrderTrigger
    | Choose
    | EndTurn
    | Concede
)
"""What a player can send, in the order in which an engine lists it."""
