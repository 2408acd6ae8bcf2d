"""What python-statemachine runs for calls, endings, refusals and gatherings: written out by hand, effect for effect."""

from typing import Any

import pytest

from fsm import Caller, Flow, Move, Refusal, RuleError, Snapshot, State, gather, stay
from fsm.native import Native
from fsm.reading import read, rules_of
from fsm.running.lowering import Lowering, is_plain
from tests.fsm.diaries import Diary, count, engine_of, happened, is_at, note, noted, noting


class Go(Move): ...


class Ask(Move): ...


class Look(Move): ...


class Deeper(Move): ...


class Answer(Move): ...


class Leave(Move): ...


class Restart(Move): ...


class Flee(Move): ...


# Calls


class Turn(Flow):
    """A turn that is interrupted by a window, which a challenge interrupts in turn."""

    class turn(State.Compound, initial=True, **noted("turn")):
        class start(State.Compound, initial=True, **noted("start")):
            first = noting("first", initial=True)
            second = noting("second")

            go = first.to(second)

        refresh = noting("refresh")

    class window(State.Compound, **noted("window")):
        asking = noting("asking", initial=True)
        details = noting("details")
        closed = noting("closed", final=True)

        answer = asking.to(closed, on=note("answer"))

    class challenge(State.Compound, **noted("challenge")):
        open = noting("open", initial=True)
        won = noting("won", final=True)
        lost = noting("lost", final=True)

        win = open.to(won)
        lose = open.to(lost)

    over = noting("over", final=True)

    # fmt: off
    ask     = turn.start.first.calls(window, on=note("ask"), then=turn.refresh)
    look    = turn.calls(window.details, on=note("look"))
    deeper  = window.calls(challenge, on=note("deeper"))
    finish  = window.details.to(window.closed)
    leave   = turn.to(over) | challenge.to(over, on=note("leave"))
    restart = challenge.to(turn.start.second) | window.to(turn, on=note("restart"))
    flee    = challenge.open.to(window.closed)
    # fmt: on


class Win(Move): ...


class Lose(Move): ...


class Finish(Move): ...


turn = engine_of(Turn, Go, Ask, Look, Deeper, Answer, Win, Lose, Finish, Leave, Restart, Flee)
ASKED = Caller("turn.start.first", "turn.start.first-ask-window")
LOOKED = Caller("turn.start.first", "turn-look-window.details")


def deeper_from(phase: str) -> Caller:
    return Caller(phase, "window-deeper-challenge")


def test_a_call_leaves_nothing() -> None:
    native = Native(turn, Diary())

    assert happened(native, Ask()) == "ask in_window in_asking"
    assert native.snapshot == Snapshot("window.asking", native.table.game, (ASKED,))


def test_a_call_may_begin_inside_the_called_phase() -> None:
    native = Native(turn, Diary())

    assert happened(native, Look()) == "look in_window in_details"
    assert native.snapshot.back == (LOOKED,)


def test_a_return_leaves_the_end_and_the_called_phase() -> None:
    native = Native(turn, Diary())
    native.send(Look())

    assert happened(native, Finish()) == "out_details in_closed out_closed out_window"
    assert native.snapshot == Snapshot("turn.start.first", native.table.game)


def test_a_return_goes_on_as_a_row_of_the_caller() -> None:
    native = Native(turn, Diary())
    native.send(Ask())

    assert happened(native, Answer()) == (
        "out_asking answer in_closed out_closed out_window out_first out_start in_refresh"
    )
    assert native.snapshot == Snapshot("turn.refresh", native.table.game)


@pytest.mark.parametrize("move", [Go(), Ask(), Look(), Leave()], ids=repr)
def test_a_suspended_phase_answers_nothing(move: Move) -> None:
    native = Native(turn, Diary())
    native.send(Ask())
    before = native.snapshot

    assert isinstance(native.send(move), Refusal)
    assert native.snapshot == before


