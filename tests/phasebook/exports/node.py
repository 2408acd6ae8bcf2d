"""Programs of the Node world that read what we export: TypeScript, XState. Where they are missing, tests skip."""

import shutil
import subprocess
from pathlib import Path

from tests.diagrams.tools import MODULES, PATIENCE, ROOT, found_or_skipped

SCRIPTS = ROOT / "tests" / "node"
STRICT = (
    "--strict --exactOptionalPropertyTypes --noUnusedLocals --noImplicitReturns --skipLibCheck --pretty false "
    "--target es2022 --module esnext --moduleResolution bundler --lib es2022"
)


def need(package: str) -> Path:
    """Skip a test where Node or one of its packages is missing; otherwise, the folder with all packages."""
    there = shutil.which("node") and (MODULES / package).exists()
    found_or_skipped(there, f"{package} is not installed: make build/node/ready")
    return MODULES


def complaints_of_tsc(folder: Path, *files: str, into: Path | None = None) -> str:
    """What TypeScript's own compiler has to say, in its strictest mode; it may also write JavaScript into a folder."""
    need("typescript")
    output = ["--noEmit"] if into is None else ["--outDir", str(into)]
    command = ["node", str(MODULES / "typescript" / "bin" / "tsc"), *STRICT.split(), *output, *files]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode == 0) == (done.stdout == ""), done.stderr
    return done.stdout


def run_script(script: str, *arguments: str) -> str:
    """What a script of ours prints; it must not fail."""
    command = ["node", str(SCRIPTS / script), str(MODULES), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
