"""What is printed of a simulation and of a comparison."""

import pytest

from fsm.simulate import compare, simulate
from phasebook.cli.statistics import MOST_LINES, print_comparison, print_counts, print_text, words
from tests.fsm.coin import engine as coin
from tests.fsm.tictactoe import engine as tictactoe


def test_a_game_without_seats_prints_nothing_about_seats(capsys: pytest.CaptureFixture[str]) -> None:
    print_text(simulate(tictactoe, 20), 1.0, "")
    out = capsys.readouterr().out

    assert "wins, with" not in out
    assert "acts first" not in out
    assert "x wins" in out


def test_of_many_things_the_most_frequent_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    print_counts("things", {f"thing {number}": 100 - number for number in range(MOST_LINES + 3)})
    out = capsys.readouterr().out

    assert out.count("\n") == 1 + MOST_LINES + 1
    assert out.endswith("  and 3 more; --json gives all\n")


def test_every_difference_has_a_line_and_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    found = compare(coin, 20, second={"settings": {"preset": "crooked"}})
    print_comparison(found, 1.0, "")
    out = capsys.readouterr().out

    assert all(f"\n{one.measure}: " in out and f"\n  {one.sentence}\n" in out for one in found.differences)


def test_nothing_has_no_spread() -> None:
    assert words(None) == "none"
