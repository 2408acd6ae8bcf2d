"""Can a game change in place? Asked of its type when an engine is built, and of its encoding when it is played.

`step` must never change the snapshot it is given: undo, replay, search and every bot rely on it. So the game's type
and everything in it must be of a kind that cannot change: frozen structs, frozen dataclasses (also those of attrs),
named tuples, tuples, frozensets, enums, numbers, texts, dates and the like, and unions of them. There is no mapping
among them, because neither JSON nor a hash knows one that cannot change: a tuple of pairs or a frozen struct says the
same.

What only its author can vouch for is marked: `Annotated[Thing, Unchanging("why")]`.
"""

import dataclasses
import typing
from collections import abc, deque
from collections.abc import Iterator, Mapping
from datetime import date, time, timedelta, tzinfo
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import PurePath
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec
import typing_extensions

from fsm.errors import FlowError
from fsm.snapshot import Unchanging

SCALARS = (
    *(int, float, complex, str, bytes, range, NoneType, Enum, type),
    *(date, time, timedelta, tzinfo, Decimal, Fraction, UUID, PurePath, msgspec.UnsetType),
)
WRAPPERS = (ClassVar, Final, typing_extensions.Required, typing_extensions.NotRequired, typing_extensions.ReadOnly,
            typing_extensions.Unpack)  # fmt: skip
ALIASES = (typing_extensions.TypeAliasType, getattr(typing, "TypeAliasType", typing_extensions.TypeAliasType))
INSTEAD: tuple[tuple[tuple[type, ...], str], ...] = (
    ((bytearray, memoryview), "use bytes"),
    ((dict, abc.Mapping), "use a tuple of pairs, or a frozen struct"),
    ((set, abc.Set), "use a frozenset"),
    ((list, deque, abc.Iterable), "use a tuple"),
)
"""What to write instead of a container that can change, or of one that may be any."""

FREEZE = "make it a frozen struct or a frozen dataclass"


def check_immutable(flow: str, game_type: type) -> None:
    """Raise unless a game cannot change in place. Its settings must be fit to be looked up by, too."""
    flaw = next(flaws(game_type, game_type.__name__), None)
    settings = fields_of(game_type).get("settings") if flaw is None else None
    if settings is not None:
        flaw = next(flaws(settings, f"{game_type.__name__}.settings", trusting=False), None)
        if flaw is None and getattr(get_origin(settings) or settings, "__hash__", None) is None:
            flaw = f"{game_type.__name__}.settings cannot be hashed; leave its equality to the struct"
    if flaw is not None:
        raise FlowError(f"{flow}: {flaw}. A game must not change in place: step would change the snapshot it is given.")


def flaws(hint: Any, path: str, *, trusting: bool = True) -> Iterator[str]:
    """What in a type can change in place: a sentence each, with the way to it."""
    seen: list[Any] = []
    todo = [(hint, path)]
    while todo:
        hint, path = todo.pop(0)
        if hint in seen:
            continue
        seen.append(hint)
        flaw, parts = inspected(hint, path, trusting)
        if flaw:
            yield f"{path} {flaw}"
        todo += parts


Parts = list[tuple[Any, str]]


def inspected(hint: Any, path: str, trusting: bool) -> tuple[str, Parts]:
    """What is wrong with a type itself, and the types in it with the ways to them."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        promised = trusting and any(isinstance(note, Unchanging) for note in hint.__metadata__)
        return "", [] if promised else [(arguments[0], path)]
    if origin in (Union, UnionType) or origin in WRAPPERS:
        return "", [(argument, path) for argument in arguments]
    if origin is Literal or hint is None:
        return "", []
    if isinstance(hint, TypeVar):
        return of_variable(hint, path)
    if isinstance(origin or hint, ALIASES):
        return "", [((origin or hint).__value__[arguments] if arguments else hint.__value__, path)]
    if isinstance(hint, type) or origin is not None:
        return of_class(origin or hint, hint, path)
    if supertype := getattr(hint, "__supertype__", None):  # a NewType
        return "", [(supertype, path)]
    return f"is {name_of(hint)}, which may be anything; name its type", []


def of_variable(variable: TypeVar, path: str) -> tuple[str, Parts]:
    """A type variable that nobody has filled stands for its bound, or for its alternatives."""
    options = variable.__constraints__ or ((variable.__bound__,) if variable.__bound__ else ())
    if not options:
        return f"is {variable.__name__}, which may be anything; name its type", []
    return "", [(option, path) for option in options]


def of_class(kind: Any, hint: Any, path: str) -> tuple[str, Parts]:
    """A class, with or without arguments."""
    if not isinstance(kind, type):
        return f"is {name_of(hint)}, which may be anything; name its type", []
    if kind in (object, Any):
        return f"is {name_of(kind)}, which may be anything; name its type", []
    if issubclass(kind, SCALARS):
        return "", []
    frozen = is_frozen(kind)
    if frozen is not None:
        what = "can change" if path == kind.__name__ else f"is {kind.__name__}, which can change"
        return "" if frozen else f"{what}; {FREEZE}", parts_of(hint, path)
    if issubclass(kind, tuple | frozenset):
        return of_members(kind, hint, path)
    instead = next((advice for kinds, advice in INSTEAD if issubclass(kind, kinds)), None)
    if instead is None:
        return f"is {kind.__name__}, which may change; {FREEZE}, or promise it with Annotated and Unchanging", []
    return f"is {with_article(kind)}; {instead}", []


def of_members(kind: type, hint: Any, path: str) -> tuple[str, Parts]:
    """A tuple or a frozenset: everything in it counts. A class of one's own says in its bases what is in it."""
    bases = (hint, *getattr(kind, "__orig_bases__", ()))
    said = next((base for base in bases if get_origin(base) in (tuple, frozenset)), None)
    if said is None:
        return f"is {with_article(kind)} of anything; say of what, such as {kind.__name__}[int, ...]", []
    return "", [(argument, f"{path}[...]") for argument in get_args(said) if argument is not ...]


