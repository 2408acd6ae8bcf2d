"""Rows are tried as they are joined with `|`, on both interpreters, whenever they were made."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, Flow, FlowError, Move, Snapshot, State, read, stay
from fsm.declaring.ordering import sorted_places
from fsm.flow import FlowMeta
from fsm.native import Native


class Count(msgspec.Struct, frozen=True):
    n: int = 0


def new(seed: int = 0) -> Count:
    return Count(seed)


def always(game: Count) -> bool:
    return True


def is_even(game: Count) -> bool:
    return game.n % 2 == 0


class Go(Move): ...


def reached(flow: type[Flow], event: str = "go", n: int = 0) -> str:
    """Where an event leads from the start; compiled and native say the same."""
    moves = {name: type("Sent", (Move,), {}, tag=name) for name in read(flow).events}
    engine: Engine[Count] = Engine(flow, moves=list(moves.values()), new=new)
    answer = engine.step(engine.start(seed=n), moves[event]())
    assert Native(engine, Count(n)).send(moves[event]()) == answer
    assert isinstance(answer, Snapshot)
    return answer.phase


def named_rows() -> type[Flow]:
    class Named(Flow):
        a, b, c = State(initial=True), State(), State()
        fallback = a.to(c, cond=always)
        special = a.to(b, cond=is_even)
        go = special | fallback

    return Named


def three_rows() -> type[Flow]:
    class Three(Flow):
        a, b, c = State(initial=True), State(), State()
        last = stay(a)
        fallback = a.to(c, cond=always)
        special = a.to(b, cond=is_even)
        go = special | fallback | last

    return Three


def joined_later() -> type[Flow]:
    class Later(Flow):
        a, b, c = State(initial=True), State(), State()
        fallback = a.to(c, cond=always)
        go = a.to(b, cond=is_even)
        go |= fallback

    return Later


def within_a_phase() -> type[Flow]:
    class Within(Flow):
        class box(State.Compound, initial=True):
            a, b, c = State(initial=True), State(), State()
            fallback = a.to(c, cond=always)
            special = a.to(b, cond=is_even)
            go = special | fallback

    return Within


def several_targets() -> type[Flow]:
    class Several(Flow):
        a, b, c = State(initial=True), State(), State()
        fallback = a.to(c, a, cond=always)
        special = a.to(b, cond=is_even)
        go = special | fallback

    return Several


def of_several_sources() -> type[Flow]:
    class Sources(Flow):
        a, b, c = State(initial=True), State(), State()
        home = c.from_(b, a, cond=always)
        special = b.from_(a, c, cond=is_even)
        go = special | home

    return Sources


JOINED = [named_rows, three_rows, joined_later, within_a_phase, several_targets, of_several_sources]


@pytest.mark.parametrize("define", JOINED, ids=lambda define: define.__name__)
def test_the_first_row_around_the_bar_is_tried_first(define: Callable[[], type[Flow]]) -> None:
    assert reached(define(), n=2).endswith("b")
    assert reached(define(), n=1).endswith("c")


def test_a_row_keeps_its_place_in_each_of_two_events() -> None:
    class Shared(Flow):
        a, b, c = State(initial=True), State(), State()
        late = a.to(c, cond=always)
        early = a.to(b, cond=is_even)
        go = early | late
        run = early | stay(a, cond=is_even) | late

    assert reached(Shared, "run") == "b"
    assert [row.target for row in read(Shared).alternatives("a", "run")] == ["b", "a", "c"]


def test_two_events_that_disagree_about_the_order_of_shared_rows_are_refused() -> None:
    with pytest.raises(FlowError, match=r"^Torn: 'go' and 'run' try the same rows of 'a' in different orders; write"):

        class Torn(Flow):
            a, b, c = State(initial=True), State(), State()
            one = a.to(b, cond=always)
            other = a.to(c, cond=is_even)
            go = one | other
            run = other | one


def test_a_row_that_is_joined_twice_is_tried_once() -> None:
    class Twice(Flow):
        a, b = State(initial=True), State()
        one = a.to(b, cond=always)
        go = one | stay(a, cond=is_even) | one

    assert [row.target for row in read(Twice).alternatives("a", "go")] == ["b", "a"]


def test_a_row_that_starts_in_another_flow_is_refused() -> None:
    elsewhere = named_rows().states[0]

    with pytest.raises(FlowError, match=r"^Astray: a row of 'go' starts at 'A', which is not a phase of this flow"):

        class Astray(Flow):
            here = State(initial=True)
            go = elsewhere.to(here)


@given(st.data())
def test_every_event_tries_its_rows_as_they_are_joined(data: st.DataObject) -> None:
    """Rows of several phases, made in one order and joined in others: as written, or refused."""
    phases = [State(initial=place == 0) for place in range(3)]
    made = [phases[data.draw(st.integers(0, 2))].to(phases[0], cond=always) for _ in range(6)]
    joined: dict[str, Any] = {}
    for event in ("go", "run", "hop")[: data.draw(st.integers(1, 3))]:
        first, *others = data.draw(st.lists(st.sampled_from(made), min_size=1, max_size=5, unique_by=id))
        for rows in others:
            first = first | rows
        joined[event] = first
    try:
        FlowMeta("Joined", (Flow,), {**{f"p{place}": phase for place, phase in enumerate(phases)}, **joined})
    except FlowError as error:
        assert "different orders" in str(error)  # noqa: PT017 either outcome is right
        assert len(joined) > 1
        return

    for rows in joined.values():
        for phase in phases:
            written = [row for row in rows if row.source is phase]
            assert [row for row in phase.transitions if row in written] == written


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] != pair[1])))
def test_places_are_sorted_completely_or_the_pairs_go_round(pairs: list[tuple[int, int]]) -> None:
    order = sorted_places(8, pairs)

    if len(order) == 8:
        assert all(order.index(one) < order.index(other) for one, other in pairs)
    else:
        stuck = set(range(8)) - set(order)
        assert all(any(other == place and one in stuck for one, other in pairs) for place in stuck)


def test_without_pairs_nothing_moves() -> None:
    assert sorted_places(4, []) == [0, 1, 2, 3]
    assert sorted_places(4, [(3, 1)]) == [0, 2, 3, 1]
