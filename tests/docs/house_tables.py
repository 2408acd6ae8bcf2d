"""The tables of the page about the architecture: made from docstrings and imports."""

import ast
import re
from pathlib import Path

from tests.docs.pages import ROOT
from tests.fsm.compiler import drinks
from tests.test_tidy import FLOORS, PACKAGES, SOURCES, packages_in, tree_of


def sentence_of(path: Path) -> str:
    """What a module says of itself, without the word that others may not import it: the table has that already."""
    text = " ".join((ast.get_docstring(tree_of(path)) or "").partition("\n\n")[0].split())
    first = re.split(r"(?<=\.) ", text)[0]
    plain = re.sub(r"^Private(?: \w+)?(?: (?:of|for) [^:]*)?: ", "", first).rstrip(".:")
    return f"{plain[0].upper()}{plain[1:]}"


def place_of(package: str, name: str) -> tuple[str, Path]:
    """A door is a file, and a room is a folder."""
    door = ROOT / package / f"{name}.py"
    if door.exists():
        return f"{name}.py", door
    return f"{name}/", ROOT / package / name / "__init__.py"


def imports_of(package: str) -> list[str]:
    """The packages of ours that one really imports, in the order of the house."""
    taken = {name for path in SOURCES if path.relative_to(ROOT).parts[0] == package for name in packages_in(path)}
    return [name for name in PACKAGES if name in taken and name != package]


def packages() -> str:
    """Every package, and which of the others it imports."""
    rows = (
        f"| `{name}` | {sentence_of(ROOT / name / '__init__.py')} | "
        f"{', '.join(f'`{other}`' for other in imports_of(name)) or 'none'} |"
        for name in PACKAGES
    )
    return "\n".join(["| package | what it is | imports of ours |", "|---|---|---|", *rows])


def floors(package: str) -> str:
    """Doors and rooms of a package, from the ground up."""
    lines = [f"| floor | in `{package}` | holds |", "|---|---|---|"]
    for number, names in enumerate(FLOORS[package], 1):
        places = [place_of(package, name) for name in names]
        lines += [f"| {number} | `{place}` | {sentence_of(path)} |" for place, path in places]
    return "\n".join(lines)


def rooms_of_phasebook() -> str:
    """What stands around the engine and the pictures."""
    found = sorted((ROOT / "phasebook").glob("*/__init__.py"))
    rows = (f"| `{path.parent.name}/` | {sentence_of(path)} |" for path in found)
    return "\n".join(["| in `phasebook` | holds |", "|---|---|", *rows])


def generated_code() -> str:
    """What `step` runs for one event of the example that the compiler explains itself with."""
    source = drinks.engine._program.source
    (written,) = re.findall(r"^    def \w+\(snapshot, move\):  # step ready pay\n(?:^ {8}.*\n)+", source, re.MULTILINE)
    lines = [line.removeprefix("    ") for line in written.splitlines()]
    return "\n".join(["```python", *lines, "```"])