def is_frozen(kind: type) -> bool | None:
    """Whether a class with fields is frozen; None for a class that declares no fields."""
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_config__.frozen
    if dataclasses.is_dataclass(kind):
        return bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]  # where dataclasses keep it
    if hasattr(kind, "__attrs_attrs__"):
        return kind.__setattr__.__name__ == "_frozen_setattrs"
    return True if issubclass(kind, tuple) and hasattr(kind, "_fields") else None


def parts_of(hint: Any, path: str) -> Parts:
    """The fields of a class, with the ways to them."""
    return [(part, f"{path}.{name}") for name, part in fields_of(hint).items()]


def fields_of(hint: Any) -> dict[str, Any]:
    """The types of a class's fields, type variables filled in. A property called `settings` is no field."""
    kind = get_origin(hint) or hint
    names = field_names(kind)
    found: dict[str, Any] = {}
    for owner, bound in lineage(hint, {}):
        for name, part in hints_of(owner).items():
            if name in names and name in own_annotations(owner):
                found.setdefault(name, filled(part, bound))
    return {name: found.get(name, Any) for name in names}


def field_names(kind: type) -> tuple[str, ...]:
    """The names of a class's fields, in order."""
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    if hasattr(kind, "__attrs_attrs__"):
        return tuple(field.name for field in kind.__attrs_attrs__)
    return tuple(getattr(kind, "_fields", ()))


def lineage(hint: Any, bound: Mapping[Any, Any]) -> Iterator[tuple[type, Mapping[Any, Any]]]:
    """A class and its bases, each with what its type variables stand for."""
    kind = get_origin(hint) or hint
    arguments = [filled(argument, bound) for argument in get_args(hint)]
    mine = dict(zip(getattr(kind, "__parameters__", ()), arguments, strict=False))
    yield kind, mine
    for base in vars(kind).get("__orig_bases__", kind.__bases__):
        if isinstance(get_origin(base) or base, type):
            yield from lineage(base, mine)


def filled(hint: Any, bound: Mapping[Any, Any]) -> Any:
    """A type with its variables replaced by what they stand for."""
    if isinstance(hint, TypeVar):
        return bound.get(hint, hint)
    variables = getattr(hint, "__parameters__", ()) if get_origin(hint) else ()
    return hint[tuple(bound.get(variable, variable) for variable in variables)] if variables else hint


def hints_of(kind: type) -> dict[str, Any]:
    """The annotations of a class, resolved. A class of a function knows its own name."""
    try:
        return get_type_hints(kind, localns={kind.__name__: kind}, include_extras=True)
    except (NameError, TypeError, AttributeError, SyntaxError) as error:
        raise FlowError(
            f"The annotations of {kind.__name__} cannot be read: {error}; define their names in its module."
        ) from None


def own_annotations(kind: type) -> Mapping[str, Any]:
    """The annotations in a class's own body, unresolved."""
    return typing_extensions.get_annotations(kind, format=typing_extensions.Format.FORWARDREF)


def name_of(hint: Any) -> str:
    """A type as its author wrote it, or nearly."""
    return getattr(hint, "__name__", None) or str(hint).removeprefix("typing.")


def with_article(kind: type) -> str:
    """A class's name with its article."""
    return f"{'an' if kind.__name__[0] in 'aeiouAEIOU' else 'a'} {kind.__name__}"
