"""What somebody may try at a seat: of every kind, not too much, and always the same."""

from random import Random
from typing import Any

import pytest

from fsm import Move, Refusal, RefusalKind
from fsm.conforming.subject import Subject
from fsm.conforming.tries import FOREIGN, LEGAL, MALFORMED, OWN, disguised, mixed, texts, tries
from fsm.moves import event_of, move_key
from tests.fsm.liars import Doubt, Draw, Lay, TimeIsUp, Trust, liars

MOST = OWN + LEGAL + FOREIGN + MALFORMED + 1


def kinds_met(seat: Any) -> set[RefusalKind | str]:
    """How the tries of one seat are answered in some games."""
    subject = Subject(liars(), games=3)
    met: set[RefusalKind | str] = set()
    for number, path in enumerate(subject.paths):
        others = [step.move for step in subject.sessions[number].log]
        for snapshot in path:
            for one in tries(subject.engine, snapshot, seat, Random(number), others):
                answer = subject.engine.step(snapshot, one, seat)
                met.add(answer.kind if isinstance(answer, Refusal) else "accepted")
    return met


def test_tries_meet_every_kind_of_answer() -> None:
    assert kinds_met(1) == {"accepted", *RefusalKind}
    assert kinds_met(None) == {RefusalKind.NOT_YOURS, RefusalKind.UNKNOWN}


def test_tries_are_bounded_and_the_same_each_time() -> None:
    engine = liars()
    snapshot = engine.start(seed=1)
    once, again = (tries(engine, snapshot, 0, Random(5)) for _ in range(2))

    assert [repr(one) for one in once] == [repr(one) for one in again]
    assert 10 < len(once) <= MOST


def test_a_seat_tries_moves_of_others_as_its_own() -> None:
    """A card that somebody else holds is worth a try."""
    engine = liars()
    snapshot = engine.start(seed=1)
    tried = [one for number in range(9) for one in tries(engine, snapshot, 0, Random(number)) if type(one) is Lay]
    elsewhere = {card.id for hand in snapshot.game.hands[1:] for card in hand}

    assert {one.card for one in tried if one.seat == 0} & elsewhere


def test_some_moves_of_as_many_kinds_as_there_are() -> None:
    moves: list[Move] = [*(Lay(0, "a", said) for said in range(50)), Draw(1), Doubt(1), Trust(1), TimeIsUp()]

    assert {type(move) for move in mixed(moves, Random(1), 5)} == {Lay, Draw, Doubt, Trust, TimeIsUp}
    assert sorted(map(move_key, mixed(moves, Random(1), 99))) == sorted(map(move_key, moves))


@pytest.mark.parametrize("kind", [Draw, TimeIsUp])
def test_a_move_in_disguise_sends_the_same_event_and_is_refused(kind: type[Move]) -> None:
    engine = liars()
    other = disguised(kind)
    move = other(*[0] * len(kind.__struct_fields__))
    answer = engine.step(engine.start(seed=1), move)

    assert event_of(other) == event_of(kind)
    assert isinstance(answer, Refusal)
    assert answer.kind is RefusalKind.UNKNOWN


def test_texts_are_no_moves() -> None:
    engine = liars()
    snapshot = engine.start(seed=1)
    for number in range(20):
        chance = Random(number)
        for text in texts(tries(engine, snapshot, 0, chance), chance):
            assert isinstance(engine.read_move(text, snapshot, 0), Refusal)
