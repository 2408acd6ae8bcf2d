"""Checks of endings, calls, rows into a phase and rows that refuse: what they say, and where they keep quiet."""

from msgspec.structs import replace

from fsm import Flow, State, gather, guard, read, stay
from fsm.checking.findings import ChartIndex
from fsm.checking.manners import entered_again, is_answered_behind, needless_refusal, return_by_hand, what_follows
from fsm.lint import examine, lint
from tests.fsm.fair import Fair, seats
from tests.fsm.test_seeded_defects import (
    dead_done_row,
    ended_for_good,
    is_big,
    refused_everywhere,
    up,
)
from tests.fsm.test_seeded_defects import (
    needless_refusal as refusing_in_vain,
)
from tests.fsm.test_seeded_defects import (
    return_by_hand as returning,
)
from tests.fsm.test_seeded_defects import (
    unanswered_end as unanswered,
)


def checks(flow: type[Flow]) -> list[str]:
    return [finding.check for finding in lint(flow)]


def test_a_flow_with_everything_that_can_wait_is_clean() -> None:
    assert lint(Fair) == ()


# Endings


def test_an_end_that_nobody_answers_says_what_to_write() -> None:
    (found,) = lint(unanswered())

    assert (found.phase, found.problem) == (
        "playing.auction.sold",
        "'playing.auction' ends here, and no row of its own goes on.",
    )
    assert found.remedy == "Say what follows, as in auction.done.to(...), or drop final=True."


def test_the_end_of_a_phase_that_is_also_called_is_told_apart() -> None:
    (found,) = lint(ended_for_good())

    assert found.phase == "box.outside"
    assert found.remedy.startswith("'box' is also entered without being called: say what follows then")
    assert what_follows(ChartIndex(read(Fair)), "playing.turn") == "Say what follows, as in turn.done.to(...)"


def test_an_end_where_the_phase_itself_waits_for_a_move_is_answered() -> None:
    class Waiting(Flow):
        class playing(State.Compound, initial=True):
            class auction(State.Compound, initial=True):
                bidding = State(initial=True)
                sold = State(final=True)
                go = bidding.to(sold)

            deal = auction.to(auction)

        end = State(final=True)
        stop = playing.to(end)

    assert lint(Waiting) == ()


def test_a_done_row_of_a_phase_that_is_only_called_is_dead() -> None:
    (found,) = lint(dead_done_row())

    assert found.row == "window-then-end"
    assert "'window' is only ever called, so with 'window.closed' the flow is back in the caller" in found.problem


def test_a_done_row_behind_an_open_row_of_its_phase_is_dead() -> None:
    """`read` refuses such a flow, but a chart may come from elsewhere."""

    class Ending(Flow):
        class box(State.Compound, initial=True):
            inside = State(initial=True)
            outside = State(final=True)
            go = inside.to(outside)

        end = State(final=True)
        box.done.to(end)

    chart = read(Ending)
    (done,) = (row for row in chart.rows if row.done)
    twice = replace(chart, rows=(*chart.rows, replace(done, id="again")))

    assert [(found.check, found.row) for found in lint(twice)] == [("dead_alternative", "again")]


# Entering


def test_leaving_and_entering_names_the_effects() -> None:
    class Again(Flow):
        class battle(State.Compound, initial=True, enter=[up, up], exit=up):
            choosing = State(initial=True)
            fighting = State()
            go = choosing.to(fighting)

        turn = battle.to(battle.choosing)
        stop = battle.into(battle.choosing)

    (found,) = lint(Again)

    assert found.problem == (
        "'battle' is left and entered again: its exit effect up runs again and its entry effects up run again."
    )
    assert found.row == "battle-turn-battle.choosing"


def test_a_phase_without_effects_may_be_left_and_entered_and_one_may_begin_anew() -> None:
    class Plain(Flow):
        class battle(State.Compound, initial=True):
            choosing = State(initial=True)
            fighting = State()
            go = choosing.to(fighting)

        class war(State.Compound, enter=up):
            far = State(initial=True)

        turn = battle.to(battle.choosing)
        escalate = battle.to(war)
        again = war.to(war)
        calm = stay(war)

    assert [*entered_again(ChartIndex(read(Plain)))] == []


# Calls


def test_a_row_back_to_the_caller_names_the_call_that_it_abandons() -> None:
    (found,) = lint(returning())

    assert found.row == "window.asking-turn-here"
    assert found.problem == "It leaves 'window' for 'here', where 'here-go-window' waits for its end."


def test_a_called_phase_may_be_left_for_the_end_of_the_game_or_for_somewhere_else() -> None:
    class Leaving(Flow):
        here = State(initial=True)
        elsewhere = State()

        class window(State.Compound):
            asking = State(initial=True)
            closed = State(final=True)

        end = State(final=True)
        go = here.calls(window) | window.asking.to(window.closed) | elsewhere.to(here)
        turn = window.asking.to(elsewhere)
        again = window.asking.to(window.asking)
        stop = window.to(end)

    assert lint(Leaving) == ()


