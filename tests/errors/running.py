"""Games that cannot go on: rules, snapshots, seats and sessions."""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from fsm import Engine, Flow, Move, Session, Snapshot, State, gather, guard, stay
from fsm.snapshot import Caller
from games import belote, discard
from games.belote.questions import contract_of, trick_of, without_card
from games.belote.redealing import dealing
from games.belote.table import standing_contract
from games.belote.tricks import trick_winner
from tests.errors.examples import Chapter
from tests.fsm.samples import Earn, Purse, market
from tests.fsm.test_flow import Go, new
from tests.fsm.waiting_samples import Answer, Diary, Flee, Vote, office

example = Chapter()


def playing(**given: Any) -> Engine[int]:
    """An engine in which one move stays where it is."""

    class Walk(Flow):
        here = State(initial=True)
        go = stay(here, **given)

    return Engine(Walk, moves=(Go,), new=new)


# Rules


@example("is_ready", "1")
def a_guard_that_answers_with_a_number() -> None:
    def is_ready(game: int) -> bool:
        return 1  # type: ignore[return-value]  # that is the point

    engine = playing(cond=is_ready)
    engine.step(engine.start(), Go())


@example("forget", "Walk", "None", "int")
def an_effect_that_returns_nothing() -> None:
    def forget(game: int) -> int: ...  # type: ignore[empty-body]  # that is the point

    engine = playing(on=forget)
    engine.step(engine.start(), Go())


def circling(**given: Any) -> Engine[int]:
    """An engine in which one move is followed by consequences without end."""

    def yes(game: int) -> bool:
        return True

    class Circle(Flow):
        start = State(initial=True)
        here = State()
        there = State()
        go = start.to(here)
        here.to(there, cond=yes)
        there.to(here, cond=yes)

    return Engine(Circle, moves=(Go,), new=new, **given)


@example("there -> here -> there")
def consequences_in_a_circle() -> None:
    engine = circling()
    engine.step(engine.start(), Go())


@example("Long", "1", "here -> there -> end")
def more_consequences_than_allowed() -> None:
    """A consequence is a row without an event: the rules take it by themselves."""

    def yes(game: int) -> bool:
        return True

    class Long(Flow):
        start = State(initial=True)
        here = State()
        there = State()
        end = State(final=True)
        go = start.to(here)
        here.to(there, cond=yes)
        there.to(end, cond=yes)

    engine = Engine(Long, moves=(Go,), new=new, most_consequences=1)
    engine.step(engine.start(), Go())


class Point(Move):
    """A move of a seat."""

    seat: int

    @classmethod
    def candidates(cls, game: int) -> Iterable["Point"]:
        return [cls(0)]


@example("players", "set")
def seats_in_no_order() -> None:
    def players(game: int) -> Any:
        return {0, 1}

    class Choosing(Flow):
        here = State(initial=True)
        point = gather(here, by=players, to=here)

    engine = Engine(Choosing, moves=(Point,), new=new)
    engine.step(engine.start(), Point(0))


@example("'what'", "needs_that")
def a_value_that_json_cannot_hold() -> None:
    def what(game: int) -> object:
        return 1j

    @guard("You need {what}.", what=what)
    def needs_that(game: int) -> bool:
        return False

    engine = playing(cond=needs_that)
    engine.step(engine.start(), Go())


@example("Walk", "go")
def a_guard_that_changes_its_mind() -> None:
    """It was asked twice about the same game: it looks at a clock, at chance, or at something outside of the game."""

    answers = iter((False, True, True, True))

    def moody(game: int) -> bool:
        return next(answers)

    engine = playing(cond=moody)
    engine.step(engine.start(), Go())


@example("Go()")
def a_choice_that_was_not_offered() -> None:
    market.rollout(market.start(), Random(0), choose=lambda moves: Go())


# Snapshots


@example("None", "Market")
def no_snapshot() -> None:
    nothing: Any = None
    market.is_over(nothing)


@example("None", "Market")
def moves_of_no_snapshot() -> None:
    nothing: Any = None
    market.legal_moves(nothing)


@example("Market", "Purse", "int")
def a_snapshot_of_another_game() -> None:
    foreign: Any = Snapshot("street", 3)
    market.legal_moves(foreign)


@example("Diary", "Purse", "Office")
def a_snapshot_of_another_game_where_something_waits() -> None:
    foreign: Any = Snapshot("voting", Purse())
    office.legal_moves(foreign)


@example("None", "Office")
def no_snapshot_where_something_waits() -> None:
    nothing: Any = None
    office.legal_moves(nothing)


@example("Market", "moon", "street")
def a_snapshot_in_no_phase() -> None:
    market.is_over(Snapshot("moon", Purse()))