def test_calls_nest() -> None:
    native = Native(turn, Diary())

    assert happened(native, Ask(), Deeper()) == "ask in_window in_asking deeper in_challenge in_open"
    assert native.snapshot.back[1:] == (deeper_from("window.asking"),)
    assert happened(native, Win()) == "out_open in_won out_won out_challenge"
    assert native.snapshot.back == (ASKED,)
    assert happened(native, Deeper(), Lose(), Answer()) == (
        "deeper in_challenge in_open out_open in_lost out_lost out_challenge "
        "out_asking answer in_closed out_closed out_window out_first out_start in_refresh"
    )


def test_two_abandoned_calls_are_left_innermost_first() -> None:
    native = Native(turn, Diary())
    native.send(Ask())
    native.send(Deeper())

    assert happened(native, Leave()) == (
        "out_open out_challenge out_asking out_window out_first out_start out_turn leave in_over"
    )
    assert native.snapshot == Snapshot("over", native.table.game)


def test_a_row_into_a_suspended_phase_leaves_it_and_enters_it_again() -> None:
    native = Native(turn, Diary())
    native.send(Ask())
    native.send(Deeper())

    assert happened(native, Restart()) == (
        "out_open out_challenge out_asking out_window out_first out_start out_turn in_turn in_start in_second"
    )
    assert native.snapshot == Snapshot("turn.start.second", native.table.game)


def test_a_row_to_a_suspended_phase_leaves_it_before_its_effects() -> None:
    native = Native(turn, Diary())
    native.send(Ask())

    assert happened(native, Restart()) == (
        "out_asking out_window out_first out_start out_turn restart in_turn in_start in_first"
    )


def test_the_end_of_a_phase_that_was_left_for_it_is_no_return() -> None:
    """The row leads from the challenge to the window's end: it leaves the window that was called, with its caller."""
    native = Native(turn, Diary())
    native.send(Ask())
    native.send(Deeper())

    assert happened(native, Flee()) == (
        "out_open out_challenge out_asking out_window out_first out_start out_turn in_window in_closed"
    )
    assert native.snapshot == Snapshot("window.closed", native.table.game)


# Consequences


class End(Move): ...


def is_at_2_or_9(game: Diary) -> bool:
    return game.number in (2, 9)


class Unasked(Flow):
    """Calls, returns and endings that nobody asks for."""

    class play(State.Compound, initial=True, **noted("play")):
        here = noting("here", initial=True)
        there = noting("there")

        here.to(there, cond=is_at(2), on=count(1))

    class pause(State.Compound, **noted("pause")):
        a = noting("a", initial=True)
        b = State(final=True, enter=[note("in_b"), count(1)], exit=note("out_b"))

        end = a.to(b)
        a.to(b, cond=is_at(1))

    go = stay(play, on=count(1))
    ask = play.to(pause)
    play.calls(pause, cond=is_at(1), on=note("call"))
    pause.to(play, cond=is_at_2_or_9, on=note("out"))
    pause.done.to(play.there, on=note("done"))


UNASKED = (Go, Ask, End)


def test_a_return_comes_before_every_consequence() -> None:
    native = Native(engine_of(Unasked, *UNASKED), Diary())

    assert happened(native, Go()) == "call in_pause in_a out_a in_b out_b out_pause out_here in_there"
    assert native.snapshot == Snapshot("play.there", native.table.game)


def test_the_end_of_a_phase_that_was_not_called_is_no_return() -> None:
    native = Native(engine_of(Unasked, *UNASKED), Diary((), 5))
    native.send(Ask())

    assert happened(native, End()) == "out_a in_b out_b out_pause done in_play in_there"


def test_an_ending_stands_among_the_consequences_of_its_phase() -> None:
    native = Native(engine_of(Unasked, *UNASKED), Diary((), 8))
    native.send(Ask())

    assert happened(native, End()) == "out_a in_b out_b out_pause out in_play in_here"


def test_calls_and_returns_count_as_one_consequence_each() -> None:
    enough, too_few = (engine_of(Unasked, *UNASKED, most_consequences=most) for most in (4, 3))
    native = Native(too_few, Diary())
    before = native.snapshot
    with pytest.raises(RuleError, match=r"end: play\.here -> pause\.a -> pause\.b -> play\.here; a guard"):
        native.send(Go())

    assert native.snapshot == before
    assert happened(Native(enough, Diary()), Go())


