"""The hook for other repositories, run by pre-commit itself in a repository of a test's own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tests.phasebook.syncing.scratch import FLOW

CONFIG = """
repos:
  - repo: {repository}
    rev: {revision}
    hooks:
      - id: phasebook-docs-check
        language: {language}
"""
HOOKS = ".pre-commit-hooks.yaml"
PAGE = "# Shop\n\n<!-- phasebook: diagram shop:Checkout file=shop.svg -->\n<!-- /phasebook -->\n"


class Hooked:
    """A repository that has the hook."""

    def __init__(self, folder: Path, hooks: Path, language: str) -> None:
        self.folder = folder / "shop"
        self.folder.mkdir()
        command = folder / "bin" / "phasebook"
        command.parent.mkdir()
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m phasebook "$@"\n')
        command.chmod(0o755)
        self.environment = os.environ | {
            "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
            "PRE_COMMIT_HOME": str(folder / "home"),
            "PYTHONPATH": str(ROOT) if language == "system" else "",
        }
        self.git("init", "-q")
        self.write(".pre-commit-config.yaml", CONFIG.format(
            repository=hooks, revision=committed(hooks), language=language
        ))  # fmt: skip
        self.write("phasebook.toml", '[docs]\npages = ["README.md"]\n')

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)
        self.git("add", "--all")

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self.folder, check=True, capture_output=True)

    def sync(self) -> None:
        done = subprocess.run([sys.executable, "-m", "phasebook", "docs", "sync"], cwd=self.folder, check=True,
                              capture_output=True, env=self.environment | {"PYTHONPATH": str(ROOT)})  # fmt: skip
        assert done.stdout.startswith(b"wrote README.md\n")
        self.git("add", "--all")

    def hook(self) -> tuple[int, str]:
        done = subprocess.run([sys.executable, "-m", "pre_commit", "run"], cwd=self.folder, check=False, text=True,
                              capture_output=True, env=self.environment)  # fmt: skip
        return done.returncode, done.stdout + done.stderr


def committed(folder: Path) -> str:
    """Commit everything in a folder."""
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for line in (["init", "-q"], ["add", "--all"], [*who, "commit", "-q", "-m", "x"]):
        subprocess.run(["git", *line], cwd=folder, check=True, capture_output=True)
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def checked_by_the_hook(shop: Hooked) -> None:
    """Fresh, stale, broken, and fresh again."""
    shop.write("shop.py", FLOW.format(name="Checkout", title="Pay.", paid="Paid"))
    shop.write("README.md", PAGE)
    shop.sync()
    code, said = shop.hook()
    assert (code, "Passed" in said) == (0, True), said

    shop.write("shop.py", FLOW.format(name="Checkout", title="Pay.", paid="Delivered"))
    before = {path.name: path.read_bytes() for path in shop.folder.iterdir() if path.is_file()}
    code, said = shop.hook()
    assert code == 1
    assert "- exit code: 1" in said
    assert "+From Basket, pay leads to Delivered." in said
    assert "To repair: phasebook docs sync" in said
    assert "files were modified" not in said
    assert {path.name: path.read_bytes() for path in shop.folder.iterdir() if path.is_file()} == before

    shop.write("shop.py", "import nothing_of_this_name")
    code, said = shop.hook()
    assert code == 1
    assert "- exit code: 2" in said
    assert "phasebook: README.md:3: 'shop:Checkout' cannot be loaded: ModuleNotFoundError" in said
    assert "Traceback" not in said


@pytest.fixture
def needs_hooks() -> None:
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    if shutil.which("git") is None:
        pytest.skip("git is not installed")


@pytest.mark.usefixtures("needs_hooks")
def test_the_hook_uses_the_environment_of_its_repository(tmp_path: Path) -> None:
    (tmp_path / "hooks").mkdir()
    shutil.copy(ROOT / HOOKS, tmp_path / "hooks")

    checked_by_the_hook(Hooked(tmp_path, tmp_path / "hooks", "system"))


@pytest.mark.soak
@pytest.mark.usefixtures("needs_hooks")
def test_the_hook_brings_an_environment_of_its_own(tmp_path: Path) -> None:
    """It installs Phasebook and what that needs, so it takes the network and a minute."""
    for name in ("phasebook", "fsm", "diagrams", "games"):
        shutil.copytree(ROOT / name, tmp_path / "hooks" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (HOOKS, "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / "hooks")

    checked_by_the_hook(Hooked(tmp_path, tmp_path / "hooks", "python"))
