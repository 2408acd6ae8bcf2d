"""Writes the files of a new game: those in `files/`, with its name in them."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from diagrams.files import made_folder, write
from fsm.catalogue import registered
from fsm.errors import PhasebookError

FILES = Path(__file__).parent / "files"
ENDING = ".txt"
"""What the files are called here: nobody shall take them for code of ours."""


def check_name(name: str) -> None:
    """Refuse what cannot be the name of a package, or would hide another one."""
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise PhasebookError(f"{name!r} is no name for a package; use small letters, digits and _, such as high_card.")
    module = name in ("tests", "phasebook") or name in sys.stdlib_module_names or find_spec(name) is not None
    if module or name in registered():
        what = "module" if module else "flow"
        raise PhasebookError(f"There is a {what} called {name!r} already, which yours would hide; choose another name.")


def words_for(name: str) -> dict[str, str]:
    """What stands in the files for a name."""
    words = [word for word in name.split("_") if word]
    camel = "".join(word.capitalize() for word in words)
    return {
        "name": name,
        "Name": f"{camel}Game" if stands_in_a_file(camel) else camel,
        "title": " ".join(words).capitalize(),
        "distribution": "-".join(words),
    }


def stands_in_a_file(word: str) -> bool:
    """Whether a word has a meaning in the files already, such as Table."""
    return any(re.search(rf"\b{word}\b", path.read_text("utf-8")) for path in FILES.rglob(f"*{ENDING}"))


def files_for(name: str) -> dict[Path, str]:
    """The files of a game, by their place in its folder."""
    words = words_for(name)
    templates = sorted(path for path in FILES.rglob(f"*{ENDING}"))
    return {place_of(path, name): filled(path.read_text("utf-8"), words) for path in templates}


def filled(text: str, words: dict[str, str]) -> str:
    """A file with the words in it. Other braces are code."""
    return re.sub(r"\{(\w+)\}", lambda found: words.get(found[1], found[0]), text)


def place_of(template: Path, name: str) -> Path:
    """Where a file belongs."""
    place = template.relative_to(FILES).with_suffix("")
    if place.parts[0] == "package":
        return Path(name, *place.parts[1:])
    return Path(".gitignore") if place.name == "gitignore" else place


def start(name: str, folder: Path) -> list[Path]:
    """Write a new game into a folder that is not there yet, or is empty; the files, in order."""
    check_name(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PhasebookError(
            f"There is something at {folder} already; choose another name, or another place with --into."
        )
    with all_or_nothing(folder):
        texts = files_for(name)
        for place, text in texts.items():
            write(made_folder((folder / place).parent) / place.name, text.encode())
        draw(folder)
    return [folder / place for place in texts]


@contextmanager
def all_or_nothing(folder: Path) -> Iterator[None]:
    """Leave a folder as it was, missing or empty, unless all goes well; the same command can then be given again."""
    was_there = folder.exists()
    try:
        yield
    except BaseException:
        for path in folder.iterdir() if was_there else [folder]:
            with suppress(OSError):  # what went wrong first is what is said
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        raise


def draw(folder: Path) -> None:
    """Put the flowchart into the new README. That needs the new package, which must not be imported here."""
    command = [sys.executable, "-m", "phasebook", "docs", "sync"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise PhasebookError(f"The flowchart could not be drawn: {done.stderr.strip().removeprefix('phasebook: ')}")
