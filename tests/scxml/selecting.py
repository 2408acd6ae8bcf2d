"""Definitions after chapter 3 of SCXML: initial and final phases, entering and leaving, which row is taken."""

from fsm import Flow, State, stay
from tests.scxml.words import (
    add,
    breaks,
    ends,
    entered,
    equals,
    is_called,
    is_in,
    left,
    never,
    note,
    put,
    raises,
    reads,
    sends,
    tracked,
    when,
)

# fmt: off


class Irp576(Flow):
    """A flow begins in its initial phases, at every depth, whichever phases are written first."""

    s0 = State()

    class s1(State.Compound, initial=True):
        s11 = State()

        class s12(State.Compound, initial=True):
            s121 = State()
            s122 = State(initial=True)

    passed, failed = ends()
    s1.s12.s122.to(passed)
    s0.to(failed), s1.s11.to(failed), s1.s12.s121.to(failed)


class Irp364(Flow):
    """A row that ends at a compound phase enters that, then its initial sub-phases from the outside in."""

    s0 = State(initial=True)

    class s1(State.Compound, enter=note("s1")):
        s11 = State(enter=note("s11"))

        class s12(State.Compound, initial=True, enter=note("s12")):
            s121 = State(initial=True, enter=note("s121"))
            s122 = State(enter=note("s122"))

    passed, failed = ends()
    s0.to(s1)
    s1.to(passed, cond=reads("s1", "s12", "s121"))
    s1.to(failed)


class Irp372(Flow):
    """A compound phase is done once the enter effects of its final sub-phase have run."""

    class s0(State.Compound, initial=True):
        s01     = State(initial=True)
        s0final = State(final=True, enter=put("a", 2))
        s01.to(s0final)

    passed, failed = ends()
    s0.done.to(passed, cond=equals("a", 2))
    s0.done.to(failed)


class Irp375(Flow):
    """The enter effects of a phase run in the order in which they are written."""

    s0 = State(initial=True, enter=[raises("event1"), raises("event2")])
    s1 = State()
    passed, failed = ends()
    event1 = s0.to(s1)
    event2 = s0.to(failed) | s1.to(passed)


class Irp377(Flow):
    """The exit effects of a phase run in the order in which they are written."""

    s0 = State(initial=True, exit=[raises("event1"), raises("event2")])
    s1 = State()
    s2 = State()
    passed, failed = ends()
    s0.to(s1)
    event1 = s1.to(s2)
    event2 = s1.to(failed) | s2.to(passed)


class Irp396(Flow):
    """The name that a rule reads from the event is the name that rows answer to."""

    s0 = State(initial=True, enter=raises("foo"))
    passed, failed = ends()
    foo = s0.to(passed, cond=is_called("foo")) | s0.to(failed)
    bar = s0.to(failed)


class Irp401(Flow):
    """A failure is an event of the inner queue: it comes before what was sent earlier."""

    s0 = State(initial=True, enter=[sends("foo"), raises("event1")])
    passed, failed = ends()
    event1 = s0.to(failed, on=breaks)
    fault  = s0.to(passed)
    foo    = s0.to(failed)


class Irp402(Flow):
    """A failure waits for its turn in the inner queue, as any other event does."""

    s0 = State(initial=True, enter=[raises("event1"), raises("event2")])
    s1 = State(enter=raises("event3"))
    s2 = State()
    passed, failed = ends()
    event1 = s0.to(failed, on=breaks)
    event2 = s0.to(s1)
    fault  = s0.to(failed) | s1.to(s2)
    event3 = s1.to(failed) | s2.to(passed)


class Irp403a(Flow):
    """Inner rows are tried before outer ones, and rows of one phase in the order written; an outer row is taken
    where no inner one applies."""

    class s0(State.Compound, initial=True):
        s01 = State(initial=True, enter=raises("event1"))
        s02 = State(enter=raises("event2"))

    passed, failed = ends()
    event1 = s0.to(failed) | s0.s01.to(s0.s02, unless=never) | s0.s01.to(failed) | s0.s02.to(failed)
    event2 = s0.to(passed) | s0.s02.to(failed, cond=never)