@example("Pointing", "str", "int")
def a_snapshot_of_another_game_for_a_seat() -> None:
    class Pointing(Flow):
        here = State(initial=True)
        point = stay(here)

    foreign: Any = Snapshot("here", "seven")
    Engine(Pointing, moves=(Point,), new=new, seats=(0, 1)).legal_moves(foreign, 0)


@example("Office", "desk")
def a_snapshot_with_choices_where_nobody_chooses() -> None:
    office.is_over(Snapshot("day.desk", Diary(), (), (Vote(0, 5),)))


@example("Office", "'voting'", "'vote'")
def a_snapshot_with_a_choice_that_is_another_move() -> None:
    choice: Any = Flee()
    office.is_over(Snapshot("voting", Diary(), (), (choice,)))


@example("Office", "7")
def a_snapshot_with_callers_that_are_none() -> None:
    back: Any = 7
    office.is_over(Snapshot("day.desk", Diary(), back))


@example("Office", "voting by none")
def callers_that_cannot_wait_there() -> None:
    """A caller is a phase that waits until another one has ended, and the row that led there."""
    office.step(Snapshot("day.phone.ringing", Diary(), (Caller("voting", "none"),)), Answer())


@example("Office", "voting by day-flee-outside")
def callers_that_cannot_be_left() -> None:
    office.step(Snapshot("boss.talking", Diary(), (Caller("voting", "day-flee-outside"),)), Flee())


# Seats and views


@example("9", "0, 1, 2, 3")
def a_seat_that_is_not_there() -> None:
    belote.engine.view(belote.engine.start(seed=7), 9)


@example("Market")
def views_that_promise_nothing() -> None:
    market.read_view("{}")


@example("Market")
def a_game_that_cannot_be_dealt_anew() -> None:
    market.redeal(None, Random(0))


@example("7")
def chance_that_is_a_number() -> None:
    chance: Any = 7
    belote.engine.redeal(belote.engine.view(belote.engine.start(seed=7), 0), chance)


@example("View", "dict")
def a_redeal_of_something_else() -> None:
    belote.engine.redeal({}, Random(0))


@example("Belote", "hand")
def a_view_that_is_none() -> None:
    belote.engine.read_view('{"hand": 3}')


# Sessions


@example("3")
def observers_that_are_no_list() -> None:
    observers: Any = 3
    Session.start(market, observers=observers)


@example("'print'")
def an_observer_that_is_no_function() -> None:
    observer: Any = "print"
    Session.start(market).subscribe(observer)


@example("played")
def an_observer_that_fails() -> None:
    """The failures themselves are inside, as an exception group has them; the move stays played."""

    def fail(item: object) -> None:
        raise ValueError("no room on the screen")

    Session.start(market, observers=[fail]).send(Earn())


# Questions of the games


@example("contract")
def a_contract_before_the_auction() -> None:
    contract_of(belote.engine.start(seed=7))


@example("contract")
def a_contract_before_a_bid() -> None:
    standing_contract(belote.engine.start(seed=7).game)


@example("3")
def a_trick_that_is_not_there_yet() -> None:
    snapshot: Any = belote.engine.start(seed=7)
    for move in (belote.Bid(1, 80, belote.Suit.HEARTS), belote.PassBid(2), belote.PassBid(3), belote.PassBid(0)):
        snapshot = belote.engine.step(snapshot, move)
    trick_of(snapshot, 3)


@example("A♠", "7♠")
def a_card_that_is_not_in_the_hand() -> None:
    without_card((belote.Card("7♠"),), belote.Card("A♠"))


@example("1 of 4")
def the_winner_of_a_trick_that_goes_on() -> None:
    trick_winner((belote.Card("7♠"),), 0, belote.Suit.HEARTS)


@example("A♠", "colour")
def a_card_that_is_changed() -> None:
    belote.Card("A♠").colour = "red"  # type: ignore[attr-defined]


@example("deck")
def a_view_of_discard_that_does_not_fit() -> None:
    view = discard.engine.view(discard.engine.start(seed=7), 0)
    discard.engine.redeal(msgspec.structs.replace(view, deck=("A♠",)), Random(0))


@example("deal", "view")
def a_view_of_belote_with_too_many_cards_of_a_seat() -> None:
    dealing(0b1, [0, 1, 0], [0b0, 0b1, 0b1])


@example("deal", "view")
def a_view_of_belote_with_a_card_of_nobody() -> None:
    dealing(0b1, [1, 0, 0], [0b1, 0b1, 0b1])


@example("deal", "view")
def a_view_of_belote_that_no_deal_fits() -> None:
    dealing(0b11, [1, 0, 1], [0b0, 0b0, 0b11])(Random(0))


@example("Uno")
def a_view_of_uno_that_is_none() -> None:
    from games.uno.redealing import redeal

    redeal(None, Random(0))  # type: ignore[arg-type]
