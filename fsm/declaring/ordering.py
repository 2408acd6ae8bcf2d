"""The order in which rows are tried: as they are joined with `|`, whenever they were made."""

from collections import defaultdict
from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise

from statemachine import State
from statemachine.transition import Transition
from statemachine.transition_list import TransitionList

from fsm.errors import FlowError

Bound = tuple[str, TransitionList]


def put_in_order(flow: str, bound: Iterable[Bound], states: Iterable[State]) -> None:
    """Sort the rows of every phase so that those of each event stand as written around `|`."""
    known = {id(state) for state in states}
    joined: dict[int, dict[str, list[Transition]]] = defaultdict(dict)
    for event, rows in bound:
        for row in dict.fromkeys(rows):
            if id(row.source) not in known:
                raise FlowError(f"{flow}: a row of {event!r} starts at {row.source.name!r}, which is not a phase of "
                                "this flow; declare the phase in the flow.")  # fmt: skip
            joined[id(row.source)].setdefault(event, []).append(row)
    for lists in joined.values():
        sort_rows(flow, lists)


def sort_rows(flow: str, lists: dict[str, list[Transition]]) -> None:
    """Sort the rows of one phase."""
    source = next(iter(lists.values()))[0].source
    made = {id(row): place for place, row in enumerate(source.transitions)}
    pairs = [(made[id(one)], made[id(other)]) for rows in lists.values() for one, other in pairwise(rows)]
    if all(one < other for one, other in pairs):
        return
    order = sorted_places(len(made), pairs)
    if len(order) < len(made):
        events = " and ".join(repr(event) for event, rows in lists.items() if len(rows) > 1)
        raise FlowError(f"{flow}: {events} try the same rows of {source.id!r} in different orders; "
                        "write the rows out for each of them.")  # fmt: skip
    rows = source.transitions.transitions
    source.transitions.transitions = [rows[place] for place in order]


def sorted_places(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Places in an order that puts the first of each pair before the second, otherwise as they were.

    Incomplete if the pairs go round in a circle.
    """
    later: dict[int, list[int]] = defaultdict(list)
    waits = [0] * count
    for one, other in pairs:
        later[one].append(other)
        waits[other] += 1
    ready = [place for place in range(count) if not waits[place]]
    order = []
    while ready:
        place = heappop(ready)
        order.append(place)
        for other in later[place]:
            waits[other] -= 1
            if not waits[other]:
                heappush(ready, other)
    return order
