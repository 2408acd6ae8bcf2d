"""Definitions after chapter 6.4 of SCXML, in other words: what is invoked there is a phase that is called here.

The difference: who calls is suspended meanwhile, and there is one game for both.
"""

from fsm import Flow, State, stay
from tests.scxml.words import (
    add,
    breaks,
    ends,
    equals,
    note,
    put,
    raises,
    reads,
    sends,
    when,
)

# fmt: off


class Irp226(Flow):
    """What is called begins anew each time, with what its caller hands over."""

    s0 = State(initial=True)
    s1 = State()
    s2 = State()

    class child(State.Compound):
        c0 = State(initial=True, enter=when(note("one"), equals("a", 1)))
        c1 = State(enter=when(note("two"), equals("a", 2)))
        c2 = State(final=True)
        c0.to(c1)
        c1.to(c2)

    passed, failed = ends()
    s0.calls(child, on=put("a", 1), then=s1)
    s1.calls(child.c1, on=put("a", 2), then=s2)
    s2.to(passed, cond=reads("one", "two"))
    s2.to(failed)


class Irp232(Flow):
    """What is called may send several events while it runs; rows around both ends answer them."""

    class s0(State.Compound, initial=True):
        s01 = State(initial=True)
        s02 = State()

        class child(State.Compound, enter=[raises("event1"), raises("event2"), raises("foo")]):
            c0 = State(initial=True)
            c1 = State(final=True)

        s01.calls(child, then=s02)

    passed, failed = ends()
    event1 = stay(s0, on=note("1"))
    event2 = stay(s0, on=note("2"))
    foo    = s0.child.c0.to(s0.child.c1)
    s0.s02.to(passed, cond=reads("1", "2"))
    s0.s02.to(failed)


class Irp235(Flow):
    """When what was called has ended, its caller goes on."""

    s0 = State(initial=True)

    class child(State.Compound, enter=add("a")):
        c0 = State(initial=True)
        c1 = State(final=True)
        c0.to(c1)

    s1 = State()
    passed, failed = ends()
    s0.calls(child, then=s1)
    s1.to(passed, cond=equals("a", 1))
    s1.to(failed)


class Irp236(Flow):
    """What was called is left before its caller goes on: nothing of it comes after its end."""

    s0 = State(initial=True, exit=note("caller"))

    class child(State.Compound, exit=note("child")):
        c0 = State(initial=True)
        c1 = State(final=True, enter=note("end"), exit=note("after the end"))
        c0.to(c1)

    s1 = State(enter=note("then"))
    passed, failed = ends()
    s0.calls(child, then=s1)
    s1.to(passed, cond=reads("end", "after the end", "child", "caller", "then"))
    s1.to(failed)


class Irp237(Flow):
    """A row that leaves the caller before the end of its call abandons the call."""

    class s0(State.Compound, initial=True, enter=[raises("foo"), raises("event1"), sends("timeout")]):
        s01 = State(initial=True)
        s02 = State()

        class child(State.Compound):
            c0 = State(initial=True)
            c1 = State(final=True)

        s01.calls(child, then=s02)

    s1 = State()
    passed, failed = ends()
    foo     = s0.to(s1)
    event1  = s0.child.c0.to(s0.child.c1)
    timeout = s1.to(passed) | s0.to(failed)
    s0.s02.to(failed)


class Irp240(Flow):
    """What a caller hands over is there when what it calls begins."""

    s0 = State(initial=True)

    class child(State.Compound, enter=note("begins")):
        c0 = State(initial=True)
        c1 = State(final=True)

    passed, failed = ends()
    s0.calls(child, on=[put("a", 1), note("given")], then=passed)
    child.c0.to(child.c1, cond=[equals("a", 1), reads("given", "begins")])
    child.c0.to(failed)


class Irp247(Flow):
    """A call ends with a final sub-phase of what was called, and not with the end of a part of it."""

    s0 = State(initial=True)

    class child(State.Compound):
        class part(State.Compound, initial=True):
            p0 = State(initial=True)
            p1 = State(final=True, enter=note("part"))
            p0.to(p1)

        c1 = State(final=True, enter=note("whole"))
        part.done.to(c1)

    s1 = State()
    passed, failed = ends()
    s0.calls(child, then=s1)
    s1.to(passed, cond=reads("part", "whole"))
    s1.to(failed)


class Irp250(Flow):
    """A call that is abandoned leaves all its phases, from the inside out, before its caller is left."""

    class s0(State.Compound, initial=True, enter=raises("foo"), exit=note("s0")):
        s01 = State(initial=True, exit=note("s01"))

        class child(State.Compound, exit=note("child")):
            c0 = State(initial=True, exit=note("c0"))
            c1 = State(final=True)

        s01.calls(child)

    s1 = State()
    passed, failed = ends()
    foo    = s0.to(s1)
    event1 = s0.child.c0.to(s0.child.c1)
    s1.to(passed, cond=reads("c0", "child", "s01", "s0"))
    s1.to(failed)


class Irp554(Flow):
    """A call whose effects fail does not begin."""

    s0 = State(initial=True, enter=raises("event1"))

    class child(State.Compound):
        c0 = State(initial=True)
        c1 = State(final=True)

    passed, failed = ends()
    event1 = s0.calls(child, on=breaks, then=failed)
    event2 = child.c0.to(child.c1)
    fault  = s0.to(passed) | child.to(failed)