class Irp404(Flow):
    """Phases are left from the inside out, before the effects of the row run."""

    class s0(State.Compound, initial=True, exit=note("s0")):
        class s01(State.Compound, initial=True, exit=note("s01")):
            s011 = State(initial=True, exit=note("s011"))

    s1 = State()
    passed, failed = ends()
    s0.to(s1, on=note("row"))
    s1.to(passed, cond=reads("s011", "s01", "s0", "row"))
    s1.to(failed)


class Irp405(Flow):
    """The effects of a row run in the order written, after phases are left and before others are entered."""

    s0 = State(initial=True, exit=note("leave"))
    s1 = State(enter=note("enter"))
    passed, failed = ends()
    s0.to(s1, on=[note("first"), note("second")])
    s1.to(passed, cond=reads("leave", "first", "second", "enter"))
    s1.to(failed)


class Irp406(Flow):
    """Phases are entered from the outside in, after the effects of the row have run."""

    s0 = State(initial=True)

    class s1(State.Compound, enter=note("s1")):
        s10 = State(initial=True, enter=note("s10"))

        class s11(State.Compound, enter=note("s11")):
            s110 = State(initial=True, enter=note("s110"))
            s111 = State(enter=note("s111"))

    passed, failed = ends()
    s0.to(s1.s11.s111, on=note("row"))
    s1.to(passed, cond=reads("row", "s1", "s11", "s111"))
    s1.to(failed)


class Irp407(Flow):
    """To leave a phase is to run its exit effects."""

    s0 = State(initial=True, exit=add("a"))
    s1 = State()
    passed, failed = ends()
    s0.to(s1)
    s1.to(passed, cond=equals("a", 1))
    s1.to(failed)


class Irp409(Flow):
    """A phase is no longer active when the phases around it are left."""

    class s0(State.Compound, initial=True, enter=entered("s0"), exit=[when(note("early"), is_in("s01")), left("s0")]):
        s01 = State(initial=True, **tracked("s01"))

    s1 = State()
    passed, failed = ends()
    s0.s01.to(s1)
    s1.to(passed, unless=[is_in("s0"), is_in("s01")], cond=reads())
    s1.to(failed)


class Irp411(Flow):
    """A phase is not active before it is entered, and is active when its own enter effects run."""

    class s0(State.Compound, initial=True, enter=[entered("s0"), when(note("too early"), is_in("s01"))]):
        s01 = State(initial=True, enter=[entered("s01"), when(note("in time"), is_in("s01"))])

    passed, failed = ends()
    s0.to(passed, cond=reads("in time"))
    s0.to(failed)


class Irp413(Flow):
    """A flow starts in the phases that are marked as initial, and in no others."""

    s0 = State(**tracked("s0"))

    class s1(State.Compound, initial=True, **tracked("s1")):
        s11 = State(**tracked("s11"))
        s12 = State(initial=True, **tracked("s12"))

    passed, failed = ends()
    s1.to(passed, cond=[is_in("s1"), is_in("s12")], unless=[is_in("s0"), is_in("s11")])
    s0.to(failed), s1.to(failed)


class Irp415(Flow):
    """The flow is over in a final phase at the top: what was raised on the way is not processed."""

    s0     = State(initial=True)
    passed = State(final=True, enter=raises("event1"))
    failed = State(final=True)
    s0.to(passed)
    event1 = s0.to(failed)


class Irp416(Flow):
    """A compound phase is done when a final sub-phase of it is reached, also inside another phase."""

    class s1(State.Compound, initial=True):
        class s11(State.Compound, initial=True):
            s111     = State(initial=True)
            s11final = State(final=True)
            s111.to(s11final)

    passed, failed = ends()
    s1.s11.done.to(passed)
    s1.to(failed)


