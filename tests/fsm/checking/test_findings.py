"""What a finding says, and the questions that all checks ask of a chart."""

import pytest

from fsm import Chart, Engine, Flow, Guard, Move, Phase, Row, State, gather, guard, read, stay
from fsm.checking.findings import ChartIndex, Finding, is_end, not_an_end
from fsm.explore import explore
from fsm.lint import lint
from tests.fsm.fair import Fair, seats
from tests.fsm.samples import Market, market, new_purse


class Go(Move): ...


class Stop(Move): ...


# A finding


def test_a_finding_names_phase_and_row_and_says_why_and_what_to_do() -> None:
    found = {finding.check: finding for finding in lint(market)}["guard_without_sentence"]

    assert (found.phase, found.row, found.guard) == ("street", "street-enter-shop", "is_broke")
    assert str(found) == (
        "guard_without_sentence at street-enter-shop: 'is_broke' can refuse 'enter' and does not say why. "
        "The player reads a name from the code instead of a reason. Give @guard(...) negated=..., for `unless`."
    )


@pytest.mark.parametrize(("row", "where"), [("", "here"), ("here-go-end", "here-go-end")])
def test_the_place_of_a_finding_is_its_row_or_else_its_phase(row: str, where: str) -> None:
    assert Finding("trap", "here", "", "", "", row=row, guard="is_big").where == where


# Ends


def final_sub_phase() -> type[Flow]:
    class Boxed(Flow):
        class box(State.Compound, initial=True):
            here = State(initial=True)
            last = State(final=True)
            go = here.to(last)

        end = State(final=True)
        stop = box.here.to(end)

    return Boxed


def test_only_a_final_phase_at_the_top_level_is_an_end() -> None:
    chart = read(final_sub_phase())

    assert {leaf.path: is_end(leaf) for leaf in chart.leaves} == {"box.here": False, "box.last": False, "end": True}
    assert not_an_end(chart.phase("box.here")) == "the phase is not final"
    assert not_an_end(chart.phase("box.last")) == "the phase ends only 'box', not the game"


def test_a_final_sub_phase_without_a_way_out_is_not_told_to_be_final() -> None:
    (found,) = lint(final_sub_phase())

    assert (found.check, found.phase) == ("trap", "box.last")
    assert found.problem == "No row leads out of it, and the phase ends only 'box', not the game."
    assert found.remedy == (
        "Say what follows, as in box.done.to(...); only a final phase at the top level ends the game."
    )


def test_a_game_that_is_stuck_in_a_final_sub_phase_is_told_why_it_is_not_over() -> None:
    engine = Engine(final_sub_phase(), moves=(Go, Stop), new=new_purse)

    (defect,) = explore(engine).defects

    assert defect.sentence == "No move is legal here, and the phase ends only 'box', not the game."


# The index


@guard("It is small.", negated="It is big.")
def is_big(game: int) -> bool:
    return game > 3


class Journey(Flow):
    """An island that nobody reaches, a cave that nobody leaves, and a flash that is left at once."""

    class road(State.Compound, initial=True):
        uphill = State(initial=True)
        downhill = State()
        turn = uphill.to(downhill)

    flash = State()
    cave = State()
    island = State()
    home = State(final=True)

    # fmt: off
    go    = road.to(flash) | flash.to(road) | island.to(home)
    climb = road.uphill.to(cave, cond=is_big) | stay(cave)
    flash.to(home, cond=is_big)
    flash.to(road, unless=is_big)
    # fmt: on


@pytest.fixture(name="index")
def index_of_the_journey() -> ChartIndex:
    return ChartIndex(read(Journey))


def test_only_leaves_that_a_game_can_come_to_are_reached(index: ChartIndex) -> None:
    assert index.reached == {"road.uphill", "road.downhill", "flash", "cave", "home"}
    assert [leaf.path for leaf in index.waiting()] == ["road.uphill", "road.downhill", "flash", "cave"]


def test_a_phase_that_consequences_always_leave_never_rests(index: ChartIndex) -> None:
    assert [leaf.path for leaf in index.chart.leaves if index.never_rests(leaf.path)] == ["flash"]
    assert ("flash", "flash-go-road") not in index.live, "no move is awaited there"
    assert ("road.uphill", "road-go-flash") in index.live


def test_a_row_of_a_phase_is_live_in_every_leaf_inside_it(index: ChartIndex) -> None:
    assert {leaf for leaf, row in index.live if row == "road-go-flash"} == {"road.uphill", "road.downhill"}
    assert index.leaves_in["road"] == ["road.uphill", "road.downhill"]
    assert index.leaves_in["cave"] == ["cave"]


