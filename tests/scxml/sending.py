"""Definitions after chapter 6 and appendix D of SCXML: events that are sent, with data, later, or not at all."""

from fsm import Flow, State
from tests.scxml.words import (
    breaks,
    cancels,
    cancels_from,
    carries,
    ends,
    equals,
    keep,
    put,
    raises,
    sends,
    sends_from,
)

# fmt: off


class Irp172(Flow):
    """Which event is sent is worked out when the effect runs."""

    s0 = State(initial=True, enter=[put("a", "event1"), put("a", "event2"), sends_from(event="a")])
    passed, failed = ends()
    event1 = s0.to(failed)
    event2 = s0.to(passed)


class Irp173(Flow):
    """Where an event is sent to is worked out when the effect runs: here, which queue."""

    s0 = State(initial=True, enter=[sends("event2"), put("a", True), sends_from("event1", inner="a")])
    passed, failed = ends()
    event1 = s0.to(passed)
    event2 = s0.to(failed)


class Irp175(Flow):
    """How long an event is delayed is worked out when the effect runs."""

    s0 = State(initial=True, enter=[put("a", 10), sends_from("event2", delay="a"), sends("event1", delay=5)])
    s1 = State()
    passed, failed = ends()
    event1 = s0.to(s1)
    event2 = s0.to(failed) | s1.to(passed)


class Irp176(Flow):
    """What an event carries is worked out when the effect runs, and arrives as it was sent."""

    s0 = State(initial=True, enter=[put("a", 2), sends_from("event1", data="a")])
    s1 = State()
    passed, failed = ends()
    event1 = s0.to(s1, on=keep("b"))
    s1.to(passed, cond=equals("b", 2))
    s1.to(failed)


class Irp179(Flow):
    """A guard can ask for what an event carries."""

    s0 = State(initial=True, enter=sends("event1", data=123))
    passed, failed = ends()
    event1 = s0.to(failed, unless=carries(123)) | s0.to(passed)


class Irp183(Flow):
    """What an effect keeps about the event that it sends can be asked for before the event comes."""

    s0 = State(initial=True, enter=[put("a", "id"), sends_from("event1", id="a")])
    passed, failed = ends()
    s0.to(passed, cond=equals("a", "id"))
    s0.to(failed)
    event1 = s0.to(failed)


class Irp185(Flow):
    """A delayed event comes when its time has come: after those that were sent later without delay."""

    s0 = State(initial=True, enter=[sends("event2", delay=1), sends("event1")])
    s1 = State()
    passed, failed = ends()
    event1 = s0.to(s1)
    event2 = s0.to(failed) | s1.to(passed)


class Irp186(Flow):
    """What a delayed event carries is what was there when it was sent, whatever has changed since."""

    s0 = State(initial=True, enter=[put("a", 1), sends_from("event1", after=2, data="a"), put("a", 2)])
    s1 = State()
    passed, failed = ends()
    event1 = s0.to(s1, on=keep("b"))
    s1.to(passed, cond=[equals("a", 2), equals("b", 1)])
    s1.to(failed)


class Irp187(Flow):
    """What is still delayed when the flow is over never comes."""

    s0 = State(initial=True, enter=[sends("event1", delay=5), sends("event2", delay=1)])
    passed, failed = ends()
    event1 = s0.to(failed)
    event2 = s0.to(passed)


class Irp194(Flow):
    """An event that cannot be sent is a failure, and nothing else of that step is sent either."""

    s0 = State(initial=True, enter=raises("event1"))
    s1 = State(enter=[raises("event2"), sends_from(event="a")])
    passed, failed = ends()
    event1 = s0.to(s1)
    event2 = s0.to(failed) | s1.to(failed)
    fault  = s0.to(passed) | s1.to(failed)


class Irp205(Flow):
    """What an event carries is not altered on its way through the rows: not even by a row that is not taken."""

    s0 = State(initial=True, enter=sends("event1", data="as sent"))
    s1 = State()
    passed, failed = ends()
    event1 = s0.to(failed, cond=carries("otherwise"), on=keep("a")) | s0.to(s1, on=[keep("a"), keep("b")])
    s1.to(passed, cond=[equals("a", "as sent"), equals("b", "as sent")])
    s1.to(failed)


class Irp553(Flow):
    """An event whose data cannot be worked out is not sent."""

    s0 = State(initial=True, enter=[raises("foo"), sends("timeout", delay=3)])
    s1 = State(enter=[sends("event1"), breaks])
    passed, failed = ends()
    foo     = s0.to(s1)
    event1  = s0.to(failed) | s1.to(failed)
    timeout = s0.to(passed) | s1.to(failed)


class Irp560(Flow):
    """A guard finds what an event carries under the names that it was given."""

    s0 = State(initial=True, enter=[put("a", 1), put("b", 2), sends_from("event1", data="b", more="a")])
    passed, failed = ends()
    event1 = s0.to(failed, cond=carries(1)) | s0.to(passed, cond=carries(2)) | s0.to(failed)


class Irp208(Flow):
    """A delayed event that is called off does not come."""

    s0 = State(initial=True, enter=[sends("event1", delay=1, id="x"), sends("event2", delay=5), cancels("x")])
    passed, failed = ends()
    event1 = s0.to(failed)
    event2 = s0.to(passed)


class Irp210(Flow):
    """Which event is called off is worked out when the effect runs."""

    s0 = State(initial=True, enter=[
        put("a", "y"), sends("event1", delay=1, id="x"), sends("event2", delay=2, id="y"),
        put("a", "x"), cancels_from("a"),
    ])
    passed, failed = ends()
    event1 = s0.to(failed)
    event2 = s0.to(passed)


# Appendix D


class Irp189(Flow):
    """An event that is sent to the inner queue comes before those of the outer queue, though it was sent after them."""

    s0 = State(initial=True, enter=[sends("event2"), raises("event1")])
    passed, failed = ends()
    event1 = s0.to(passed)
    event2 = s0.to(failed)


class Irp193(Flow):
    """An event that is sent without more goes to the outer queue: it comes after those that were raised later."""

    s0 = State(initial=True, enter=[sends("event1"), raises("foo")])
    s1 = State(enter=raises("bar"))
    s2 = State()
    passed, failed = ends()
    foo    = s0.to(s1)
    bar    = s1.to(s2)
    event1 = s0.to(failed) | s1.to(failed) | s2.to(passed)


class Irp348(Flow):
    """The row that is taken is one for the name under which the event was sent."""

    s0 = State(initial=True, enter=sends("foo"))
    passed, failed = ends()
    bar = s0.to(failed)
    foo = s0.to(passed)


class Irp354(Flow):
    """An event carries several things at once, each under its name, taken from variables or given outright."""

    s0 = State(initial=True, enter=[put("a", 1), put("b", 2), sends_from("event1", data="a", more="b")])
    s1 = State()
    s2 = State(enter=sends("event2", data="foo"))
    passed, failed = ends()
    event1 = s0.to(s1, on=[keep("c"), keep("d", "more")])
    s1.to(s2, cond=[equals("c", 1), equals("d", 2)])
    s1.to(failed)
    event2 = s2.to(passed, cond=carries("foo")) | s2.to(failed)


class Irp495(Flow):
    """Each event goes to the queue that it was meant for, and both queues are emptied."""

    s0 = State(initial=True, enter=[sends("event1"), raises("event2")])
    s1 = State()
    passed, failed = ends()
    event1 = s0.to(failed) | s1.to(passed)
    event2 = s0.to(s1) | s1.to(failed)
