"""Whose move it is, and how a game ends."""

import pytest

from games.onepiece import Concede, EndTurn, Keep, PassOn, Reason, engine
from tests.games.onepiece.tables import after, refused, table


def test_only_the_active_player_ends_the_turn() -> None:
    assert refused(table(), EndTurn(1)).message == "It is not your turn."
    assert refused(table(), PassOn(0)).kind == "impossible"


@pytest.mark.parametrize("player", [0, 1])
def test_anyone_may_concede_at_any_time_and_has_lost(player: int) -> None:
    start = engine.start(seed=1, first=0)
    for here in (
        start,
        after(start, Keep(0)),
        after(start, Keep(0), Keep(1)),
        after(start, Keep(0), Keep(1), EndTurn(0)),
    ):
        end = after(here, Concede(player))
        result = engine.outcome(end)

        assert engine.is_over(end)
        assert (result.loser, result.winner, result.reason) == (player, 1 - player, Reason.CONCEDED)


def test_only_the_players_can_concede() -> None:
    assert refused(engine.start(seed=1), Concede(2)).message == "There is no such player."


def test_where_nobody_may_concede_it_is_refused() -> None:
    start = engine.start(seed=1, may_concede=False)

    assert refused(start, Concede(0)).message == "Nobody concedes here."
    assert not any(isinstance(move, Concede) for move in engine.legal_moves(start))


def test_after_the_end_nothing_is_possible() -> None:
    end = after(engine.start(seed=1, first=0), Concede(0))

    assert engine.legal_moves(end) == []
    assert refused(end, EndTurn(0)).message == "The game is over."
    assert refused(end, Concede(1)).message == "The game is over."
