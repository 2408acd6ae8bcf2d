"""Exploration, judged by published numbers about tic-tac-toe and by a plain search."""

from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from fsm import Engine, PhasebookError, Refusal, SettingsError, Snapshot
from fsm.checking.coverage import summary, unreached
from fsm.explore import explore, needless_acceptances, perft
from fsm.session import Session
from games.discard import engine as discard
from tests.fsm.evening import engine as evening
from tests.fsm.evening import night
from tests.fsm.fair import Bid, Stall, fair, seats
from tests.fsm.samples import market
from tests.fsm.tictactoe import Board, Mark, TicTacToe, new_board
from tests.fsm.tictactoe import engine as tictactoe

SMALL: dict[str, Any] = {"hand_size": 2, "discard_count": 1, "deck": ["a", "b", "c"]}


def plain_search(
    engine: Engine[Any], first: Snapshot[Any], limit: int, leads_on: Callable[[Snapshot[Any]], bool] = lambda _: True
) -> list[Snapshot[Any]]:
    """Breadth first with whole snapshots in a dictionary."""
    seen = {first: None}
    queue = deque(seen)
    while queue:
        snapshot = queue.popleft()
        for move in engine.legal_moves(snapshot) if leads_on(snapshot) and not engine.is_over(snapshot) else ():
            after = engine.step(snapshot, move)
            assert not isinstance(after, Refusal)
            if after not in seen:
                if len(seen) == limit:
                    return list(seen)
                seen[after] = None
                queue.append(after)
    return list(seen)


def test_tic_tac_toe_has_5478_positions_of_which_958_end_the_game() -> None:
    found = explore(tictactoe)

    assert (found.snapshots, found.endings, found.complete) == (5_478, 958, True)
    assert found.depth == 9
    assert found.coverage.phases == {"playing": 5_478 - 958, "won": 626 + 316, "drawn": 16}
    assert found.defects == ()
    assert not unreached(found.coverage)


@pytest.mark.long
def test_perft_of_tic_tac_toe() -> None:
    """The published counts; games that end early have no longer sequences."""
    counts = [perft(tictactoe, tictactoe.start(), plies) for plies in range(7)]

    assert counts == [1, 9, 72, 504, 3_024, 15_120, 54_720]


@pytest.mark.soak
def test_perft_of_tic_tac_toe_to_the_last_move() -> None:
    counts = [perft(tictactoe, tictactoe.start(), plies) for plies in range(11)]

    assert counts[7:] == [148_176, 200_448, 127_872, 0]


def test_perft_refuses_to_count_moves_that_step_refuses() -> None:
    class Promised(Mark, tag="mark"):
        exact = True

    wrong = Engine(TicTacToe, moves=(Promised,), new=new_board)
    with pytest.raises(PhasebookError, match="step refuses it"):
        perft(wrong, wrong.start(), 3)


@pytest.mark.parametrize("limit", [1, 2, 100, 3_000])
def test_a_limit_is_reported_and_gives_the_beginning_of_the_whole(limit: int) -> None:
    found = explore(discard, seed=5, settings=SMALL, limit=limit)

    assert (found.snapshots, found.complete, found.limit) == (limit, False, limit)
    wanted = Counter(snapshot.phase for snapshot in plain_search(discard, discard.start(seed=5, **SMALL), limit))
    assert wanted.total() == limit
    assert {phase: found.coverage.phases[phase] for phase in wanted} == wanted


def test_a_limit_that_is_just_enough_is_complete() -> None:
    assert explore(tictactoe, limit=5_478).complete
    assert not explore(tictactoe, limit=5_477).complete


def test_the_same_seed_gives_the_same_exploration() -> None:
    assert explore(discard, seed=3, settings=SMALL, limit=500) == explore(discard, seed=3, settings=SMALL, limit=500)


def test_progress_is_told() -> None:
    told: list[int] = []
    explore(tictactoe, progress=told.append)

    assert told == sorted(told)
    assert told[-1] == 5_478
    assert len(told) > 3


def test_payloads_beyond_the_candidates_are_tried_and_guards_seen_to_say_no() -> None:
    found = explore(tictactoe)

    assert found.payloads > 1_000
    assert found.coverage.guards["is_free"].no


@pytest.mark.long
def test_thorough_tries_payloads_in_every_snapshot() -> None:
    thorough = explore(tictactoe, thorough=True)

    assert thorough.payloads > 4 * explore(tictactoe).payloads
    assert thorough.defects == ()


def test_what_was_not_reached_is_named() -> None:
    found = explore(tictactoe, limit=3)
    missing = unreached(found.coverage)

    assert missing.phases == ("won", "drawn")
    assert missing.rows == ("playing-mark-won", "playing-mark-drawn")
    assert missing.guards == ("completes_a_line is never True", "fills_the_board is never True")
    assert summary(found.coverage) == "1 of 3 phases, 1 of 3 rows, 4 of 6 guard outcomes"


def test_an_accepted_defect_says_so() -> None:
    (defect,) = explore(discard, settings=SMALL, limit=50).defects

    assert (defect.kind, defect.name) == ("missing_legal_move", "change_settings")
    assert "clamped" in defect.accepted