def test_a_game_may_begin_with_a_call() -> None:
    native = Native(engine_of(Unasked, *UNASKED), Diary((), 1))

    assert native.snapshot.phase == "play.there"
    assert native.snapshot.game.entries == (
        *("in_play", "in_here", "call", "in_pause", "in_a", "out_a", "in_b", "out_b", "out_pause"),
        *("out_here", "in_there"),
    )


class Settling(Flow):
    """The end of a phase calls another one, which ends by itself or not."""

    class deal(State.Compound, initial=True, **noted("deal")):
        dealing = noting("dealing", initial=True)
        dealt = noting("dealt", final=True)

        go = dealing.to(dealt)

    class check(State.Compound, **noted("check")):
        asking = noting("asking", initial=True)
        fine = noting("fine", final=True)

        answer = asking.to(fine, on=count(1))

    play = noting("play")

    deal.done.calls(check, cond=is_at(0), on=note("call"))
    deal.done.to(play, on=note("done"))


def test_the_end_of_a_phase_can_call() -> None:
    native = Native(engine_of(Settling, Go, Answer), Diary())

    assert happened(native, Go()) == "out_dealing in_dealt call in_check in_asking"
    assert native.snapshot.back == (Caller("deal.dealt", "deal-then-check"),)
    assert happened(native, Answer()) == "out_asking in_fine out_fine out_check out_dealt out_deal done in_play"
    assert native.snapshot.phase == "play"


# Recursion


class Chain(Flow):
    """An effect that sets off another one, up to three at a time."""

    idle = noting("idle", initial=True)

    class effect(State.Compound, **noted("effect")):
        resolving = noting("resolving", initial=True)
        resolved = noting("resolved", final=True)

        go = resolving.to(resolved)

    over = noting("over", final=True)

    ask = idle.calls(effect)
    deeper = effect.calls(effect, most=3)
    restart = effect.resolving.to(effect)
    leave = effect.to(over)


chain = engine_of(Chain, Ask, Deeper, Go, Restart, Leave)
STARTED = Caller("idle", "idle-ask-effect")
SET_OFF = Caller("effect.resolving", "effect-deeper-effect")


def test_a_phase_can_be_called_while_it_runs() -> None:
    native = Native(chain, Diary())

    assert happened(native, Ask(), Deeper(), Deeper()) == " ".join(["in_effect in_resolving"] * 3)
    assert native.snapshot.back == (STARTED, SET_OFF, SET_OFF)
    assert happened(native, Go()) == "out_resolving in_resolved out_resolved out_effect"
    assert native.snapshot == Snapshot("effect.resolving", native.table.game, (STARTED, SET_OFF))
    assert happened(native, Go(), Go()) == " ".join(["out_resolving in_resolved out_resolved out_effect"] * 2)
    assert native.snapshot.phase == "idle"


def test_so_many_calls_are_allowed_at_once() -> None:
    native = Native(chain, Diary())
    happened(native, Ask(), Deeper(), Deeper())

    assert isinstance(native.send(Deeper()), Refusal)


def test_all_calls_of_a_phase_can_be_abandoned_at_once() -> None:
    native = Native(chain, Diary())
    happened(native, Ask(), Deeper(), Deeper())

    assert happened(native, Leave()) == f"{' '.join(['out_resolving out_effect'] * 3)} out_idle in_over"


def test_a_called_phase_that_is_entered_anew_is_no_longer_called() -> None:
    native = Native(chain, Diary())
    happened(native, Ask(), Deeper())

    assert happened(native, Restart()) == (
        "out_resolving out_effect out_resolving out_effect out_idle in_effect in_resolving"
    )
    assert native.snapshot == Snapshot("effect.resolving", native.table.game)


# Into


class Battle(Flow):
    class battle(State.Compound, initial=True, **noted("battle")):
        class choosing(State.Compound, initial=True, **noted("choosing")):
            one = noting("one", initial=True)
            two = noting("two")

            go = one.to(two)

        fighting = noting("fighting")

    answer = battle.choosing.to(battle.fighting)
    look = battle.into(battle.choosing.two, on=note("look"))
    restart = battle.to(battle.choosing, on=note("restart"))
    leave = battle.choosing.into(battle.choosing.one)


