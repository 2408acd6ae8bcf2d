"""Effects that report only when somebody listens, and snapshots as people read them."""

from typing import Any

import msgspec

from fsm import Engine, Flow, Move, Refusal, RefusalKind, Session, Snapshot, State, Trace, makes_news
from fsm.native import Native
from fsm.snapshot import differing, encode, readable


class Counter(msgspec.Struct, frozen=True):
    """A game that counts."""

    value: int = 0


class Add(Move):
    """Add a number."""

    number: int

    @classmethod
    def candidates(cls, game: Counter) -> list["Add"]:
        return [cls(1), cls(2)]


asked: list[tuple[int, int]] = []


def grown(before: Counter, after: Counter) -> list[str]:
    """The event, and a note that it was asked for."""
    asked.append((before.value, after.value))
    return [f"from {before.value} to {after.value}"]


@makes_news(grown)
def add(game: Counter, move: Add) -> Counter:
    """Count on."""
    return Counter(game.value + move.number)


@makes_news(grown)
def double(game: Counter) -> Counter:
    """Count twice, unasked."""
    return Counter(game.value * 2)


class Counting(Flow):
    """Count, then double."""

    counting = State(initial=True)
    counted = State()
    doubled = State(final=True)
    add = counting.to(counted, on=add)
    counted.to(doubled, on=double)


def new(seed: int = 0) -> Counter:
    """From nothing."""
    return Counter()


engine = Engine(Counting, moves=(Add,), new=new)


def test_a_plain_step_does_not_ask_for_events() -> None:
    asked.clear()

    snapshot = engine.step(engine.start(), Add(2))

    assert snapshot == engine.step(engine.start(), Add(2))
    assert asked == []


def test_a_traced_step_hears_each_effect_in_order() -> None:
    trace = Trace()

    traced = engine.step_traced(engine.start(), Add(2), trace)

    assert trace.news == ["from 0 to 2", "from 2 to 4"]
    assert traced == engine.step(engine.start(), Add(2))


def test_sessions_and_the_native_machine_hear_the_same() -> None:
    session = Session.start(engine)
    native = Native(engine, engine.start())

    session.send(Add(1))
    native.send(Add(1))

    assert session.log[0].news == ("from 0 to 1", "from 1 to 2")
    assert native.table.news == list(session.log[0].news)


# For people


class Pile(msgspec.Struct, frozen=True):
    cards: tuple[int | str, ...] = ()
    odd: complex | None = None


def test_a_snapshot_is_printed_line_by_line() -> None:
    assert readable(Snapshot("here", Counter(3))) == '{\n  "phase": "here",\n  "game": {\n    "value": 3\n  }\n}'


def test_what_json_does_not_know_is_printed_as_python() -> None:
    assert readable(Snapshot("here", Pile((), 1j))) == "Snapshot(phase='here', game=Pile(cards=(), odd=1j))"


def test_a_long_snapshot_is_cut() -> None:
    lines = readable(Snapshot("here", Pile(("x" * 1000, *range(500))))).splitlines()

    assert len(lines) == 61
    assert max(map(len, lines)) == 200
    assert lines[-1] == "... and 449 more lines"


def test_two_snapshots_are_compared_where_they_differ() -> None:
    one, other = Snapshot("here", Pile(tuple(range(300)))), Snapshot("here", Pile((*range(299), 7)))

    assert differing(one, other).splitlines()[1:] == [
        "       297,",
        "       298,",
        "-      299",
        "+      7",
        "     ],",
        '     "odd": null',
    ]
    assert differing(one, Snapshot("here", Pile(list(range(300))))).startswith("Only types differ")  # type: ignore[arg-type]  # that is the point


def test_a_refusal_with_values_compares_and_hashes() -> None:
    one, same, other = (Refusal(RefusalKind.GUARDED, "here", Add(1), "No.", values={"n": n}) for n in (1, 1, 2))

    assert one == same != other
    assert hash(one) == hash(same)
    assert len({one, same, other}) == 2


def test_what_no_message_can_sort_or_hold_still_has_bytes_of_its_own() -> None:
    numbered: list[dict[Any, Any]] = [{1: "a"}, {1: "b"}, {2: "a"}, {1: "a", 2: "b"}, {1: "\ud800"}, {1: 1 << 70}]
    values = [*numbered, {"1": "a"}, {(1, 2): "a"}]

    assert len({encode(value) for value in values}) == len(values)
    assert [encode(value) for value in values] == [encode(dict(value)) for value in values]
