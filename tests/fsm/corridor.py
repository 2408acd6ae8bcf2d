"""A long corridor with a door at its end: what is wrong near the door, only a long game meets."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from fsm import Engine, Flow, Move, State, Variant, guard, stay, variants
from fsm.settings import settings_of

DOOR = 24


class Rules(msgspec.Struct, frozen=True):
    """The house rules."""

    hops: Annotated[bool, Variant("Nobody hops here.")] = False
    lanes: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    door: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = DOOR


S = variants(Rules)
PRESETS: Mapping[str, Mapping[str, Any]] = {"plain": {}, "wide": {"lanes": 3}, "hopping": {"hops": True}}


class Walker(msgspec.Struct, frozen=True):
    """Where somebody is."""

    settings: Rules
    place: int = 0
    lane: int = 0
    seed: int = 0


class Step(Move):
    """A step or two."""

    by: int

    @classmethod
    def candidates(cls, game: Walker) -> Iterable["Step"]:
        return [cls(1), cls(2)]


class Hop(Move): ...


class Cross(Move): ...


class GoHome(Move):
    gives_up = True


@guard("One step, or two.")
def is_a_step(game: Walker, move: Step) -> bool:
    return move.by in (1, 2)


def reaches_the_door(game: Walker, move: Step) -> bool:
    return game.place + move.by >= game.settings.door


def walk(game: Walker, move: Step) -> Walker:
    return msgspec.structs.replace(game, place=game.place + move.by)


def hop(game: Walker) -> Walker:
    return msgspec.structs.replace(game, place=game.place + 3)


def cross(game: Walker) -> Walker:
    return msgspec.structs.replace(game, lane=(game.lane + 1) % game.settings.lanes)


class Corridor(Flow):
    """Walk to the door."""

    walking = State("Walking", initial=True)
    outside = State("Outside", final=True)

    # fmt: off
    step    = walking.to(outside, cond=[is_a_step, reaches_the_door], on=walk) \
            | stay(walking,       cond=is_a_step,                     on=walk)
    hop     = stay(walking, when=S.hops, on=hop)
    cross   = stay(walking, on=cross)
    go_home = walking.to(outside)
    # fmt: on


def new_walker(seed: int = 0, preset: str = "plain", **chosen: Any) -> Walker:
    return Walker(settings_of(Rules, PRESETS, preset, chosen), seed=seed)


def corridor(**options: Any) -> Engine[Walker]:
    """An engine, with what a test wants of it."""
    given = {"presets": PRESETS, **options}
    return Engine(Corridor, moves=(Step, Hop, Cross, GoHome), new=new_walker, **given)


engine = corridor()
