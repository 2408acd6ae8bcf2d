"""The door: every public name, one definition, nothing loaded before it is used."""

import subprocess
import sys

import pytest

import diagrams
import fsm
import phasebook


def test_the_door_offers_every_public_name_of_the_packages() -> None:
    assert set(fsm.__all__) | set(diagrams.__all__) <= set(phasebook.__all__)
    assert list(phasebook.__all__) == sorted(set(phasebook.__all__), key=lambda name: (not name.isupper(), name))


@pytest.mark.parametrize("name", phasebook.__all__)
def test_a_name_is_the_same_thing_by_every_door(name: str) -> None:
    """`fsm.lint` and its like are modules there; here they are what the module is named for."""
    offered = getattr(phasebook, name)
    doors = [package for package in (fsm, diagrams) if name in package.__all__]

    assert all(offered is getattr(package, name) for package in doors)
    assert doors or offered.__module__ in sys.modules


def test_dir_shows_what_there_is() -> None:
    assert dir(phasebook) == sorted([*phasebook.__all__, "__version__"])


def test_an_unknown_name_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(AttributeError, match=r"has no attribute 'Enigne'; it has HOST, Budget, Caller, .*Engine"):
        phasebook.Enigne  # type: ignore[attr-defined]  # mypy complains of it, too


def modules_after(program: str) -> set[str]:
    """The modules that are loaded by a program of its own."""
    listing = f"{program}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_door_loads_nothing() -> None:
    assert modules_after("import phasebook") - modules_after("") == {"phasebook"}


def test_a_name_loads_only_what_it_needs() -> None:
    loaded = modules_after("from phasebook import Flow, guard")

    assert "fsm.flow" in loaded
    assert not loaded & {"diagrams", "games", "networkx", "graphviz", "tqdm", "fsm.compiler.program"}


def test_everything_can_be_imported_at_once() -> None:
    space: dict[str, object] = {}
    exec("from phasebook import *", space)

    assert set(phasebook.__all__) <= set(space)


def test_the_version_is_the_installed_one() -> None:
    from importlib.metadata import version

    assert phasebook.__version__ == version("phasebook")
