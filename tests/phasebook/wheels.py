"""Distributions for tests: ours, built as it is published, and small foreign ones."""

import hashlib
import subprocess
import sys
import venv
from base64 import urlsafe_b64encode
from collections.abc import Mapping
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


class Environment:
    """A fresh environment, into which things are installed. What Phasebook needs is borrowed from ours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder / "env", symlinks=True)
        self.packages = next((folder / "env" / "lib").glob("python*/site-packages"))
        (self.packages / "borrowed.pth").write_text(LIBRARIES)

    def install(self, *wheels: Path) -> None:
        self.pip("install", "--no-index", "--no-deps", "--force-reinstall", *map(str, wheels))

    def uninstall(self, name: str) -> None:
        self.pip("uninstall", "--yes", name)

    def pip(self, *arguments: str) -> None:
        python = str(self.folder / "env" / "bin" / "python")
        subprocess.run(
            [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", *arguments],
            capture_output=True,
            check=True,
        )

    def run(self, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run a program of the environment, in a folder with nothing of ours in it."""
        command = [str(self.folder / "env" / "bin" / program), *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
