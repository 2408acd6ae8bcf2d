"""A flow whose move changes the settings, so that a row comes into force in the middle of a game.

The settings hold something that JSON has no place for.
"""

import msgspec

from fsm import Engine, Flow, Move, State, guard, stay


class Switch(msgspec.Struct, frozen=True):
    """The settings."""

    is_on: bool = False
    current: complex = 1j


class Room(msgspec.Struct, frozen=True):
    """The game."""

    settings: Switch = Switch()


class Press(Move): ...


class Read(Move): ...


@guard("It is dark.")
def there_is_light(settings: Switch) -> bool:
    return settings.is_on


@guard("It is too bright to sleep.")
def it_is_dark(settings: Switch) -> bool:
    return not settings.is_on


def press(game: Room) -> Room:
    return Room(Switch(not game.settings.is_on, game.settings.current))


def new_room(is_on: bool = False, current: complex = 1j) -> Room:
    if not isinstance(current, complex):
        raise TypeError(f"{current!r} is no alternating current")
    return Room(Switch(is_on, current))


class Evening(Flow):
    """Press the switch, and read while there is light."""

    room = State("In the room", initial=True)
    bed = State("In bed", final=True)

    # fmt: off
    press = stay(room, on=press)
    read  = room.to(bed, cond=there_is_light)
    # fmt: on


engine = Engine(Evening, moves=(Press, Read), new=new_room)


class Sleep(Move):
    """Like reading, for a flow in which the switch cannot be pressed."""


class Night(Flow):
    """Read or sleep: the settings leave one of the two."""

    room = State("In the room", initial=True)
    bed = State("In bed", final=True)

    # fmt: off
    read  = room.to(bed, cond=there_is_light)
    sleep = room.to(bed, cond=it_is_dark)
    # fmt: on

    accepts = (("may_deadlock", "room", "It is either light or dark."),)


night = Engine(Night, moves=(Read, Sleep), new=new_room)
