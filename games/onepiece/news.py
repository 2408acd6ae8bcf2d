"""What the rules report, in the order in which it happens. Cards are named by id, which gives none away.

Everybody hears everything, but for one thing: what a card is that only its owner sees.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from fsm import with_news
from fsm.snapshot import with_news_version
from games.onepiece.cards import Timing
from games.onepiece.table import Game, News, Outcome, Zone

Rule = TypeVar("Rule", bound=Callable[..., Any])

# Adding news, and delivering it


def add_news(game: Game, *news: News) -> Game:
    """The game with news, if anyone listens: otherwise `game.news` is None, and nothing is collected."""
    return game if game.news is None else replace(game, news=game.news + news)


def delivers_news(rule: Rule) -> Rule:
    """Marks an effect of the flow whose news is collected while it runs, and then handed to the engine."""

    def version(game: Game, *move: Any) -> Any:
        after = rule(replace(game, news=()), *move)
        return with_news(replace(after, news=None), *after.news)

    return with_news_version(rule, version)


# What there is to report


class TurnBegan(News, frozen=True):
    player: int
    turn: int


class HandReturned(News, frozen=True):
    """An opening hand went back and the deck was shuffled; its player's ids now mean other cards."""

    player: int
    amount: int


class CardMoved(News, frozen=True):
    card: int
    origin: Zone
    to: Zone


class CardSeen(News, frozen=True):
    """The owner of a card that was drawn, or taken from life, sees what it is. Nobody else hears of that."""

    public = False
    player: int
    card: int
    number: str

    def audience(self) -> tuple[int, ...]:
        return (self.player,)


class CardPlayed(News, frozen=True):
    player: int
    card: int
    number: str


class CardRested(News, frozen=True):
    card: int


class CardSetActive(News, frozen=True):
    card: int


class DonAdded(News, frozen=True):
    """DON came from the DON deck into the cost area."""

    player: int
    don: tuple[int, ...]


class DonRested(News, frozen=True):
    """DON paid for something."""

    player: int
    don: tuple[int, ...]


class DonGiven(News, frozen=True):
    player: int
    don: int
    target: int


class DonReturned(News, frozen=True):
    """DON went back: to the cost area from a card, or to the DON deck."""

    player: int
    don: tuple[int, ...]
    to: Zone


class PowerChanged(News, frozen=True):
    card: int
    power: int


class CostChanged(News, frozen=True):
    """The cost of one card on the field changed."""

    card: int
    cost: int


class HandCostChanged(News, frozen=True):
    """The cost of every card in a hand changed."""

    player: int
    amount: int


class TriggerQueued(News, frozen=True):
    player: int
    card: int
    timing: Timing


class EffectUsed(News, frozen=True):
    player: int
    card: int
    timing: Timing


class EffectDropped(News, frozen=True):
    """Declined, or not possible."""

    player: int
    card: int
    timing: Timing


class AttackDeclared(News, frozen=True):
    attacker: int
    target: int


class AttackBlocked(News, frozen=True):
    blocker: int


class CounterUsed(News, frozen=True):
    card: int


class BlowStruck(News, frozen=True):
    """Both powers are compared."""

    attacker_power: int
    defender_power: int


class DamageDealt(News, frozen=True):
    player: int
    life_left: int


class BattleEnded(News, frozen=True):
    attacker: int


class GameEnded(News, frozen=True):
    outcome: Outcome
