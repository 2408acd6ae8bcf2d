"""What is wrong with a card although each of its words is right: something on it can never matter."""

from collections.abc import Iterator

from games.onepiece.cards import (
    OFF_THE_FIELD,
    UNCHOSEN,
    Aimed,
    Card,
    Category,
    Effect,
    GiveCost,
    GivePower,
    Keyword,
    Ko,
    Rest,
    ReturnToHand,
    SetActive,
    Step,
    Target,
    Timing,
)
from games.onepiece.table import DON_DECK

MOST_LIFE = 10

EVERY_TURN = (Timing.START_OF_YOUR_TURN, Timing.END_OF_YOUR_TURN, Timing.END_OF_OPPONENTS_TURN)
TIMINGS: dict[Category, tuple[Timing, ...]] = {
    Category.LEADER: (
        Timing.WHEN_ATTACKING,
        Timing.ON_OPPONENTS_ATTACK,
        Timing.WHEN_RESTED,
        *EVERY_TURN,
        Timing.ACTIVATE,
    ),
    Category.CHARACTER: tuple(timing for timing in Timing if timing not in (Timing.MAIN, Timing.COUNTER)),
    Category.STAGE: (
        Timing.ON_PLAY,
        Timing.ON_OPPONENTS_ATTACK,
        Timing.WHEN_RESTED,
        *EVERY_TURN,
        Timing.ACTIVATE,
        Timing.TRIGGER,
    ),
    Category.EVENT: (Timing.MAIN, Timing.COUNTER, Timing.TRIGGER),
}
"""When the effects of a card can happen, by its category."""

KEYWORDS: dict[Category, tuple[Keyword, ...]] = {
    Category.LEADER: (Keyword.DOUBLE_ATTACK, Keyword.BANISH),
    Category.CHARACTER: tuple(Keyword),
    Category.STAGE: (Keyword.TRIGGER,),
    Category.EVENT: (Keyword.TRIGGER,),
}
"""Keywords that mean something on a card of a category: a leader may attack at once, and never blocks."""

RESTED_BY_THEN = (Timing.WHEN_ATTACKING, Timing.ON_BLOCK)


def troubles(card: Card) -> Iterator[str]:
    """A sentence for each mistake, the gravest first."""
    if card.category is Category.DON:
        yield "DON are not listed, every player has ten; leave it out."
        return
    if not card.colours:
        yield "it has no colour; give it one of its deck's leader."
    if card.category is Category.EVENT and not (card.has(Timing.MAIN) or card.has(Timing.COUNTER)):
        yield "an event needs an effect with timing main or counter."
    yield from number_troubles(card)
    yield from keyword_troubles(card)
    for effect in card.effects:
        yield from timing_troubles(card, effect)
        yield from condition_troubles(card, effect)
        yield from price_troubles(card, effect)
        for step in effect.steps:
            yield from step_troubles(card, effect, step)


def number_troubles(card: Card) -> Iterator[str]:
    """Life, power and counter values on cards that do not use them."""
    leads, fights = card.category is Category.LEADER, card.category in (Category.LEADER, Category.CHARACTER)
    if leads and not card.life:
        yield "a leader needs life of at least 1."
    if leads and card.life > MOST_LIFE:
        yield f"a leader must have life of at most {MOST_LIFE}, not {card.life}."
    if not leads and card.life:
        yield "only a leader has life; leave it out."
    if not fights and card.power:
        yield "only leaders and characters have power; leave it out."
    if leads and card.counter:
        yield "a leader is never in the hand; leave counter out."


def keyword_troubles(card: Card) -> Iterator[str]:
    """Keywords that a card of this category cannot use, or that lack the effect that belongs to them."""
    possible = KEYWORDS[card.category]
    for word in card.keywords:
        if word not in possible:
            yield f"{a(card)} cannot use the keyword {word}; its keywords are {', '.join(possible)}."
    if Keyword.TRIGGER in possible and (Keyword.TRIGGER in card.keywords) != card.has(Timing.TRIGGER):
        yield "the keyword trigger and an effect with timing trigger belong together; add the other one."


def timing_troubles(card: Card, effect: Effect) -> Iterator[str]:
    """Timings at which an effect of this card never happens."""
    possible = TIMINGS[card.category]
    if effect.timing not in possible:
        yield f"{a(card)} has no timing {effect.timing}; its timings are {', '.join(possible)}."
    if effect.timing is Timing.ON_BLOCK and Keyword.BLOCKER not in card.keywords:
        yield "the timing on_block is for a card with the keyword blocker; add it."
    if effect.timing is Timing.WHEN_RESTED and card.category is Category.STAGE and not rests_itself(card):
        yield "a stage rests by its own effects alone; add one with rest_self, or leave when_rested out."


