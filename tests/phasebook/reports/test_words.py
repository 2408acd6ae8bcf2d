"""What was found, in sentences."""

from fsm.simulate import Mean, compare, simulate
from phasebook.reports.words import comparison_sentences, quantity, sentences
from tests.fsm.coin import engine as coin
from tests.fsm.race import engine as race


def test_a_simulation_is_said_in_short() -> None:
    said = list(sentences(simulate(coin, 200, seed=1, settings={"preset": "crooked"})))

    assert said[0] == "200 games were played, with 200 moves."
    assert said[1] == "A game has 1.000 (1.000 to 1.000) moves."
    assert said[2].startswith("The most frequent ending, in ")
    assert said[3].startswith("The seat that acts first wins ")
    assert said[3].endswith("; 50.0% would be fair: clear of chance, an advantage.")


def test_a_drawback_is_called_one_and_chance_is_called_chance() -> None:
    drawback = list(sentences(simulate(coin, 200, settings={"odds": 20})))[-1]
    fair = list(sentences(simulate(coin, 200)))[-1]

    assert drawback.endswith("clear of chance, a drawback.")
    assert fair.endswith("not clear of chance.")


def test_failures_are_said() -> None:
    said = list(sentences(simulate(race, 5, settings={"trouble": "stuck"})))

    assert said[-1].startswith("5 games are stuck or broken. The first: game 0, stuck in running after ")


def test_a_comparison_says_how_many_lines_chance_would_call_clear() -> None:
    said = list(comparison_sentences(compare(coin, 20, second={"policy": "first"})))

    assert said == [
        "20 games were played on each side, game by game with the same seed.",
        "0 of 7 differences are clear of chance.",
        "Of 20 lines without any true difference, one is called clear by chance.",
    ]


def test_a_quantity_has_its_interval_where_there_is_one() -> None:
    assert quantity(Mean(5, 12.345, 11.0, 13.0)) == "12.35 (11.00 to 13.00)"
    assert quantity(Mean(5, 0.5, -0.5, 1.5)) == "0.500 (-0.500 to 1.500)"
    assert quantity(Mean(1, 3.0, None, None)) == "3.000"
