"""The site, built once for all tests that look at it, also when several processes share them."""

import fcntl
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.pages import ROOT


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the pages."""
    if not all(map(find_spec, ("mkdocs", "material", "mkdocstrings"))):
        pytest.skip("MkDocs is not installed: pip install '.[docs]'")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, done = shared / "site", shared / "site.done"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # it ends with the file
        if not done.exists():
            build(folder)
            done.touch()
    return folder


def build(folder: Path) -> None:
    """Build it as `make docs` does; a warning is an error."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