def condition_troubles(card: Card, effect: Effect) -> Iterator[str]:
    """A condition that is never met."""
    if not effect.condition.given_don:
        return
    if effect.timing in OFF_THE_FIELD and effect.timing is not Timing.ON_KO:
        yield f"given_don is never met for {effect.timing}: the card is not on the field; leave it out."
    elif card.category is Category.STAGE:
        yield "given_don is never met: DON is given to leaders and characters; leave it out."
    elif effect.timing is Timing.ON_PLAY:
        yield "given_don is never met for on_play: the card has only just come; leave it out."


def price_troubles(card: Card, effect: Effect) -> Iterator[str]:
    """A price that can never be paid."""
    given, price = effect.condition.given_don, effect.cost
    amounts = {"given_don": given, "rest_don": price.rest_don, "return_don": price.return_don}
    for name, amount in amounts.items():
        if amount > DON_DECK:
            yield f"{name} is {amount}; it must be at most {DON_DECK}, a player has no more DON."
    if effect.timing is not Timing.ON_KO and given + max(price.rest_don, price.return_don) > DON_DECK:
        yield f"given_don and its cost ask for more than {DON_DECK} DON together; ask for less."
    if price.rest_self and effect.timing in OFF_THE_FIELD:
        yield f"a card that is not on the field cannot rest itself; for {effect.timing} leave rest_self out."
    if price.rest_self and effect.timing in RESTED_BY_THEN and not gets_up(card):
        yield f"for {effect.timing} the card is rested already and cannot rest itself; leave rest_self out."


def step_troubles(card: Card, effect: Effect, step: Step) -> Iterator[str]:
    """Targets and limits that a step cannot have, and changes that change nothing."""
    if not isinstance(step, Aimed):
        return
    name, possible = str(step.__struct_config__.tag), targets_of(card, effect, step)
    if step.target not in possible:
        yield f"{name} cannot have the target {step.target}; its targets are {', '.join(possible)}."
    if (step.every or step.target in UNCHOSEN) and (step.up_to or step.count != 1):
        yield f"{name} with {'every' if step.every else step.target} asks nobody; leave count and up_to out."
    if step.target is Target.OWN_HAND and not (step.power_at_most is None and step.cost_at_most is None):
        yield f"{name} with own_hand is about every card there; leave power_at_most and cost_at_most out."
    if step.cost_at_most is not None and step.cost_at_most < 0:
        yield f"{name} finds no card: none costs less than 0, so cost_at_most must be at least 0."
    if isinstance(step, GivePower | GiveCost) and not step.amount:
        yield f"{name} with the amount 0 changes nothing; give another amount."


def targets_of(card: Card, effect: Effect, step: Step) -> list[Target]:
    """The targets that make sense for a step."""
    return [target for target in Target if makes_sense(card, effect, step, target)]


def makes_sense(card: Card, effect: Effect, step: Step, target: Target) -> bool:
    """Whether a step can be about such a target, and can matter to it."""
    needs_a_character = isinstance(step, Ko | ReturnToHand)
    if target is Target.OWN_HAND:
        return isinstance(step, GiveCost)
    if target is not Target.THIS:
        return not needs_a_character or target in (Target.OWN_CHARACTER, Target.OPPOSING_CHARACTER)
    if effect.timing in OFF_THE_FIELD:
        return False
    if card.category is Category.STAGE:
        return isinstance(step, Rest | SetActive)
    return card.category is Category.CHARACTER or not needs_a_character


def rests_itself(card: Card) -> bool:
    """Whether an effect of a card rests it."""
    steps = [step for effect in card.effects for step in effect.steps]
    by_a_step = any(isinstance(step, Rest) and step.target is Target.THIS for step in steps)
    return by_a_step or any(effect.cost.rest_self for effect in card.effects)


def gets_up(card: Card) -> bool:
    """Whether an effect of a card may make it active again, in time for the next one."""
    return any(isinstance(step, SetActive) for effect in card.effects for step in effect.steps)


def a(card: Card) -> str:
    """The category with its article."""
    return f"{'an' if card.category is Category.EVENT else 'a'} {card.category}"
