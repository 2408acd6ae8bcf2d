"""All payloads that a move type could carry, as far as its types say: the moves that `step` must refuse are among them.

Enums, bools, literals, None, unions of these and structs of these are finite and taken whole. Other fields (numbers,
texts, tuples) are open: for them the values seen in candidates so far are taken, also stale ones, and values just
outside: one below and one above the numbers seen, one far out, a text that nobody uses, and collections with one item
too few, one too many, one twice, one that nobody offered, or none at all.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import chain, islice, product
from math import prod
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from fsm.moves import Move

MOST_SEEN = 24
"""Values of one open field kept, at most: the newest."""
MOST_PAYLOADS = 500
"""Payloads of one move type tried at once, at most; of more, an even sample."""
FAR_OUT = 1_000_003
"""A number that nobody uses."""
NOBODYS_TEXT = "\N{NULL}nobody's"


@cache
def finite(hint: Any) -> tuple[Any, ...] | None:
    """Every value of a type, or None if they are too many to name."""
    if get_origin(hint) is Annotated:
        return finite(get_args(hint)[0])
    if hint in (None, NoneType):
        return (None,)
    if hint is bool:
        return (False, True)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return joined([finite(option) for option in get_args(hint)])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return structs(hint)
    return None


def joined(parts: Sequence[tuple[Any, ...] | None]) -> tuple[Any, ...] | None:
    """The values of all parts, if each is finite."""
    known = [part for part in parts if part is not None]
    return tuple(chain.from_iterable(known)) if len(known) == len(parts) else None


def structs(kind: type[msgspec.Struct]) -> tuple[Any, ...] | None:
    """Every value of a struct whose fields are all finite."""
    hints = get_type_hints(kind, include_extras=True)
    columns = [finite(hints[name]) for name in kind.__struct_fields__]
    known = [column for column in columns if column is not None]
    if len(known) < len(columns) or prod(map(len, known)) > MOST_PAYLOADS:
        return None
    return tuple(kind(**dict(zip(kind.__struct_fields__, row, strict=True))) for row in product(*known))


class Domains:
    """The payloads of a set of move types; open fields learn from the moves they are shown."""

    def __init__(self, move_types: Iterable[type[Move]]) -> None:
        self.hints = {kind: get_type_hints(kind, include_extras=True) for kind in move_types}
        self.seen: dict[tuple[type[Move], str], dict[Any, None]] = {}

    def learn(self, moves: Iterable[Move]) -> None:
        """Remember the values of open fields."""
        for move in moves:
            for name in move.__struct_fields__:
                if finite(self.hints[type(move)][name]) is None:
                    self.remember((type(move), name), getattr(move, name))

    def remember(self, field: tuple[type[Move], str], value: Any) -> None:
        """Keep a value as the newest; the oldest goes when there are too many. A list cannot be kept."""
        values = self.seen.setdefault(field, {})
        if not isinstance(value, Hashable):
            return
        values.pop(value, None)
        values[value] = None
        if len(values) > MOST_SEEN:
            del values[next(iter(values))]

    def column(self, kind: type[Move], name: str) -> list[Any]:
        """The values to try in one field."""
        known = finite(self.hints[kind][name])
        if known is not None:
            return list(known)
        seen = list(self.seen.get((kind, name), ()))
        return seen + [value for value in outside(self.hints[kind][name], seen) if value not in seen]

    def payloads(self, kind: type[Move]) -> Iterator[Move]:
        """The moves of a type to try, at most `MOST_PAYLOADS`."""
        columns = [self.column(kind, name) for name in kind.__struct_fields__]
        stride = -(-prod(map(len, columns)) // MOST_PAYLOADS) or 1
        if stride > 1:
            stride |= 1  # odd: an even one would always meet the same half of a two-valued field
        return (kind(*values) for values in islice(product(*columns), 0, None, stride))


def outside(hint: Any, seen: Sequence[Any]) -> list[Any]:
    """Values that fit the type, and that no candidate carried."""
    if get_origin(hint) is Annotated:
        return outside(get_args(hint)[0], seen)
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return [value for option in options for value in beyond(option, seen)]


def beyond(option: Any, seen: Sequence[Any]) -> list[Any]:
    """As `outside`, for a type that is no union."""
    if get_origin(option) is Annotated:
        return beyond(get_args(option)[0], seen)
    if option in (None, NoneType):
        return [None]
    if option in (int, float):
        numbers = [value for value in seen if type(value) is option]
        return [min(numbers, default=option()) - 1, max(numbers, default=option()) + 1, option(FAR_OUT)]
    if option is str:
        return [NOBODYS_TEXT]
    return other_collections(option, seen) if get_origin(option) in (tuple, frozenset) else []


def other_collections(option: Any, seen: Sequence[Any]) -> list[Any]:
    """Collections beside the newest one seen: shorter, longer, with an item twice, with an item of nobody's."""
    kind, (item, *more) = get_origin(option), get_args(option) or (Any,)
    if kind is tuple and more != [...]:
        return []  # its length is part of its type
    known = [value for value in seen if isinstance(value, kind)]
    items = list(known[-1]) if known else []
    seen_items = list(dict.fromkeys(one for value in known for one in value))
    strange = (finite(item) or ()) if not seen_items else outside(item, seen_items)[:1]
    wider = [one for one in (*seen_items, *strange) if one not in items][:1]
    variants = [items[:-1], items + (wider or items[:1]), items[:1] + items[:-1], [*items[:-1], *strange[:1]], []]
    return list(dict.fromkeys(kind(variant) for variant in variants))
