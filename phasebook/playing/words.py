"""Moves, news, views and phases in words, where a game has none of its own: from the names of types and fields."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from typing import Any

from fsm.chart import Chart
from fsm.moves import Move, event_of
from fsm.snapshot import Chosen, Hidden, Redone, Undone

Name = Callable[[Any], str]
"""What a seat is called: `you`, or `seat 2`."""

SEATS = ("seat", "player", "winner", "loser", "bidder", "dealer", "leader", "turn", "current_player", "to_act")
"""Fields that usually hold a seat, if their value is one."""

LEFT_OUT = ("phase", "settings", "legal_moves", "seed")
"""Fields of a view that are shown elsewhere, or by nobody asked for."""


def spaced(name: str) -> str:
    """`discard_pile` and `DiscardPile` as `discard pile`."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ")
    return " ".join(apart.split()).lower()


def event_in_words(kind: type[Move]) -> str:
    """What a move is called: as its author says, or by the name of its event."""
    said = "" if "says" in kind.__struct_fields__ else kind.says
    return said or spaced(event_of(kind)).capitalize()


def phase_in_words(chart: Chart, path: str) -> str:
    """`Auction: Bids are open`; empty for a phase that the chart does not have. No name is said twice."""
    names: list[str] = []
    phase = chart.by_path.get(path)
    while phase is not None:
        if not any(name.startswith(phase.name) for name in names):
            names.append(phase.name)
        phase = chart.by_path.get(phase.parent) if phase.parent else None
    return ": ".join(reversed(names))


# Values


def parts_of(value: Any) -> Mapping[str, Any] | None:
    """The named parts of a value, if it has some."""
    if isinstance(value, Mapping):
        return {str(key): part for key, part in value.items()}
    fields = getattr(value, "__struct_fields__", None) or getattr(value, "_fields", None)
    return None if fields is None else {field: getattr(value, field) for field in fields}


def is_row(value: Any) -> bool:
    """Whether a value holds several others."""
    return isinstance(value, Collection) and not isinstance(value, str | bytes | Mapping) and parts_of(value) is None


def value_in_words(value: Any) -> str:
    """Any value on one line."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return value_in_words(value.value)
    if is_row(value):
        return ("; " if any(map(parts_of, value)) else " ").join(map(value_in_words, value)) or "none"
    parts = parts_of(value)
    if parts is None:
        return f"{value:g}" if isinstance(value, float) else str(value)
    return ", ".join(f"{spaced(name)} {value_in_words(part)}" for name, part in parts.items()) or spaced(kind_of(value))


def kind_of(value: Any) -> str:
    """What type of value it is."""
    return type(value).__name__


def field_in_words(field: str, value: Any, name: Name) -> str:
    """A field and its value; where that is a seat, what the seat is called."""
    if field in SEATS and isinstance(value, int | str) and not isinstance(value, bool):
        return name(value)
    return value_in_words(value)


# What a player reads


def payload_in_words(move: Move, name: Name) -> str:
    """What a move carries beside its seat; empty if that is nothing."""
    parts = [(field, value) for field, value in (parts_of(move) or {}).items()
             if field != move.seat_field and value is not None]  # fmt: skip
    if len(parts) == 1 and not isinstance(parts[0][1], int | float):  # a bare number reads as that of the entry
        return field_in_words(*parts[0], name)
    return ", ".join(f"{spaced(field)} {field_in_words(field, value, name)}" for field, value in parts)


def news_in_words(item: Any, name: Name) -> str:
    """`card played: seat 1, card 7♥`."""
    said = own_news(item, name)
    if said:
        return said
    parts = (parts_of(item) or {}).items()
    details = ", ".join(detail_in_words(field, value, name) for field, value in parts if value is not None)
    return f"{spaced(kind_of(item))}: {details}" if details else spaced(kind_of(item))


def detail_in_words(field: str, value: Any, name: Name) -> str:
    """A field of news: a seat needs no name before it."""
    words = field_in_words(field, value, name)
    return words if field in ("seat", "player") else f"{spaced(field)} {words}"


def own_news(item: Any, name: Name) -> str:
    """What sessions report themselves; empty for news of the game."""
    if isinstance(item, Chosen):
        return f"{name(item.seat)} chose"
    if isinstance(item, Undone):
        return "the last move was taken back"
    return "it was made again" if isinstance(item, Redone) else ""


def view_in_words(view: Any, name: Name) -> Iterator[str]:
    """One line for each field; rows of larger things take a line for each of these."""
    parts = parts_of(view)
    if parts is None:
        yield value_in_words(view)
        return
    shown = {spaced(field): (field, value) for field, value in parts.items() if field not in LEFT_OUT}
    wide = max(map(len, shown), default=0) + 2
    for title, (field, value) in shown.items():
        yield from lines_of_field(title.ljust(wide), field, value, name)


def lines_of_field(title: str, field: str, value: Any, name: Name) -> Iterator[str]:
    """A field of a view, on one line or more."""
    if is_row(value) and any(is_row(item) or parts_of(item) for item in value):
        for place, item in enumerate(value):
            head = title if not place else " " * len(title)
            yield f"[dim]{head}[/]{name(item.seat) if isinstance(item, Hidden) else value_in_words(item)}"
        return
    if field in SEATS and is_row(value):
        yield f"[dim]{title}[/]{', '.join(map(name, value)) or 'nobody'}"
        return
    yield f"[dim]{title}[/]{field_in_words(field, value, name)}"


def scores_in_words(scores: Mapping[Any, float], name: Name) -> str:
    """What each seat has or gets."""
    return ", ".join(f"{name(seat)} {value_in_words(score)}" for seat, score in scores.items())
