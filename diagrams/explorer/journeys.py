"""The way that a game took, for the page: the rows, and of a session's steps also the moves and who made them."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from diagrams.errors import DiagramError
from fsm.moves import event_of, move_text, seat_of
from fsm.session import Step

Journey = Sequence[str | Step]


def rows_of(journey: Journey) -> tuple[str, ...]:
    """The ids of all rows taken, in order."""
    return tuple(row for part in journey for row in ((part,) if isinstance(part, str) else part.rows))


def recorded(journey: Journey, rows: Mapping[str, int], events: Mapping[str, int]) -> list[dict[str, Any]]:
    """The steps of a journey as data: rows and events by their places. A row that stands alone is a step of its own.

    What happens before the first move, how a game begins, is one step.
    """
    opening = [rows[part] for part in before_the_first_move(journey)]
    rest = journey[len(opening) :]
    steps = [made_step(number, part, rows, events) for number, part in enumerate(rest, 1)]
    return [{"rows": opening, "opens": True}, *steps] if opening else steps


def before_the_first_move(journey: Journey) -> Sequence[str]:
    """The rows that a session lists before its steps; none in a list of rows only."""
    first = next((place for place, part in enumerate(journey) if isinstance(part, Step)), 0)
    return rows_of(journey[:first])


def made_step(number: int, part: str | Step, rows: Mapping[str, int], events: Mapping[str, int]) -> dict[str, Any]:
    """One step: a row alone, or a move with the rows that it took, which may be none yet."""
    if isinstance(part, str):
        return {"rows": [rows[part]]}
    event = event_of(type(part.move))
    found: dict[str, Any] = {"rows": [rows[row] for row in part.rows], "with": details(number, part)}
    seat = "host" if part.move.by_host else seat_of(part.move)
    if seat is not None:
        found["who"] = str(seat)
    return found | ({"event": events[event] + 1} if event in events else {"move": event})


def details(number: int, step: Step) -> dict[str, Any]:
    """What a move carries beside its event and its seat."""
    try:
        carried: dict[str, Any] = msgspec.json.decode(move_text(step.move))
    except (TypeError, ValueError, OverflowError):
        raise DiagramError(
            f"The move of step {number} holds what JSON cannot, so the page cannot show it; give its rows alone."
        ) from None
    left_out = (step.move.__struct_config__.tag_field, step.move.seat_field)
    return {name: value for name, value in carried.items() if name not in left_out}
