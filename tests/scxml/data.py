"""Definitions after chapter 5 of SCXML: the game, which is the data model, what goes wrong in it, and the event."""

from fsm import Flow, State, stay
from tests.scxml.words import (
    add,
    assigns_to_nothing,
    breaks,
    changes_the_event,
    copy,
    ends,
    entered,
    equals,
    is_in,
    keep,
    keep_name,
    put,
    raises,
    reads_from_nothing,
    same,
    sends,
    sends_from,
    shrugs,
    tracked,
    tries_to_change_the_event,
    when,
)

# fmt: off


class Irp276(Flow):
    """What the host gives to start() counts, and not the initial value."""

    s0 = State(initial=True)
    passed, failed = ends()
    s0.to(passed, cond=equals("a", 1))
    s0.to(failed)


class Irp279(Flow):
    """Every variable has its initial value from the start, also those of phases that are never entered."""

    s0 = State(initial=True)
    s1 = State(enter=add("a"))
    passed, failed = ends()
    s0.to(passed, cond=[equals("items", (1, 2, 3)), equals("a", 0)])
    s0.to(failed)
    s1.to(failed)


class Irp280(Flow):
    """A variable that its phase sets when it is entered has its old value before, and the new one for what follows."""

    s0 = State(initial=True, enter=copy("b", "a"))
    s1 = State(enter=[put("b", 1), copy("b", "c")])
    passed, failed = ends()
    s0.to(s1)
    s1.to(passed, cond=[equals("a", 0), equals("c", 1)])
    s1.to(failed)


class Irp550(Flow):
    """A value that is worked out at the start is there for the first guard."""

    s0 = State(initial=True)
    passed, failed = ends()
    s0.to(passed, cond=equals("d", 3))
    s0.to(failed)


class Irp302(Flow):
    """The game is made before the first phase is entered: enter effects find it whole."""

    s0 = State(initial=True, enter=add("d"))
    passed, failed = ends()
    s0.to(passed, cond=equals("d", 4))
    s0.to(failed)


class Irp303(Flow):
    """An effect of any kind has its turn among the others."""

    s0 = State(initial=True, enter=[put("a", 2), put("a", 1)])
    passed, failed = ends()
    s0.to(passed, cond=equals("a", 1))
    s0.to(failed)


class Irp286(Flow):
    """To assign to what does not exist is a failure. On the way into a phase, the flow stays where it was."""

    s0 = State(initial=True, enter=raises("event1"))
    s1 = State(enter=assigns_to_nothing)
    passed, failed = ends()
    event1 = s0.to(s1)
    fault  = s0.to(passed) | s1.to(failed)


class Irp287(Flow):
    """What an effect assigns is there for the next guard."""

    s0 = State(initial=True)
    s1 = State()
    passed, failed = ends()
    s0.to(s1, on=put("a", 1))
    s1.to(passed, cond=equals("a", 1))
    s1.to(failed)


class Irp487(Flow):
    """A value that cannot be assigned is a failure, which undoes what was assigned before it in the same step."""

    s0 = State(initial=True, enter=raises("event1"), exit=put("a", 1))
    passed, failed = ends()
    event1 = s0.to(failed, on=[put("b", 1), breaks])
    fault  = s0.to(passed, cond=[equals("a", 0), equals("b", 0)]) | s0.to(failed)


class Irp294(Flow):
    """What a final sub-phase leaves in the game is there for the rows that follow its end."""

    class s0(State.Compound, initial=True):
        s01 = State(initial=True)
        s02 = State(final=True, enter=put("a", 1))
        s01.to(s02)

    class s1(State.Compound):
        s11 = State(initial=True)
        s12 = State(final=True, enter=put("b", "foo"))
        s11.to(s12)

    passed, failed = ends()
    s0.done.to(s1, cond=equals("a", 1))
    s1.done.to(passed, cond=equals("b", "foo"))
    s0.done.to(failed), s1.done.to(failed)


class Irp527(Flow):
    """What a final sub-phase leaves in the game is worked out when it is entered, from the game as it is then."""

    class s0(State.Compound, initial=True):
        s01 = State(initial=True)
        s02 = State(final=True, enter=copy("a", "b"))
        s01.to(s02, on=put("a", 2))

    passed, failed = ends()
    s0.done.to(passed, cond=equals("b", 2))
    s0.done.to(failed)


class Irp298(Flow):
    """To take a value from what does not exist is a failure. A final sub-phase that does it is not reached."""

    class s0(State.Compound, initial=True):
        s01 = State(initial=True, enter=raises("event1"))
        s02 = State(final=True, enter=reads_from_nothing)
        event1 = s01.to(s02)

    passed, failed = ends()
    s0.done.to(failed)
    fault = s0.s01.to(passed) | s0.to(failed)


