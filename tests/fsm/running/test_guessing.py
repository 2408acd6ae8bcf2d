"""Positions dealt anew from a view, and what a move would teach."""

from random import Random
from typing import Any

import msgspec
import pytest

from fsm import Engine, FlowError, PhasebookError, Snapshot, SnapshotError
from fsm.running.guessing import chance_of
from tests.fsm.parlour import (
    SEATS,
    Accept,
    Bury,
    Doubt,
    Draw,
    Keep,
    Knock,
    Parlour,
    Play,
    after,
    joker_drawn,
    made,
    parlour,
    view,
)
from tests.fsm.samples import Earn, market


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_a_redeal_looks_the_same_to_its_seat(seat: str | None) -> None:
    for snapshot in (after(), after(Play("east", 5)), joker_drawn()):
        seen = parlour.view(snapshot, seat)
        dealt = [parlour.redeal(seen, Random(number)) for number in range(20)]

        assert all(parlour.view(one, seat) == seen for one in dealt)
        assert len({one.game for one in dealt}) > 10


def test_the_same_chance_gives_the_same_position() -> None:
    seen = parlour.view(after(), "east")

    assert parlour.redeal(seen, Random(7)) == parlour.redeal(seen, Random(7))


@pytest.mark.parametrize(
    ("moves", "move", "seat", "expected"),
    [
        ((), Play("east", 5), "east", False),  # one's own card, face down
        ((), Play("east", 5), "north", True),  # that it was legal shows that the card was held
        ((), Draw("east"), "east", True),
        ((), Draw("east"), "north", True),  # the turn has passed on, so it was not the joker
        ((), Knock("south"), "north", False),
        ((), Knock("south"), None, False),
        ((Play("east", 5),), Doubt("north"), "north", True),
        ((Play("east", 5),), Doubt("north"), "east", False),  # who lied knows what will be shown
        ((Play("east", 5),), Accept("north"), "north", False),
    ],
)
def test_a_move_teaches_what_depends_on_hidden_cards(moves: Any, move: Any, seat: Any, expected: bool) -> None:
    assert parlour.teaches(after(*moves), move, seat) is expected


def test_what_a_player_decides_in_secret_is_no_lesson_to_itself() -> None:
    snapshot = joker_drawn()

    assert not parlour.teaches(snapshot, Keep("east"), "east")
    assert not parlour.teaches(snapshot, Bury("east"), "east")


def test_whether_a_move_teaches_depends_on_what_is_seen_alone() -> None:
    """It is the same answer every time, and asks no chance of anybody else's."""
    seen = parlour.view(after(), "east")

    assert chance_of(seen).random() == chance_of(parlour.view(after(), "east")).random()
    assert chance_of(seen).random() != chance_of(parlour.view(after(), "north")).random()


def test_without_a_redeal_nothing_can_be_dealt_anew() -> None:
    with pytest.raises(PhasebookError, match="cannot be dealt anew; give its engine redeal="):
        market.teaches(market.start(), Earn(), 0)


def test_chance_is_a_source_of_random_numbers() -> None:
    seven: Any = 7
    with pytest.raises(PhasebookError, match=r"7 is no source of chance; pass a random\.Random\."):
        parlour.redeal(parlour.view(after(), "east"), seven)


def test_a_redeal_takes_a_view_and_nothing_else() -> None:
    with pytest.raises(PhasebookError, match="A redeal needs a ParlourView, not Snapshot; pass what"):
        parlour.redeal(after(), Random(1))


def test_views_of_no_promised_class_are_taken_as_they_are() -> None:
    def unannotated(snapshot, seat):  # type: ignore[no-untyped-def]  # that is what is tested
        return view(snapshot, seat)

    for looks in (unannotated, lambda snapshot, seat: view(snapshot, seat)):
        engine = made(view=looks)
        assert engine._view_type is None
        assert isinstance(engine.redeal(engine.view(after(), "east"), Random(1)), Snapshot)


def test_a_redeal_gives_a_snapshot_of_its_own_flow() -> None:
    def careless(view: Any, chance: Random) -> Snapshot[Parlour]:
        return Snapshot("nowhere", after().game)

    engine = made(redeal=careless)
    with pytest.raises(SnapshotError, match="no phase 'nowhere'"):
        engine.redeal(engine.view(after(), "east"), Random(1))


@pytest.mark.parametrize("missing", ["view", "seats"])
def test_a_redeal_needs_a_view_of_a_seat(missing: str) -> None:
    with pytest.raises(FlowError, match=f"has a redeal, and no {missing}; give its engine {missing}= too"):
        made(**{missing: None})


def test_the_view_is_the_authors() -> None:
    assert parlour.view(after(), "east") == view(after(), "east")
    assert isinstance(parlour, Engine)


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_a_view_comes_back_from_json(seat: str | None) -> None:
    seen = parlour.view(after(seed=1), seat)

    assert parlour.read_view(msgspec.json.encode(seen)) == seen


@pytest.mark.parametrize("data", [b"", b"{}", b"[1", b"\xff", "null"])
def test_what_is_no_view_is_refused(data: bytes | str) -> None:
    with pytest.raises(PhasebookError, match=r"^This is no view of Salon: .*; send one as it came\.$"):
        parlour.read_view(data)


def test_a_game_whose_views_have_no_type_cannot_read_them() -> None:
    with pytest.raises(PhasebookError, match=r"^Market does not say what its views are; "):
        market.read_view(b"{}")


def test_a_secret_phase_is_seen_by_those_who_are_to_act() -> None:
    snapshot = joker_drawn()
    (acting,) = parlour.to_act(snapshot)
    seen = {seat: parlour.phase_for(snapshot, seat) for seat in (*SEATS, None)}

    assert seen.pop(acting) == snapshot.phase
    assert set(seen.values()) == {snapshot.phase.rpartition(".")[0]}
