"""Distributions for tests: ours, built as it is published, and small foreign ones."""

import hashlib
import json
import subprocess
import sys
import venv
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
LIBRARIES = next(path for path in sys.path if path.endswith("site-packages"))


def our_wheel(folder: Path) -> Path:
    """Phasebook, built without a network."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    return next(folder.glob("phasebook-*.whl"))


def foreign_wheel(folder: Path, name: str, files: Mapping[str, str]) -> Path:
    """A distribution of somebody else's."""
    info = f"{name}-9.9.dist-info"
    texts = dict(files) | {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 9.9\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [f"{path},sha256={digest(text)},{len(text)}" for path, text in texts.items()]
    wheel = folder / f"{name}-9.9-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for path, text in texts.items():
            archive.writestr(path, text)
        archive.writestr(f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,\n"]))
    return wheel


def digest(text: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


PROBE = """
import contextlib, io, json, sys
from phasebook.cli import main
answers = []
for arguments in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    answers.append([code, out.getvalue(), err.getvalue()])
print(json.dumps(answers))
"""


class Environment:
    """A fresh environment, into which things are installed. What Phasebook needs is borrowed from ours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder / "env", symlinks=True)
        self.packages = next((folder / "env" / "lib").glob("python*/site-packages"))
        (self.packages / "borrowed.pth").write_text(LIBRARIES)

    def install(self, wheel: Path) -> None:
        self.pip("install", "--no-index", "--no-deps", "--no-compile", "--force-reinstall", str(wheel))

    def uninstall(self, name: str) -> None:
        self.pip("uninstall", "--yes", name)

    def pip(self, *arguments: str) -> None:
        done = self.run("python", "-m", "pip", "--disable-pip-version-check", *arguments)
        assert done.returncode == 0, done.stderr

    def unpack(self, wheel: Path) -> None:
        """What installing comes down to, for where it need not be pip that did it."""
        with ZipFile(wheel) as archive:
            archive.extractall(self.packages)

    def run(self, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run a program of the environment, in a folder with nothing of ours in it."""
        command = [str(self.folder / "env" / "bin" / program), *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def command(self, *lines: Sequence[str]) -> list[tuple[int, str, str]]:
        """What the command answers to some lines: exit code, output, errors."""
        done = self.run("python", "-c", PROBE, json.dumps(lines))
        return [(code, out, err) for code, out, err in json.loads(done.stdout)]