class Irp488(Flow):
    """A value that cannot be worked out as a phase is done is a failure, which undoes the step that led there."""

    class s0(State.Compound, initial=True):
        s01 = State(initial=True, enter=raises("event1"))
        s02 = State(final=True, enter=add("a"))
        event1 = s01.to(s02)

    passed, failed = ends()
    s0.done.to(failed, on=breaks)
    fault = s0.s01.to(passed, cond=equals("a", 0)) | s0.to(failed)


class Irp310(Flow):
    """In() holds for the phases that the flow is in: here, the one around."""

    class s0(State.Compound, initial=True, **tracked("s0")):
        s01 = State(initial=True)

    passed, failed = ends()
    s0.s01.to(passed, cond=is_in("s0"))
    s0.to(failed)


class Irp311(Flow):
    """A place that does not exist is a failure. On the way out of a phase, the flow stays in that phase."""

    s0 = State(initial=True, enter=raises("event1"), exit=when(assigns_to_nothing, equals("a", 0)))
    passed, failed = ends()
    event1 = s0.to(failed)
    fault  = stay(s0, on=put("a", 1))
    s0.to(passed, cond=equals("a", 1))


class Irp312(Flow):
    """A value that cannot be worked out is a failure. In what follows by itself, it undoes the whole step."""

    s0 = State(initial=True, enter=raises("event1"))
    s1 = State()
    passed, failed = ends()
    event1 = s0.to(s1)
    s1.to(failed, on=breaks)
    fault  = s0.to(passed) | s1.to(failed)


class Irp314(Flow):
    """A rule that must fail does so when its turn comes, and not before."""

    s0 = State(initial=True, enter=[raises("event1"), raises("event2")])
    s1 = State()
    s2 = State(enter=breaks)
    passed, failed = ends()
    event1 = s0.to(s1)
    event2 = s0.to(failed) | s1.to(s2)
    fault  = s0.to(failed) | s1.to(passed) | s2.to(failed)


class Irp344(Flow):
    """A guard that says neither yes nor no is a failure."""

    s0 = State(initial=True, enter=[raises("foo"), raises("bar")])
    s1 = State()
    passed, failed = ends()
    foo   = s0.to(failed, cond=shrugs)
    bar   = s0.to(s1)
    fault = s1.to(passed)


class Irp329(Flow):
    """Who tries to change the event does not change it."""

    s0 = State(initial=True, enter=sends("foo", data=1))
    s1 = State()
    passed, failed = ends()
    foo = s0.to(s1, on=[tries_to_change_the_event, keep("b")])
    s1.to(passed, cond=equals("b", 1))
    s1.to(failed)


class Irp346(Flow):
    """To try to change the event is a failure."""

    s0 = State(initial=True, enter=sends("foo", data=1))
    passed, failed = ends()
    foo   = s0.to(failed, on=changes_the_event)
    fault = s0.to(passed)


class Irp342(Flow):
    """The event that arrives has the name under which it was sent."""

    s0 = State(initial=True, enter=[put("a", "foo"), sends_from(event="a")])
    s1 = State()
    passed, failed = ends()
    foo = s0.to(s1, on=keep_name("b"))
    bar = s0.to(failed)
    s1.to(passed, cond=same("a", "b"))
    s1.to(failed)


# The appendix on data models


class Irp436(Flow):
    """In() holds for the phases that the flow is in, and for no others."""

    class s0(State.Compound, initial=True, **tracked("s0")):
        s01 = State(initial=True, **tracked("s01"))
        s02 = State(**tracked("s02"))
        s01.to(s02)

    passed, failed = ends()
    s0.s02.to(failed, cond=is_in("s01"))
    s0.s02.to(passed, cond=[is_in("s0"), is_in("s02")])
    s0.s02.to(failed)


class Irp451(Flow):
    """In() no longer holds for the phases around, once they are left from the inside."""

    class s0(State.Compound, initial=True, **tracked("s0")):
        class s01(State.Compound, initial=True, **tracked("s01")):
            s011 = State(initial=True, **tracked("s011"))

    s1 = State(enter=entered("s1"))
    passed, failed = ends()
    s0.s01.s011.to(s1)
    s1.to(passed, cond=is_in("s1"), unless=[is_in("s0"), is_in("s01"), is_in("s011")])
    s1.to(failed)


class Irp278(Flow):
    """What one phase assigns, a phase elsewhere can read."""

    class s0(State.Compound, initial=True):
        s01 = State(initial=True, enter=put("a", 1))

    class s1(State.Compound):
        s11 = State(initial=True)

    passed, failed = ends()
    s0.to(s1)
    s1.s11.to(passed, cond=equals("a", 1))
    s1.to(failed)


class Irp448(Flow):
    """All variables are in one place: an outer phase reads what an inner one assigned, and so do its neighbours."""

    class s0(State.Compound, initial=True):
        s01 = State(initial=True, enter=put("a", 1))
        s02 = State(enter=copy("a", "b"))

    passed, failed = ends()
    s0.s02.to(passed, cond=equals("b", 1))
    s0.to(s0.s02, cond=equals("a", 1))
    s0.to(failed)
