"""A field that is added to a game's state survives every effect of every game.

An effect that builds the next state from its parts forgets a field that its author did not know of: the
field falls back to its default, without an error. So each game is played here with a state that has one
field more, `extra`, as an author would add it: a subclass whose new field has a default. Effects that carry
everything over (with `msgspec.structs.replace`) keep the subclass and the value. An effect that calls the
class of the state gives an instance of that class, which the engine refuses here as a game of another type,
naming the effect. In the parts that a state always has, such as the match in a table of Belote, the value
is looked at after every step.

The engine is the game's own flow over the larger state, so nothing in the game is patched. The trace of
each step says which effects ran: the test fails, too, if random play does not reach them all.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, get_args, get_origin

import pytest
from msgspec import Struct, defstruct
from msgspec.structs import fields, replace

from fsm import Engine, Flow, Move, Refusal, RuleError, Snapshot, State, Trace, stay
from fsm.catalogue import engine_of, registered
from fsm.checking.variations import settings_made

EXTRA = 2**40 + 7
"""The value of the new field; no rule makes it by accident."""
MOST_GAMES, MOST_MOVES = 120, 400

SHORT: dict[str, list[dict[str, Any]]] = {
    "belote": [{"target": 150}, {"target": 150, "preset": "ffb"}],
    "uno": [{"score_limit": 100}, {"score_limit": 100, "preset": "official"}],
}
"""Settings under which games end soon, or have an end that others do not."""


# The larger state


LARGER: dict[Any, Any] = {}


def larger(kind: Any) -> Any:
    """The class with one field more."""
    if kind not in LARGER:
        LARGER[kind] = defstruct(
            f"Larger{kind.__name__}", [("extra", int, 0)], bases=(kind,), frozen=True, kw_only=True
        )
    return LARGER[kind]


def parts_of(value: Struct) -> Iterator[tuple[str, Any]]:
    """The fields that are always there and have fields themselves: structs, and tuples of so many of them."""
    for field in fields(type(value)):
        kinds = get_args(field.type) if get_origin(field.type) is tuple else (field.type,)
        structs = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct)]
        if field.name != "settings" and structs == list(kinds):
            yield field.name, getattr(value, field.name)


def enlarged(value: Any) -> Any:
    """The value with the new field in it and in its parts."""
    if isinstance(value, tuple):
        return tuple(map(enlarged, value))
    values = {name: getattr(value, name) for name in value.__struct_fields__}
    values |= {name: enlarged(part) for name, part in parts_of(value)}
    return larger(type(value))(**values, extra=EXTRA)


def losses(value: Any, place: str = "game") -> Iterator[str]:
    """Where the new field has lost its value."""
    if isinstance(value, tuple):
        for number, one in enumerate(value):
            yield from losses(one, f"{place}[{number}]")
        return
    if getattr(value, "extra", None) != EXTRA:
        yield place
    for name, part in parts_of(value):
        yield from losses(part, f"{place}.{name}")


def with_larger_state(engine: Engine[Any]) -> Engine[Any]:
    """The same flow and moves over the larger state."""

    def new(**settings: Any) -> Any:
        return enlarged(engine.new(**settings))

    new.__annotations__["return"] = larger(engine.game_type)
    return Engine(engine.flow, moves=engine.moves, new=new, transient=engine.transient)


# Play


class Player:
    """Plays games at random, notes which effects ran, and looks for the new field after every step."""

    def __init__(self, flow: str, engine: Engine[Any]) -> None:
        self.flow = flow
        self.engine = engine
        self.larger = with_larger_state(engine)
        self.seen: set[str] = set()

    @property
    def effects(self) -> set[str]:
        """Everything that the flow names as an effect."""
        chart = self.engine.chart
        found = [effect for row in chart.rows for effect in row.effects]
        found += [effect for phase in chart.phases for effect in (*phase.enter, *phase.exit)]
        return {effect.name for effect in found}

    def settings(self, number: int, dice: Random) -> dict[str, Any]:
        """Presets and short games in turn, and every other time switches that are on or off at random, if they go
        together."""
        presets = [{"preset": preset} for preset in self.engine.presets] or [{}]
        given = [*SHORT.get(self.flow, ()), *presets]
        kind = getattr(self.engine.start(seed=0).game, "settings", None)
        flags = [name for name in getattr(kind, "__struct_fields__", ()) if type(getattr(kind, name)) is bool]
        found: dict[str, Any] = {**given[number // 2 % len(given)]}
        for name in flags if number % 2 else ():
            more = {**found, name: dice.random() < 0.5}
            found = more if settings_made(self.engine, more) is not None else found
        return found

    def play(self, number: int) -> None:
        dice, trace = Random(number), Trace()
        snapshot = self.larger.start(seed=number, trace=trace, **self.settings(number, dice))
        self.look(self.engine.chart.descent(self.engine.chart.initial.path)[-1], trace, snapshot)
        for _ in range(MOST_MOVES):
            if not (legal := self.larger.legal_moves(snapshot)):
                return
            trace, before = Trace(), snapshot.phase
            after = self.larger.step_traced(snapshot, choice(legal, dice), trace)
            assert not isinstance(after, Refusal), after
            self.look(before, trace, after)
            snapshot = after

    def look(self, leaf: str, trace: Trace, snapshot: Snapshot[Any]) -> None:
        """After a step from a leaf on: none of its effects has lost the field."""
        ran = list(self.effects_of(leaf, trace))
        self.seen |= set(ran)
        lost = ", ".join(losses(snapshot.game))
        assert not lost, f"{self.flow}: a new field of {lost} is lost in one of: {', '.join(ran)}"

    def effects_of(self, leaf: str, trace: Trace) -> Iterator[str]:
        """The effects that ran, in order."""
        chart = self.engine.chart
        rows = {row.id: row for row in chart.rows}
        for row in map(rows.__getitem__, trace.rows):
            yield from (effect.name for effect in chart.crossing(row, leaf))
            leaf = chart.landing(row, leaf)


def choice(legal: list[Move], dice: Random) -> Move:
    """A move of a random event, so that those with many payloads do not drown the others; seldom giving up."""
    events = sorted({type(move).__name__ for move in legal if not move.gives_up or dice.random() < 0.02})
    event = dice.choice(events or [type(legal[0]).__name__])
    return dice.choice([move for move in legal if type(move).__name__ == event])


@pytest.mark.parametrize("flow", registered())
def test_a_new_field_survives_every_effect(flow: str) -> None:
    player = Player(flow, engine_of(flow))
    for number in range(MOST_GAMES):
        player.play(number)
        if player.seen == player.effects:
            break

    assert player.seen == player.effects


# Would it be noticed?


class Part(Struct, frozen=True):
    number: int = 0


class Whole(Struct, frozen=True):
    part: Part
    count: int = 0


def new_whole(seed: int = 0) -> Whole:
    return Whole(Part())


class Keep(Move):
    """Carries everything over."""


class Forget(Move):
    """Makes the state, or a part of it, from what it knows."""


def keep_all(game: Whole) -> Whole:
    return replace(game, count=game.count + 1, part=replace(game.part, number=1))


def forget_whole(game: Whole) -> Whole:
    return Whole(game.part, game.count + 1)


def forget_part(game: Whole) -> Whole:
    return replace(game, part=Part(1))


class ForgetsWhole(Flow):
    """A state made from its parts."""

    going = State(initial=True)
    keep = stay(going, on=keep_all)
    forget = stay(going, on=forget_whole)


class ForgetsPart(Flow):
    """A part made anew."""

    going = State(initial=True)
    keep = stay(going, on=keep_all)
    forget = stay(going, on=forget_part)


@pytest.mark.parametrize(
    ("flow", "lost"),
    [
        (ForgetsWhole, "effect 'forget_whole' .* returned .*Whole; an effect must return .*LargerWhole"),
        (ForgetsPart, "a new field of game.part is lost in one of: forget_part"),
    ],
)
def test_an_effect_that_forgets_is_noticed(flow: type[Flow], lost: str) -> None:
    player = Player("forgetful", Engine(flow, moves=(Keep, Forget), new=new_whole))

    with pytest.raises((AssertionError, RuleError), match=lost):
        player.play(0)
