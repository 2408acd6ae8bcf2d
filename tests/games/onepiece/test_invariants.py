"""Each invariant notices what it is about."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from fsm import Snapshot
from games.onepiece import Game, engine
from games.onepiece.table import Battle, Pending, Piece, Reason, Running, Side
from games.onepiece.zones import with_side
from tests.games.onepiece.tables import Seat, me, table

START = table(Seat(hand=("PB-001",), characters=("PB-001",) * 5, stage="PB-040", active_don=2))


def mine(**changes: object) -> Game:
    """The position with something else on your side."""
    side: Side = replace(me(START), **changes)
    return with_side(START.game, 0, side)


BROKEN: dict[str, Callable[[], Game]] = {
    "each_card_is_in_one_zone": lambda: mine(hand=(1, 1)),
    "each_player_has_ten_don": lambda: mine(active_don=(51,)),
    "field_is_within_limits": lambda: mine(characters=(*me(START).characters, Piece(1)), hand=()),
    "the_active_players_triggers_come_first": lambda: replace(START.game, queue=(Pending(1, 61, 0), Pending(0, 0, 0))),
    "once_per_turn_is_respected": lambda: mine(leader=Piece(0, used=(0, 0))),
    "nothing_is_left_untold": lambda: replace(START.game, news=()),
    "the_phase_fits_the_game": lambda: replace(START.game, battle=Battle(0, 61)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_position_is_noticed(name: str) -> None:
    assert engine.broken(START) == []
    assert name in engine.broken(Snapshot(START.phase, BROKEN[name]()))


def test_no_game_rests_where_nobody_decides() -> None:
    assert "someone_decides" in engine.broken(Snapshot("drawing", START.game))


@pytest.mark.parametrize("change", [{"running": Running(0, 0, 0)}, {"joining": 1}, {"reason": Reason.NO_LIFE}])
def test_what_goes_on_fits_the_phase(change: dict[str, object]) -> None:
    game = replace(START.game, **change)

    assert engine.broken(Snapshot(START.phase, game)) == ["the_phase_fits_the_game"]


def test_a_stage_is_a_stage_and_a_character_a_character() -> None:
    swapped = mine(stage=Piece(2), characters=(Piece(7), *me(START).characters[1:]))

    assert engine.broken(Snapshot(START.phase, swapped)) == ["field_is_within_limits"]


def test_every_invariant_has_its_test() -> None:
    assert {rule.__name__ for rule in engine.invariants} == {*BROKEN, "someone_decides"}
