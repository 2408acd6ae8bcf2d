"""The result for integrators."""

from fsm import Snapshot
from games.onepiece import EndTurn, Game, PlayCard, play_card
from games.onepiece.cards import Timing
from games.onepiece.news import CardMoved, CardPlayed, DonRested, TriggerQueued
from games.onepiece.table import Zone
from tests.games.onepiece.tables import Seat, after, me, news, table


def test_a_result_says_success_no_error_and_the_new_state() -> None:
    start: Snapshot[Game] = table(Seat(hand=("PB-000",)))
    result = play_card(start, 0, 1)

    assert (result.success, result.error) == (True, None)
    assert result.new_state == after(start, PlayCard(0, 1))
    assert me(start).hand == (1,), "The old state is still good."


def test_a_result_has_the_news_that_a_session_delivers() -> None:
    start = table(Seat(hand=("PB-041", "PB-010"), active_don=2))
    result = play_card(start, 0, 1)

    assert list(result.events) == news(start, PlayCard(0, 1))
    assert result.events[:4] == (
        DonRested(0, (51, 52)),
        CardPlayed(0, 1, "PB-041"),
        CardMoved(1, Zone.HAND, Zone.STAGE),
        TriggerQueued(0, 1, Timing.ON_PLAY),
    )
    assert play_card(start, 0, 2).events == ()


def test_a_result_of_another_phase_says_why() -> None:
    over = table(Seat(hand=("PB-000",)))
    over = after(over, EndTurn(0))

    assert play_card(over, 0, 1).error == "It is not your turn."
