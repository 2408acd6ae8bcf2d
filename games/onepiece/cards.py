"""What is printed on a card: the nouns of the card file. library.py reads and checks it."""

from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Count = Annotated[int, Meta(ge=1)]
Amount = Annotated[int, Meta(ge=0)]


class Category(StrEnum):
    """What kind of card it is."""

    LEADER = "leader"
    CHARACTER = "character"
    STAGE = "stage"
    EVENT = "event"
    DON = "don"


class Colour(StrEnum):
    """A card shares at least one colour with the leader of its deck."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    BLACK = "black"
    YELLOW = "yellow"


class Keyword(StrEnum):
    """Abilities that need no steps."""

    RUSH = "rush"
    BLOCKER = "blocker"
    DOUBLE_ATTACK = "double_attack"
    BANISH = "banish"
    TRIGGER = "trigger"


class Timing(StrEnum):
    """When an effect happens."""

    __hash__ = str.__hash__  # the enum's own is Python code, and timings are looked up all the time

    ON_PLAY = "on_play"
    WHEN_ATTACKING = "when_attacking"
    ON_OPPONENTS_ATTACK = "on_opponents_attack"
    ON_BLOCK = "on_block"
    ON_KO = "on_ko"
    WHEN_RESTED = "when_rested"
    START_OF_YOUR_TURN = "start_of_your_turn"
    END_OF_YOUR_TURN = "end_of_your_turn"
    END_OF_OPPONENTS_TURN = "end_of_opponents_turn"
    ACTIVATE = "activate"
    """In the Main Phase, whenever its owner wants."""
    MAIN = "main"
    """The effect of an event that is played in the Main Phase."""
    COUNTER = "counter"
    """The effect of an event that is played in the Counter Step."""
    TRIGGER = "trigger"
    """When the card is taken from the life cards by damage."""


OFF_THE_FIELD = frozenset({Timing.ON_KO, Timing.MAIN, Timing.COUNTER, Timing.TRIGGER})
"""The timings of effects whose card is not on the field when they happen."""


class Until(StrEnum):
    """How long a change of power or cost lasts. It also ends when the card leaves the field."""

    END_OF_BATTLE = "end_of_battle"
    """Of the turn, if no battle is on when the change is made."""
    END_OF_TURN = "end_of_turn"
    YOUR_NEXT_TURN = "your_next_turn"
    ALWAYS = "always"


class Target(StrEnum):
    """Which cards a step is about, seen from the player whose effect it is."""

    THIS = "this"
    OWN_LEADER = "own_leader"
    OWN_CHARACTER = "own_character"
    OWN_LEADER_OR_CHARACTER = "own_leader_or_character"
    OPPOSING_CHARACTER = "opposing_character"
    OPPOSING_LEADER_OR_CHARACTER = "opposing_leader_or_character"
    OWN_HAND = "own_hand"
    """Every card in the hand, also those that come later; for costs only."""


UNCHOSEN = (Target.THIS, Target.OWN_LEADER, Target.OWN_HAND)
"""Targets for which nobody chooses."""


class Who(StrEnum):
    """Which player a step is about, seen from the player whose effect it is."""

    YOU = "you"
    OPPONENT = "opponent"
    BOTH = "both"


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of everything in the card file: a word that nobody knows is an error."""


class Step(Printed, frozen=True, tag_field="do"):
    """One thing that an effect does."""


class Draw(Step, frozen=True, tag="draw"):
    amount: Count
    who: Who = Who.YOU


class TrashFromHand(Step, frozen=True, tag="trash_from_hand"):
    """The player whose hand it is chooses the cards."""

    amount: Count
    who: Literal["you", "opponent"] = "you"


class AddDon(Step, frozen=True, tag="add_don"):
    """Put DON from the DON deck into the cost area."""

    amount: Count
    rested: bool = False


class Aimed(Step, frozen=True):
    """A step that is about cards on the field."""

    target: Target
    count: Count = 1
    """How many of them the player chooses."""
    up_to: bool = False
    """Fewer may be chosen, also none."""
    every: bool = False
    """All of them; nobody chooses."""
    power_at_most: int | None = None
    cost_at_most: int | None = None


