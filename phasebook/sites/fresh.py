"""Flows as they are now: loaded by a process of its own, unless none of their files has changed since."""

import pickle
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from phasebook.intact import HOME
from phasebook.sites.loading import Errand, Loaded
from phasebook.sites.shelf import Shelf

if TYPE_CHECKING:
    from diagrams.diagram import Diagram

PATIENCE = 120.0
"""Seconds after which loading a flow counts as hung."""

PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from phasebook.sites.loading import main; main()"
"""The same modules are found as here. With -B, because a compiled file beside a source would wake a watching server."""


def fresh(errand: Errand, shelf: Shelf, folders: Iterable[str] = ()) -> Loaded:
    """The flow as its files are now; modules are found in these folders, too."""
    path = [*sys.path, *folders]
    key = f"flow-{digest(errand.flow, *sum(errand.options.items(), ()), errand.folder, str(Path.cwd()), *path)}"
    before, kept = taken(shelf, key)
    if kept is not None and before == state(kept.files):
        return Loaded(*kept)
    loaded = sent(errand, path)
    if loaded.diagram is not None:
        shelf[key] = pickle.dumps((state(loaded.files), loaded))
    return loaded


def sent(errand: Errand, path: list[str]) -> Loaded:
    """What the process brings back; if it does not come back, why."""
    command = [sys.executable, "-B", "-c", PROGRAM, *path]
    try:
        done = subprocess.run(
            command, input=msgspec.json.encode(errand), capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return Loaded(None, f"{errand.flow!r} cannot be loaded: it takes more than {PATIENCE:g} seconds.", ())
    except OSError as error:
        return Loaded(None, f"{errand.flow!r} cannot be loaded: Python cannot be started ({error.strerror}).", ())
    try:
        answer: Loaded = pickle.loads(done.stdout)
    except Exception:  # half an answer is none, however it was cut
        words = done.stderr.decode(errors="replace").strip().rpartition("\n")[2].rstrip(".")
        end = f"exit code {done.returncode}{': ' * bool(words)}{words[:200]}"
        return Loaded(None, f"{errand.flow!r} cannot be loaded: its code has ended Python ({end}).", ())
    return answer


def drawn(diagram: "Diagram", kind: str, slot: str, shelf: Shelf) -> bytes:
    """The picture as `inline`, `svg`, `png` or `pdf`, drawn only if it looks different from the one in its slot.

    The slot is also what ids of an inline picture begin with.
    """
    look = digest(edition(), diagram.stamp, diagram.json, diagram.chart.title, diagram.scene.subtitle)
    key = f"{kind}-{slot}"
    before, kept = taken(shelf, key)
    if before == look:
        return bytes(kept)
    picture = diagram.svg(prefix=slot, inline=True).encode() if kind == "inline" else diagram.render(kind)
    shelf[key] = pickle.dumps((look, picture))
    return picture


# What has changed


def taken(shelf: Shelf, key: str) -> tuple[str, Any]:
    """What was put on a shelf and how things were then; what cannot be read was never there."""
    try:
        before, kept = pickle.loads(shelf.get(key) or b"")
    except Exception:
        return "", None
    return before, kept


def state(files: Iterable[str]) -> str:
    """What is in these files now, and in Phasebook itself."""
    return digest(edition(), *(part for file in files for part in (file, content(file))))


def content(file: str) -> str:
    """What is in a file, in short; nothing if it is gone."""
    try:
        return blake2b(Path(file).read_bytes(), digest_size=16).hexdigest()
    except OSError:
        return ""


def digest(*parts: str) -> str:
    """Texts in short."""
    return blake2b("\0".join(parts).encode(errors="surrogatepass"), digest_size=12).hexdigest()


@cache
def edition() -> str:
    """Which Phasebook this is. While somebody works on it, each change makes another one."""
    files = sorted(path for package in ("phasebook", "fsm", "diagrams") for path in (HOME / package).rglob("*.py"))
    status = ((path, path.stat()) for path in files)
    return digest(*(f"{path} {found.st_size} {found.st_mtime_ns}" for path, found in status))
