"""The words that the definitions are written in: a game with a few variables, and rules made to order.

SCXML's executable content is an effect here: `put` and `add` for <assign>, `raises` and `sends` for <raise> and <send>.
What is raised or sent is kept in the game until the host takes it: the engine itself has no queue.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from fsm import Move, State
from fsm.moves import event_of

Value = int | str | None
Names = tuple[str, ...]
Effect = Callable[..., "Data"]
Guard = Callable[..., bool]
Rule = TypeVar("Rule", bound=Callable[..., Any])


class Sent(msgspec.Struct, frozen=True):
    """An event on its way: raised, sent to the outer queue at once or after a delay, or called off."""

    event: str
    data: Value = None
    more: Value = None
    inner: bool = False
    delay: int = 0
    id: str = ""
    cancels: bool = False


class Data(msgspec.Struct, frozen=True):
    """The data model: four variables, a list, a diary, the phases that are active, and everything that was sent."""

    a: Value = 0
    b: Value = 0
    c: Value = 0
    d: Value = 0
    items: tuple[int, ...] = (1, 2, 3)
    diary: Names = ()
    active: Names = ()
    sent: tuple[Sent, ...] = ()


def new_data(a: Value = 0) -> Data:
    """A data model: what the environment provides, initial values, and one that is worked out."""
    return Data(a, d=Data().items[-1])


# Events


class Signal(Move):
    """An event, with or without data."""

    data: Value = None
    more: Value = None

    @classmethod
    def candidates(cls, game: Data) -> Iterable[Any]:
        return (cls(),)


class Foo(Signal): ...


class Bar(Signal): ...


class Event1(Signal, tag="event1"): ...


class Event2(Signal, tag="event2"): ...


class Event3(Signal, tag="event3"): ...


class Event4(Signal, tag="event4"): ...


class Timeout(Signal): ...


class Fault(Signal):
    """What the host raises when a rule has failed, as SCXML's processor raises error.execution."""


SIGNALS: dict[str, type[Signal]] = {event_of(signal): signal for signal in Signal.__subclasses__()}


def ends() -> tuple[State, State]:
    """How a test ends: `passed, failed = ends()`."""
    return State(final=True), State(final=True)


# Rules made to order. The same order gives the same rule, since a flow knows its rules by their names.

to_order = lru_cache(maxsize=None, typed=True)


def named(rule: Rule, *words: object) -> Rule:
    """The rule under a name that tells its order."""
    rule.__name__ = rule.__qualname__ = re.sub(r"\W+", "_", "_".join(map(str, words))).strip("_")
    return rule


@to_order
def put(field: str, value: Value) -> Effect:
    """Assign a value."""
    return named(lambda game: replace(game, **{field: value}), "put", value, "into", field)


@to_order
def add(field: str) -> Effect:
    """Add one to a variable."""
    return named(lambda game: replace(game, **{field: getattr(game, field) + 1}), "add to", field)


@to_order
def copy(source: str, target: str) -> Effect:
    """Assign what another variable holds."""
    return named(lambda game: replace(game, **{target: getattr(game, source)}), "copy", source, "to", target)


@to_order
def note(*words: str) -> Effect:
    """Write into the diary."""
    return named(lambda game: replace(game, diary=game.diary + words), "note", *words)


@to_order
def keep(field: str, part: str = "data") -> Effect:
    """Assign what the event carries."""
    return named(lambda game, move: replace(game, **{field: getattr(move, part)}), "keep", part, "in", field)


@to_order
def keep_name(field: str) -> Effect:
    """Assign the name of the event."""
    return named(lambda game, move: replace(game, **{field: event_of(type(move))}), "keep name in", field)


@to_order
def when(effect: Effect, guard: Guard) -> Effect:
    """<if>: the effect where the guard holds."""
    return named(lambda game: effect(game) if guard(game) else game, effect.__name__, "if", guard.__name__)


# Rules that fail


def breaks(game: Data) -> Data:
    """Ask for a value that cannot be had."""
    raise ZeroDivisionError


def assigns_to_nothing(game: Data) -> Data:
    """Assign to a variable that does not exist."""
    return replace(game, nowhere=1)


def reads_from_nothing(game: Data) -> Data:
    """Take the value of a variable that does not exist."""
    return copy("nowhere", "a")(game)


