"""`phasebook doctor`: what there is, who draws, and what to do about what is missing."""

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from diagrams import raster, renderers
from diagrams.diagram import FORMATS
from phasebook import intact
from phasebook.cli import doctor, main
from tests.diagrams.renderers import pretend, without_renderers

ROOT = Path(__file__).parents[3]


def answers(said: str) -> dict[str, str]:
    """What was printed, by the name at the beginning of each line."""
    return {line[:20].rstrip(): line[21:] for line in said.splitlines() if line}


def test_the_doctor_says_who_draws(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    found = answers(capsys.readouterr().out)

    assert found["graphviz-pure"].startswith("0.")
    assert found["svg"] == "drawn by the embedded engine"
    assert found["dot mmd puml d2"] == found["md rst json"] == "always, without an engine"


def test_the_doctor_says_when_a_png_is_another_picture_than_the_svg(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None)

    assert main(["doctor"]) == 0
    found = answers(capsys.readouterr().out)
    assert found["png"].startswith("drawn by the embedded engine itself, without the last touch")
    assert "resvg_py is not installed: pip install 'phasebook[embedded]'" in found["png"]


def test_every_format_has_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor"])
    words = {word for name in answers(capsys.readouterr().out) for word in name.split()}

    assert set(FORMATS) <= words


def test_the_doctor_says_what_to_do_when_nobody_draws(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_renderers(monkeypatch)
    monkeypatch.setattr(doctor, "DISTRIBUTIONS", ("phasebook", "no-such-package"))

    assert main(["doctor"]) == 1
    found = answers(capsys.readouterr().out)
    assert found["no-such-package"] == "not installed"
    assert found["embedded engine"] == found["system engine"] == "not found"
    assert "pip install 'phasebook[embedded]'" in found["svg"]


def test_the_doctor_says_where_tables_are_served_and_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    found = answers(capsys.readouterr().out)

    assert found["serve"] == "over WebSocket, and on standard input and output"
    assert found["serve --store"] == "in SQLite and in PostgreSQL"
    assert found["uvicorn"] == version("uvicorn")


@pytest.mark.parametrize("module", ["starlette", "uvicorn", "websockets"])
def test_the_doctor_says_what_tables_lack(
    module: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of that is damage."""
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, "psycopg", None)

    assert main(["doctor"]) == 0
    found = answers(capsys.readouterr().out)
    assert found["serve"] == "on standard input and output; for WebSocket: pip install 'phasebook[serve]'"
    assert found["serve --store"] == "in SQLite; for PostgreSQL: pip install 'phasebook[postgres]'"


def test_what_an_extra_brings_is_looked_for() -> None:
    """As pyproject.toml has it; what only makes it quicker is not needed."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = {re.split(r"\W", need)[0] for extra in ("serve", "postgres") for need in extras[extra]}

    assert names - {"uvloop"} <= set(doctor.DISTRIBUTIONS)


def test_the_doctor_tries_the_engine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, tmp_path, "exit 7")

    assert main(["doctor"]) == 1
    assert "exit code 7" in capsys.readouterr().out
    assert renderers.embedded() is not None


def test_without_pdf_every_screen_still_shows_pictures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renderers, "system", lambda: None)

    assert main(["doctor"]) == 0
    found = answers(capsys.readouterr().out)
    assert found["png"] == "drawn from the SVG of the embedded engine"
    assert "needs the system's Graphviz" in found["pdf"]


def test_a_damaged_package_is_named_and_nothing_is_drawn_with_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intact, "damage", lambda package: "It is torn." if package == "games" else None)

    assert main(["doctor"]) == 1
    found = answers(capsys.readouterr().out)
    assert (found["fsm"], found["games"]) == ("as installed", "It is torn.")
    assert "svg" not in found


def test_one_who_brings_the_same_name_is_named() -> None:
    assert doctor.shared([]) == "as installed"
    assert doctor.shared(["clouds", "towers"]).startswith("as installed, but clouds and towers brings a package of")


def test_a_package_that_is_missing_is_named_with_the_extra_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", missing)

    assert doctor.version("psycopg") == "not installed; pip install 'phasebook[postgres]' brings it"
    assert doctor.version("graphviz-pure") == "not installed; pip install 'phasebook[embedded]' brings it"
    assert doctor.version("resvg_py") == "not installed; pip install 'phasebook[embedded]' brings it"
    assert doctor.version("graphviz") == doctor.version("no-such-package") == "not installed"


def missing(name: str) -> str:
    raise PackageNotFoundError(name)


def test_the_last_line_is_the_answer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    main(["doctor"])
    assert capsys.readouterr().out.endswith("\n\nAll is well. What is not installed is optional.\n")

    without_renderers(monkeypatch)
    main(["doctor"])
    assert capsys.readouterr().out.endswith("\n\nNot all is well: see above what to do.\n")


def test_versions_are_those_of_the_installed_distributions() -> None:
    assert {name: doctor.version(name) for name in ("phasebook", "msgspec")} == {
        "phasebook": version("phasebook"),
        "msgspec": version("msgspec"),
    }
