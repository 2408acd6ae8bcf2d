"""A project of a test's own: its files, and what `phasebook docs` says of them."""

import importlib
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from phasebook.cli import main
from phasebook.syncing.config import project_of
from phasebook.syncing.plan import Plan, plan_of

FLOW = '''
from fsm import Flow, State

class {name}(Flow):
    """{title}"""

    basket = State("Basket", initial=True)
    paid = State("{paid}", final=True)
    pay = basket.to(paid)
'''


class Said(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str


class Scratch:
    """A folder with a configuration, pages and flows."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def read(self, name: str) -> str:
        return (self.folder / name).read_bytes().decode()

    def configure(self, pages: str = '["*.md"]', *outputs: str) -> None:
        """Declare pages, and outputs as lines of TOML."""
        tables = [f"[[tool.phasebook.docs.output]]\n{output}\n" for output in outputs]
        self.write("pyproject.toml", "\n".join([f"[tool.phasebook.docs]\npages = {pages}\n", *tables]))

    def flow(self, module: str, name: str = "Checkout", paid: str = "Paid", title: str = "Pay for a basket.") -> None:
        """A flow in a module; the next command reads it anew."""
        self.write(f"{module}.py", FLOW.format(name=name, paid=paid, title=title))
        self.forget()

    def forget(self) -> None:
        """Let Python forget the modules of this folder."""
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None) or "").startswith(str(self.folder)):
                del sys.modules[name]
        importlib.invalidate_caches()

    def docs(self, *arguments: str) -> Said:
        """Run `phasebook docs`."""
        self.capsys.readouterr()
        code = main(["docs", *arguments])
        return Said(code, *self.capsys.readouterr())

    def sync(self, *arguments: str) -> Said:
        """Run `phasebook docs sync`, which must succeed."""
        said = self.docs("sync", *arguments)
        assert (said.code, said.err) == (0, "")
        return said

    def plan(self) -> Plan:
        return plan_of(project_of(self.folder / "pyproject.toml"))

    def contents(self) -> dict[str, bytes]:
        """Every file, but not what Python keeps of modules that it has read."""
        files = (path for path in sorted(self.folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in files}
