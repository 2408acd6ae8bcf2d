"""Tables that hold up everybody when one player is gone."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, State, stay
from fsm.lint import lint
from tests.fsm.parlour import parlour


class Hall(msgspec.Struct, frozen=True): ...


class OfSeat(Move):
    seat: int

    @classmethod
    def candidates(cls, game: Hall) -> Iterable[Any]:
        return [cls(0), cls(1)]


class Nod(OfSeat): ...


class Shout(OfSeat):
    interrupts = True


class Proceed(Move):
    by_host = True


class Meeting(Flow):
    """Somebody nods, others may shout, and the host goes on."""

    waiting = State(initial=True)
    noting = State()
    pausing = State()
    over = State(final=True)

    nod = waiting.to(noting)
    shout = stay(waiting, pausing)
    proceed = pausing.to(over)
    noting.to(pausing)


def new_hall() -> Hall:
    return Hall()


def found(*moves: type[Move], **options: Any) -> list[tuple[str, str]]:
    engine = Engine(Meeting, moves=moves, new=new_hall, **{"seats": (0, 1), **options})
    return [(finding.check, finding.phase) for finding in lint(engine)]


def test_only_phases_that_wait_for_a_player_need_a_move_for_the_absent() -> None:
    """Not one that the game passes through, and not one in which only the host goes on, though others may shout."""
    assert found(Nod, Shout, Proceed) == [("waits_for_the_absent", "waiting")]


@pytest.mark.parametrize("option", ["when_absent", "gives_up"])
def test_such_a_move_answers_it(option: str) -> None:
    leave: type[Move] = type("Shout", (OfSeat,), {option: True}, tag="shout")

    assert found(Nod, leave, Proceed) == []


def test_a_flow_that_declares_no_seats_is_not_asked() -> None:
    assert found(Nod, Shout, Proceed, seats=None) == []


def test_a_table_with_a_move_for_every_absence_is_sound() -> None:
    assert {finding.check for finding in lint(parlour)} == set()
