"""Why a move is possible or not, in words: what the rules say, guard by guard."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from fsm.engine import Engine
from fsm.moves import Move, event_of, seat_field_of
from fsm.snapshot import GuardReport, Refusal, RowReport, Snapshot, Why
from phasebook.playing.words import event_in_words, spaced

SIGNS: Mapping[bool | None, str] = {True: "[green]✓[/]", False: "[red]✗[/]", None: "?"}


def explained(engine: Engine[Any], snapshot: Snapshot[Any], move: Any, words: str, seat: Any) -> Iterator[str]:
    """The answer, and under it the guards of the row that came furthest."""
    why, reason = engine.why(snapshot, move, seat), reason_against(engine, snapshot, move, seat)
    yield f"[bold]{words}[/]: {f'[red]not possible[/]. {reason}' if reason else '[green]possible[/]'}"
    row = furthest(why)
    for guard in row.guards if row is not None else ():
        yield f"  {SIGNS[guard.holds]} {guard_in_words(guard)}"


def reason_against(engine: Engine[Any], snapshot: Snapshot[Any], move: Any, seat: Any) -> str:
    """Why a move is refused; empty if it is not. The engine's own sentence names events, which players do not know."""
    answer = engine.step(snapshot, move, seat)
    if not isinstance(answer, Refusal):
        return ""
    return "It belongs to another phase." if answer.code == "engine.impossible" else answer.message


def furthest(why: Why) -> RowReport | None:
    """The row that applies, or the one of which most guards hold before the first that does not."""
    return max(why.rows, key=lambda row: (row.applies is True, held(row)), default=None)


def held(row: RowReport) -> int:
    """How many guards hold before one does not."""
    return next((place for place, guard in enumerate(row.guards) if guard.holds is not True), len(row.guards))


def guard_in_words(guard: GuardReport) -> str:
    """`card follows suit`; `not: it is your turn`."""
    return f"not: {spaced(guard.guard)}" if guard.negated else spaced(guard.guard)


# Moves that are typed


def typed_move(engine: Engine[Any], text: str, seat: Any) -> Move | str | None:
    """A move that is written as its event and its fields, `play card=red-7-1`, or a sentence about what is wrong with
    it; None if no event is called so."""
    event, _, rest = text.partition(" ")
    kind = kind_named(engine, text if "=" not in rest else event)
    if kind is None:
        return None
    values = dict(part.partition("=")[::2] for part in rest.split() if "=" in part)
    return read_typed(kind, values, seat)


def kind_named(engine: Engine[Any], text: str) -> type[Move] | None:
    """The move type whose event, or what it is called, is this."""
    wanted = spaced(text.replace("-", " "))
    named = ({spaced(event_of(kind)), event_in_words(kind).casefold()} for kind in engine.moves)
    return next((kind for kind, names in zip(engine.moves, named, strict=True) if wanted in names), None)


def read_typed(kind: type[Move], values: Mapping[str, str], seat: Any) -> Move | str:
    """The move with these values, always the seat's own; numbers are read where numbers are wanted."""
    own = {field: seat for field in (seat_field_of(kind),) if field is not None}
    try:
        return msgspec.convert({"move": event_of(kind), **values, **own}, kind, strict=False)
    except msgspec.ValidationError as error:
        fields = (field for field in kind.__struct_fields__ if field not in own)
        how_to = " ".join([event_of(kind), *(f"{field}=…" for field in fields)])
        return f"{error}. Type it as {how_to}."
