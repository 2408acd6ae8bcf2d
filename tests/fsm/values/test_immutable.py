"""Games that can change in place are refused when an engine is built, by the name of the field."""

import dataclasses
import sys
from array import array
from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from enum import Enum
from types import MappingProxyType, SimpleNamespace
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, NewType, Optional, TypedDict, TypeVar, Union
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import TypeAliasType

from fsm import Engine, Flow, FlowError, Move, State, Unchanging, guard, stay
from fsm.values.immutable import fields_of, flaws

T = TypeVar("T")
Card = TypeVar("Card", bound=tuple[int, ...])


class Go(Move): ...


class Idle(Flow):
    here = State(initial=True)
    go = stay(here)


def engine_of(game_type: type) -> Engine[Any]:
    """An engine whose games are of a type."""

    def new() -> Any:
        return game_type()

    new.__annotations__["return"] = game_type
    return Engine(Idle, moves=(Go,), new=new)


def holding(hint: Any) -> type:
    """A frozen game with one field of a type."""
    return msgspec.defstruct("Table", [("field", hint)], frozen=True)


class Colour(Enum):
    RED = ["mutable", "but", "nobody's"]


class Loose(msgspec.Struct):
    n: int = 0


@dataclasses.dataclass
class LooseData:
    n: int = 0


@dataclasses.dataclass(frozen=True)
class Data:
    n: int = 0
    many: tuple["Data", ...] = ()
    names: ClassVar[list[str]] = []


class Pair(NamedTuple):
    left: int
    right: "Pair | None"


class LoosePair(NamedTuple):
    left: int
    right: list[int]


class Words(TypedDict):
    word: str


class Plain:
    pass


class Box(msgspec.Struct, Generic[T], frozen=True):
    item: T


class Crate(Box[tuple[T, ...]], Generic[T], frozen=True):
    label: str


class Sack(Crate[list[int]], frozen=True):
    """Both of its ancestors call their parameter T, and mean another one."""


class Hand(tuple[int, ...]):
    """A tuple of one's own."""


class AnyHand(tuple):  # type: ignore[type-arg]  # that is the point
    """A tuple of anything."""


class Node(msgspec.Struct, frozen=True):
    value: int
    kids: "tuple[Node, ...]" = ()


class Seat(int):
    """A number of one's own."""


Untyped = namedtuple("Untyped", "a b")  # that is the point
Money = NewType("Money", int)
Ledger = NewType("Ledger", list[int])
Shelf = TypeAliasType("Shelf", tuple[T, ...], type_params=(T,))
Promised = Annotated[dict[str, int], Unchanging("read once from a file")]

GOOD = [
    *(int, str, float, bool, bytes, complex, None, Colour, Seat, range, type, type[int]),
    *(datetime, Decimal, UUID, Money, Literal["a", 1], Literal[None]),
    *(tuple[int, ...], tuple[()], tuple[int, str], frozenset[str], tuple[tuple[str, ...], ...]),
    *(int | None, Optional[str], Union[int, tuple[int, ...]]),  # noqa: UP007, UP045  # both spellings count
    *(Annotated[int, msgspec.Meta(ge=0)], Data, Pair, Node, Box[int], Crate[str], Hand, Shelf[int], Promised),
    *(tuple[Promised, ...], Card, msgspec.UnsetType),
]  # fmt: skip

BAD: list[tuple[Any, str]] = [
    (list[int], "Table.field is a list; use a tuple"),
    (list, "Table.field is a list; use a tuple"),
    (Sequence[int], "Table.field is a Sequence; use a tuple"),
    (Iterable[int], "Table.field is an Iterable; use a tuple"),
    (deque[int], "Table.field is a deque; use a tuple"),
    (array, "Table.field is an array; use a tuple"),
    (set[int], "Table.field is a set; use a frozenset"),
    (dict[str, int], "Table.field is a dict; use a tuple of pairs, or a frozen struct"),
    (defaultdict[str, int], "Table.field is a defaultdict; use a tuple of pairs"),
    (OrderedDict[str, int], "Table.field is an OrderedDict; use a tuple of pairs"),
    (Mapping[str, int], "Table.field is a Mapping; use a tuple of pairs"),
    (MappingProxyType[str, int], "Table.field is a mappingproxy; use a tuple of pairs"),
    (Words, "Table.field is a Words; use a tuple of pairs"),
    (bytearray, "Table.field is a bytearray; use bytes"),
    (Loose, "Table.field is Loose, which can change; make it a frozen struct or a frozen dataclass"),
    (LooseData, "Table.field is LooseData, which can change"),
    (LoosePair, "Table.field.right is a list; use a tuple"),
    (Untyped, "Table.field.a is Any, which may be anything; name its type"),
    (Plain, "Table.field is Plain, which may change; make it a frozen struct or a frozen dataclass, or promise"),
    (SimpleNamespace, "Table.field is SimpleNamespace, which may change"),
    (Callable[[], int], "Table.field is Callable, which may change"),
    (Any, "Table.field is Any, which may be anything; name its type"),
    (object, "Table.field is object, which may be anything; name its type"),
    (tuple, "Table.field is a tuple of anything; say of what, such as tuple[int, ...]"),
    (frozenset, "Table.field is a frozenset of anything"),
    (AnyHand, "Table.field is an AnyHand of anything"),
    (tuple[Any, ...], "Table.field[...] is Any"),
    (tuple[int, list[int]], "Table.field[...] is a list"),
    (frozenset[Any], "Table.field[...] is Any"),
    (tuple[tuple[set[int], ...], ...], "Table.field[...][...] is a set"),
    (int | list[int], "Table.field is a list"),
    (Optional[dict[str, int]], "Table.field is a dict"),  # noqa: UP045  # both spellings count
    (Annotated[list[int], msgspec.Meta(min_length=1)], "Table.field is a list"),
    (Ledger, "Table.field is a list"),
    (Box[list[int]], "Table.field.item is a list"),
    (Box, "Table.field.item is T, which may be anything; name its type"),
    (Crate[list[int]], "Table.field.item[...] is a list"),
    (Sack, "Table.field.item[...] is a list"),
    (Shelf[list[int]], "Table.field[...] is a list"),
    (tuple[Box[tuple[Loose, ...]], ...], "Table.field[...].item[...] is Loose"),
]


