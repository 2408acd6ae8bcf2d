"""Tables: one definition of what is found, with every number that was counted."""

from typing import Any

from fsm.simulate import Comparison, Simulation, Table, compare, simulate, tables
from tests.fsm.coin import engine as coin
from tests.fsm.fair import fair
from tests.fsm.race import engine as race


def pairs(table: Table) -> dict[Any, Any]:
    """The first two columns."""
    return {row[0]: row[1] for row in table.rows}


def by_name(found: Simulation | Comparison) -> dict[str, Table]:
    return {table.name: table for table in tables(found)}


def test_rows_are_as_wide_as_their_columns_and_no_table_is_empty() -> None:
    for found in (simulate(coin, 20), simulate(race, 20, policy="reckless", seats={0: "first"}), simulate(fair, 5)):
        for table in tables(found):
            assert table.rows
            assert {len(row) for row in table.rows} == {len(table.columns)}
            assert table.name.isidentifier()


def test_every_count_of_a_simulation_is_in_a_table() -> None:
    found = simulate(coin, 60, seed=1, settings={"edges": 20}, policy="reckless")
    made = by_name(found)

    assert [row[:3] for row in made["wins"].rows] == [(seat, 60, found.wins[seat]) for seat in ("0", "1")]
    assert pairs(made["outcomes"]) == found.sentences
    assert pairs(made["outcomes_counted"]) == found.outcomes
    assert pairs(made["lengths"]) == found.lengths
    assert pairs(made["branching"]) == found.branching
    assert {row[:2]: row[2] for row in made["scores_counted"].rows} == {
        (owner, value): games for owner, counted in found.scores.items() for value, games in counted.items()
    }
    assert pairs(made["phases"]) == found.decisions
    assert pairs(made["rows"]) == found.coverage.rows
    assert set(made) == {
        "wins", "first_player", "returns", "scores", "outcomes", "endings", "sizes", "phases", "lengths", "branching",
        "returns_counted", "scores_counted", "outcomes_counted", "rows", "guards",
    } | ({"refusals"} if found.refusals else set())  # fmt: skip


def test_decisions_of_one_game_hang_together_so_they_have_no_interval() -> None:
    sizes = {row[0]: row for row in by_name(simulate(race, 40))["sizes"].rows}

    assert sizes["legal moves a decision"][3:5] == (None, None)
    assert None not in sizes["moves a game"]


def test_a_comparison_has_its_differences_and_the_tables_of_both_sides() -> None:
    found = compare(coin, 30, second={"settings": {"preset": "crooked"}})
    made = by_name(found)
    sides = {name.partition("_")[0] for name in made}

    assert sides == {"differences", "first", "second"}
    assert [row[0] for row in made["differences"].rows] == [one.measure for one in found.differences]
    assert made["second_wins"].rows == by_name(found.second)["wins"].rows
    assert made["second_wins"].title.endswith("(second side)")
