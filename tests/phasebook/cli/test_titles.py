"""Titles from source text: the same as those of imported flows, or none at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fsm.catalogue import registered
from phasebook.cli.listing import title_of_imported
from phasebook.cli.titles import title_in_source

FLOW = '''
from fsm import Flow, State

class Shop(Flow):
    """Buy and leave.

    More words.
    """

    browsing, home = State(initial=True), State(final=True)
    leave = browsing.to(home)
'''


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on Python's path, with a flow in a package; importing any of it fails."""
    package = tmp_path / "corner"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('imported')\n")
    (package / "shop.py").write_text(f"raise SystemExit('imported')\n{FLOW}")
    monkeypatch.syspath_prepend(str(tmp_path))
    return package


@pytest.mark.parametrize("name", registered())
def test_a_registered_flow_is_read_as_it_is_imported(name: str) -> None:
    point = registered()[name]

    assert title_in_source(point.module, point.attr) == title_of_imported(name)


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("from corner.shop import Shop", "Shop"),
        ("from corner.shop import Shop as Store", "Store"),
        ("from .shop import Shop", "Shop"),
        ("from fsm import Engine\nfrom .shop import Shop\nengine = Engine(Shop, moves=[])", "engine"),
        ("from phasebook import Engine as E\nfrom corner import Shop\nengine: object = E[int](Shop)", "engine"),
    ],
)
def test_the_flow_is_found_where_it_is_declared(modules: Path, text: str, attribute: str) -> None:
    (modules / "__init__.py").write_text("from .shop import Shop\n")
    (modules / "front.py").write_text(text)

    assert title_in_source("corner.front", attribute) == "Buy and leave."
    assert "corner.shop" not in sys.modules


def test_a_flow_without_words_is_called_by_its_name(modules: Path) -> None:
    (modules / "plain.py").write_text("from fsm.flow import Flow\nclass Plain(Flow): pass\n")

    assert title_in_source("corner.plain", "Plain") == "Plain"


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("", "Shop"),
        ("from corner.shop import *", "Shop"),
        ("from corner.shop import Other", "Other"),
        ("from corner.nowhere import Shop", "Shop"),
        ("from corner.front import Shop", "Shop"),
        ("import corner.shop\nShop = corner.shop.Shop", "Shop"),
        ("if True:\n    from corner.shop import Shop", "Shop"),
        ("from corner.shop import Shop\nShop = decorated(Shop)", "Shop"),
        ("from fsm import Flow\n@changed\nclass Shop(Flow):\n    'Words.'", "Shop"),
        ("from elsewhere import Flow\nclass Shop(Flow):\n    'Words.'", "Shop"),
        ("class Shop:\n    'Words.'", "Shop"),
        ("from elsewhere import Engine\nfrom corner.shop import Shop\nengine = Engine(Shop)", "engine"),
        ("from fsm import Engine\nfrom corner.shop import Shop\nengine = Engine(flow=Shop)", "engine"),
        ("from fsm import Engine\nengine = Engine(make())", "engine"),
        ("engine = None", "engine"),
        ("from corner.shop import Shop", "Shop.inner"),
        ("this is no Python", "Shop"),
        ("x = '\ud800'", "Shop"),
    ],
)
def test_what_the_text_does_not_tell_plainly_has_no_title(modules: Path, text: str, attribute: str) -> None:
    (modules / "front.py").write_bytes(text.encode("utf-8", "surrogatepass"))

    assert title_in_source("corner.front", attribute) is None


@pytest.mark.parametrize("module", ["no_such_module", "corner.no_such_module", "sys", "zlib", "", ".", "corner..shop"])
def test_a_module_without_text_has_no_title(modules: Path, module: str) -> None:
    assert title_in_source(module, "Shop") is None


def test_listing_imports_no_flow_and_nothing_that_runs_one() -> None:
    text = "import sys; from phasebook.cli import main; main(['list']); print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env=os.environ, check=True)
    loaded = set(done.stderr.split())

    assert [line.split()[0] for line in done.stdout.splitlines()] == list(registered())
    assert not loaded & {"statemachine", "msgspec", "asyncio", "fsm.engine", "games"}
