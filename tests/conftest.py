"""What all tests share: the options that admit long runs and forbid skipping, and patience with slow machines."""

import asyncio
import signal
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import HealthCheck, settings

from tests import browser as browsers

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A busy machine is no defect.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


LONG = (
    "tests/diagrams/explorer",
    "tests/diagrams/formats/test_clearing.py",
    "tests/diagrams/formats/test_notebook.py",
    "tests/diagrams/test_*.py",
    "tests/docs",
    "tests/fsm/running/test_reasons.py",
    "tests/fsm/test_agreement.py",
    "tests/fsm/test_differential.py",
    "tests/fsm/test_native.py",
    "tests/fsm/test_reference.py",
    "tests/games/*/test_invariants.py",
    "tests/games/*/test_play.py",
    "tests/games/*/test_redealing.py",
    "tests/games/test_*.py",
    "tests/phasebook/sites/test_themes.py",
    "tests/phasebook/test_*.py",
    "tests/scxml",
    "tests/test_*.py",
)
"""Where tests play or draw for long what shorter ones have reached: to count their lines would triple their time.

Single tests that do so elsewhere have the mark `long`.
"""


COUNTS = pytest.StashKey[bool]()
"""Whether coverage counts what a test reaches."""


@contextmanager
def uncounted() -> Iterator[None]:
    """Let coverage count nothing. Under xdist, the mark `no_cover` of pytest-cov leaves another tracer at work."""
    here, in_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(cast("Any", None))
    try:
        yield
    finally:
        sys.settrace(here)
        threading.settrace(cast("Any", in_threads))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the long tests too")
    parser.addoption(
        "--no-skips", action="store_true", help="a skipped test is a failure: everything is installed here"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: takes minutes to hours; runs only with --soak")
    config.addinivalue_line("markers", "long: reaches at length what shorter tests reach; coverage does not count it")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = {path for pattern in LONG for path in config.rootpath.glob(pattern)}
    for item in items:
        item.stash[COUNTS] = item.get_closest_marker("long") is None and long.isdisjoint((item.path, item.path.parent))
    if config.getoption("--soak"):
        return
    kept = [item for item in items if "soak" not in item.keywords]
    config.hook.pytest_deselected(items=[item for item in items if "soak" in item.keywords])
    items[:] = kept


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not session.config.getoption("--no-skips"):
        return
    for report in reporter.stats.get("skipped", ()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.write_line(f"\nskipped, and must not be here: {report.nodeid}: {report.longrepr[-1]}", red=True)


@pytest.fixture
def hears_interrupts() -> Iterator[None]:
    """Ctrl-C as in a terminal; where tests run in the background, it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


# Playwright leaves its event loop running, as far as asyncio knows, and no test could run one of its own after it. So
# the loop is put away between tests that need the browser, and taken out again for what closes it in the end.

LOOPS: list[asyncio.AbstractEventLoop | None] = [None]


def take_out_loop() -> None:
    asyncio._set_running_loop(LOOPS[0] or asyncio._get_running_loop())


def put_loop_away() -> None:
    LOOPS[0] = asyncio._get_running_loop() or LOOPS[0]
    asyncio._set_running_loop(None)


def needs_browser(item: pytest.Item) -> bool:
    """Whether it is in a file with tests that do: what they share may be closed after any of them."""
    return item.path in WITH_BROWSER


WITH_BROWSER: set[Path] = set()


def pytest_collection_finish(session: pytest.Session) -> None:
    WITH_BROWSER.update(item.path for item in session.items if "browser" in getattr(item, "fixturenames", ()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    if needs_browser(item):
        take_out_loop()
    try:
        with nullcontext() if item.stash[COUNTS] else uncounted():
            return (yield)
    finally:
        put_loop_away()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """The system's Chromium, one for all tests of a process."""
    if lack := browsers.missing():
        pytest.skip(lack)
    with browsers.opened() as found:
        yield found
        take_out_loop()