@pytest.mark.parametrize("hint", GOOD, ids=str)
def test_what_cannot_change_is_accepted(hint: Any) -> None:
    engine_of(holding(hint))


@pytest.mark.parametrize(("hint", "sentence"), BAD, ids=lambda value: str(value)[:40])
def test_what_can_change_is_refused_by_the_way_to_it(hint: Any, sentence: str) -> None:
    with pytest.raises(FlowError) as refused:
        engine_of(holding(hint))

    assert str(refused.value).startswith(f"Idle: {sentence}")
    assert str(refused.value).endswith("A game must not change in place: step would change the snapshot it is given.")


@pytest.mark.parametrize("game_type", [Loose, LooseData, dict, list, Plain], ids=lambda kind: kind.__name__)
def test_the_game_itself_must_not_change(game_type: type) -> None:
    with pytest.raises(FlowError, match=f"Idle: {game_type.__name__} (is |can change)"):
        engine_of(game_type)


@pytest.mark.parametrize("game_type", [Data, Pair, Node, int, Colour], ids=lambda kind: kind.__name__)
def test_a_game_may_be_of_any_kind_that_does_not_change(game_type: type) -> None:
    engine_of(game_type)


WRAPS: tuple[Callable[[Any], Any], ...] = (
    lambda hint: tuple[hint, ...],  # type: ignore[valid-type]
    lambda hint: tuple[int, hint],  # type: ignore[valid-type]
    lambda hint: frozenset[hint],  # type: ignore[valid-type]
    lambda hint: hint | None,
    lambda hint: Box[hint],  # type: ignore[valid-type]
    lambda hint: Crate[hint],  # type: ignore[valid-type]
    holding,
)
"""Types with another one somewhere inside."""


@given(st.data(), st.integers(0, 4), st.sampled_from([list[int], dict[str, int], set[str], Loose, bytearray, Any]))
def test_a_flaw_is_found_however_deep_it_is(data: st.DataObject, depth: int, flaw: Any) -> None:
    good: Any = int
    bad = flaw
    for _ in range(depth):
        wrap = data.draw(st.sampled_from(WRAPS))
        good, bad = wrap(good), wrap(bad)

    assert list(flaws(good, "Table")) == []
    assert len(list(flaws(bad, "Table"))) == 1


def test_a_name_that_is_nowhere_defined_is_named() -> None:
    class Lost(msgspec.Struct, frozen=True):
        field: "Nowhere"  # type: ignore[name-defined]  # noqa: F821  # that is the point

    with pytest.raises(FlowError, match=r"The annotations of .*Lost cannot be read: name 'Nowhere' is not defined"):
        engine_of(Lost)


def test_a_class_of_a_function_may_name_itself() -> None:
    class Chain(msgspec.Struct, frozen=True):
        rest: "Chain | None" = None

    engine_of(Chain)


if sys.version_info >= (3, 12):

    def test_an_alias_may_name_itself() -> None:
        space: dict[str, Any] = {}
        exec("type Tree = tuple[Tree, ...] | int\ntype Bad = tuple[Bad, ...] | list[int]", space)

        assert list(flaws(space["Tree"], "Table")) == []
        assert list(flaws(space["Bad"], "Table")) == ["Table is a list; use a tuple"]


def test_fields_of_a_generic_class_are_filled_in() -> None:
    assert fields_of(Crate[str]) == {"item": tuple[str, ...], "label": str}


# Settings


class Listed(msgspec.Struct, frozen=True):
    names: Annotated[list[str], Unchanging("so its author says")] = []


class Equal(msgspec.Struct, frozen=True):
    name: str = ""

    def __eq__(self, other: object) -> bool:
        return True


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [(Listed, "Table.settings.names is a list; use a tuple"), (Equal, "Table.settings cannot be hashed")],
)
def test_settings_must_be_fit_to_be_looked_up_by(settings: type, sentence: str) -> None:
    with pytest.raises(FlowError, match=sentence):
        engine_of(msgspec.defstruct("Table", [("settings", settings)], frozen=True))


def test_static_guards_need_settings_to_read() -> None:
    @guard("Not in this variant.")
    def is_on(settings: Any) -> bool:
        return True

    class Varied(Flow):
        here = State(initial=True)
        go = stay(here, cond=is_on)

    def new() -> Node:
        return Node(0)

    with pytest.raises(FlowError, match="Varied: guard 'is_on' reads settings, but Node has no field 'settings'"):
        Engine(Varied, moves=(Go,), new=new)
