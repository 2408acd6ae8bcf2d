"""Flows that cannot be: phases, rows, guards and effects."""

from collections.abc import Callable
from typing import Any

import msgspec
import statemachine
from statemachine import Event

from fsm import Flow, State, gather, guard, read, stay
from fsm.settings import variants
from tests.errors.examples import Chapter
from tests.fsm import test_flow as bad
from tests.fsm.test_flow import nothing, row, yes

example = Chapter()

for names, define in (
    (("here", "memory"), bad.history),
    (("clock", "hands"), bad.parallel),
    (("outer",), bad.compound_without_initial_child),
    (("TwoStarts", "here, there"), bad.two_initial_states),
    (("outer",), bad.function_in_a_phase),
    (("over",), bad.final_with_children),
    (("here",), bad.value_of_its_own),
    (("Empty",), bad.empty_flow),
    (("int",), bad.not_a_flow),
    (("on_enter_here",), bad.method_in_the_flow),
    (("catch_errors_as_events",), bad.loosened_base),
    (("More",), bad.extended_flow),
    (("go",), bad.one_row_out_of_several),
    (("send",), bad.reserved_name_of_an_event_for_rows),
    (("here",), bad.event_without_a_name_inside_a_phase),
    (("done_state_box",), bad.awaited_end_of_a_phase),
    (("error_happens",), bad.dotted_event),
    (("go",), bad.delayed_event),
    (("go",), bad.several_targets_at_once),
    (("go", "here"), bad.row_into_another_flow),
    (("go",), bad.internal_row),
    (("go", "right"), bad.internal_row_to_a_sub_phase),
    (("there",), bad.internal_row_to_elsewhere),
    (("validator=",), bad.validator),
    (("nowhere",), bad.remark_about_nothing),
    (("go", "here"), bad.remark_about_the_possible),
    (("is_ready",), bad.string_guard),
    (("a lambda",), bad.lambda_guard),
    (("Verdict",), bad.class_as_a_guard),
    (("crowded", "mood"), bad.too_many_parameters),
    (("asks_for_a_move",), bad.move_in_a_consequence),
    (("later",), bad.coroutine_guard),
    (("yes",), bad.two_rules_of_one_name),
):
    example(*names)(define)


@example("here-go-here")
def a_row_that_is_never_taken() -> None:
    """`here-go-here` is the id of a row: where it starts, its event, where it leads."""
    bad.alternative_after_unguarded()


@example("here -> there -> here")
def consequences_in_a_circle() -> None:
    """A consequence is a row without an event: the rules take it by themselves."""
    bad.eventless_cycle()


@example("Market", "moon")
def a_phase_that_is_not_there() -> None:
    from tests.fsm.samples import Market

    read(Market).phase("moon")


# Names


@example("_secret")
def an_event_with_an_underscore() -> None:
    class Turn(Flow):
        here = State(initial=True)
        _secret = here.to(here)


@example("before_go")
def a_phase_that_the_library_would_call() -> None:
    class Turn(Flow):
        before_go = State(initial=True)
        go = before_go.to(before_go)


@example("here", "there")
def two_names_of_one_phase() -> None:
    class Turn(Flow):
        here = State(initial=True)
        there = here


@example("here")
def a_name_for_two_phases() -> None:
    class Turn(Flow):
        here = State(initial=True)
        here = State()  # noqa: PIE794  that is the point


@example("go")
def a_name_for_two_events() -> None:
    class Turn(Flow):
        here = State(initial=True)
        there = State()
        go = here.to(there)
        go = there.to(here)  # noqa: PIE794


@example("there")
def a_phase_that_is_deleted() -> None:
    class Turn(Flow):
        here = State(initial=True)
        there = State()
        del there


@example("go")
def rows_that_are_deleted() -> None:
    class Turn(Flow):
        here = State(initial=True)
        go = here.to(here)
        del go


@example("here")
def a_phase_of_the_library() -> None:
    class Turn(Flow):
        here: Any = statemachine.State(initial=True)
        go = here.to(here)


@example("here", "First")
def a_phase_of_two_flows() -> None:
    shared = State(initial=True)

    class First(Flow):
        here = shared

    class Second(Flow):
        here = shared


# Phases


@example("first=")
def a_keyword_that_no_phase_has() -> None:
    State(first=True)


@example("donedata")
def what_an_ending_yields() -> None:
    State(final=True, donedata=3)


@example("waiting")
def a_secret_phase_with_nothing_around_it() -> None:
    class Turn(Flow):
        waiting = State(initial=True, secret=True)
        go = waiting.to(waiting)

    read(Turn)