def loops_over_nothing(game: Data) -> Data:
    """Go through something that is no collection."""
    items: Any = game.a
    return replace(game, items=tuple(item for item in items))


def shrugs(game: Data) -> Any:
    """A guard that says neither yes nor no."""
    return "maybe"


def changes_the_event(game: Data, move: Signal) -> Data:
    """Assign to the event itself."""
    move.data = 27
    return game


def tries_to_change_the_event(game: Data, move: Signal) -> Data:
    """The same, and go on as if nothing had been."""
    try:
        return changes_the_event(game, move)
    except AttributeError:
        return game


# Rules that raise and send events


def send_off(game: Data, sent: Sent) -> Data:
    return replace(game, sent=(*game.sent, sent))


@to_order
def raises(event: str) -> Effect:
    """Put an event at the end of the inner queue."""
    return named(lambda game: send_off(game, Sent(event, inner=True)), "raise", event)


@to_order
def sends(event: str, delay: int = 0, data: Value = None, id: str = "") -> Effect:
    """Send an event to the outer queue, perhaps later."""
    sent = Sent(event, data, delay=delay, id=id)
    return named(lambda game: send_off(game, sent), "send", event, delay, data, id)


@to_order
def sends_from(event: str = "", /, after: int = 0, **sources: str) -> Effect:
    """Send an event whose parts are in variables by then: `sends_from("event1", data="a")`."""

    def rule(game: Data) -> Data:
        parts = {part: getattr(game, source) for part, source in sources.items()}
        return send_off(game, msgspec.convert({"event": event, "delay": after} | parts, Sent))

    return named(rule, "send", event, after, "from", *sources.items())


@to_order
def cancels(id: str) -> Effect:
    """Call off what was sent under an id and has not come yet."""
    return named(lambda game: send_off(game, Sent("", id=id, cancels=True)), "cancel", id)


@to_order
def cancels_from(source: str) -> Effect:
    """The same, with the id in a variable by then."""
    return named(lambda game: cancels(getattr(game, source))(game), "cancel from", source)


# In(): phases whose effects keep a list of the active ones


@to_order
def entered(phase: str) -> Effect:
    """Add a phase to the active ones."""
    return named(lambda game: replace(game, active=(*game.active, phase)), "entered", phase)


@to_order
def left(phase: str) -> Effect:
    """Take a phase from the active ones."""
    return named(lambda game: replace(game, active=without(game.active, phase)), "left", phase)


def without(names: Names, name: str) -> Names:
    return tuple(other for other in names if other != name)


def tracked(phase: str) -> dict[str, Any]:
    """`State(**tracked("s0"))`: a phase that In() can ask about."""
    return {"enter": entered(phase), "exit": left(phase)}


@to_order
def is_in(phase: str) -> Guard:
    """In(): whether a tracked phase is active."""
    return named(lambda game: phase in game.active, "is in", phase)


# Guards


@to_order
def equals(field: str, value: Any) -> Guard:
    """Whether a variable has a value."""
    return named(lambda game: getattr(game, field) == value, field, "equals", value)


@to_order
def same(one: str, other: str) -> Guard:
    """Whether two variables have the same value."""
    return named(lambda game: getattr(game, one) == getattr(game, other), one, "equals", other)


@to_order
def reads(*words: str) -> Guard:
    """Whether this is in the diary, and nothing else."""
    return named(lambda game: game.diary == words, "diary reads", *words)


@to_order
def carries(value: Value) -> Guard:
    """Whether the event comes with this."""
    return named(lambda game, move: move.data == value, "carries", value)


@to_order
def is_called(name: str) -> Guard:
    """Whether this is the name of the event."""
    return named(lambda game, move: event_of(type(move)) == name, "is called", name)


def never(game: Data) -> bool:
    return False


def always(game: Data) -> bool:
    return True


# <foreach>: a row that stays, as long as there are items


def has_items(game: Data) -> bool:
    return bool(game.items)


def take_item(game: Data) -> Data:
    """Assign the next item."""
    return replace(game, c=game.items[0], items=game.items[1:])


def note_item(game: Data) -> Data:
    return note(str(game.c))(game)


def add_item(game: Data) -> Data:
    """Add the item to the sum."""
    return replace(game, a=game.a + game.c)  # type: ignore[operator]  # both are numbers where this is used