battle = engine_of(Battle, Go, Answer, Look, Restart, Leave)


@pytest.mark.parametrize(
    ("start", "move", "written"),
    [
        ("battle.fighting", Look(), "out_fighting look in_choosing in_two"),
        ("battle.choosing.one", Look(), "out_one out_choosing look in_choosing in_two"),
        ("battle.choosing.two", Look(), "out_two out_choosing look in_choosing in_two"),
        ("battle.choosing.two", Leave(), "out_two in_one"),
        ("battle.choosing.one", Leave(), "out_one in_one"),
        ("battle.fighting", Restart(), "out_fighting out_battle restart in_battle in_choosing in_one"),
    ],
)
def test_into_leaves_and_enters_only_what_is_inside(start: str, move: Move, written: str) -> None:
    native = Native(battle, Snapshot(start, Diary()))

    assert happened(native, move) == written


# Refusals


class Duel(Flow):
    class duel(State.Compound, initial=True):
        calm = State(initial=True)
        challenged = State()

        ask = calm.to(challenged)
        answer = challenged.to(calm)

    over = State(final=True)

    leave = duel.to(over) | duel.challenged.refuses("Answer first.")


def test_a_refusal_stands_before_rows_further_out() -> None:
    native = Native(engine_of(Duel, Ask, Answer, Leave), Diary())
    native.send(Ask())
    answer = native.send(Leave())

    assert isinstance(answer, Refusal)
    assert answer.message == "Answer first."
    assert native.snapshot == Snapshot("duel.challenged", Diary())
    native.send(Answer())
    assert native.send(Leave()) == Snapshot("over", Diary())


# Gatherings


class Pass(Move):
    seat: int
    card: str = ""

    @classmethod
    def candidates(cls, game: Diary) -> Any:
        return [cls(seat) for seat in range(3)]


class Bid(Pass): ...


def seats(game: Diary) -> tuple[int, ...]:
    return () if "out_bidding" in game.entries else (2, 0, 1)


def is_a_card(game: Diary, move: Pass) -> bool:
    return move.card != "bad"


def give(game: Diary, move: Pass) -> Diary:
    return Diary((*game.entries, f"give_{move.seat}_{move.card}"), game.number)


def take(game: Diary, move: Pass) -> Diary:
    return Diary((*game.entries, f"take_{move.seat}"), game.number)


class Hearts(Flow):
    passing = noting("passing", initial=True)
    bidding = noting("bidding")
    playing = noting("playing", final=True)

    # fmt: off
    restart = passing.to(passing)
    look    = stay(passing)
    # fmt: on
    # `pass` is a word of Python
    locals()["pass"] = gather(passing, by=seats, cond=is_a_card, on=[give, take], to=bidding)
    bid = gather(bidding, by=seats, on=give, to=playing, again=True)
    passing.to(playing, cond=is_at(7))


hearts = engine_of(Hearts, Pass, Bid, Restart, Look)


def test_effects_run_for_each_seat_in_order_once_all_have_chosen() -> None:
    native = Native(hearts, Diary())

    assert happened(native, Pass(1, "a"), Pass(2, "b")) == ""
    assert native.snapshot == Snapshot("passing", native.table.game, (), (Pass(2, "b"), Pass(1, "a")))
    assert happened(native, Pass(0, "c")) == ("out_passing give_2_b take_2 give_0_c take_0 give_1_a take_1 in_bidding")
    assert native.snapshot.chosen == ()


@pytest.mark.parametrize("move", [Pass(1, "b"), Pass(3), Pass(0, "bad")], ids=repr)
def test_a_choice_that_is_not_accepted_changes_nothing(move: Move) -> None:
    native = Native(hearts, Diary())
    native.send(Pass(1, "a"))

    assert isinstance(native.send(move), Refusal)
    assert native.snapshot.chosen == (Pass(1, "a"),)


def test_a_seat_may_choose_again_where_that_is_allowed() -> None:
    """Who the seats are is decided before anything is left: this phase names none once it is."""
    native = Native(hearts, Snapshot("bidding", Diary()))
    happened(native, Bid(1, "a"), Bid(0, "b"), Bid(1, "c"))

    assert native.snapshot.chosen == (Bid(0, "b"), Bid(1, "c"))
    assert happened(native, Bid(2, "d")) == "out_bidding give_2_d give_0_b give_1_c in_playing"


