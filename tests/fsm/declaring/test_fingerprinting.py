"""The fingerprint tells rows apart that are taken in different ways; see test_reading for everything else."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from fsm import Flow, State, gather, read, stay
from fsm.flow import FlowMeta
from tests.fsm.waiting_samples import Diary, players


def jury(game: Diary) -> tuple[int, ...]:
    return (0,)


def fingerprint(row: Callable[[Any, Any], Any], *, with_event: bool = True) -> str:
    """Of a flow with one row from a phase with sub-phases to its second one."""

    class box(State.Compound, initial=True):
        first = State(initial=True)
        second = State()
        last = State(final=True)
        on = first.to(last)

    class other(State.Compound):
        begun = State(initial=True)
        ended = State(final=True)
        stop = begun.to(ended)

    rows = row(box, other)
    attributes: dict[str, Any] = {"box": box, "other": other} | ({"go": rows} if with_event else {})
    flow: Any = FlowMeta("Variant", (Flow,), attributes)
    return read(flow).fingerprint


def test_every_way_to_take_a_row_has_its_own_fingerprint() -> None:
    made = {
        "to": fingerprint(lambda box, other: box.to(box.second)),
        "into": fingerprint(lambda box, other: box.into(box.second)),
        "stay": fingerprint(lambda box, other: stay(box)),
        "refuses": fingerprint(lambda box, other: box.refuses("No.")),
        "to another": fingerprint(lambda box, other: box.to(other)),
        "calls": fingerprint(lambda box, other: box.calls(other)),
        "calls, then": fingerprint(lambda box, other: box.calls(other, then=box.second)),
        "calls, then another": fingerprint(lambda box, other: box.calls(other, then=box.last)),
        "calls at most two": fingerprint(lambda box, other: box.calls(other, most=2)),
        "from a sub-phase": fingerprint(lambda box, other: box.first.to(box.second)),
        "gathers": fingerprint(lambda box, other: gather(box.first, by=players, to=box.second)),
        "gathers again": fingerprint(lambda box, other: gather(box.first, by=players, again=True, to=box.second)),
        "gathers from others": fingerprint(lambda box, other: gather(box.first, by=jury, to=box.second)),
        "done": fingerprint(lambda box, other: box.done.to(other), with_event=False),
        "consequence": fingerprint(lambda box, other: box.to(other), with_event=False),
    }
    for one, another in combinations(made, 2):
        assert made[one] != made[another], (one, another)


def test_what_a_refusal_says_decides_nothing() -> None:
    assert fingerprint(lambda box, other: box.refuses("No.")) == fingerprint(lambda box, other: box.refuses("Never."))
