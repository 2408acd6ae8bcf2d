"""Effects that report only when somebody listens."""

import msgspec

from fsm import Engine, Flow, Move, Session, State, Trace, tells
from fsm.native import Native


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


@tells(grown)
def add(game: Counter, move: Add) -> Counter:
    """Count on."""
    return Counter(game.value + move.number)


@tells(grown)
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

    traced = engine.play(engine.start(), Add(2), trace)

    assert trace.news == ["from 0 to 2", "from 2 to 4"]
    assert traced == engine.step(engine.start(), Add(2))


def test_sessions_and_the_native_machine_hear_the_same() -> None:
    session = Session.start(engine)
    native = Native(engine, engine.start())

    session.send(Add(1))
    native.send(Add(1))

    assert session.log[0].news == ("from 0 to 1", "from 1 to 2")
    assert native.table.news == list(session.log[0].news)
