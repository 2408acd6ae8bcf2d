"""What somebody at a seat may try who wants to learn more than they should: moves of all kinds, mostly not allowed."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from random import Random
from types import new_class
from typing import Any

import msgspec

from fsm.engine import Engine
from fsm.moves import Move, move_key, move_text, seat_field_of
from fsm.running.seats import same_seat
from fsm.simulating.policies import Decision, wild_moves
from fsm.snapshot import Snapshot

OWN, LEGAL, FOREIGN, MALFORMED = 12, 2, 5, 3
"""At most so many tries: own moves that are not allowed, that are, moves of others and of the host, senseless ones."""

NO_MOVES = (None, "pass", 7, ("pass",), {"move": "pass"})
"""What is no move at all."""

NO_PAYLOADS = (None, True, -1, 1.0, "1", (), "\ud800")
"""What fields may be given that want something else."""

NO_JSON = ("", "{", "[]", "null", '{"move": 1}', '{"move": "nothing"}', '{"move": "nothing", "seat": 1}', "\ud800")
"""Texts that are no move."""


def candidates(engine: Engine[Any], snapshot: Snapshot[Any]) -> list[Move]:
    """What a careless player could try: candidates of all move types, whatever the phase."""
    return wild_moves(Decision(engine, snapshot, [], 0, 0))


def tries(
    engine: Engine[Any], snapshot: Snapshot[Any], seat: Any, chance: Random, others: Iterable[Move] = ()
) -> list[Any]:
    """Moves, and what is none, for a seat to send or to ask about. `others` are moves of other moments."""
    known = mixed([*candidates(engine, snapshot), *others], chance, 200)
    legal = engine.legal_moves(snapshot, seat)
    allowed = {move_key(move) for move in legal}
    own = distinct(spoken_by(move, seat) for move in known)
    return [
        *mixed([move for move in own if move_key(move) not in allowed], chance, OWN),
        *mixed(legal, chance, LEGAL),
        *mixed([move for move in known if not is_own(move, seat)], chance, FOREIGN),
        *(senseless(move, chance) for move in mixed(own, chance, MALFORMED)),
        chance.choice(NO_MOVES),
    ]


def texts(moves: Sequence[Any], chance: Random) -> list[str]:
    """Texts that a client may send: some that are no JSON, and a move that nearly is one."""
    nearly = [move_text(move)[:-1] + ', "more": 1}' for move in moves if isinstance(move, Move) and is_sound(move)]
    return [*chance.sample(NO_JSON, 2), *nearly[:1]]


def is_sound(move: Move) -> bool:
    """Whether JSON can hold a move."""
    try:
        return bool(move_text(move))
    except (TypeError, UnicodeError):
        return False


def distinct(moves: Iterable[Move]) -> list[Move]:
    """Each move once."""
    return list({move_key(move): move for move in moves}.values())


def mixed(moves: Sequence[Move], chance: Random, most: int) -> list[Move]:
    """Some of these moves, of as many kinds as there are among them."""
    kinds: dict[type[Move], list[Move]] = {}
    for move in chance.sample(moves, len(moves)):
        kinds.setdefault(type(move), []).append(move)
    return [move for turn in zip_longest(*kinds.values()) for move in turn if move is not None][:most]


def spoken_by(move: Move, seat: Any) -> Move:
    """The same move by this seat, if it is one that says whose it is."""
    field = seat_field_of(type(move))
    return move if field is None or seat is None else msgspec.structs.replace(move, **{field: seat})


def is_own(move: Move, seat: Any) -> bool:
    """Whether a move speaks for this seat; one that does not say may."""
    field = seat_field_of(type(move))
    return not move.by_host and (field is None or same_seat(getattr(move, field), seat))


def senseless(move: Move, chance: Random) -> Any:
    """A move with something in a field that does not belong there; a move without fields, of another type."""
    if not move.__struct_fields__:
        return disguised(type(move))()
    return msgspec.structs.replace(move, **{chance.choice(move.__struct_fields__): chance.choice(NO_PAYLOADS)})


def disguised(kind: type[Move]) -> type[Move]:
    """A type that sends the same event, and is another."""
    return new_class(kind.__name__, (kind,), {"frozen": True})
