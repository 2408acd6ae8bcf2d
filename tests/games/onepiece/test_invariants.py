"""Each invariant notices what it is about."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from fsm import Snapshot
from games.onepiece import Game, engine
from games.onepiece.phases import FITS
from games.onepiece.table import Battle, Pending, Piece, Reason, Running, Side
from games.onepiece.zones import with_side
from tests.games.onepiece.tables import CALLERS, Seat, me, standings, table

START = table(Seat(hand=("PB-001",), characters=("PB-026",) * 5, stage="PB-040", active_don=2))


def mine(**changes: object) -> Game:
    """The position with something else on your side."""
    side: Side = replace(me(START), **changes)
    return with_side(START.game, 0, side)


BROKEN: dict[str, Callable[[], Game]] = {
    "each_card_is_in_one_zone": lambda: mine(hand=(1, 1)),
    "each_id_has_its_kind_of_card": lambda: replace(START.game, cards=START.game.cards[::-1]),
    "everything_named_exists": lambda: replace(START.game, queue=(Pending(0, 0, 7),)),
    "each_player_has_ten_don": lambda: mine(active_don=(51,)),
    "field_is_within_limits": lambda: mine(characters=(*me(START).characters, Piece(1)), hand=()),
    "triggers_wait_in_order": lambda: replace(START.game, queue=(Pending(1, 61, 0), Pending(0, 0, 0))),
    "once_per_turn_is_respected": lambda: mine(leader=Piece(0, used=(0, 0))),
    "what_was_sent_back_is_not_hidden_again": lambda: mine(sent_back=me(START).deck[:1]),
    "all_news_is_delivered": lambda: replace(START.game, news=()),
    "the_phase_fits_the_game": lambda: replace(START.game, battle=Battle(0, 61)),
    "seed_is_within_bounds": lambda: replace(START.game, seed=2**128),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_position_is_noticed(name: str) -> None:
    assert engine.broken(START) == []
    assert name in engine.broken(Snapshot(START.phase, BROKEN[name]()))


@pytest.mark.parametrize("sent_back", [(1, 1), (8,), (62,), (999,)])
def test_what_was_sent_back_was_a_card_on_this_players_field(sent_back: tuple[int, ...]) -> None:
    assert engine.broken(Snapshot(START.phase, mine(sent_back=(1, 2)))) == []
    assert engine.broken(Snapshot(START.phase, mine(sent_back=sent_back))) == ["what_was_sent_back_is_not_hidden_again"]


@pytest.mark.parametrize("interrupted", ["main.battle.attacking", "main.battle.life_trigger"])
def test_a_battle_that_triggers_have_interrupted_is_on(interrupted: str) -> None:
    here = Snapshot("triggers.choosing", START.game, (CALLERS[interrupted],))

    assert "what_is_interrupted_fits_the_game" in engine.broken(here)


def test_no_game_rests_where_nobody_decides() -> None:
    assert "someone_decides" in engine.broken(Snapshot("drawing", START.game))


@pytest.mark.parametrize(
    "change",
    [
        {"running": Running(0, 2, 0, 0)},
        {"queue": (Pending(0, 2, 0),)},
        {"joining": 1},
        {"reason": Reason.NO_LIFE},
        {"losers": (0,)},
        {"chain": 1},
        {"turn": 0},
        {"turn": 6},
        {"first": 1},
    ],
)
def test_what_goes_on_fits_the_phase(change: dict[str, object]) -> None:
    game = replace(START.game, **change)

    assert engine.broken(Snapshot(START.phase, game)) == ["the_phase_fits_the_game"]


@pytest.mark.parametrize(
    "change",
    [
        {"cards": ()},
        {"cards": START.game.cards[:-1]},
        {"first": 2},
        {"active": -1},
        {"running": Running(0, 999, 0, 0)},
        {"running": Running(1, 2, 0, 1)},
        {"running": Running(0, 2, -1, 0)},
        {"queue": (Pending(0, -1, 0),)},
        {"queue": (Pending(2, 0, 0),)},
        {"battle": Battle(999, -5)},
        {"battle": Battle(0, 61, 9, 999)},
        {"joining": 999},
    ],
)
@pytest.mark.parametrize("phase", FITS)
def test_what_makes_no_sense_is_noticed_in_every_phase_and_never_an_error(change: dict[str, Any], phase: str) -> None:
    assert all(engine.broken(snapshot) for snapshot in standings(phase, replace(START.game, **change)))


def test_a_stage_is_a_stage_and_a_character_a_character() -> None:
    swapped = mine(stage=Piece(2), characters=(Piece(7), *me(START).characters[1:]))

    assert engine.broken(Snapshot(START.phase, swapped)) == ["field_is_within_limits"]


def test_every_invariant_has_its_test() -> None:
    assert {rule.__name__ for rule in engine.invariants} == {
        *BROKEN,
        "someone_decides",
        "what_is_interrupted_fits_the_game",
    }
