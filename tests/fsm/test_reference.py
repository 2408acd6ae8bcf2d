"""The reference does what the rules of flows say, in cases that are worked out by hand."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from fsm import Flow, Move, Snapshot, State, gather, guard, stay, variants
from fsm.snapshot import Caller
from tests.fsm.reference import EndlessError, Reference, RefusedError


class Options(msgspec.Struct, frozen=True):
    strict: bool = False


S = variants(Options)


class Book(msgspec.Struct, frozen=True):
    """What was written down, in order."""

    lines: tuple[str, ...] = ()
    settings: Options = Options()


def writes(line: str) -> Callable[..., Any]:
    def write(game: Book) -> Book:
        return Book((*game.lines, line), game.settings)

    write.__name__ = line
    return write


def noting(name: str) -> dict[str, Any]:
    """Options of a phase that writes down when it is entered and left."""
    return {"enter": writes(f"+{name}"), "exit": writes(f"-{name}")}


class Go(Move): ...


class Call(Move): ...


class End(Move): ...


class Leave(Move): ...


class Pick(Move):
    seat: int
    card: str


def play(flow: type[Flow], *moves: Move) -> Snapshot[Book]:
    """Where moves lead."""
    reference = Reference(flow, 20)
    here = reference.start(Book())
    for move in moves:
        here = reference.step(here, move)
    return here


def lines(flow: type[Flow], *moves: Move) -> str:
    """What the last of some moves writes down."""
    before, after = play(flow, *moves[:-1]).game.lines, play(flow, *moves).game.lines
    assert after[: len(before)] == before
    return " ".join(after[len(before) :])


def refusal(flow: type[Flow], *moves: Move, strict: bool = False) -> tuple[Any, ...]:
    """What is said about the last of some moves: the kind, the sentence, the guard."""
    here = play(flow, *moves[:-1])
    with pytest.raises(RefusedError) as refused:
        Reference(flow, 20).step(msgspec.structs.replace(here, game=Book(here.game.lines, Options(strict))), moves[-1])
    return refused.value.args[:3]


# Calls


class Calling(Flow):
    """`away` is called from inside `home`, and `deep` from inside `away`."""

    # fmt: off
    class home(State.Compound, initial=True, **noting("home")):
        porch = State(initial=True, **noting("porch"))
        hall  = State(**noting("hall"))

    class away(State.Compound, **noting("away")):
        first = State(initial=True, **noting("first"))
        last  = State(final=True, **noting("last"))

    class deep(State.Compound, **noting("deep")):
        first = State(initial=True, **noting("deep first"))
        last  = State(final=True, **noting("deep last"))

    over  = State(final=True, **noting("over"))
    go    = home.porch.calls(away, then=home.hall, on=writes("go"))
    call  = home.calls(away, on=writes("call")) | away.first.calls(deep, on=writes("call deep"))
    end   = away.first.to(away.last) | deep.first.to(deep.last)
    leave = away.to(home.hall, on=writes("leave")) | deep.to(over, on=writes("leave deep"))
    # fmt: on


def test_a_call_leaves_nothing() -> None:
    assert lines(Calling, Call()) == "call +away +first"
    assert play(Calling, Call()).back == (Caller("home.porch", "home-call-away"),)
    assert play(Calling, Call(), Call()).back == (
        Caller("home.porch", "home-call-away"),
        Caller("away.first", "away.first-call-deep"),
    )


def test_a_call_that_has_ended_comes_back_at_once() -> None:
    here = play(Calling, Call(), End())

    assert (here.phase, here.back) == ("home.porch", ())
    assert lines(Calling, Call(), End()) == "-first +last -last -away"


def test_a_call_that_has_ended_goes_on_to_where_it_says() -> None:
    here = play(Calling, Go(), End())

    assert (here.phase, here.back) == ("home.hall", ())
    assert lines(Calling, Go(), End()) == "-first +last -last -away -porch +hall"


def test_calls_end_one_after_the_other() -> None:
    here = play(Calling, Call(), Call(), End())

    assert (here.phase, len(here.back)) == ("away.first", 1)
    assert play(Calling, Call(), Call(), End(), End()).phase == "home.porch"


def test_a_row_that_leaves_a_called_phase_abandons_the_call() -> None:
    here = play(Calling, Call(), Leave())

    assert (here.phase, here.back) == ("home.hall", ())
    assert lines(Calling, Call(), Leave()) == "-first -away -porch -home leave +home +hall"


def test_a_row_may_abandon_several_calls() -> None:
    here = play(Calling, Call(), Call(), Leave())

    assert (here.phase, here.back) == ("over", ())
    assert lines(Calling, Call(), Call(), Leave()) == "-deep first -deep -first -away -porch -home leave deep +over"


def test_a_suspended_caller_answers_nothing() -> None:
    said = "go is not possible in Away › First; possible: call, end, leave."

    assert refusal(Calling, Call(), Go()) == ("impossible", said, None)


class Nested(Flow):
    """`inner` lies in `outer`, where it is called: what is around both stays. It begins at `middle`, or it recurs."""

    # fmt: off
    class outer(State.Compound, initial=True, **noting("outer")):
        resting = State(initial=True, **noting("resting"))

        class inner(State.Compound, **noting("inner")):
            first  = State(initial=True, **noting("first"))
            middle = State(**noting("middle"))
            last   = State(final=True)

    call = outer.resting.calls(outer.inner.middle) | outer.inner.calls(outer.inner, most=2)
    end  = outer.inner.into(outer.inner.last)
    go   = stay(outer, on=writes("go"))
    leave = outer.into(outer.resting)
    # fmt: on


def test_what_lies_around_caller_and_called_is_shared() -> None:
    assert lines(Nested, Call()) == "+inner +middle"
    assert lines(Nested, Call(), Go()) == "go"


def test_only_so_many_calls_can_be_open() -> None:
    assert play(Nested, Call(), Call()).phase == "outer.inner.first"
    assert refusal(Nested, Call(), Call(), Call())[2] == "fewer_than_2_outer_inner"
    assert play(Nested, Call(), Call(), End(), End()).phase == "outer.resting"


def test_abandoned_calls_are_left_as_far_as_the_row_goes() -> None:
    here = play(Nested, Call(), Call(), Leave())

    assert (here.phase, here.back) == ("outer.resting", ())
    assert lines(Nested, Call(), Call(), Leave()) == "-first -inner -middle -inner -resting +resting"


class Entered(Flow):
    """A phase that is called and entered: only when it was called does its end lead back."""

    # fmt: off
    home = State(initial=True)

    class part(State.Compound):
        first = State(initial=True)
        last  = State(final=True)

    over = State(final=True)
    call = home.calls(part)
    go   = home.to(part)
    end  = part.first.to(part.last)
    part.done.to(over, on=writes("done"))
    # fmt: on


def test_the_end_of_a_phase_leads_back_only_if_it_was_called() -> None:
    assert (play(Entered, Call(), End()).phase, lines(Entered, Call(), End())) == ("home", "")
    assert (play(Entered, Go(), End()).phase, lines(Entered, Go(), End())) == ("over", "done")


# Endings, sub-phases, circles


class Rounds(Flow):
    """The end of a round is told from its other phases; `into` does not leave it, and `to` does."""

    # fmt: off
    class round(State.Compound, initial=True, **noting("round")):
        first = State(initial=True, **noting("first"))
        last  = State(final=True, **noting("last"))

    over = State(final=True)
    go   = round.into(round.first)
    call = round.to(round.first)
    end  = round.first.to(round.last)
    round.done.to(over, on=writes("done"))
    # fmt: on


def test_an_ending_follows_only_the_end() -> None:
    assert play(Rounds, Go()).phase == "round.first"
    assert lines(Rounds, End()) == "-first +last -last -round done"


def test_a_row_into_a_phase_does_not_leave_it() -> None:
    assert lines(Rounds, Go()) == "-first +first"
    assert lines(Rounds, Call()) == "-first -round +round +first"


def has_few_lines(game: Book) -> bool:
    return len(game.lines) < 100


class Circle(Flow):
    here = State(initial=True)
    go = stay(here, on=writes("go"))
    here.to(here, cond=has_few_lines)


def test_consequences_without_end_are_found() -> None:
    with pytest.raises(EndlessError):
        play(Circle)


# Refusals


@guard("Only once.")
def nothing_is_written(game: Book) -> bool:
    return not game.lines


class Refusing(Flow):
    # fmt: off
    class playing(State.Compound, initial=True):
        free  = State(initial=True)
        bound = State()
        tied  = State()

    over  = State(final=True)
    go    = playing.free.to(playing.bound) | playing.bound.to(playing.tied)
    leave = playing.to(over) | playing.bound.refuses("Not now.") | playing.tied.refuses("Never.", when=S.strict)
    end   = stay(playing.bound, cond=nothing_is_written, on=writes("end")) | playing.bound.refuses("It has ended.") \
          | stay(playing, on=writes("outside"))
    # fmt: on


def test_a_row_refuses_what_phases_further_out_allow() -> None:
    assert play(Refusing, Leave()).phase == "over"
    assert refusal(Refusing, Go(), Leave()) == ("impossible", "Not now.", None)


def test_a_row_refuses_only_when_its_settings_hold() -> None:
    assert play(Refusing, Go(), Go(), Leave()).phase == "over"
    assert refusal(Refusing, Go(), Go(), Leave(), strict=True) == ("impossible", "Never.", None)


def test_a_row_refuses_when_its_turn_comes() -> None:
    assert lines(Refusing, Go(), End()) == "end"
    assert refusal(Refusing, Go(), End(), End())[:2] == ("impossible", "It has ended.")


# Gatherings


def players(game: Book) -> tuple[int, ...]:
    return (2, 0, 1)


def keep(game: Book, move: Pick) -> Book:
    return Book((*game.lines, f"{move.seat}:{move.card}"), game.settings)


def and_again(game: Book, move: Pick) -> Book:
    return Book((*game.lines, f"again {move.seat}"), game.settings)


@guard("Not that card.")
def is_good(game: Book, move: Pick) -> bool:
    return move.card != "bad"


class Picking(Flow):
    # fmt: off
    picking  = State(initial=True, **noting("picking"))
    changing = State()
    over     = State(final=True, **noting("over"))

    pick = gather(picking, by=players, cond=is_good, on=[keep, and_again], to=over) \
         | gather(changing, by=players, on=keep, to=over, again=True)
    go   = picking.to(changing)
    end  = stay(picking)
    # fmt: on


def test_a_row_is_taken_once_all_have_chosen() -> None:
    some = [Pick(0, "a"), Pick(2, "c")]

    assert play(Picking, *some) == Snapshot("picking", Book(("+picking",)), chosen=(Pick(2, "c"), Pick(0, "a")))
    assert lines(Picking, *some, Pick(1, "b")) == "-picking 2:c again 2 0:a again 0 1:b again 1 +over"
    assert play(Picking, *some, Pick(1, "b")).chosen == ()


def test_who_may_choose_and_what() -> None:
    not_among = ("guarded", "You have nothing to choose here.", "is_among_players")

    assert refusal(Picking, Pick(3, "a")) == not_among
    assert refusal(Picking, Pick(0, "a"), Pick(0, "b")) == ("guarded", "You have chosen already.", "has_not_chosen")
    assert refusal(Picking, Pick(0, "bad")) == ("guarded", "Not that card.", "is_good")


def test_a_mind_may_be_changed_where_the_row_says_so() -> None:
    here = play(Picking, Go(), Pick(0, "a"), Pick(1, "b"), Pick(0, "c"))

    assert here.chosen == (Pick(0, "c"), Pick(1, "b"))


def test_choices_are_kept_by_a_row_that_stays_and_dropped_by_one_that_leaves() -> None:
    assert play(Picking, Pick(0, "a"), End()).chosen == (Pick(0, "a"),)
    assert play(Picking, Pick(0, "a"), Go()).chosen == ()
