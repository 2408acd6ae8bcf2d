"""What passes between an engine and its clients: the types of moves, views, news and outcomes, as far as declared."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from fsm.catalogue import promised
from fsm.chart import Chart
from fsm.engine import Engine
from fsm.moves import Move, event_of
from fsm.snapshot import Chosen, News, Redone, Undone

OWN_NEWS = (Chosen, Redone, Undone)
"""What the engine and its sessions report themselves."""


class Facts(NamedTuple):
    """The types of one engine, under the settings of a chart."""

    engine: Engine[Any]
    chart: Chart
    moves: tuple[type[Move], ...]
    news: tuple[type[News], ...]
    view: Any
    """None for the engine's plain view; Any if the game's own promises no type. The same holds for outcomes."""
    outcome: Any
    settings: Any


def facts_of(engine: Engine[Any], chart: Chart | None = None) -> Facts:
    """Everything that an export says about values."""
    chart = engine.chart if chart is None else chart
    return Facts(
        engine,
        chart,
        tuple(kind for kind in engine.moves if event_of(kind) in chart.events),
        news_of(engine),
        promised(engine, "view"),
        without_none(promised(engine, "outcome")),
        get_type_hints(engine.game_type, include_extras=True).get("settings"),
    )


def without_none(promise: Any) -> Any:
    """A type without None: an outcome that is there."""
    kinds = [kind for kind in get_args(promise) if kind is not type(None)]
    return kinds[0] if len(kinds) == 1 and type(None) in get_args(promise) else promise


# News


def news_of(engine: Engine[Any]) -> tuple[type[News], ...]:
    """The engine's own news, and every class of news in the package that declares the flow."""
    home = home_of(engine.flow.__module__)
    own = {kind for kind in derived(News) if f"{kind.__module__}.".startswith(f"{home}.")}
    return (*OWN_NEWS, *sorted(own, key=lambda kind: (kind.__name__, kind.__module__)))


def home_of(module: str) -> str:
    """The package that a module lies in; the module itself, if it is a package or in none."""
    is_package = hasattr(sys.modules.get(module), "__path__")
    return module if is_package else module.rpartition(".")[0] or module


def derived(kind: type[Any]) -> Iterator[type[Any]]:
    """All classes that derive from one."""
    for each in kind.__subclasses__():
        yield each
        yield from derived(each)


# Structs


def structs_in(kinds: Iterable[Any]) -> dict[type[Any], msgspec.inspect.StructType]:
    """All structs that values of some types can hold, with what is known of their fields."""
    return {cls: info for cls, info in classes_in(kinds).items() if isinstance(info, msgspec.inspect.StructType)}


def classes_in(kinds: Iterable[Any]) -> dict[type[Any], Any]:
    """The same with other classes of values, such as enums."""
    found: dict[type[Any], Any] = {}
    todo: list[Any] = list(msgspec.inspect.multi_type_info(kinds))
    while todo:
        info = todo.pop()
        if (cls := getattr(info, "cls", None)) is not None:
            if cls in found:
                continue
            found[cls] = info
        todo += parts_of(info)
    return found


def parts_of(info: Any) -> Iterator[Any]:
    """The types that a type is made of."""
    for name in ("type", "item_type", "key_type", "value_type"):
        if hasattr(info, name):
            yield getattr(info, name)
    yield from getattr(info, "item_types", ())
    yield from getattr(info, "types", ())
    yield from (field.type for field in getattr(info, "fields", ()))
