"""Who sits at a table, who is to act, and what leaves the engine for a seat."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from fsm import HOST, Engine, Flow, FlowError, Hidden, Move, PhasebookError, Refusal, RefusalKind, Snapshot, State, stay
from fsm.running.seats import same_seat
from tests.fsm.fair import Ask, Bid, bids, fair, played
from tests.fsm.parlour import (
    SEATS,
    Accept,
    Bury,
    Doubt,
    Draw,
    Keep,
    Knock,
    NextRound,
    Play,
    Resign,
    Salon,
    after,
    joker_drawn,
    made,
    new_parlour,
    parlour,
)
from tests.fsm.samples import Earn, market


def refused(snapshot: Snapshot[Any], move: Any, seat: Any) -> Refusal:
    answer = parlour.step(snapshot, move, seat)
    assert isinstance(answer, Refusal), answer
    return answer


def between_rounds() -> Snapshot[Any]:
    """Where only the host can go on: the first seat has played its hand."""
    snapshot = after()
    while snapshot.phase != "between":
        legal = [move for move in parlour.legal_moves(snapshot) if isinstance(move, Play | Accept)]
        answer = parlour.step(snapshot, legal[0])
        assert isinstance(answer, Snapshot)
        snapshot = answer
    return snapshot


# Who


def test_the_author_says_which_seats_there_are() -> None:
    assert parlour.seats(after()) == set(SEATS)
    assert made(seats=lambda game: SEATS[: game.turn + 1], redeal=None).seats(after(Play("east", 5))) == {*SEATS[:2]}


def test_where_moves_do_not_say_whose_they_are_one_player_sits_there() -> None:
    assert market.seats(market.start()) == market.to_act(market.start()) == {0}
    assert market.legal_moves(market.start(), 0) == market.legal_moves(market.start())
    assert market.legal_moves(market.start(), 1) == market.legal_moves(market.start(), False) == []
    assert isinstance(market.step(market.start(), Earn(), 0), Snapshot)
    assert isinstance(market.step(market.start(), Earn(), 1), Refusal)


def test_nobody_guesses_the_seats_of_a_table() -> None:
    with pytest.raises(FlowError, match="Fair does not say which seats there are; give its engine seats="):
        fair.seats(fair.start())


@pytest.mark.parametrize("engine", [parlour, made(to_act=None)])
def test_those_are_to_act_that_the_game_waits_for(engine: Engine[Any]) -> None:
    """Whether the author says so or the guards do. Who may only knock or resign is not waited for."""
    assert engine.to_act(after()) == {"east"}
    assert engine.to_act(after(Play("east", 5))) == {"north"}
    assert engine.to_act(joker_drawn()) == {"east"}
    assert engine.to_act(between_rounds()) == set()
    assert engine.to_act(after(Resign("south"))) == set()


def test_of_those_who_choose_at_the_same_time_the_game_waits_for_the_others() -> None:
    assert fair.to_act(played()) == {0, 1, 2}
    assert fair.to_act(played(Bid(1, 2))) == {0, 2}


# What a seat may send


@pytest.mark.parametrize("seat", ["north", "south", None, HOST, "nobody", 0, True])
def test_a_move_for_another_seat_is_refused_before_any_rule_is_asked(seat: Any) -> None:
    refusal = refused(after(), Draw("east"), seat)

    assert refusal.kind is RefusalKind.NOT_YOURS
    assert (refusal.guard, refusal.possible, refusal.phase) == (None, (), "round.turn")


def test_no_guard_is_asked_about_a_move_for_another_seat() -> None:
    def raises(game: Any, move: Any) -> bool:
        raise AssertionError("a guard was asked")

    class Touchy(Flow):
        here = State(initial=True)
        there = State(final=True)

        draw = here.to(there, cond=raises)

    engine = Engine(Touchy, moves=(Draw,), new=new_parlour, seats=SEATS)
    answer = engine.step(engine.start(), Draw("east"), "north")

    assert isinstance(answer, Refusal)
    assert engine.why(engine.start(), Draw("east"), "north").rows == ()
    with pytest.raises(AssertionError, match="a guard was asked"):
        engine.step(engine.start(), Draw("east"), "east")


def test_a_seat_sends_its_own_moves() -> None:
    assert parlour.step(after(), Draw("east"), "east") == parlour.step(after(), Draw("east"))
    assert refused(after(), Draw("north"), "north").message == "It is not your turn."
    assert isinstance(parlour.step(after(), Knock("south"), "south"), Snapshot)


def test_the_hosts_moves_are_its_own_and_no_players() -> None:
    snapshot = between_rounds()

    assert parlour.legal_moves(snapshot, HOST) == [NextRound()]
    assert all(parlour.legal_moves(snapshot, seat) == [Resign(seat)] for seat in SEATS)
    assert parlour.legal_moves(snapshot, None) == []
    assert NextRound() in parlour.legal_moves(snapshot)
    assert isinstance(parlour.step(snapshot, NextRound(), HOST), Snapshot)
    assert refused(snapshot, NextRound(), "east").message == "Only the host makes that move."
    assert refused(snapshot, Resign("east"), HOST).kind is RefusalKind.NOT_YOURS


def test_what_is_no_move_of_this_flow_is_refused_as_ever() -> None:
    assert refused(after(), Earn(), "east").kind is RefusalKind.UNKNOWN
    assert refused(after(), "draw", "east").kind is RefusalKind.UNKNOWN
    assert refused(after(), Play("east", "5"), "east").kind is RefusalKind.MALFORMED  # type: ignore[arg-type]


@pytest.mark.parametrize(("named", "seat"), [(1, True), (True, 1), (1, 1.0), ("1", 1), (None, None)])
def test_a_seat_is_that_value_of_that_type(named: Any, seat: Any) -> None:
    class Tap(Move):
        seat: Any

        @classmethod
        def candidates(cls, game: Any) -> Iterable["Tap"]:
            return [cls(1), cls(None)]

    class Tapping(Flow):
        here = State(initial=True)
        there = State(final=True)

        tap = here.to(there)

    engine = Engine(Tapping, moves=(Tap,), new=new_parlour)

    assert isinstance(engine.step(engine.start(), Tap(named), seat), Refusal)
    assert isinstance(engine.step(engine.start(), Tap(1), 1), Snapshot)
    assert not same_seat(named, seat) or seat is None


# Moves that do not say whose they are


class Turns(msgspec.Struct, frozen=True):
    turn: int = 0


def pass_on(game: Turns) -> Turns:
    return Turns((game.turn + 1) % 2)


class HotSeat(Flow):
    """Two players pass a turn to and fro."""

    here = State(initial=True)
    gone = State(final=True)

    pass_ = stay(here, on=pass_on)


class PassTurn(Move, tag="pass_"): ...


def new_turns() -> Turns:
    return Turns()


def hot_seat() -> Engine[Turns]:
    return Engine(HotSeat, moves=(PassTurn,), new=new_turns, seats=(0, 1), to_act=lambda snapshot: [snapshot.game.turn])


def test_a_move_without_a_seat_is_for_those_who_are_to_act() -> None:
    engine = hot_seat()
    start = engine.start()

    assert engine.legal_moves(start, 0) == [PassTurn()]
    assert engine.legal_moves(start, 1) == []
    assert isinstance(engine.step(start, PassTurn(), 0), Snapshot)
    assert isinstance(engine.step(start, PassTurn(), 1), Refusal)


@pytest.mark.parametrize("seat", [False, 0.0, "0"])
def test_what_only_looks_like_the_seat_that_is_to_act_cannot_make_it(seat: Any) -> None:
    answer = hot_seat().step(hot_seat().start(), PassTurn(), seat)

    assert isinstance(answer, Refusal)
    assert answer.kind is RefusalKind.NOT_YOURS


def test_the_guards_leave_it_to_the_author_whose_such_a_move_is() -> None:
    engine = hot_seat()

    assert engine._seats.derived_to_act(Snapshot("here", Turns(1))) == {1}
    assert engine._seats.derived_to_act(Snapshot("gone", Turns(1))) == set()


def test_such_a_move_is_refused_where_nobody_says_who_is_to_act() -> None:
    with pytest.raises(FlowError, match="PassTurn does not say whose move it is; give it a field 'seat'"):
        Engine(HotSeat, moves=(PassTurn,), new=new_turns, seats=(0, 1))


def test_without_seats_it_is_nobodys() -> None:
    asking = played(*bids(0, 0, 0))

    assert Ask() in fair.legal_moves(asking)
    assert fair.legal_moves(asking, 0) == []
    assert isinstance(fair.step(asking, Ask(), 0), Refusal)


# Refusals and reasons


def test_a_refusal_names_the_seats_own_moves() -> None:
    assert refused(after(), Play("east", 12), "east").possible == ("play", "draw", "knock", "resign")
    assert refused(after(), Play("north", 3), "north").possible == ("knock", "resign")


def test_a_secret_phase_is_shown_as_the_one_around_it_to_those_who_wait() -> None:
    snapshot = joker_drawn()

    assert parlour.view(snapshot, "east").phase == "round.joker"
    for seat in ("north", None):
        assert parlour.view(snapshot, seat).phase == "round"
    refusal = refused(snapshot, Keep("north"), "north")
    assert (refusal.kind, refusal.phase) == (RefusalKind.IMPOSSIBLE, "round")
    assert "oker" not in refusal.message
    assert parlour.why(snapshot, Keep("north"), "north").rows == ()
    assert refused(snapshot, Play("east", 1), "east").phase == "round.joker"


def test_a_secret_guard_is_not_answered_for() -> None:
    for card in (5, 6):
        snapshot = after(Play("east", card))
        why = parlour.why(snapshot, Doubt("north"), "north")

        assert why.accepted
        assert [row.applies for row in why.rows] == [None, True]
        assert why.rows[0].guards[1].holds is None
    assert parlour.why(after(Play("east", 5)), Doubt("north")).rows[0].guards[1].holds is True
    assert parlour.why(after(Play("east", 5)), NextRound(), HOST).rows == ()


def test_behind_an_unmet_guard_nothing_is_answered() -> None:
    """Out of turn, "do you hold it?" would be answered from the hand of the seat in turn."""
    answers = [
        [guard.holds for row in parlour.why(after(), Play("north", card), "north").rows for guard in row.guards]
        for card in (5, 3)
    ]

    assert answers == [[False, None], [False, None]]
    assert [guard.holds for guard in parlour.why(after(), Play("north", 5)).rows[0].guards] == [False, True]


@pytest.mark.parametrize("seat", [True, 1.0, "1"])
def test_a_value_that_only_equals_a_seat_has_no_moves_and_no_view(seat: Any) -> None:
    def in_turn(snapshot: Snapshot[Turns]) -> list[int]:
        return [1]

    engine = Engine(HotSeat, moves=(PassTurn,), new=new_turns, seats=(0, 1), to_act=in_turn)

    assert engine.legal_moves(engine.start(), seat) == []
    with pytest.raises(PhasebookError, match="There is no seat"):
        engine.view(engine.start(), seat)


def test_why_says_nothing_about_moves_of_others() -> None:
    held, not_held = (parlour.why(after(), Play("north", card), "east") for card in (3, 12))

    assert held == not_held
    assert (held.accepted, held.rows) == (False, ())


@pytest.mark.parametrize("card", range(1, 13))
def test_why_says_nothing_about_guards_behind_one_that_fails(card: int) -> None:
    """The second guard looks at the hand of the player whose turn it is."""
    why = parlour.why(after(), Play("north", card), "north")

    assert [[report.holds for report in row.guards] for row in why.rows] == [[False, None]]
    assert [row.applies for row in why.rows] == [False]


def test_why_tells_the_host_everything() -> None:
    snapshot = between_rounds()
    why = parlour.why(snapshot, NextRound(), HOST)

    assert why.accepted
    assert [row.applies for row in why.rows] == [True]


# Views


def test_a_view_is_of_a_seat_that_there_is() -> None:
    for wrong in ("nobody", 0, True):
        with pytest.raises(PhasebookError, match="the seats are 'east', 'north', 'south', and None is a spectator"):
            parlour.view(after(), wrong)


def test_without_a_view_a_seat_knows_phase_who_is_to_act_and_its_moves() -> None:
    plain = made(view=None, redeal=None)

    assert plain.view(after(), "south") == {
        "phase": "round.turn",
        "to_act": ("east",),
        "legal_moves": (Knock("south"), Resign("south")),
    }
    assert plain.view(joker_drawn(), None) == {"phase": "round", "to_act": ("east",), "legal_moves": ()}


def test_a_player_sees_its_own_choice_and_that_others_have_chosen() -> None:
    snapshot = played(Bid(1, 2), Bid(2, 0))

    def shown(seat: Any) -> Any:
        return fair._seats.snapshot_for(snapshot, seat)

    assert shown(1).chosen == (Hidden(2), Bid(1, 2))
    assert shown(0).chosen == (Hidden(2), Hidden(1))
    assert shown("1").chosen == (Hidden(2), Hidden(1)), "that is no seat"
    assert msgspec.structs.replace(shown(0), chosen=()) == msgspec.structs.replace(snapshot, chosen=())


def test_a_caller_in_a_secret_phase_is_shown_as_the_phase_around_it() -> None:
    class Ring(Move): ...

    class Hang(Move): ...

    class Calls(Flow):
        class room(State.Compound, initial=True):
            sleeping = State(initial=True, secret=True)

        class call(State.Compound):
            talking = State(initial=True)
            done_talking = State(final=True)

        ring = room.sleeping.calls(call)
        hang = call.talking.to(call.done_talking)

    engine = Engine(Calls, moves=(Ring, Hang), new=new_turns)
    ringing = engine.step(engine.start(), Ring())
    assert isinstance(ringing, Snapshot)

    assert engine.view(ringing, 0)["back"] == engine.view(ringing, None)["back"] == ("room",)


# The absent, and the end


def test_for_an_absent_player_the_declared_move_is_played_or_one_that_gives_up() -> None:
    assert parlour.absent_move(after(), "east") == Draw("east")
    assert parlour.absent_move(after(Play("east", 5)), "north") == Accept("north")
    assert parlour.absent_move(joker_drawn(), "east") == Bury("east")
    assert parlour.absent_move(after(), "north") == Resign("north")
    assert parlour.absent_move(after(), None) is None
    assert market.absent_move(market.start(), 0) is None


def test_when_the_game_is_over_each_seat_gets_its_return() -> None:
    over = after(Play("east", 5), Accept("north"), Resign("south"))

    assert parlour.returns(after()) is parlour.outcome(after()) is None
    assert parlour.returns(over) == {"east": 1, "north": 0, "south": 0}
    assert parlour.outcome(over) == "left"
    assert made(returns=None).returns(over) is None


# Declarations


def test_what_cannot_be_a_declaration_is_refused() -> None:
    for options, sentence in (
        ({"seats": 4}, "seats= must be a function from the game to its seats, or a tuple of them, not 4"),
        ({"to_act": "east"}, "to_act= must be a function from a snapshot to seats, not 'east'"),
    ):
        with pytest.raises(FlowError, match=sentence):
            made(**{"redeal": None, **options})


def test_the_host_neither_gives_up_nor_is_absent() -> None:
    class Stop(Move, tag="next_round"):
        by_host = True
        gives_up = True

    moves = [kind for kind in parlour.moves if kind is not NextRound]
    with pytest.raises(FlowError, match="Stop is the host's, so it has no seat"):
        Engine(Salon, moves=(*moves, Stop), new=new_parlour)


def test_a_secret_phase_needs_one_around_it() -> None:
    class Bare(Flow):
        here = State(initial=True, secret=True)
        there = State(final=True)

        go = here.to(there)

    class Go(Move): ...

    with pytest.raises(FlowError, match="phase 'here' is secret, and there is no phase around it"):
        Engine(Bare, moves=(Go,), new=new_turns)
