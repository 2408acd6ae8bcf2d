"""Moves that `legal_moves` does not offer: which are tried, and what is said of those that are accepted."""

from collections.abc import Iterable
from typing import Any

import pytest

from fsm import Engine, Flow, Move, Refusal, Snapshot, State, Trace, stay
from fsm.checking.domains import FAR_OUT
from fsm.checking.probing import Prober, obstacles, refused_although_legal, repeated, stuck, unoffered
from fsm.moves import move_key
from tests.fsm.dropping import Drop, Pile, Rest, are_held, are_two, defect_of, dropping, new_pile
from tests.fsm.samples import Ask, Back, Grin, Leave, Pay, market, walk
from tests.fsm.samples import Enter as EnterShop
from tests.fsm.tictactoe import Mark
from tests.fsm.tictactoe import engine as tictactoe


def test_moves_outside_the_legal_ones_are_tried_and_none_of_those() -> None:
    snapshot = tictactoe.start(squares="x.o......")
    legal = tictactoe.legal_moves(snapshot)

    assert list(Prober(tictactoe).others(snapshot, legal)) == [
        Mark(0),
        Mark(2),
        Mark(-1),
        Mark(9),
        Mark(FAR_OUT),
    ]


def test_a_value_that_is_only_equal_to_a_legal_one_is_another_move() -> None:
    """A player can send both, and a step tells them apart."""
    snapshot = tictactoe.start()
    legal: list[Move] = [Mark(True), *(Mark(square) for square in range(9) if square != 1)]

    assert Mark(1) in legal
    assert move_key(Mark(1)) in {move_key(move) for move in Prober(tictactoe).others(snapshot, legal)}


def test_only_events_that_the_phase_knows_are_tried_and_none_of_those_left_out() -> None:
    till = walk(EnterShop(), Ask(), coins=5)
    prober = Prober(market)

    assert {type(move) for move in prober.others(till, [])} == {Pay, Back, Grin, Leave}
    assert {type(move) for move in prober.others(till, [], without={Pay, Back})} == {Grin, Leave}


def test_what_is_accepted_is_what_step_accepts() -> None:
    prober = Prober(market)
    till = walk(EnterShop(), Ask(), coins=5)

    for amount in range(-2, 9):
        assert prober.accepts(till, Pay(amount)) is isinstance(market.step(till, Pay(amount)), Snapshot)


def test_answers_of_guards_are_noted_in_the_trace_given() -> None:
    trace = Trace()
    Prober(market, trace).accepts(walk(EnterShop(), Ask(), coins=5), Pay(6))

    assert trace.guards == {("is_positive", True), ("can_afford", False)}


@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        ([], None),
        ([Pay(1), Pay(2), Grin()], None),
        ([Pay(1), Pay(True), Pay(1.0)], None),  # type: ignore[arg-type]  # the point
        ([Pay(3), Pay(1), Pay(2), Pay(1), Pay(3)], Pay(3)),
        ([Drop((1, 2)), Drop((2, 1)), Drop((1, 2))], Drop((1, 2))),
    ],
)
def test_a_move_is_repeated_if_a_player_would_send_the_same(moves: list[Move], wanted: Move | None) -> None:
    assert repeated(moves) == wanted


class Take(Move):
    """Payloads without an order of their own."""

    cards: frozenset[int]

    @classmethod
    def candidates(cls, game: object) -> Iterable["Take"]:
        return []


def test_equal_sets_are_the_same_move_in_whichever_order_they_were_filled() -> None:
    one, other = Take(frozenset([0, 8])), Take(frozenset([8, 0]))

    assert list(one.cards) != list(other.cards), "they list their items in another order"
    assert repeated([one, other]) == one


# What is said


def test_a_refusal_of_a_legal_move_is_said_with_its_reason() -> None:
    refusal = market.step(walk(), Pay(1))
    assert isinstance(refusal, Refusal)

    assert refused_although_legal(Pay(1), refusal) == (
        'legal_moves offers {"move":"pay","amount":1}, but step refuses it: Go into the shop first.'
    )


def test_a_number_of_cards_that_no_guard_holds_points_to_a_missing_guard() -> None:
    defect = defect_of(dropping(are_held), "missing_legal_move", settings={"size": 4})

    assert "a guard is probably missing that refuses it" in defect.sentence


def test_a_payload_that_candidates_offer_nowhere_points_to_a_missing_guard() -> None:
    assert unoffered(dropping(are_two).start(), Drop((7, 8))) == (
        'step accepts {"move":"drop","cards":[7,8]}, but legal_moves does not offer it: no candidate of drop has cards '
        "(7, 8) here, so a guard is probably missing that refuses it. "
        "If the move is meant to be legal, widen the candidates."
    )


def test_a_move_without_anything_strange_in_it_points_to_narrow_candidates() -> None:
    class Shy(Rest, tag="rest"):
        @classmethod
        def candidates(cls, game: object) -> Iterable["Shy"]:
            return []

    class Resting(Flow):
        here = State(initial=True)
        there = State(final=True)
        rest = stay(here)
        drop = here.to(there, cond=[are_held, are_two])

    shy = defect_of(Engine(Resting, moves=(Shy, Drop), new=new_pile), "missing_legal_move")
    assert "its candidates are probably too few, so widen them" in shy.sentence


def test_obstacles_are_the_guards_with_an_example_and_a_count() -> None:
    class Either(Drop, tag="drop"):
        @classmethod
        def candidates(cls, game: Pile) -> Iterable["Either"]:
            return [cls((1,)), cls((2,)), cls((8, 9))]

    engine = Engine(dropping(are_held, are_two).flow, moves=(Either,), new=new_pile)

    assert obstacles(engine, engine.start()) == (
        'are_two refuses {"move":"drop","cards":[1]} and 1 more',
        'are_held refuses {"move":"drop","cards":[8,9]}',
    )


def test_an_event_without_candidates_is_an_obstacle_of_its_own() -> None:
    class Never(Drop, tag="drop"):
        @classmethod
        def candidates(cls, game: Pile) -> Iterable["Never"]:
            return []

    engine = Engine(dropping(are_held).flow, moves=(Never,), new=new_pile)

    assert obstacles(engine, engine.start()) == ("drop: it has no candidates here",)


def boxed() -> Engine[Any]:
    class Nested(Flow):
        class round(State.Compound, initial=True):
            going = State(initial=True)
            closed = State(final=True)
            rest = going.to(closed)

        over = State(final=True)
        drop = round.going.to(over, cond=are_held)

    return Engine(Nested, moves=(Rest, Drop), new=new_pile)


@pytest.mark.parametrize(
    ("phase", "why"),
    [("round.going", "the phase is not final"), ("round.closed", "the phase ends only 'round', not the game")],
)
def test_where_nothing_is_legal_it_is_said_why_the_game_is_not_over(phase: str, why: str) -> None:
    assert stuck(boxed(), Snapshot(phase, Pile())) == f"No move is legal here, and {why}."