@example("waiting")
def a_phase_that_invokes() -> None:
    class Turn(Flow):
        waiting = State(initial=True, invoke=nothing)
        go = waiting.to(waiting)

    read(Turn)


# Rows


@example("shop")
def a_row_to_a_text() -> None:
    State(initial=True).to("shop")


@example("done")
def a_row_to_the_end_of_a_phase() -> None:
    State().to(State().done)


@example("Over")
def a_row_from_a_final_phase() -> None:
    State("Over", final=True).to(State())


@example("guard=")
def a_keyword_that_no_row_has() -> None:
    State().to(State(), guard=yes)


@example("then=")
def a_keyword_of_a_call_on_a_plain_row() -> None:
    State().to(State(), then=State())


@example("from_.any()")
def a_row_from_any_phase() -> None:
    State().from_.any()


@example("done")
def rows_bound_to_done() -> None:
    State().done = State().to(State())


@example("here", "go")
def rows_in_different_orders() -> None:
    class Turn(Flow):
        here = State(initial=True)
        first, second = here.to(here, cond=yes), here.to(here, cond=bad.no)
        go = first | second
        run = second | first

    read(Turn)


@example("go", "Elsewhere")
def a_row_that_starts_in_another_flow() -> None:
    elsewhere = State("Elsewhere", initial=True)

    class Turn(Flow):
        here = State(initial=True)
        go = elsewhere.to(here)


@example("''")
def a_refusing_row_without_a_sentence() -> None:
    State().refuses("")


@example("cond=")
def a_refusing_row_with_a_guard() -> None:
    State().refuses("Not now.", cond=yes)


@example("right", "box")
def a_row_into_what_is_not_inside() -> None:
    class Turn(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)

        right = State()
        go = box.into(right)

    read(Turn)


