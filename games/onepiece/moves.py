"""The moves of the game. Each names its player, because a move out of turn is refused with a reason.

For a player who is absent, the first move is played that is declared for that: to keep, to end the turn, to pass, to
decline; and where a choice is a must, the first choice there is. So rows that pass stand before rows that choose.

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


class PlayersMove(Move):
    """Base of all: each says whose it is."""

    player: int
    seat_field = "player"


class Mulligan(PlayersMove):
    """Shuffle the opening hand back and draw a new one."""

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Mulligan"]:
        return [cls(player) for player in PLAYERS]


class Keep(PlayersMove):
    when_absent = True

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Keep"]:
        return [cls(player) for player in PLAYERS]


class PlayCard(PlayersMove):
    says = "Play a card"

    card: int
    exact = True  # 1.2 times as long without

    @classmethod
    def candidates(cls, game: Game) -> Iterable["PlayCard"]:
        player = game.active
        return [cls(player, card) for card in playable(game)]


class TrashCharacter(PlayersMove):
    """Make room for the character that is being played."""

    says = "Trash a character"

    card: int
    when_absent = True

    @classmethod
    def candidates(cls, game: Game) -> Iterable["TrashCharacter"]:
        return [cls(game.active, piece.card) for piece in game.sides[game.active].characters]


class GiveDon(PlayersMove):
    """Give an active DON to the leader or to a character."""

    says = "Give DON!!"

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


class Activate(PlayersMove):
    """Use an effect of a card on the field."""

    says = "Activate an effect"

    card: int
    effect: int
    """Its place on the card, from 0."""
    exact = True  # 1.15 times as long without

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Activate"]:
        return [cls(game.active, card, place) for card, place in activatable(game)]


class Attack(PlayersMove):
    """Attack with the leader or a character."""

    attacker: int
    target: int
    exact = True  # 1.6 times as long without

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Attack"]:
        ready = attackers(game)
        targets = attackable(game) if ready else []
        return [cls(game.active, piece.card, target) for piece in ready for target in targets]


class Block(PlayersMove):
    """Block the attack with a Blocker."""

    card: int

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Block"]:
        player, faces = 1 - game.active, game.cards
        pieces = game.sides[player].characters
        return [cls(player, piece.card) for piece in pieces if faces[piece.card].is_blocker]


class Counter(PlayersMove):
    """Defend with a card of the hand: trash it for its counter value, or pay for an event's effect."""

    card: int
    by_effect: bool = False
    """Of an event that has both, use the effect and not the counter value."""

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Counter"]:
        player, faces = 1 - game.active, game.cards
        return [cls(player, card, way) for card in game.sides[player].hand for way in faces[card].counters]


class PassOn(PlayersMove):
    """Do not block, do not counter any more, or choose nothing more."""

    says = "Pass"
    when_absent = True

    @classmethod
    def candidates(cls, game: Game) -> Iterable["PassOn"]:
        return (cls(decider(game)),)


class UseTrigger(PlayersMove):
    """Use the effect that is offered, or the Trigger of the life card just taken."""

    says = "Use the Trigger"

    @classmethod
    def candidates(cls, game: Game) -> Iterable["UseTrigger"]:
        return (cls(decider(game)),)


class DeclineTrigger(PlayersMove):
    """Do not use what is offered, or take the life card to the hand."""

    says = "Take it to the hand"
    when_absent = True

    @classmethod
    def candidates(cls, game: Game) -> Iterable["DeclineTrigger"]:
        return (cls(decider(game)),)


class OrderTrigger(PlayersMove):
    """Say which of the waiting triggers is next."""

    says = "Choose the next trigger"

    trigger: int
    """Its place in the queue, from 0."""
    when_absent = True

    @classmethod
    def candidates(cls, game: Game) -> Iterable["OrderTrigger"]:
        return [cls(game.queue[0].player, place) for place in range(len(game.queue))]


class Choose(PlayersMove):
    """Choose a card for the running effect."""

    card: int
    when_absent = True
    exact = True  # 1.08 times as long without

    @classmethod
    def candidates(cls, game: Game) -> Iterable["Choose"]:
        player = decider(game)
        return [cls(player, card) for card in open_choices(game)]


class EndTurn(PlayersMove):
    says = "End the turn"
    when_absent = True

    @classmethod
    def candidates(cls, game: Game) -> Iterable["EndTurn"]:
        return (cls(game.active),)


class Concede(PlayersMove):
    """Give up."""

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
"""What a player can send."""
