"""Definitions after chapter 4 of SCXML: executable content, which is effects and guarded rows here."""

from fsm import Flow, State, stay
from tests.scxml.words import (
    add,
    add_item,
    always,
    breaks,
    ends,
    equals,
    has_items,
    loops_over_nothing,
    never,
    note_item,
    raises,
    reads,
    take_item,
    when,
)

# fmt: off


class Irp144(Flow):
    """An event that is raised goes to the end of the inner queue."""

    s0 = State(initial=True, enter=[raises("event1"), raises("event2")])
    s1 = State(enter=raises("event3"))
    s2 = State()
    passed, failed = ends()
    event1 = s0.to(s1)
    event2 = s0.to(failed) | s1.to(s2)
    event3 = s1.to(failed) | s2.to(passed)


class Irp147(Flow):
    """Of several alternatives, the first whose guards hold is taken, and no other."""

    s0 = State(initial=True)
    s1 = State()
    passed, failed = ends()
    s0.to(failed, cond=never, on=add("a"))
    s0.to(s1, cond=always, on=add("a"))
    s0.to(failed, on=add("a"))
    s1.to(passed, cond=equals("a", 1))
    s1.to(failed)


class Irp148(Flow):
    """Where no guard holds, the alternative without a guard is taken."""

    s0 = State(initial=True)
    s1 = State()
    passed, failed = ends()
    s0.to(failed, cond=never, on=add("a"))
    s0.to(failed, unless=always, on=add("a"))
    s0.to(s1, on=add("a"))
    s1.to(passed, cond=equals("a", 1))
    s1.to(failed)


class Irp149(Flow):
    """Where no guard holds and every alternative has one, nothing is done."""

    s0 = State(initial=True, enter=[raises("foo"), raises("bar")])
    passed, failed = ends()
    foo = stay(s0, cond=never, on=add("a")) | s0.to(failed, unless=always, on=add("a"))
    bar = s0.to(passed, cond=equals("a", 0)) | s0.to(failed)


class Irp152(Flow):
    """A loop over something that is no collection fails, and the effects after it do not run."""

    s0 = State(initial=True, enter=[raises("event1"), raises("event2")])
    s1 = State()
    passed, failed = ends()
    event1 = s0.to(failed, on=[loops_over_nothing, add("b")])
    event2 = s0.to(s1)
    fault  = s1.to(passed, cond=equals("b", 0)) | s1.to(failed)


class Irp153(Flow):
    """A row that stays while there are items goes through them from the first to the last."""

    s0 = State(initial=True)
    passed, failed = ends()
    stay(s0, cond=has_items, on=[take_item, note_item])
    s0.to(passed, cond=reads("1", "2", "3"))
    s0.to(failed)


class Irp155(Flow):
    """All effects of a row that goes through items run for one item before the next is taken."""

    s0 = State(initial=True)
    passed, failed = ends()
    stay(s0, cond=has_items, on=[take_item, add_item])
    s0.to(passed, cond=equals("a", 6))
    s0.to(failed)


class Irp156(Flow):
    """A failure in the middle of such a row ends it: no further item is taken, and nothing follows."""

    s0 = State(initial=True, enter=raises("event1"))
    s1 = State()
    passed, failed = ends()
    event1 = s0.to(s1)
    stay(s1, cond=has_items, on=[take_item, when(breaks, equals("c", 2)), add_item])
    s1.to(failed)
    fault  = s0.to(passed, cond=equals("a", 0)) | s0.to(failed)


class Irp158(Flow):
    """The effects of a row run in the order in which they are written."""

    s0 = State(initial=True)
    s1 = State()
    s2 = State()
    passed, failed = ends()
    s0.to(s1, on=[raises("event1"), raises("event2")])
    event1 = s1.to(s2)
    event2 = s1.to(failed) | s2.to(passed)


class Irp159(Flow):
    """After an effect that fails, the others of its row do not run."""

    s0 = State(initial=True, enter=raises("event1"))
    passed, failed = ends()
    event1 = stay(s0, on=[breaks, add("a"), raises("event2")])
    event2 = s0.to(failed)
    fault  = s0.to(passed, cond=equals("a", 0)) | s0.to(failed)
