"""`phasebook draw`: flows into files, folders and standard output."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from diagrams import Detail, Diagram, RendererChoice, Theme, chart_of_preset
from diagrams.diagram import FORMATS
from diagrams.presets import differing_presets
from fsm.catalogue import engine_of, registered
from fsm.session import Session
from games.discard import DealNextHand, engine
from phasebook.cli import draw, main
from tests.diagrams.flows import Contract
from tests.diagrams.renderers import needs_dot, pretend, without_renderers

OWN_FLOW = """
from fsm import Flow, State

class Checkout(Flow):
    "Pay for a basket."

    basket = State("Basket", initial=True)
    paid = State("Paid", final=True)
    pay = basket.to(paid)
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative paths lead to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence with which the command refuses."""
    code = main(["draw", *arguments])
    said = capsys.readouterr()

    assert code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_choices_are_those_of_the_diagrams() -> None:
    assert set(draw.DETAILS) == set(Detail)
    assert set(draw.THEMES) == set(Theme)
    assert set(draw.ENGINES) == set(RendererChoice)


@pytest.mark.parametrize("format", [format for format in FORMATS if format != "pdf"])
def test_the_suffix_says_the_format(tmp_path: Path, capsys: pytest.CaptureFixture[str], format: str) -> None:
    assert main(["draw", "discard", "-o", f"x.{format}"]) == 0

    assert (tmp_path / f"x.{format}").read_bytes() == Diagram(engine).render(format)
    assert capsys.readouterr().out == f"wrote x.{format}\n"


@needs_dot
def test_pdf_is_drawn_by_the_system(tmp_path: Path) -> None:
    assert main(["draw", "discard", "-o", "x.pdf"]) == 0

    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


def test_without_an_output_the_flow_names_the_file(tmp_path: Path) -> None:
    assert main(["draw", "discard"]) == 0

    assert files(tmp_path) == {"discard.svg"}


@pytest.mark.parametrize("format", ["svg", "dot", "png"])
def test_standard_output_gets_the_bytes(capfdbinary: pytest.CaptureFixture[bytes], format: str) -> None:
    assert main(["draw", "discard", "-o", "-", "--formats", format]) == 0

    assert capfdbinary.readouterr().out == Diagram(engine).render(format)


def test_a_folder_is_made_and_filled_with_every_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "discard", "--formats", "mmd, md,dot", "-o", "a/b"]) == 0

    assert files(tmp_path / "a" / "b") == {"discard.mmd", "discard.md", "discard.dot"}
    assert capsys.readouterr().out.splitlines() == [f"wrote a/b/discard.{name}" for name in ("mmd", "md", "dot")]


def test_all_draws_every_registered_flow_and_the_presets_that_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a progress bar, because nobody watches."""
    assert main(["draw", "--all", "--formats", "mmd", "-o", "out"]) == 0
    found = files(tmp_path / "out")
    said = capsys.readouterr()

    assert set(said.out.splitlines()) == {f"wrote out/{name}" for name in found}
    assert said.err == ""
    assert {f"{name}.mmd" for name in registered()} <= found
    for name in registered():
        differing = {f"{name}-{presets[0]}.mmd" for presets, _ in differing_presets(engine_of(name))}

        assert differing <= found


def test_what_was_written_is_told_when_the_next_picture_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_renderers(monkeypatch)

    assert main(["draw", "discard", "--formats", "md,svg", "-o", "out"]) == 2
    assert capsys.readouterr().out == f"wrote {Path('out') / 'discard.md'}\n"
    assert files(tmp_path / "out") == {"discard.md"}


def test_a_reader_that_has_gone_keeps_no_picture_from_being_drawn(tmp_path: Path) -> None:
    line = f"{{ sleep 0.1; {sys.executable} -u -m phasebook draw discard --formats md,dot,mmd -o out; }} | true"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)

    assert done.stderr == ""
    assert files(tmp_path / "out") == {"discard.md", "discard.dot", "discard.mmd"}


def test_a_large_flow_also_gets_an_overview_and_its_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Diagram(Contract)
    assert list(draw.parts("x", whole, {})) == []

    monkeypatch.setattr(draw, "MANY_PHASES", 5)
    found = {picture.stem: picture.diagram.dot for picture in draw.parts("x", whole, {})}

    assert found == {
        "x-overview": Diagram(Contract, detail="overview").dot,
        "x-bidding": Diagram(Contract, phase="bidding", detail="overview").dot,
        "x-bidding.first_round": Diagram(Contract, phase="bidding.first_round").dot,
        "x-bidding.second_round": Diagram(Contract, phase="bidding.second_round").dot,
        "x-playing": Diagram(Contract, phase="playing").dot,
    }


def test_parts_of_a_flow_get_no_pages_of_their_own(tmp_path: Path) -> None:
    assert main(["draw", "--all", "--formats", "html", "-o", "out"]) == 0
    found = files(tmp_path / "out")

    assert {f"{name}.html" for name in registered()} <= found
    assert {"onepiece-seed.html", "uno-official.html"} <= found
    assert "onepiece-overview.html" not in found