@example("box")
def an_ending_that_a_player_sends() -> None:
    class Turn(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State(final=True)
            leave = left.to(right)

        over = State(final=True)
        finish = box.done.to(over)

    read(Turn)


@example("box")
def an_ending_of_what_never_ends() -> None:
    class Turn(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)

        over = State(final=True)
        box.done.to(over)

    read(Turn)


@example("here-then-here")
def a_refusing_row_without_an_event() -> None:
    class Turn(Flow):
        here = State(initial=True)
        here.refuses("Not now.")

    read(Turn)


# Calls


def calling(**call: Any) -> type[Flow]:
    """A flow that can be interrupted by a phase with sub-phases."""

    class Turn(Flow):
        here = State(initial=True)

        class break_(State.Compound):
            resting = State(initial=True)
            rested = State(final=True)
            rest = resting.to(rested)

        pause = here.calls(break_, **call)

    return Turn


@example("there")
def a_call_of_a_phase_without_sub_phases() -> None:
    class Turn(Flow):
        here = State(initial=True)
        there = State()
        go = here.calls(there)

    read(Turn)


@example("Elsewhere")
def a_call_that_goes_on_in_another_flow() -> None:
    read(calling(then=State("Elsewhere")))


@example("most=0", "break_")
def a_limit_of_no_calls() -> None:
    read(calling(most=0))


@example("fewer_than_2_break_")
def a_rule_called_like_one_that_comes_with_a_call() -> None:
    def fewer_than_2_break_(game: int) -> bool:
        return True

    read(calling(most=2, cond=fewer_than_2_break_))


@example("inner", "outer")
def a_call_from_outside() -> None:
    class Turn(Flow):
        here = State(initial=True)

        class outer(State.Compound):
            waiting = State(initial=True)

            class inner(State.Compound):
                resting = State(initial=True)
                rested = State(final=True)
                rest = resting.to(rested)

        go = here.calls(outer.inner)
        on = here.to(outer)

    read(Turn)


@example("endless")
def a_call_that_cannot_end() -> None:
    class Turn(Flow):
        here = State(initial=True)

        class endless(State.Compound):
            resting = State(initial=True)

        go = here.calls(endless)

    read(Turn)


@example("break_ -> break_")
def a_call_of_what_runs() -> None:
    class Turn(Flow):
        class break_(State.Compound, initial=True):
            resting = State(initial=True)
            rested = State(final=True)
            rest = resting.to(rested)

        pause = break_.calls(break_)

    read(Turn)


# Gatherings


def seats(game: int) -> tuple[int, ...]:
    return (0, 1)


def beside(add: Callable[[Any, Any], dict[str, Any]], **gathered: Any) -> type[Flow]:
    """A flow in which all choose at the same time, with something beside that."""

    class Turn(Flow):
        choosing = State(initial=True)
        chosen = State()
        choose = gather(choosing, by=seats, to=chosen, **gathered)
        locals().update(add(choosing, chosen))

    return Turn


@example("choosing-then-chosen")
def a_gathering_without_an_event() -> None:
    class Turn(Flow):
        choosing = State(initial=True)
        chosen = State()
        gather(choosing, by=seats, to=chosen)

    read(Turn)


@example("box")
def a_gathering_in_a_phase_with_sub_phases() -> None:
    class Turn(Flow):
        class box(State.Compound, initial=True):
            choosing = State(initial=True)

        chosen = State()
        choose = gather(box, by=seats, to=chosen)

    read(Turn)


@example("nothing", "chosen")
def a_gathering_with_an_effect_that_takes_no_move() -> None:
    read(beside(lambda choosing, chosen: {}, on=nothing))


@example("choose")
def a_gathered_event_that_another_row_answers() -> None:
    class Turn(Flow):
        choosing = State(initial=True)
        chosen = State()
        choose = gather(choosing, by=seats, to=chosen) | stay(choosing)

    read(Turn)


@example("choosing-pick-chosen")
def two_gatherings_at_once() -> None:
    read(beside(lambda choosing, chosen: {"pick": gather(choosing, by=seats, to=chosen)}))


@example("choosing-tick-choosing")
def a_change_beside_a_gathering() -> None:
    read(beside(lambda choosing, chosen: {"tick": stay(choosing, on=nothing)}))


@example("pause")
def a_call_beside_a_gathering() -> None:
    class Turn(Flow):
        choosing = State(initial=True)
        chosen = State()

        class break_(State.Compound):
            resting = State(initial=True)
            rested = State(final=True)
            rest = resting.to(rested)

        choose = gather(choosing, by=seats, to=chosen)
        pause = choosing.calls(break_)

    read(Turn)


# Sentences and words


@example("secret=1")
def a_guard_that_is_half_secret() -> None:
    secret: Any = 1
    guard("Not now.", secret=secret)


@example("yes", "3")
def a_sentence_that_is_no_text() -> None:
    sentence: Any = 3
    guard(sentence)(yes)


@example("yes", "Pass {count cards.")
def half_a_pair_of_braces() -> None:
    guard("Pass {count cards.")(yes)


@example("yes", "{number of cards}")
def braces_around_no_name() -> None:
    guard("Pass {number of cards}.")(yes)


@example("yes", "{says}")
def a_value_with_a_name_that_is_taken() -> None:
    guard("Pass {says} cards.")(yes)


@example("yes", "{count}")
def a_value_that_nobody_gives() -> None:
    guard("Pass {count} cards.")(yes)


@example("count=3")
def a_value_that_is_no_function() -> None:
    guard("Pass {count} cards.", count=3)(yes)


@example("count")
def a_value_that_waits() -> None:
    async def later(game: int) -> int:
        return game

    guard("Pass {count} cards.", count=later)(yes)


@example("count", "mood")
def a_value_of_something_else() -> None:
    def moody(mood: str) -> str:
        return mood

    guard("Pass {count} cards.", count=moody)(yes)


@example("says=3")
def words_that_are_no_text() -> None:
    read(row(says=3))


# Conditions on settings


class Rules(msgspec.Struct, frozen=True):
    """The settings of the examples."""

    teams: bool = False
    players: int = 2
    seats: int = 2


S = variants(Rules)


@example("3")
def no_settings_to_make_variants_of() -> None:
    kind: Any = 3
    variants(kind)


@example("Rules", "jump_in")
def a_setting_that_is_not_there() -> None:
    S.jump_in


@example("teams")
def a_condition_that_is_asked_too_early() -> None:
    bool(S.teams)


@example("two words")
def a_condition_with_a_name_of_two_words() -> None:
    (S.players == 2).named("two words")


@example("yes")
def a_function_as_a_condition() -> None:
    row(when=yes)


@example("players")
def a_number_as_a_condition() -> None:
    row(when=S.players)


@example("teams")
def a_yes_or_no_that_is_compared() -> None:
    S.teams == 1  # noqa: B015  that is the point


@example("players", "seats")
def a_setting_compared_with_a_setting() -> None:
    S.players < S.seats  # noqa: B015


@example("players", "[2]")
def a_setting_compared_with_what_can_change() -> None:
    S.players == [2]  # noqa: B015


@example("players", "'two'")
def a_setting_compared_with_what_it_never_is() -> None:
    S.players == "two"  # noqa: B015


@example("{limit}", "players")
def a_sentence_that_names_no_setting() -> None:
    row(when=(S.players == 2).named("two_players", "There are {limit} players."))


@example("Turn")
def an_event_that_is_never_bound() -> None:
    class Turn(Flow):
        here = State(initial=True)
        here.to(here, event=Event())

    read(Turn)
