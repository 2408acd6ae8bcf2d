"""Where a game can stand, and what leads on from there."""

import subprocess
import sys

from fsm import Flow, State, read, stay
from fsm.checking.ways import Hop, Standing, Ways
from fsm.snapshot import Caller
from games.discard import DiscardTurn
from tests.fsm.fair import Fair
from tests.fsm.samples import Market


def ways_of(flow: type[Flow]) -> Ways:
    chart = read(flow)
    return Ways(chart, chart.rows_at)


def hops_of(ways: Ways, row: str) -> set[tuple[str, str]]:
    found = (hop for hops in ways.hops.values() for hop in hops if hop.row.id == row)
    return {(hop.source.leaf, hop.target.leaf) for hop in found}


def test_a_flow_that_does_not_call_stands_in_its_leaves() -> None:
    ways = ways_of(DiscardTurn)

    assert {*ways.hops} == {Standing(leaf.path) for leaf in read(DiscardTurn).leaves}
    assert {hop.row.id for hops in ways.hops.values() for hop in hops} == {row.id for row in read(DiscardTurn).rows}
    assert not any(hop.depth or hop.returns for hops in ways.hops.values() for hop in hops)


def test_a_row_of_a_compound_phase_leaves_each_leaf_inside() -> None:
    assert hops_of(ways_of(Market), "shop-leave-street") == {("shop.looking", "street"), ("shop.paying", "street")}


def test_a_row_that_ends_at_a_compound_phase_lands_in_its_initial_leaf() -> None:
    assert hops_of(ways_of(Market), "street-enter-shop") == {("street", "shop.looking")}


def test_a_row_that_stays_is_a_loop_at_every_leaf() -> None:
    loops = {("shop.looking", "shop.looking"), ("shop.paying", "shop.paying")}

    assert hops_of(ways_of(Market), "shop-grin-shop") == loops


class Twice(Flow):
    """Two phases call the same one, and go on to different ones."""

    here = State(initial=True)
    there = State()

    class asking(State.Compound):
        asked = State(initial=True)
        answered = State(final=True)

    end = State(final=True)
    nowhere = State()

    ask = here.calls(asking, then=there) | there.calls(asking, then=nowhere)
    answer = asking.asked.to(asking.answered)
    stop = asking.to(end)
    wait = stay(asking)


HERE, THERE = Caller("here", "here-ask-asking"), Caller("there", "there-ask-asking")


def test_a_called_phase_is_another_standing_for_each_caller_and_comes_back_to_that_one() -> None:
    ways = ways_of(Twice)
    back = {hop.source: hop.target.leaf for hops in ways.hops.values() for hop in hops if hop.returns}

    assert back == {Standing("asking.answered", HERE): "there", Standing("asking.answered", THERE): "nowhere"}
    assert Standing("asking.asked") not in ways.hops, "it is only called"


def test_callers_are_counted_on_the_way() -> None:
    hops = [hop for some in ways_of(Twice).hops.values() for hop in some if THERE in (*hop.source, *hop.target)]

    assert {(hop.row.id, hop.depth) for hop in hops} == {
        ("there-ask-asking", 1),
        ("asking.asked-answer-asking.answered", 0),
        ("asking-wait-asking", 0),
        ("asking-stop-end", -1),
        ("there-ask-asking", -1),
    }


def test_the_end_of_a_phase_is_no_way_back_for_those_who_wait_for_another() -> None:
    ways = ways_of(Fair)
    asked = Caller("playing.turn.acting", "playing.turn.acting-ask-playing.question")
    again = Caller("playing.question.asked", "playing.question.asked-ask-playing.question")

    assert ways.below == {asked: {None: None}, again: {asked: None, again: None}}
    assert ways.comes_back(Standing("playing.question.answered", asked))
    assert not ways.comes_back(Standing("playing.question.asked", asked))
    assert not ways.comes_back(Standing("playing.turn.done_acting"))


def test_a_row_that_leaves_several_called_phases_abandons_all_their_callers() -> None:
    class Nested(Flow):
        here = State(initial=True)

        class outer(State.Compound):
            begun = State(initial=True)
            ended = State(final=True)

        class inner(State.Compound):
            begun = State(initial=True)
            ended = State(final=True)

        end = State(final=True)
        go = here.calls(outer) | outer.begun.calls(inner) | inner.begun.to(inner.ended)
        finish = outer.begun.to(outer.ended)
        stop = inner.to(end)

    stops = [hop for hops in ways_of(Nested).hops.values() for hop in hops if hop.row.event == "stop"]

    assert [(hop.target, hop.depth) for hop in stops] == [(Standing("end"), -2)]


def test_what_happens_on_a_way_back_is_what_leaving_and_going_on_cause() -> None:
    ways = ways_of(Fair)
    hops: list[Hop] = [hop for some in ways.hops.values() for hop in some]
    names = {hop.row.id: [effect.name for effect in ways.happening(hop)] for hop in hops if not hop.returns}

    assert names["playing.turn.acting-ask-playing.question"] == ["count_question"]
    assert names["playing.turn-then-playing.bidding"] == ["forget_bids"]
    assert names["playing.turn-restart-playing.turn.acting"] == [], "a row into a phase does not leave it"
    assert [ways.happening(hop) for hop in hops if hop.returns] != []


def test_importing_the_module_does_not_import_networkx() -> None:
    program = "import sys, fsm.checking.ways, fsm.lint, fsm.explore, fsm.simulate; sys.exit('networkx' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