def test_any_flow_is_found_in_the_current_folder(tmp_path: Path) -> None:
    """In a process of its own, as anybody would run it."""
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "flows.py").write_text(OWN_FLOW)
    done = subprocess.run(
        [sys.executable, "-m", "phasebook", "draw", "shop.flows:Checkout", "-o", "checkout.svg"],
        env=os.environ | {"PYTHONPATH": str(Path(draw.__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "wrote checkout.svg\n", "")
    assert "Pay for a basket." in (tmp_path / "checkout.svg").read_text()


def test_options_reach_the_picture(tmp_path: Path) -> None:
    looks = ["--detail", "full", "--theme", "dark", "--phase", "discarding", "--highlight", "discarding.ready"]
    assert main(["draw", "discard", *looks, "-o", "x.dot"]) == 0
    expected = Diagram(engine, theme="dark", phase="discarding", highlight="discarding.ready").dot

    assert (tmp_path / "x.dot").read_text() == expected


def test_a_path_is_given_by_row_ids(tmp_path: Path) -> None:
    ids = ["drawing-deal_next_hand-resting", "resting-end_turn-drawing"]
    assert main(["draw", "discard", "--trace", ", ".join(ids), "-o", "x.dot"]) == 0

    assert (tmp_path / "x.dot").read_text() == Diagram(engine, trace=ids).dot


def test_a_path_is_given_by_a_session_log_which_also_tells_the_current_phase(tmp_path: Path) -> None:
    session = Session.start(engine, seed=1)
    session.send(DealNextHand())
    (tmp_path / "log.jsonl").write_bytes(session.write_log())
    assert main(["draw", "discard", "--trace", "log.jsonl", "-o", "x.dot"]) == 0
    expected = Diagram(engine, trace=session.trace, highlight="discarding.choosing").dot

    assert (tmp_path / "x.dot").read_text() == expected


def test_a_preset_is_drawn_with_its_name(tmp_path: Path) -> None:
    preset = next(iter(engine_of("belote").presets))
    assert main(["draw", "belote", "--preset", preset, "-o", "x.dot"]) == 0
    expected = Diagram(chart_of_preset(engine_of("belote"), preset), subtitle=f"preset {preset}").dot

    assert (tmp_path / "x.dot").read_text() == expected


@pytest.mark.parametrize("choice", ["embedded", pytest.param("system", marks=needs_dot)])
def test_the_engine_can_be_chosen(tmp_path: Path, choice: str) -> None:
    assert main(["draw", "discard", "--engine", choice, "-o", "x.svg"]) == 0

    assert ElementTree.parse(tmp_path / "x.svg").getroot().get("role") == "img"


# What goes wrong


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Name the flows to draw"),
        (("discard", "--all"), "Name the flows to draw"),
        (("nobody",), "There is no flow 'nobody'"),
        (("discard", "-o", "x.htm"), "use one of svg, png, pdf, dot, mmd, puml, d2, md, rst, json, html"),
        (("discard", "--phase", "discarding", "-o", "x.html"), "leave out detail and phase"),
        (("discard", "--detail", "overview", "-o", "x.html"), "leave out detail and phase"),
        (("discard", "-o", "x"), "has no suffix"),
        (("discard", "-o", "no/x.svg"), "the folder no does not exist"),
        (("discard", "--formats", "svg,gif"), "There is no format 'gif'"),
        (("discard", "--all", "-o", "-"), "Name the flows"),
        (("--all", "-o", "-"), "Standard output takes one flow"),
        (("discard", "-o", "-", "--formats", "md,dot"), "Standard output takes one flow in one format"),
        (("discard", "belote", "-o", "x.svg"), "x.svg is one file"),
        (("discard", "--formats", "md", "-o", "x.svg"), "x.svg is one file"),
        (("discard", "--phase", "x"), "has no phase 'x'"),
        (("discard", "--highlight", "x"), "has no phase 'x'"),
        (("discard", "--trace", "x"), "has no row 'x'"),
        (("discard", "--trace", "x" * 5000), "has no row"),
        (("discard", "--preset", "x"), "has no preset 'x'"),
        (("games.discard:DiscardTurn", "--preset", "x"), "without an engine"),
        (("discard", "--engine", "embedded", "-o", "x.pdf"), "draws no PDF"),
    ],
)
def test_wrong_use_is_one_sentence_and_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert said in refused(capsys, *arguments)
    assert files(tmp_path) == set()


def test_an_output_that_cannot_be_a_folder_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")

    assert "Cannot make the folder" in refused(capsys, "discard", "--formats", "md", "-o", "file")


def test_a_torn_log_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log").write_text("{")

    assert "not a session log" in refused(capsys, "discard", "--trace", "log")


def test_without_an_engine_pictures_are_refused_and_texts_are_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_renderers(monkeypatch)

    assert "pip install 'phasebook[embedded]'" in refused(capsys, "discard", "-o", "x.svg")
    assert main(["draw", "discard", "-o", "x.mmd"]) == 0
    assert files(tmp_path) == {"x.mmd"}


def test_a_hung_engine_is_given_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    pretend(monkeypatch, tmp_path / "bin", "exec sleep 30")

    assert "did not finish within 0.2 seconds" in refused(capsys, "discard", "--timeout", "0.2", "-o", "x.svg")
    assert files(tmp_path) == {"bin"}


def test_help_names_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--help"]) == 0
    assert f"the format: {' '.join(FORMATS)}." in " ".join(capsys.readouterr().out.split())


def test_help_stays_quick() -> None:
    """Neither the diagrams nor what they need is imported for it."""
    heavy = {"diagrams", "graphviz", "tqdm"}
    program = f"import sys; from phasebook.cli.parser import parser; parser(); print({heavy} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "set()\n"
