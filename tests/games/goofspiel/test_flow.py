"""The chart: a round that is played once for every prize."""

from pathlib import Path

import games.goofspiel
from fsm.chart import Gather
from games.goofspiel import engine


def test_the_boxes_have_the_names_of_the_flowchart() -> None:
    names = {phase.path: phase.name for phase in engine.chart.phases}

    assert names == {
        "round": "Round",
        "round.bidding": "Secret bids",
        "round.comparing": "Open bids",
        "round.over": "Round over",
        "game_over": "Game over",
    }


def test_bids_are_gathered_and_cannot_be_changed() -> None:
    (bid,) = [row for row in engine.chart.rows if row.event == "bid"]

    assert bid.gathers == Gather("players", again=False)
    assert [guard.name for guard in bid.guards] == ["is_among_players", "has_not_chosen", "card_is_held"]


def test_the_end_of_a_round_leads_to_the_next_or_to_the_end_of_the_game() -> None:
    ends = [(row.target, [guard.name for guard in row.guards]) for row in engine.chart.rows if row.done]

    assert ends == [("round", ["prizes_are_left"]), ("game_over", [])]


def test_only_one_kind_of_tie_is_left_when_settings_are_decided() -> None:
    rows = {
        carried: {
            row.effects[0].name for row in engine.chart_for(game.settings).rows if row.source == "round.comparing"
        }
        for carried in (True, False)
        for game in [engine.start(seed=0, carry_over=carried).game]
    }

    assert rows == {True: {"award_prizes", "carry_prizes_over"}, False: {"award_prizes", "discard_prizes"}}


def test_only_players_wait_to_be_asked() -> None:
    """Between two moves a game is in `bidding`, or it is over."""
    assert [leaf.path for leaf in engine.chart.leaves if engine.chart.events_at(leaf.path)] == ["round.bidding"]


def test_the_game_to_copy_from_stays_small() -> None:
    files = [path for path in Path(games.goofspiel.__file__).parent.glob("*.py") if path.name != "text.py"]  # optional

    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 335