def test_some_row_always_applies_only_if_the_guards_leave_no_gap(index: ChartIndex) -> None:
    assert index.always_applies("road.uphill", "go")
    assert not index.always_applies("road.uphill", "climb")
    assert not index.always_applies("road.downhill", "climb"), "it does not know the event"
    assert index.always_applies("flash", None)


def test_exits_lead_to_other_leaves(index: ChartIndex) -> None:
    assert index.exits("road.uphill") == {"road.downhill", "flash", "cave"}
    assert index.exits("cave") == set()
    assert [leaf.path for leaf in index.waiting() if index.is_trap(leaf.path)] == ["cave"]


def test_the_leaves_that_lead_to_some_others_are_those_and_all_before_them(index: ChartIndex) -> None:
    assert index.leading_to(["home"]) == {"home", "flash", "road.uphill", "road.downhill"}, "nobody is on the island"
    assert index.leading_to(["cave"]) == {"cave", "road.uphill", "flash", "road.downhill"}
    assert index.leading_to([]) == set()


def test_rows_before_a_row_are_those_tried_first_in_that_leaf() -> None:
    rows = [Row(name, "here", "end", "go", guards=(Guard(name),)) for name in ("a", "b", "c")]
    phases = (Phase("here", "Here", initial=True), Phase("end", "End", final=True))
    index = ChartIndex(Chart("C", "C", phases, tuple(rows)))

    assert index.before("here", rows[2]) == rows[:2]
    assert index.before("here", rows[0]) == []
    assert index.leaves_of == {"a": ["here"], "b": ["here"], "c": ["here"]}


def test_what_is_known_of_a_decision_is_worked_out_once_for_all_leaves_that_share_it(index: ChartIndex) -> None:
    up, down = (index.chart.alternatives(f"road.{leaf}", "go") for leaf in ("uphill", "downhill"))

    assert index.alternatives(up) is index.alternatives(up)
    assert (index.alternatives(up) is index.alternatives(down)) is (up is down)


def test_a_flow_of_one_phase_that_only_stays_is_no_trap() -> None:
    class Counter(Flow):
        counting = State(initial=True)
        count = stay(counting)

    assert not ChartIndex(read(Counter)).is_trap("counting")
    assert ChartIndex(read(Market)).is_trap("home"), "it asks only for ways out; ends are left out by its callers"


# Rows that wait, refuse and come back


def test_a_row_that_refuses_in_any_case_is_tried_last() -> None:
    index = ChartIndex(read(Fair))
    rows = index.tried("playing.question.asked", "concede")

    assert [row.id for row in rows] == ["playing.question-concede-playing.question"]
    assert index.chart.alternatives("playing.question.asked", "concede") == ()
    assert [row.id for row in index.tried("playing.bidding", "concede")] == ["playing-concede-over"]
    assert "playing.question.asked" not in index.leaves_of["playing-concede-over"]


def test_an_event_that_is_refused_is_not_always_accepted() -> None:
    index = ChartIndex(read(Fair))

    assert index.always_applies("playing.question.asked", "concede")
    assert not index.always_accepts("playing.question.asked", "concede")
    assert index.always_accepts("playing.bidding", "concede")


def test_some_seat_can_always_choose_unless_a_guard_of_the_game_minds() -> None:
    class Choosing(Flow):
        here = State(initial=True)
        there = State()
        end = State(final=True)
        choose = gather(here, by=seats, to=there)
        bid = gather(there, by=seats, cond=is_big, to=end)

    index = ChartIndex(read(Choosing))

    assert index.always_accepts("here", "choose")
    assert not index.always_applies("here", "choose")
    assert not index.always_accepts("there", "bid")


def test_a_limit_of_calls_is_in_nobodys_way_where_none_can_be_under_way() -> None:
    index = ChartIndex(read(Fair))

    assert index.granted(index.chart.row_by_id["playing.question.asked-ask-playing.question"], "playing.bidding")
    assert not index.granted(
        index.chart.row_by_id["playing.question.asked-ask-playing.question"], "playing.question.asked"
    )


def test_the_end_of_a_phase_that_is_only_called_is_no_place_to_be() -> None:
    index = ChartIndex(read(Fair))

    assert "playing.question.answered" in index.reached
    assert index.only_left_by_coming_back == {"playing.question.answered"}
    assert "playing.question.answered" not in {leaf.path for leaf in index.waiting()}
    assert index.leading_to(["playing.turn.acting"]) >= {"playing.question.asked", "playing.question.answered"}


def test_a_call_that_begins_and_ends_in_the_same_leaf_is_a_way_out_of_it() -> None:
    class Straight(Flow):
        class box(State.Compound, initial=True):
            here = State(initial=True)
            last = State(final=True)
            go = here.to(last)

        end = State(final=True)
        stop = box.calls(box.last, then=end, most=1)

    index = ChartIndex(read(Straight))

    assert index.exits("box.last") == {"end"}
    assert lint(Straight) == ()