def test_a_phase_that_is_also_entered_by_plain_rows_may_lead_back_by_them() -> None:
    class Both(Flow):
        here = State(initial=True)

        class window(State.Compound):
            asking = State(initial=True)
            closed = State(final=True)

        go = here.calls(window) | window.asking.to(window.closed)
        turn = here.to(window) | window.asking.to(here)
        window.done.to(here)

    assert [*return_by_hand(ChartIndex(read(Both)))] == []
    assert lint(Both) == ()


# Refusals


def test_a_refusal_of_what_only_the_caller_answers_is_needless() -> None:
    (found,) = lint(refusing_in_vain())

    assert found.problem == "No phase further out answers 'stop'."
    assert "refusals = (('window', 'stop', ...),)" in found.remedy


def test_a_refusal_that_keeps_a_row_of_its_own_phase_out_is_needed() -> None:
    chart = read(Fair)
    (refusing,) = (row for row in chart.rows if row.refuses)

    assert is_answered_behind(chart, refusing)
    assert [*needless_refusal(ChartIndex(chart))] == []


def test_a_row_that_is_refused_in_every_phase_inside_is_dead() -> None:
    (found,) = lint(refused_everywhere())

    assert (found.check, found.row) == ("dead_alternative", "box-stop-end")
    assert found.problem == "It can never be taken: 'stop' is refused in every phase inside."


def test_a_refusal_that_every_sub_phase_answers_before_it_is_dead() -> None:
    class Unheard(Flow):
        class playing(State.Compound, initial=True):
            class box(State.Compound, initial=True):
                left = State(initial=True)
                right = State()
                go = left.to(right) | right.to(left)

        end = State(final=True)
        go = playing.to(end) | playing.box.refuses("Never heard.")
        stop = playing.to(end)

    assert {(found.check, found.row) for found in lint(Unheard)} == {
        ("dead_alternative", "playing.box-go-playing.box"),
        ("dead_alternative", "playing-go-end"),
    }


# The older checks know the new rows


def test_guards_before_a_refusal_can_be_the_reason_and_need_a_sentence() -> None:
    def silent(game: int) -> bool:
        return game > 0

    class Before(Flow):
        class playing(State.Compound, initial=True):
            class box(State.Compound, initial=True):
                left = State(initial=True)
                right = State()
                go = left.to(right, cond=silent) | right.to(left)

        end = State(final=True)
        go = playing.to(end) | playing.box.refuses("Not in the box.")
        stop = playing.to(end)

    found = {finding.check: finding for finding in lint(Before)}

    assert found["guard_without_sentence"].guard == "silent"
    assert found["dead_alternative"].row == "playing-go-end"


def test_a_circle_through_a_call_that_waits_for_a_move_is_none() -> None:
    class Asking(Flow):
        here = State(initial=True)

        class window(State.Compound):
            asking = State(initial=True)
            closed = State(final=True)

        end = State(final=True)
        here.calls(window, cond=is_big)
        go = window.asking.to(window.closed)
        stop = here.to(end)

    assert lint(Asking) == ()


def test_calls_one_inside_the_other_are_no_circle_because_they_have_a_limit() -> None:
    class Deeper(Flow):
        here = State(initial=True)

        class window(State.Compound):
            asking = State(initial=True)
            closed = State(final=True)

        end = State(final=True)
        window.asking.calls(window, cond=is_big, on=up, most=3)
        go = here.calls(window) | window.asking.to(window.closed)
        stop = here.to(end)

    assert "eventless_cycle" not in checks(Deeper)


def test_a_call_that_is_due_as_long_as_nothing_changes_goes_round() -> None:
    class Round(Flow):
        here = State(initial=True)

        class window(State.Compound):
            asking = State(initial=True)
            closed = State(final=True)
            asking.to(closed, cond=is_big)
            go = asking.to(closed)

        end = State(final=True)
        here.calls(window, unless=is_big)
        stop = here.to(end)

    assert lint(Round) == (), "the guards exclude each other"


def test_a_phase_that_gathers_waits_and_is_no_deadlock() -> None:
    @guard("Say yes first.")
    def may(game: int) -> bool:
        return game > 0

    class Choosing(Flow):
        here = State(initial=True)
        there = State()
        end = State(final=True)
        choose = gather(here, by=seats, to=there)
        bid = gather(there, by=seats, cond=may, to=end)

    assert [(found.check, found.phase) for found in examine(Choosing)] == [("may_deadlock", "there")]


def test_what_leads_nowhere_after_a_call_is_found_although_another_caller_goes_on() -> None:
    class Split(Flow):
        here = State(initial=True)
        there = State()
        left = State()
        right = State()

        class window(State.Compound):
            asking = State(initial=True)
            closed = State(final=True)

        end = State(final=True)
        go = here.calls(window, then=end) | there.calls(window, then=left) | window.asking.to(window.closed)
        turn = here.to(there) | left.to(right) | right.to(left)

    assert [(found.check, found.phase) for found in lint(Split)] == [
        ("no_way_to_end", "there"),
        ("no_way_to_end", "left"),
        ("no_way_to_end", "right"),
    ]
