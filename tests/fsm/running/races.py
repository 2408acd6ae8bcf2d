"""A game with settings that count how often they are compared, and snapshots that are not of its phases."""

from typing import Any

import msgspec

from fsm import Move, Snapshot


class Pace(msgspec.Struct, frozen=True):
    """Settings that count how often they are compared."""

    fast: bool = False

    def __eq__(self, other: object) -> bool:
        compared.append(other)
        return isinstance(other, Pace) and self.fast is other.fast

    def __hash__(self) -> int:
        return hash(self.fast)


compared: list[object] = []


class Race(msgspec.Struct, frozen=True):
    settings: Pace = Pace()
    laps: int = 0


class Run(Move): ...


class Rest(Move): ...


HERE = Snapshot("here", Race())
UNHASHABLE: Any = ["here"]
NOT_FOR_US = [
    (Snapshot("there", Race()), Run()),
    (Snapshot(UNHASHABLE, Race()), Run()),
    (HERE, Rest()),
    (HERE, "run"),
    (HERE, None),
    ("here", Run()),
    (None, Run()),
]

FOREIGN = [Snapshot("there", Race()), Snapshot(UNHASHABLE, Race()), Snapshot("here", 7), "here"]


def laps(game: Race) -> list[Any]:
    return [game.laps]