def test_an_acceptance_that_a_complete_exploration_does_not_need_is_a_finding() -> None:
    class Generous(TicTacToe):
        accepts: Any = (*TicTacToe.accepts, ("missing_legal_move", "mark", "There may be more."))

    generous = Engine(Generous, moves=(Mark,), new=new_board)
    whole = explore(generous)

    assert [f.check for f in needless_acceptances(generous.chart, [whole])] == ["idle_acceptance"]
    assert needless_acceptances(generous.chart, [explore(generous, limit=5)]) == ()
    assert needless_acceptances(tictactoe.chart, [whole]) == ()


def test_settings_reach_the_game_and_a_game_without_chance_needs_no_seed() -> None:
    found = explore(tictactoe, seed=9, settings={"squares": "xoxoxo..."})

    assert (found.snapshots, found.depth) == (8, 3), "two wins at once; or the middle, two answers, a win after each"
    assert found.coverage.phases["won"] == 4


def test_unknown_settings_and_limits_are_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="no setting 'colour'; it has squares"):
        explore(tictactoe, settings={"colour": "red"})
    with pytest.raises(PhasebookError, match="at least 1"):
        explore(tictactoe, limit=0)


def test_results_are_json() -> None:
    found = explore(discard, settings=SMALL, limit=50)

    assert msgspec.json.decode(msgspec.json.encode(found))["defects"][0]["kind"] == "missing_legal_move"


def test_the_market_is_explored_without_an_unexpected_defect() -> None:
    """Its diary grows for ever, so the limit is reached; its payments are all legal, none is missing."""
    found = explore(market, limit=2_000)

    assert found.defects == ()
    assert not found.complete


def test_nothing_that_follows_from_a_broken_invariant_is_visited() -> None:
    def has_no_centre(snapshot: Snapshot[Board]) -> bool:
        return snapshot.game.squares[4] == "."

    found = explore(Engine(TicTacToe, moves=(Mark,), new=new_board, invariants=(has_no_centre,)))
    wanted = plain_search(tictactoe, tictactoe.start(), 5_478, leads_on=has_no_centre)

    assert found.snapshots == len(wanted) < 5_478


# The chart under the settings met


def test_rows_that_come_into_force_during_the_game_are_covered() -> None:
    found = explore(evening)

    assert found.chart == evening.chart, "no row is left out"
    assert found.coverage.rows == {"room-press-room": 2, "room-read-bed": 1}
    assert found.coverage.phases == {"room": 2, "bed": 1}


@pytest.mark.parametrize(("is_on", "row"), [(True, "room-read-bed"), (False, "room-sleep-bed")])
def test_rows_that_no_setting_met_has_are_not_expected(is_on: bool, row: str) -> None:
    found = explore(night, settings={"is_on": is_on})

    assert [one.id for one in found.chart.rows] == [row]
    assert found.coverage.rows == {row: 1}


def test_settings_that_cannot_be_looked_up_by_are_refused() -> None:
    with pytest.raises(SettingsError, match="must be hashable"):
        explore(night, settings={"is_on": []})


# What waits


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (2, 0), (3, 0)])
def test_all_but_other_orders_of_choices_are_found_where_seats_choose_and_phases_are_called(
    players: int, rounds: int
) -> None:
    """A plain search follows every order, so it finds more; what it finds besides are choices out of order."""
    found = explore(fair, settings={"players": players, "rounds": rounds}, thorough=True)
    everything = plain_search(fair, fair.start(seed=0, players=players, rounds=rounds), 1_000_000)
    in_order = [one for one in everything if is_begun_in_order(one)]

    assert found.complete
    assert found.defects == ()
    assert found.snapshots == len(in_order) < len(everything)
    assert found.coverage.phases["playing.question.asked"] == sum(one.phase.endswith("asked") for one in everything)
    assert {len(one.back) for one in everything} == {0, 1, 2}
    assert not unreached(found.coverage) or rounds == 0


def is_begun_in_order(snapshot: Snapshot[Stall]) -> bool:
    """Whether those who have chosen are the first of the seats."""
    chosen = tuple(move.seat for move in snapshot.chosen)
    return chosen == seats(snapshot.game)[: len(chosen)]


def test_the_same_game_is_another_snapshot_with_other_callers() -> None:
    """A question after a question, and a question about a question: only the callers tell them apart."""
    everything = plain_search(fair, fair.start(seed=0, players=2, rounds=0), 1_000_000)
    asking = {one.game for one in everything if one.phase.endswith("asked")}

    assert sum(one.phase.endswith("asked") for one in everything) > len(asking)


def test_a_defect_behind_choices_and_calls_comes_with_a_log_that_leads_there() -> None:
    def nobody_asks_twice(snapshot: Snapshot[Stall]) -> bool:
        return len(snapshot.back) < 2

    engine = Engine(fair.flow, moves=fair.moves, new=fair.new, invariants=(nobody_asks_twice,))
    (defect,) = explore(engine, settings={"players": 2, "rounds": 0}).defects

    assert [type(move).__name__ for move in defect.moves] == ["Bid", "Bid", "Ask", "Ask"]
    assert defect.rows[-1] == "playing.question.asked-ask-playing.question"
    assert len(Session.replay(fair, defect.log).snapshot.back) == 2


def test_perft_counts_choices_in_every_order() -> None:
    """Sequences are what it counts: two seats with three bids each, then the bidder may concede at any time."""
    start = fair.start(seed=0, players=2, rounds=0)

    assert perft(fair, start, 1) == 2 * 3 + 1
    assert perft(fair, start, 2) == 2 * 3 * (3 + 1)
    assert Bid(0, 0) in fair.legal_moves(start)
