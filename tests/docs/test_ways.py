"""The flows that the documentation draws to explain Phasebook are sound themselves."""

import pytest

from phasebook import Flow, lint
from tests.docs import ways
from tests.docs.pages import DOCS

FLOWS = [ways.OneDefinition, ways.WayOfAMove, ways.WayOfAPicture]


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: str(flow.__name__))
def test_a_drawn_way_has_no_finding(flow: type[Flow]) -> None:
    assert lint(flow) == ()


def test_every_way_is_drawn_somewhere() -> None:
    pages = "".join(path.read_text("utf-8") for path in DOCS.glob("*.md"))

    assert all(f"tests.docs.ways:{flow.__name__} " in pages for flow in FLOWS)
