"""Whether callers and choices fit the phase that a snapshot is in."""

from typing import Any

import pytest

from fsm import Caller, Flow, Hidden, Snapshot, SnapshotError, State, read
from fsm.running.waiting import Waiting, entered_plainly
from tests.fsm.fair import Answer, Ask, Bid, Finish, Stall, bids, fair, played
from tests.fsm.samples import market

WAITING = Waiting(fair.chart, fair._rules, fair.move_type)

ASKED = Caller("playing.turn.acting", "playing.turn.acting-ask-playing.question")
AGAIN = Caller("playing.question.asked", "playing.question.asked-ask-playing.question")
ASKING = "playing.question.asked"
BIDDING = "playing.bidding"


@pytest.mark.parametrize(
    "snapshot",
    [
        played(),
        played(Bid(1, 2)),
        played(Bid(0, 1), Bid(2, 1)),
        played(*bids(0, 1, 2)),
        played(*bids(0, 1, 2), Ask()),
        played(*bids(0, 1, 2), Ask(), Ask()),
        played(*bids(0, 1, 2), Ask(), Ask(), Answer(), Answer(), Finish()),
    ],
)
def test_what_play_leads_to_fits(snapshot: Snapshot[Stall]) -> None:
    assert WAITING.trouble(snapshot) == ""


TROUBLES: list[tuple[str, dict[str, Any], str]] = [
    (ASKING, {"back": [ASKED]}, "its suspended callers are [Caller("),
    (ASKING, {"back": ("somebody",)}, "its suspended callers are ('somebody',), which is no tuple of them"),
    (ASKING, {"back": (AGAIN, ASKED)}, "nobody can be suspended in 'playing.question.asked' by "),
    (ASKING, {"back": (Caller("nowhere", ASKED.row),)}, "nobody can be suspended in 'nowhere' by "),
    (ASKING, {"back": (Caller(ASKED.phase, "no-row"),)}, "nobody can be suspended in 'playing.turn.acting' by "),
    (ASKING, {"back": (Caller("playing.turn.acting", AGAIN.row),)}, "nobody can be suspended"),
    (BIDDING, {"back": (ASKED,)}, "nobody can be suspended"),
    (ASKING, {"back": (ASKED, AGAIN, AGAIN)}, "more calls of 'playing.question' are suspended than "),
    (ASKING, {"back": ()}, "'playing.question' is only ever called, and nobody is suspended for it"),
    (ASKING, {"back": (AGAIN,)}, "'playing.question' is only ever called, and nobody is suspended for it"),
    ("playing.turn.acting", {"chosen": (Bid(1, 1),)}, "nobody chooses in 'playing.turn.acting', but choices are kept"),
    (BIDDING, {"chosen": [Bid(1, 1)]}, "'playing.bidding' gathers 'bid', and a choice is something else"),
    (BIDDING, {"chosen": (Ask(),)}, "'playing.bidding' gathers 'bid', and a choice is something else"),
    (BIDDING, {"chosen": (Hidden(1),)}, "'playing.bidding' gathers 'bid', and a choice is something else"),
    (BIDDING, {"chosen": (Bid(3, 1),)}, "seat 3 has chosen, and it has nothing to choose"),
    (BIDDING, {"chosen": (Bid(1, 1), Bid(1, 2))}, "seat 1 has chosen twice"),
    (BIDDING, {"chosen": (Bid(0, 1), Bid(2, 1))}, "choices are not kept in the order of the seats"),
    (BIDDING, {"chosen": bids(1, 1, 1)[::-1]}, "all seats have chosen, and the game has not gone on"),
]


@pytest.mark.parametrize(("phase", "waits", "trouble"), TROUBLES)
def test_what_does_not_fit_is_said_in_one_clause_and_refused_by_the_engine(
    phase: str, waits: dict[str, Any], trouble: str
) -> None:
    snapshot = Snapshot(phase, fair.start().game, **waits)

    assert WAITING.trouble(snapshot).startswith(trouble)
    with pytest.raises(SnapshotError, match=r"a snapshot of Fair does not fit: .*; pass one as step gave it"):
        fair.check(snapshot)


def test_where_nothing_can_wait_nothing_is_worked_out() -> None:
    waiting = Waiting(market.chart, market._rules, market.move_type)

    assert waiting.trouble(market.start()) == ""
    assert waiting.lonely == {}
    assert waiting.chart.gatherings == {}


class Entered(Flow):
    """Phases that are called: one only so, and others entered too, each in another way."""

    class first(State.Compound, initial=True):
        here = State(initial=True)
        last = State(final=True)

    class box(State.Compound):
        class inner(State.Compound, initial=True):
            here = State(initial=True)
            last = State(final=True)

    class after(State.Compound):
        here = State(initial=True)
        last = State(final=True)

    class only(State.Compound):
        here = State(initial=True)
        last = State(final=True)

        again = here.to(here)

    end = State(final=True)

    begin = box.inner.here.calls(first) | first.here.to(first.last)
    go = first.here.to(box) | box.inner.here.to(box.inner.last) | after.here.to(after.last) | only.here.to(only.last)
    nest = box.calls(only, then=after) | first.here.calls(after)
    box.inner.done.to(end)
    first.done.to(end)
    after.done.to(end)


def test_only_calls_enter_a_phase_that_is_not_entered_plainly() -> None:
    chart = read(Entered)

    assert {*entered_plainly(chart)} >= {"first", "box", "box.inner", "after", "only.here"}
    assert chart.called - {*entered_plainly(chart)} == {"only"}


# Views


def test_the_seat_of_a_choice_is_known_where_it_is_gathered() -> None:
    assert WAITING.chosen_by(BIDDING, Bid(2, 1)) == (2,)
    assert WAITING.chosen_by(BIDDING, Ask()) == ()
    assert WAITING.chosen_by(ASKING, Bid(2, 1)) == ()
