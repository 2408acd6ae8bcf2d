"""The plots of a simulation: those that have something to show."""

from fsm.simulate import compare, simulate
from phasebook.reports.pictures import plots
from tests.fsm.coin import engine as coin
from tests.fsm.tictactoe import engine as tictactoe


def test_a_simulation_has_a_plot_of_all_that_it_knows() -> None:
    found = plots(simulate(coin, 20))

    assert list(found) == ["wins", "scores", "outcomes", "lengths", "branching", "phases"]
    assert "share of games won, with 95 % intervals" in found["wins"]
    assert list(plots(simulate(tictactoe, 20))) == ["outcomes", "lengths", "branching", "phases"]


def test_a_comparison_has_those_of_both_sides_and_the_difference_in_wins() -> None:
    found = plots(compare(coin, 20, second={"settings": {"preset": "crooked"}}), inline=True)

    assert next(iter(found)) == "differences"
    assert "no difference" in found["differences"]
    assert {"first_wins", "second_wins", "first_lengths", "second_lengths"} <= set(found)
    assert "Wins by seat (second side)" in found["second_wins"]
    assert not any("<style" in svg for svg in found.values())
