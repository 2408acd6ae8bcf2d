"""Another distribution that brings a package of our name is noticed, whichever comes first, and whichever goes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from phasebook import intact
from tests.phasebook.wheels import Environment, foreign_wheel, our_wheel

INIT = "class Diagram:\n    'Clouds, not flows.'\n"
REINSTALL = "pip install --force-reinstall --no-deps phasebook"
UNINSTALL = f"pip uninstall diagrams, then {REINSTALL}"


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return our_wheel(tmp_path_factory.mktemp("ours"))


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    return foreign_wheel(tmp_path, "diagrams", {"diagrams/__init__.py": INIT, "diagrams/aws.py": "cloud = 1\n"})


@pytest.fixture
def there(tmp_path: Path) -> Environment:
    return Environment(tmp_path)


DRAWING = (
    ("draw", "discard", "-o", "x.dot"),
    ("verify", "discard", "--limit", "20", "--budget", "0s", "--draw", "x.dot"),
    ("simulate", "discard", "--games", "2", "--heatmap", "x.dot"),
)


def assert_drawn(there: Environment) -> str:
    """Every verb that draws does; what the doctor says."""
    *answers, (code, said, _) = there.command(*DRAWING, ["doctor"])

    assert [(code, err) for code, _, err in answers] == [(0, "")] * 3
    assert code == 0
    (there.folder / "x.dot").unlink()
    return said


def assert_noticed(there: Environment, *words: str) -> None:
    """No verb draws, each says why in one sentence, the doctor too; what draws nothing goes on working."""
    *answers, (code, said, err), listed = there.command(*DRAWING, ["doctor"], ["list"])

    for code_of_drawing, _, sentence in answers:
        assert (code_of_drawing, sentence.count("\n")) == (2, 1)
        assert all(word in sentence for word in words)
    assert not (there.folder / "x.dot").exists()
    assert (code, err) == (1, "")
    assert all(word in said for word in words)
    assert listed[0] == 0


def test_a_fresh_installation_is_whole(there: Environment, ours: Path) -> None:
    there.install(ours)
    version = there.run("phasebook", "--version").stdout
    home = there.run("python", "-c", "import fsm; print(fsm.__file__)").stdout

    assert version.startswith("phasebook ")
    assert there.run("python", "-m", "phasebook", "--version").stdout == version
    assert home.startswith(str(there.packages))
    assert assert_drawn(there).count("as installed\n") == 3


def test_what_an_index_shows_leads_nowhere_else(there: Environment, ours: Path) -> None:
    """Links into the source tree would be broken there."""
    there.unpack(ours)
    metadata = next(there.packages.glob("phasebook-*.dist-info/METADATA")).read_text()

    assert "Requires-Python: >=3.11\n" in metadata
    assert "](" not in metadata
    assert (there.packages / "phasebook" / "py.typed").exists()


def test_one_that_comes_after_us_is_noticed_and_so_is_that_it_went(
    there: Environment, ours: Path, foreign: Path
) -> None:
    there.install(ours)
    there.install(foreign)
    assert_noticed(there, "diagrams/__init__.py is another file now", "(diagrams)", UNINSTALL)

    there.uninstall("diagrams")
    assert_noticed(there, "diagrams/__init__.py is missing", f"; {REINSTALL}.")

    there.install(ours)
    assert_drawn(there)


def test_one_that_was_there_before_us_does_no_harm_until_it_goes(there: Environment, ours: Path, foreign: Path) -> None:
    there.install(foreign)
    there.install(ours)
    assert "diagrams brings a package of the same name" in assert_drawn(there)

    there.uninstall("diagrams")
    assert_noticed(there, "diagrams/__init__.py is missing", REINSTALL)


DRAW = "from games.discard import engine; from phasebook import Diagram; print(Diagram(engine).dot)"


def test_a_program_goes_on_drawing_when_only_the_root_is_anothers(
    there: Environment, ours: Path, foreign: Path
) -> None:
    there.unpack(ours)
    whole = there.run("python", "-c", DRAW)
    there.unpack(foreign)
    overwritten = there.run("python", "-c", DRAW)
    (there.packages / "diagrams" / "__init__.py").unlink()
    without = there.run("python", "-c", DRAW)

    assert whole.stdout.startswith("digraph")
    assert overwritten.stdout == whole.stdout
    assert without.stdout == whole.stdout


@pytest.mark.parametrize(
    "files",
    [
        {"diagrams/diagram.py": "nodes = 1\n"},
        {"diagrams/__init__.py": "import no_such_engine\n"},
        {"diagrams/__init__.py": "raise RuntimeError\n"},
    ],
)
def test_a_program_that_cannot_draw_learns_why(
    there: Environment, ours: Path, tmp_path: Path, files: dict[str, str]
) -> None:
    there.unpack(ours)
    there.unpack(foreign_wheel(tmp_path, "diagrams", files))
    done = there.run("python", "-c", DRAW)

    assert done.stderr.splitlines()[-1].startswith("ImportError: Phasebook's package 'diagrams' is not as it was")
    assert UNINSTALL in done.stderr


@pytest.mark.parametrize("root", ["", "raise RuntimeError('I am another one')\n", "def __getattr__(name): return 1\n"])
def test_the_command_knows_what_happened_to_the_engine(
    there: Environment, ours: Path, tmp_path: Path, root: str
) -> None:
    there.unpack(ours)
    there.unpack(foreign_wheel(tmp_path, "fsm", {"fsm/__init__.py": root, "fsm/engine.py": ""}))
    done = there.run("python", "-m", "phasebook", "verify", "discard")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "pip uninstall fsm, then " in done.stderr


SHOP = """
from fsm import Flow, State

class Shop(Flow):
    open = State(initial=True)
"""


def test_a_module_of_ones_own_in_the_way_is_named(tmp_path: Path) -> None:
    """Also where ours is installed to be edited, and so comes last."""
    (tmp_path / "diagrams.py").write_text("")
    (tmp_path / "shop.py").write_text(
        "from fsm import Flow, State\n\nclass Shop(Flow):\n    open = State(initial=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "phasebook", "draw", "shop:Shop", "-o", "x.dot"],
        env=os.environ | {"PYTHONPATH": str(intact.HOME)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert done.stderr == (
        f"phasebook: Python finds {tmp_path.resolve() / 'diagrams.py'} in place of Phasebook's package 'diagrams'; "
        "rename it.\n"
    )


def test_a_folder_of_pictures_is_nothing_to_worry_about(tmp_path: Path) -> None:
    """`phasebook draw -o diagrams` makes one; without an __init__.py it hides nothing."""
    (tmp_path / "diagrams").mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "phasebook", "draw", "discard", "--formats", "dot", "-o", "diagrams"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_our_own_packages_are_whole_here() -> None:
    assert [intact.damage(package) for package in intact.PACKAGES] == [None, None, None]
