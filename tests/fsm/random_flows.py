"""Random flows of phases and rows, from any source of choices; `rich_flows` has those that say more.

`pick(n)` chooses a number below n: Hypothesis draws it (and shrinks it), a soak takes it from a generator.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Annotated, Any

import msgspec
from hypothesis import assume
from hypothesis import strategies as st

from fsm import Engine, Flow, FlowError, Move, State, Variant, guard, stay, variants
from fsm.flow import FlowMeta

Pick = Callable[[int], int]

MOST_STATES = 12
DEPTH = 3
EVENTS = ("ping", "pong", "poke")
MASK = 0xFFFF_FFFF
MOST_CONSEQUENCES = 60
"""Few, because the slow interpreter runs into every endless circle too; many more than any that ends needs."""


class Mood(Enum):
    CALM = "calm"
    WILD = "wild"


class Settings(msgspec.Struct, frozen=True):
    bits: int
    fast: Annotated[bool, Variant("It is slow.", negated="It is fast, and {mood}.")] = False
    loud: bool = True
    mood: Mood = Mood.CALM


S = variants(Settings)
CONDITIONS = [
    *(S.fast, S.loud, S.bits == 3, S.bits < 4, S.bits <= 4, S.bits.is_in(1, 5, 6)),
    *(S.mood == Mood.WILD, (S.fast | S.loud).named("lively", "It is dull: {bits} {{{mood}}}.")),
]


class Counter(msgspec.Struct, frozen=True):
    """A game whose number remembers which effects ran, and in which order."""

    number: int
    settings: Settings = Settings(0b0101)


class Signal(Move):
    bits: int

    @classmethod
    def candidates(cls, game: Counter) -> Iterable[Any]:
        return [cls(bits) for bits in range(4)]


class Ping(Signal): ...


class Pong(Signal): ...


class Poke(Signal): ...


MOVES = {"ping": Ping, "pong": Pong, "poke": Poke}


def named(name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    rule.__name__ = rule.__qualname__ = name
    return rule


# Guards are written out one by one, so that the engine can write them into its code. Some give True or False for sure,
# which it then need not check; some use names of this module.

TWO = 2


def number_of(game: Counter) -> int:
    return game.number


def mood_of(game: Counter) -> Mood:
    return game.settings.mood


def bits_of(game: Counter, move: Signal) -> int:
    return move.bits


@guard("{number} is even.", negated="{number} is odd.", number=number_of, mood=mood_of)
def bit_0(game: Counter) -> bool:
    return game.number >> 0 & 1 == 1


def bit_1(game: Counter) -> bool:
    return not ~game.number >> 1 & 1


def bit_2(game: Counter) -> bool:
    return game.number >> TWO & 1 == 1


def bit_3(game: Counter) -> bool:
    return game.number >> 3 & 1 in (1,)


@guard("{number} agrees with {bits}, and {mood} it is.", number=number_of, bits=bits_of, mood=mood_of)
def agrees_0(game: Counter, move: Signal) -> bool:
    return (game.number ^ move.bits) >> 0 & 1 == 1


def agrees_1(game: Counter, move: Signal) -> bool:
    return (game.number ^ move.bits) >> 1 & 1 in (1,)


def agrees_2(game: Counter, move: Signal) -> bool:
    return (game.number ^ move.bits) >> 2 & 1 == 1


def allowed_0(settings: Settings) -> bool:
    return settings.bits >> 0 & 1 == 1


def allowed_1(settings: Settings) -> bool:
    return not ~settings.bits >> 1 & 1


def allowed_2(settings: Settings) -> bool:
    return settings.bits >> 2 & 1 == 1


def mix(k: int) -> Callable[..., Any]:
    def change(game: Counter) -> Counter:
        return Counter(game.number * 31 + k + 1 & MASK, game.settings)

    return named(f"mix_{k}", change)


def mix_move(k: int) -> Callable[..., Any]:
    def change(game: Counter, move: Signal) -> Counter:
        return Counter(game.number * 37 + k + move.bits & MASK, game.settings)

    return named(f"mix_move_{k}", change)


def vary(game: Counter) -> Counter:
    """Settings that change during a game."""
    bits = (game.settings.bits * 3 + game.number) & 7
    mood = Mood.WILD if bits & 4 else Mood.CALM
    return Counter(game.number, Settings(bits, bits & 1 == 1, bits & 2 == 0, mood))


GAME_GUARDS = [bit_0, bit_1, bit_2, bit_3, allowed_0, allowed_1, allowed_2]
MOVE_GUARDS = [*GAME_GUARDS, agrees_0, agrees_1, agrees_2]
GAME_EFFECTS = [*(mix(k) for k in range(5)), vary]
MOVE_EFFECTS = GAME_EFFECTS + [mix_move(k) for k in range(3)]


def some(pick: Pick, options: list[Any], most: int) -> list[Any]:
    """Up to `most` options, in a picked order, some of them perhaps twice."""
    return [options[pick(len(options))] for _ in range(pick(most + 1))]


def condition(pick: Pick, depth: int = 2) -> Any:
    """A condition on settings, of any form."""
    form = pick(4) if depth else 0
    if form == 0:
        return CONDITIONS[pick(len(CONDITIONS))]
    one = condition(pick, depth - 1)
    if form == 1:
        return ~one
    other = condition(pick, depth - 1)
    return one & other if form == 2 else one | other


def new_counter(seed: int = 0) -> Counter:
    return Counter(seed)


def random_engines(pick: Pick) -> tuple[Engine[Counter], Engine[Counter]]:
    """Two engines of one random flow: rules written out in the first, and called in the second.

    Definitions that `read` refuses raise FlowError: draw again.
    """
    names = [f"s{i}" for i in range(2 + pick(MOST_STATES - 1))]
    tops, every = grow(pick, names)
    rows: dict[str, Any] = {}
    for _ in range(1 + pick(3 * len(every))):
        add_row(pick, every, rows)
    flow: Any = FlowMeta("Random", (Flow,), {**{state.id: state for state in tops}, **rows})
    moves = [MOVES[event] for event in EVENTS if event in rows]
    return (
        Engine(flow, moves=moves, new=new_counter, most_consequences=MOST_CONSEQUENCES, inline=True),
        Engine(flow, moves=moves, new=new_counter, most_consequences=MOST_CONSEQUENCES, inline=False),
    )


def grow(pick: Pick, names: list[str]) -> tuple[list[Any], list[Any]]:
    """Nested states over these names: the top-level ones, and all."""
    every: list[Any] = []

    def level(depth: int) -> list[Any]:
        siblings: list[Any] = []
        for _ in range(1 + pick(3)):
            if names:
                siblings.append(one(names.pop(), depth, first=not siblings))
        return siblings

    def one(name: str, depth: int, first: bool) -> Any:
        children = level(depth + 1) if depth < DEPTH and pick(3) == 0 else []
        final = not children and not first and pick(8) == 0
        enter, leave = some(pick, GAME_EFFECTS, 1), some(pick, GAME_EFFECTS, 1)
        made: Any = State(name, initial=first, final=final, states=children, enter=enter, exit=leave)
        made._set_id(name)
        every.append(made)
        return made

    tops = level(1)
    while names:
        tops.append(one(names.pop(), 1, first=False))
    return tops, every


def add_row(pick: Pick, every: list[Any], rows: dict[str, Any]) -> None:
    """One more row: a move's or a consequence, to another phase, to itself, or staying."""
    open_states = [state for state in every if not state.final]
    source = open_states[pick(len(open_states))]
    event = (*EVENTS, None)[pick(4)]
    guards, effects = (MOVE_GUARDS, MOVE_EFFECTS) if event else (GAME_GUARDS, GAME_EFFECTS)
    conditions = some(pick, guards, 3)
    cut = pick(len(conditions) + 1)
    rule = {"cond": conditions[:cut], "unless": conditions[cut:], "on": some(pick, effects, 2)}
    if pick(3) == 0:
        rule["when"] = condition(pick)
    made = stay(source, **rule) if pick(6) == 0 else source.to(every[pick(len(every))], **rule)
    if event:
        rows[event] = rows[event] | made if event in rows else made


def drawn_pick(data: st.DataObject) -> Pick:
    """A way to choose that Hypothesis shrinks."""
    return lambda n: data.draw(st.integers(0, n - 1)) if n > 1 else 0


def drawn_engines(
    data: st.DataObject, make: Callable[[Pick], tuple[Engine[Any], Engine[Any]]] = random_engines
) -> tuple[Pick, tuple[Engine[Any], Engine[Any]]]:
    """The engines of a flow that Hypothesis draws, and its way to choose; refused definitions do not count."""
    pick = drawn_pick(data)
    try:
        return pick, make(pick)
    except FlowError:
        assume(False)
        raise
