"""A flow is made of the files that are opened to load it, without those of libraries."""

import os
import sys
from pathlib import Path

import msgspec
import pytest

from games.onepiece import engine
from phasebook.sites.fresh import fresh
from phasebook.sites.loading import Errand
from phasebook.sites.opened import home_of, is_reading, is_theirs, real_file
from tests.phasebook.sites.small_sites import BETTING, PACKAGE, put

HOME = Path(sys.modules[type(engine).__module__].__file__ or "").parents[1]


def files_of(flow: str, folder: Path, **options: str) -> set[str]:
    """The files that a flow is found to be made of, from a folder."""
    files = fresh(Errand(flow, options, str(folder)), {}, [str(folder)]).files
    return {os.path.relpath(file, folder) for file in files}


def test_a_flow_of_ones_own_is_its_modules_and_those_they_import(tmp_path: Path) -> None:
    put(tmp_path, PACKAGE)

    assert files_of(BETTING, tmp_path) == set(PACKAGE) - {"cardroom/unrelated.py"}


def test_modules_beside_each_other_without_a_package_count_too(tmp_path: Path) -> None:
    put(tmp_path, {name.removeprefix("cardroom/"): text for name, text in PACKAGE.items()})
    for path in tmp_path.glob("*.py"):
        text = path.read_text().replace("from cardroom import rules", "import rules")
        path.write_text(text.replace("from cardroom.limits", "from limits"))

    assert files_of("flow:Betting", tmp_path) == {"flow.py", "rules.py", "limits.py"}


def test_data_that_the_modules_read_counts(tmp_path: Path) -> None:
    put(tmp_path, PACKAGE | {"cardroom/most.txt": "10"})
    read = "from pathlib import Path\nMOST = int(Path(__file__).with_name('most.txt').read_text())\n"
    put(tmp_path, {"cardroom/limits.py": read})

    assert "cardroom/most.txt" in files_of(BETTING, tmp_path)


@pytest.mark.parametrize("slip", ["def broken(:", "raise ValueError('no')", "import not_there_at_all"])
def test_a_module_that_cannot_be_loaded_counts(tmp_path: Path, slip: str) -> None:
    """So that mending it is noticed."""
    put(tmp_path, PACKAGE | {"cardroom/limits.py": slip})

    assert files_of(BETTING, tmp_path) >= {"cardroom/limits.py", "cardroom/rules.py", "cardroom/flow.py"}


def test_compiled_files_stand_for_their_sources(tmp_path: Path) -> None:
    put(tmp_path, PACKAGE)
    import compileall

    assert compileall.compile_dir(tmp_path, quiet=1)
    assert files_of(BETTING, tmp_path) == set(PACKAGE) - {"cardroom/unrelated.py"}


def test_a_registered_game_is_its_own_folder_and_not_the_engine(tmp_path: Path) -> None:
    files = fresh(Errand("onepiece", {}, str(tmp_path)), {}).files

    assert str(HOME / "games" / "onepiece" / "flow.py") in files
    assert str(HOME / "games" / "onepiece" / "cards.toml") in files
    assert {Path(file).relative_to(HOME).parts[:2] for file in files} <= {
        ("games", "onepiece"),
        ("games", "__init__.py"),
    }


def test_the_log_of_a_session_counts(tmp_path: Path) -> None:
    from fsm.session import Session
    from games.discard import engine as discard

    (tmp_path / "game.log").write_bytes(Session.start(discard, seed=3).write_log())

    assert "game.log" in files_of("discard", tmp_path, trace="game.log")


def test_libraries_are_not_the_flow() -> None:
    library, standard = Path(msgspec.__file__).resolve(), Path(os.__file__).resolve()

    assert not is_theirs(library, None)
    assert not is_theirs(standard, None)
    assert not is_theirs(HOME / "fsm" / "flow.py", None)
    assert is_theirs(library, library.parent)  # unless the flow itself is installed there


@pytest.mark.parametrize(
    ("mode", "flags", "reads"),
    [
        ("r", 0, True),
        ("rb", 0, True),
        ("w", 0, False),
        ("a", 0, False),
        ("r+", 0, False),
        (None, os.O_RDONLY, True),
        (None, os.O_WRONLY, False),
        (None, os.O_RDWR, False),
        (None, None, False),
    ],
)
def test_only_what_is_read_counts(mode: str | None, flags: int | None, reads: bool) -> None:
    assert is_reading(mode, flags) is reads


def test_names_that_lead_nowhere_are_no_files(tmp_path: Path) -> None:
    assert real_file(tmp_path) is None
    assert real_file(tmp_path / "gone.py") is None
    assert real_file(tmp_path / "odd.pyc") is None
    assert home_of("no.such.module:Flow") is None
    assert home_of(":") is None
