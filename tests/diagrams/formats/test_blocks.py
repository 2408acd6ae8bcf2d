"""States in braces, for two languages at once."""

import pytest

from diagrams.diagram import Diagram
from games.discard import DiscardTurn
from tests.diagrams.flows import Contract
from tests.diagrams.special_flows import Auction

both = pytest.mark.parametrize("format", ["mmd", "puml"])


def lines_of(diagram: Diagram, format: str) -> list[str]:
    return diagram.render(format).decode().splitlines()


@both
def test_an_edge_within_a_phase_stands_in_its_block_and_others_in_none(format: str) -> None:
    """These languages move a state into the block in which an edge names it first."""
    edges = [line for line in lines_of(Diagram(Contract), format) if " : " in line and "-->" in line]
    within = [line for line in edges if line.lstrip().startswith("playing_leading --> playing_following")]
    across = [line for line in edges if line.lstrip().startswith("playing_trick_done --> counting")]
    indents = {len(line) - len(line.lstrip()) for line in within} | {len(line) - len(line.lstrip()) for line in across}

    assert len(within) == len(across) == 1
    assert len(indents) == 2


@both
def test_every_state_is_declared_before_an_edge_across_borders_names_it(format: str) -> None:
    lines = lines_of(Diagram(Auction), format)
    last = max(place for place, line in enumerate(lines) if line.lstrip().startswith("state "))
    outer = min(len(line) - len(line.lstrip()) for line in lines if "-->" in line)
    across = [place for place, line in enumerate(lines) if "-->" in line and " : " in line and line[outer] != " "]

    assert across
    assert min(across) > last


@both
def test_what_happens_anywhere_is_a_box_behind_the_others(format: str) -> None:
    lines = [line.strip() for line in lines_of(Diagram(DiscardTurn), format)]
    own = lines.index('state "anywhere here" as discarding_anywhere')

    assert lines.index('state "Ready to Discard" as discarding_ready') < own
    assert lines[own + 1].startswith("discarding_anywhere : ↔ toggle_card")