def test_a_row_that_leaves_drops_the_choices_and_one_that_stays_keeps_them() -> None:
    native = Native(hearts, Diary())
    happened(native, Pass(1, "a"), Look())

    assert native.snapshot.chosen == (Pass(1, "a"),)
    assert native.send(Restart()) == Snapshot("passing", native.table.game)


def test_nothing_follows_while_others_are_still_to_choose() -> None:
    native = Native(hearts, Snapshot("passing", Diary((), 7)))
    happened(native, Pass(1))

    assert native.snapshot.phase == "passing"


class Market(Flow):
    """A gathering in a called phase that leads into the phase that called."""

    class day(State.Compound, initial=True, **noted("day")):
        morning = noting("morning", initial=True)
        noon = noting("noon")

    class sale(State.Compound, **noted("sale")):
        bidding = noting("bidding", initial=True)
        sold = noting("sold", final=True)

        end = bidding.to(sold)

    ask = day.calls(sale)
    bid = gather(sale.bidding, by=seats, on=give, to=day.noon)


def test_a_gathering_can_abandon_a_call() -> None:
    native = Native(engine_of(Market, Ask, Bid, End), Diary())
    happened(native, Ask(), Bid(0), Bid(1))

    assert len(native.snapshot.back) == 1
    assert happened(native, Bid(2)) == (
        "out_bidding out_sale out_morning out_day give_2_ give_0_ give_1_ in_day in_noon"
    )
    assert native.snapshot == Snapshot("day.noon", native.table.game)


# Equal ids


def round_of(name: str) -> Any:
    """A reusable part."""

    class part(State.Compound, name=name, **noted(name)):
        asking = noting(f"asking_{name}", initial=True)
        closed = noting(f"closed_{name}", final=True)

        answer = asking.to(closed)

    return part


class Rounds(Flow):
    """One part used twice, and a phase that is called like one inside."""

    idle = noting("idle", initial=True)
    one = round_of("one")
    two = round_of("two")
    asking = noting("asking")

    go = idle.to(one)
    ask = one.calls(two) | asking.to(idle)
    one.done.to(asking)


def test_phases_of_the_same_id_are_kept_apart() -> None:
    native = Native(engine_of(Rounds, Go, Answer, Ask), Diary())

    assert happened(native, Go(), Ask()) == "out_idle in_one in_asking_one in_two in_asking_two"
    assert native.snapshot.phase == "two.asking"
    assert happened(native, Answer()) == "out_asking_two in_closed_two out_closed_two out_two"
    assert happened(native, Answer()) == "out_asking_one in_closed_one out_closed_one out_one in_asking"
    assert native.snapshot.phase == "asking"


def test_ids_are_kept_where_no_other_phase_has_them() -> None:
    lowering = Lowering(read(Rounds), rules_of(Rounds), frozenset({(Caller("one.asking", "one-ask-two"),)}))
    lowering.build()

    base, copies = [[(path, state.id) for (callers, path), state in lowering.states.items() if bool(callers) is is_copy]
                    for is_copy in (False, True)]  # fmt: skip
    assert sorted(base) == [
        *[("asking", "asking"), ("idle", "idle")],
        *[("one", "one"), ("one.asking", "one__asking"), ("one.closed", "one__closed")],
        *[("two", "two"), ("two.asking", "two__asking"), ("two.closed", "two__closed")],
    ]
    assert sorted(copies) == [
        ("two", "one__asking__two"),
        ("two.asking", "one__asking__two__asking"),
        ("two.closed", "one__asking__two__closed"),
    ]
    assert [state.id for state in lowering.resting.values()] == ["one__asking__resting"]


def test_only_flows_with_something_new_are_lowered() -> None:
    class Plain(Flow):
        here = State(initial=True)
        go = here.to(here)
        look = stay(here)

    assert is_plain(read(Plain))
    assert not any(is_plain(read(flow)) for flow in (Turn, Settling, Battle, Duel, Hearts, Rounds))
