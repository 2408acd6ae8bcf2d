"""The page that most tests of the explorer look at: the discard turn, where it begins."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from diagrams.diagram import Diagram
from games.discard import engine as discard
from tests.diagrams.explorer.visits import Visit, saved, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the page is."""
    return saved(tmp_path_factory.mktemp("discard"), Diagram(discard))


@pytest.fixture
def here(browser: "Browser", address: str) -> Iterator[Visit]:
    """The page in a browser."""
    with visit(browser, address) as found:
        yield found
