"""The chart as a networkx graph."""

import subprocess
import sys

from fsm import read
from fsm.checking.graph import graph
from games.discard import DiscardTurn
from tests.fsm.samples import Market


def test_nodes_are_the_leaves_with_their_facts() -> None:
    made = graph(read(DiscardTurn))

    assert list(made) == [leaf.path for leaf in read(DiscardTurn).leaves]
    assert made.nodes["drawing"] == {"name": "Draw Phase", "parent": None, "initial": True, "final": False}
    assert made.graph == {"name": "DiscardTurn", "title": "Draw a hand, discard down, end the turn."}


def test_a_row_of_a_compound_phase_leaves_each_leaf_inside() -> None:
    made = graph(read(Market))
    edges = {(source, target) for source, target, key in made.edges(keys=True) if key == "shop-leave-street"}

    assert edges == {("shop.looking", "street"), ("shop.paying", "street")}


def test_a_row_that_ends_at_a_compound_phase_lands_in_its_initial_leaf() -> None:
    assert graph(read(Market)).has_edge("street", "shop.looking", key="street-enter-shop")


def test_a_row_that_stays_is_a_loop_at_every_leaf() -> None:
    made = graph(read(Market))
    loops = {source for source, target, key in made.edges(keys=True) if key == "shop-grin-shop" and source == target}

    assert loops == {"shop.looking", "shop.paying"}


def test_every_row_is_an_edge_and_knows_its_event_and_guards() -> None:
    chart = read(DiscardTurn)
    edges = graph(chart).edges(keys=True, data=True)

    assert {key: (facts["event"], facts["guards"]) for _, _, key, facts in edges} == {
        row.id: (row.event, row.guards) for row in chart.rows
    }


def test_importing_the_module_does_not_import_networkx() -> None:
    program = "import sys, fsm.checking.graph, fsm.lint, fsm.explore, fsm.simulate; sys.exit('networkx' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
