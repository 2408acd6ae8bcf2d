"""The house rules, as tests that fail: who imports what, what is public, how long functions are."""

import ast
import re
import sys
import threading
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import median, quantiles

import pytest

from tests.conftest import LONG

ROOT = Path(__file__).parents[1]
PACKAGES = ("phasebook", "fsm", "games", "diagrams")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
PAGES = sorted([*ROOT.glob("[!C]*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "games" / "README.md"])
GAMES = sorted(path.name for path in (ROOT / "games").iterdir() if (path / "__init__.py").exists())

LONGEST_FUNCTION = 40
LONGEST_MODULE = 400
LONGEST_FLOW, WIDEST_FLOW = 60, 110


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def imports(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return found


def packages_in(path: Path) -> set[str]:
    return {module.partition(".")[0] for module in imports(path)}


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    """games -> fsm, diagrams -> fsm, phasebook -> all three, and the engine knows none of them."""
    package = path.relative_to(ROOT).parts[0]
    allowed = set(PACKAGES) if package == "phasebook" else {"fsm", package}

    assert packages_in(path) & {*PACKAGES, "tests"} <= allowed


# Doors and rooms: what is public, what is private, and what builds on what

FLOORS = {
    "fsm": (
        ("errors", "chance", "files", "moves", "snapshot", "settings", "values"),
        ("chart", "flow", "reading", "declaring"),
        ("compiler",),
        ("engine", "session", "saves", "native", "catalogue", "running"),
        ("lint", "explore", "checking"),
        ("simulate", "simulating", "search", "searching"),
        ("testing", "conforming"),
    ),
    "diagrams": (
        ("errors", "options"),
        ("content",),
        ("formats",),
        ("files", "markup", "plots", "plotting", "presets", "raster", "renderers", "stamps", "stylesheet"),
        ("explorer",),
        ("diagram",),
    ),
}
"""Each module imports from its own floor and from those before it. Of the engine: values, declare, compile, run, check,
simulate, and the tests for every flow."""

FLOOR_OF = {
    f"{package}.{name}": number
    for package, floors in FLOORS.items()
    for number, names in enumerate(floors)
    for name in names
}
DOORS = sorted(f"{package}.{path.stem}" for package in FLOORS for path in (ROOT / package).glob("[!_]*.py"))
ROOMS = sorted(f"{package}.{path.parent.name}" for package in FLOORS for path in (ROOT / package).glob("*/__init__.py"))


def part_of(module: str) -> str:
    """The door or room that a module is in: `fsm.checking` for `fsm.checking.walk`."""
    return ".".join(module.split(".")[:2])


def own_part(path: Path) -> str:
    return part_of(".".join(path.relative_to(ROOT).with_suffix("").parts))


def parts_taken(path: Path) -> set[str]:
    """The doors and rooms that a file imports from."""
    return {part_of(module) for module in imports(path)} & {*DOORS, *ROOMS}


def package_of(name: str) -> str:
    return name.partition(".")[0]


def test_every_door_and_room_has_its_place() -> None:
    assert sorted(FLOOR_OF) == sorted([*DOORS, *ROOMS])
    assert all(sum(package_of(door) == package for door in DOORS) <= 19 for package in FLOORS)


@pytest.mark.parametrize(
    "path", sorted(path for package in FLOORS for path in (ROOT / package).rglob("[!_]*.py")), ids=name_of
)
def test_rooms_build_on_those_before_them(path: Path) -> None:
    own = own_part(path)
    taken = {part for part in parts_taken(path) if package_of(part) == package_of(own)}

    assert {part for part in taken if FLOOR_OF[part] > FLOOR_OF[own]} == set()


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_only_a_package_itself_enters_its_private_rooms(path: Path) -> None:
    entered = parts_taken(path) & set(ROOMS)

    assert {package_of(room) for room in entered} <= {path.relative_to(ROOT).parts[0]}


@pytest.mark.parametrize("door", DOORS)
def test_a_door_lists_what_it_offers(door: str) -> None:
    module = import_module(door)

    assert module.__all__ == sorted(set(module.__all__), key=lambda name: (not name.isupper(), name))
    assert all(hasattr(module, name) and not name.startswith("_") for name in module.__all__)


@cache
def names_taken(path: Path) -> dict[str, set[str]]:
    """By module, the names that a file imports from it."""
    taken: dict[str, set[str]] = {}
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            taken.setdefault(node.module, set()).update(alias.name for alias in node.names)
    return taken


def taken_from(door: str, path: Path) -> set[str]:
    """The names that a file imports from a door."""
    return names_taken(path).get(door, set())


@pytest.mark.parametrize("door", DOORS)
def test_other_packages_take_only_what_a_door_offers(door: str) -> None:
    others = [path for path in SOURCES if path.relative_to(ROOT).parts[0] != package_of(door)]
    taken = {name for path in others for name in taken_from(door, path)}

    assert taken <= set(import_module(door).__all__)


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_nothing_is_taken_from_the_file_that_others_overwrite(path: Path) -> None:
    """`from diagrams import x` asks diagrams/__init__.py first, which may be another distribution's."""
    froms = [node.module for node in ast.walk(tree_of(path)) if isinstance(node, ast.ImportFrom)]
    plain = [alias.name for node in ast.walk(tree_of(path)) if isinstance(node, ast.Import) for alias in node.names]

    assert "diagrams" not in [*froms, *plain]


@pytest.mark.parametrize("path", sorted((ROOT / "phasebook" / "cli").glob("*.py")), ids=name_of)
def test_no_verb_draws_before_it_has_looked_who_would_draw(path: Path) -> None:
    """The doctor looks for itself."""
    draws = any(module.startswith("diagrams.diagram") for module in imports(path))

    assert not draws or "phasebook.cli.pictures.check_diagrams" in imports(path)


@pytest.mark.parametrize("game", GAMES)
def test_one_game_never_imports_another(game: str) -> None:
    others = {f"games.{other}" for other in GAMES if other != game}
    seen = {module for path in (ROOT / "games" / game).rglob("*.py") for module in imports(path)}

    assert not {module for module in seen for other in others if module == other or module.startswith(f"{other}.")}


def names_of(package: str) -> set[str]:
    """The public names that a package's __init__ takes from its own modules or makes itself."""
    tree = tree_of(ROOT / package.replace(".", "/") / "__init__.py")
    ours = [
        node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package)
    ]
    imported = {alias.asname or alias.name for node in ours for alias in node.names}
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    targets += [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    made = {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in imported | made if not name.startswith("_")}


@pytest.mark.parametrize("package", ["fsm", "diagrams", *(f"games.{game}" for game in GAMES)])
def test_all_lists_the_public_names(package: str) -> None:
    module = import_module(package)

    assert set(module.__all__) == names_of(package) - {"HOMES", "HOME_OF", "TYPE_CHECKING"}
    assert all(hasattr(module, name) for name in module.__all__)


def functions(path: Path) -> list[tuple[str, int]]:
    """Name and length of the body of every function of a file, docstring not counted."""
    found = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
            found.append((f"{name_of(path)}:{node.name}", (body[-1].end_lineno or 0) - body[0].lineno + 1))
    return found


LENGTHS = [entry for path in SOURCES for entry in functions(path)]


def test_no_function_is_longer_than_a_screen() -> None:
    assert [entry for entry in LENGTHS if entry[1] > LONGEST_FUNCTION] == []


def test_functions_are_short_as_a_rule() -> None:
    """Half of them up to 5 lines, nine of ten up to 18."""
    lengths = [length for _, length in LENGTHS]

    assert median(lengths) <= 5
    assert quantiles(lengths, n=10)[-1] <= 18


def test_no_module_is_too_long_to_know() -> None:
    lengths = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in SOURCES}

    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


# The games

LAYOUT = {"flow", "table", "moves", "news", "refusals", "view", "invariants"}
"""What every game has, beside its rules in files of their own."""
FLOWS = sorted((ROOT / "games").glob("*/flow.py")) + sorted((ROOT / "games").glob("*/*_phase.py"))


@pytest.mark.parametrize("game", GAMES)
def test_games_have_one_layout(game: str) -> None:
    assert {path.stem for path in (ROOT / "games" / game).glob("*.py")} >= LAYOUT


@pytest.mark.parametrize("game", GAMES)
def test_a_flow_ends_with_its_sentences(game: str) -> None:
    lines = (ROOT / "games" / game / "flow.py").read_text("utf-8").splitlines()

    assert "    refusals = REFUSALS" in lines[-2:]
    assert lines[-1] in ("    refusals = REFUSALS", "    accepts = ACCEPTED")


@pytest.mark.parametrize("path", FLOWS, ids=name_of)
def test_a_flow_fits_on_a_screen(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()

    assert len(lines) <= LONGEST_FLOW
    assert max(map(len, lines)) <= WIDEST_FLOW


@pytest.mark.parametrize("path", FLOWS, ids=name_of)
def test_a_flow_is_a_table_without_logic(path: Path) -> None:
    """Rows of one event are joined with `|`, in one place; everything else is said by the rules."""
    logic = (ast.FunctionDef, ast.Lambda, ast.If, ast.IfExp, ast.For, ast.comprehension, ast.AugAssign)

    assert [type(node).__name__ for node in ast.walk(tree_of(path)) if isinstance(node, logic)] == []


DIALECT = re.compile(r"\b(whoever|whom|whomever|stranger|strangers|told|untold)\b", re.IGNORECASE)
"""Words that a native speaker stops at, or that had a meaning of their own here once."""


@pytest.mark.parametrize("path", [*SOURCES, *PAGES], ids=name_of)
def test_words_are_plain(path: Path) -> None:
    assert DIALECT.findall(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_every_module_opens_with_what_it_is(path: Path) -> None:
    assert ast.get_docstring(tree_of(path))


@pytest.mark.parametrize("path", [path for path in SOURCES if not path.stem.startswith("_")], ids=name_of)
def test_tests_mirror_files(path: Path) -> None:
    """tests/fsm/test_chart.py tests fsm/chart.py."""
    place = path.relative_to(ROOT)

    assert (ROOT / "tests" / place.parent / f"test_{place.name}").exists()


def test_what_counts_as_long_is_there() -> None:
    assert [pattern for pattern in LONG if not list(ROOT.glob(pattern))] == []


def test_nothing_is_counted_in_a_long_test_such_as_this_one() -> None:
    assert sys.gettrace() is None
    assert threading.gettrace() is None