class Irp419(Flow):
    """What follows by itself comes before any event that waits."""

    s1 = State(initial=True, enter=[raises("foo"), sends("bar")])
    passed, failed = ends()
    s1.to(passed)
    foo = s1.to(failed)
    bar = s1.to(failed)


class Irp421(Flow):
    """All events of the inner queue come before those of the outer queue; what no row answers is dropped."""

    class s1(State.Compound, initial=True, enter=[sends("foo"), raises("bar"), raises("event1"), raises("event2")]):
        s11 = State(initial=True)
        s12 = State()

    passed, failed = ends()
    foo    = s1.to(failed)
    bar    = s1.s12.to(failed)
    event1 = s1.s11.to(s1.s12)
    event2 = s1.s12.to(passed)


class Irp423(Flow):
    """Outer events are taken until one is answered; the others are dropped and do not come back."""

    s0 = State(initial=True, enter=[sends("event1"), sends("event2", delay=1), raises("foo")])
    s1 = State()
    s2 = State(enter=sends("timeout"))
    passed, failed = ends()
    foo     = s0.to(s1)
    event1  = s0.to(failed) | s2.to(failed)
    event2  = s0.to(failed) | s1.to(s2)
    timeout = s2.to(passed)


class Irp503(Flow):
    """A row that stays does not leave its phase."""

    s1 = State(initial=True, enter=[raises("foo"), raises("bar")])
    s2 = State(exit=add("a"))
    s3 = State()
    passed, failed = ends()
    s1.to(s2)
    foo = stay(s2, on=add("b"))
    bar = s2.to(s3, cond=equals("b", 1)) | s2.to(failed)
    s3.to(passed, cond=equals("a", 1))
    s3.to(failed)


class Irp504(Flow):
    """A row from a phase into itself leaves everything up to the phase around both ends."""

    s1 = State(initial=True, enter=[raises("foo"), raises("bar")])

    class s2(State.Compound, exit=add("a")):
        s21 = State(initial=True, exit=add("b"))

    s3 = State()
    passed, failed = ends()
    s1.to(s2)
    foo = s2.to(s2.s21, on=add("c"))
    bar = s2.to(s3, cond=equals("c", 1)) | s2.to(failed)
    s3.to(passed, cond=[equals("a", 2), equals("b", 2)])
    s3.to(failed)


class Irp505(Flow):
    """A row that goes into a phase leaves everything inside that phase, and not the phase itself."""

    class s1(State.Compound, initial=True, enter=[raises("foo"), raises("bar")], exit=add("a")):
        s11 = State(initial=True, exit=add("b"))

    s2 = State()
    passed, failed = ends()
    foo = s1.into(s1.s11, on=add("c"))
    bar = s1.to(s2, cond=equals("c", 1)) | s1.to(failed)
    s2.to(passed, cond=[equals("a", 1), equals("b", 2)])
    s2.to(failed)


class Irp506(Flow):
    """A row from a compound phase to itself leaves and enters it, with what is inside."""

    s1 = State(initial=True, enter=[raises("foo"), raises("bar")])

    class s2(State.Compound, exit=add("a")):
        s21 = State(initial=True, exit=add("b"))

    s3 = State()
    passed, failed = ends()
    s1.to(s2)
    foo = s2.to(s2, on=add("c"))
    bar = s2.to(s3, cond=equals("c", 1)) | s2.to(failed)
    s3.to(passed, cond=[equals("a", 2), equals("b", 2)])
    s3.to(failed)


class Irp533(Flow):
    """A row from a phase without sub-phases to itself leaves and enters it."""

    s1 = State(initial=True, enter=[raises("foo"), raises("bar")])
    s2 = State(enter=add("a"), exit=add("b"))
    s3 = State()
    passed, failed = ends()
    s1.to(s2)
    foo = s2.to(s2, on=add("c"))
    bar = s2.to(s3, cond=equals("c", 1)) | s2.to(failed)
    s3.to(passed, cond=[equals("a", 2), equals("b", 2)])
    s3.to(failed)