class Rest(Aimed, frozen=True, tag="rest"):
    """An active card becomes rested."""


class SetActive(Aimed, frozen=True, tag="set_active"):
    """A rested card becomes active."""


class Ko(Aimed, frozen=True, tag="ko"):
    """A character is knocked out."""


class ReturnToHand(Aimed, frozen=True, tag="return_to_hand"):
    """A character goes back to its owner's hand."""


class GivePower(Aimed, frozen=True, tag="give_power", kw_only=True):
    """More power, or less."""

    amount: int
    until: Until


class GiveCost(Aimed, frozen=True, tag="give_cost", kw_only=True):
    """A higher cost, or a lower one."""

    amount: int
    until: Until


AnyStep = Draw | TrashFromHand | AddDon | Rest | SetActive | Ko | ReturnToHand | GivePower | GiveCost


class Condition(Printed, frozen=True):
    """What must be so when an effect is about to happen."""

    given_don: Amount = 0
    """DON given to this card, at least."""
    life_at_most: Amount | None = None
    hand_at_most: Amount | None = None


class Price(Printed, frozen=True):
    """What an effect costs. A player who cannot pay it does not get the effect; one who can may decline."""

    rest_self: bool = False
    rest_don: Amount = 0
    return_don: Amount = 0
    """DON that go from the cost area back to the DON deck, rested ones first."""


NO_CONDITION, NO_PRICE = Condition(), Price()


class Effect(Printed, frozen=True):
    """What a card does, as data."""

    timing: Timing
    steps: Annotated[tuple[AnyStep, ...], Meta(min_length=1)]
    condition: Condition = NO_CONDITION
    cost: Price = NO_PRICE
    once_per_turn: bool = False
    optional: bool = False
    """Its player may decline it."""

    @property
    def may_be_declined(self) -> bool:
        """An effect that says so, or that costs something."""
        return self.optional or self.cost != NO_PRICE


class Card(Printed, frozen=True, dict=True):
    """One card as printed; every copy in a game shares it."""

    number: Annotated[str, Meta(min_length=1)]
    name: str
    category: Category
    colours: tuple[Colour, ...] = ()
    cost: Amount = 0
    power: Amount = 0
    life: Amount = 0
    counter: Amount = 0
    keywords: tuple[Keyword, ...] = ()
    effects: tuple[Effect, ...] = ()

    @cached_property
    def as_printed(self) -> bytes:
        """The whole card as text: the same for equal cards, and quicker to compare."""
        return msgspec.json.encode(self)

    @cached_property
    def places(self) -> dict[Timing, tuple[int, ...]]:
        """The places of its effects, by timing. Kept, because it is asked for in every battle and turn."""
        found: dict[Timing, tuple[int, ...]] = {}
        for place, effect in enumerate(self.effects):
            found[effect.timing] = (*found.get(effect.timing, ()), place)
        return found

    def has(self, timing: Timing) -> bool:
        return timing in self.places

    @cached_property
    def activations(self) -> tuple[int, ...]:
        """The places of the effects that its owner starts."""
        return self.places.get(Timing.ACTIVATE, ())

    @cached_property
    def has_rush(self) -> bool:
        """It may attack on the turn it is played."""
        return Keyword.RUSH in self.keywords

    @cached_property
    def is_blocker(self) -> bool:
        return Keyword.BLOCKER in self.keywords

    @cached_property
    def is_playable(self) -> bool:
        """A character, a stage, or an event with a main effect."""
        return self.category in (Category.CHARACTER, Category.STAGE) or (
            self.category is Category.EVENT and self.has(Timing.MAIN)
        )

    @cached_property
    def is_counter_event(self) -> bool:
        return self.category is Category.EVENT and self.has(Timing.COUNTER)

    @cached_property
    def counters(self) -> tuple[bool, ...]:
        """The ways to counter with it, as `Counter.by_effect` says them."""
        if self.is_counter_event:
            return (False, True) if self.counter else (False,)
        return (False,) if self.counter else ()


DON_CARD = Card("DON", "DON!!", Category.DON)
"""All DON cards are the same."""


class Deck(Printed, frozen=True):
    """A leader and fifty cards: how many copies of which number."""

    name: str
    leader: str
    cards: dict[str, Count]
