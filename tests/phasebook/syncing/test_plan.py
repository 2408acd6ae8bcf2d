"""Everything together: fresh after a sync, nothing written in a check, nothing half written ever."""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phasebook.syncing.config import Project
from phasebook.syncing.plan import carry_out, plan_of
from phasebook.syncing.problems import DocsError
from tests.diagrams.renderers import without_renderers
from tests.fsm.full_disk import full_disk
from tests.phasebook.syncing.scratch import Scratch

ROWS = "<!-- phasebook: rows goofspiel -->\n<!-- /phasebook -->\n"
IMAGE = "<!-- phasebook: diagram discard file=d.svg -->\n<!-- /phasebook -->\n"


# Any pages

ORDERS = ("rows goofspiel", "moves discard", "settings goofspiel", "diagram discard", "sentences discard")
AROUND = st.text(st.sampled_from("ab #*`<!->\n\t\u2028é🂡")).filter(lambda text: "```" not in text and "~~~" not in text)
PIECES = st.lists(st.tuples(AROUND, st.sampled_from(ORDERS), st.sampled_from(["", " ", "   "])), max_size=4)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PIECES, AROUND, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_after_a_sync_everything_is_fresh_and_a_second_one_changes_nothing(
    tmp_path: Path, pieces: list[tuple[str, str, str]], last: str, newline: str, marked: bool
) -> None:
    blocks = [f"{text}\n{tab}<!-- phasebook: {words} -->\n{tab}<!-- /phasebook -->\n" for text, words, tab in pieces]
    text = "".join([*blocks, last]).replace("\n", newline)
    page = tmp_path / "page.md"
    page.write_bytes(b"\xef\xbb\xbf" * marked + text.encode())
    project = Project(tmp_path / "pyproject.toml", tmp_path, ("page.md",), (), "pyproject.toml:1")
    plan = plan_of(project)

    assert plan.problems == ()
    assert plan.blocks == len(pieces)
    carry_out(plan, project)
    once = page.read_bytes()
    assert plan_of(project).changes == ()
    assert carry_out(plan_of(project), project) == []
    assert page.read_bytes() == once
    for before, words, tab in pieces:
        assert f"{before}\n{tab}<!-- phasebook: {words} -->\n".replace("\n", newline).encode() in once


# Several things at once


def test_two_blocks_may_show_the_same_picture(scratch: Scratch) -> None:
    scratch.configure('["*.md"]', 'flow = "discard"\nfile = "d.svg"')
    scratch.write("a.md", IMAGE + IMAGE)
    scratch.write("b.md", IMAGE)

    assert scratch.sync().out.splitlines()[-1] == "Fresh: 3 blocks in 2 pages, 1 file."


def test_two_pictures_in_one_file_are_refused_with_both_places(scratch: Scratch) -> None:
    scratch.configure()
    scratch.write("a.md", f"{IMAGE}\n{IMAGE.replace('d.svg', './d.svg words=plain')}")

    assert scratch.plan().problems == ("a.md:4: a.md:1 draws something else into d.svg; rename one.",)


def test_two_outputs_for_one_file_are_refused(scratch: Scratch) -> None:
    scratch.configure("[]", 'flow = "discard"\nfile = "x.svg"', 'flow = "discard"\nfile = "./x.svg"')

    assert scratch.plan().problems == ("pyproject.toml:8: x.svg is already the file of pyproject.toml:4; keep one.",)


def test_a_page_cannot_be_an_output(scratch: Scratch) -> None:
    scratch.configure('["x.md"]', 'flow = "discard"\nfile = "x.md"')
    scratch.write("x.md", "My page.\n")

    (said,) = scratch.plan().problems
    assert said.startswith("pyproject.toml:4: x.md is a page with blocks")
    assert scratch.docs("sync", "--force").code == 2
    assert scratch.read("x.md") == "My page.\n"


def test_a_flow_is_found_from_any_folder(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.flow("from_anywhere")
    scratch.configure("[]", 'flow = "from_anywhere:Checkout"\nfile = "deep/x.mmd"')
    scratch.sync()
    monkeypatch.chdir(scratch.folder / "deep")
    scratch.forget()

    assert scratch.docs("check").code == 0


def test_a_check_leaves_nothing_behind_not_even_what_python_keeps(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    scratch.flow("left_behind")
    scratch.configure("[]", 'flow = "left_behind:Checkout"\nfile = "x.mmd"')
    before = sorted(scratch.folder.rglob("*"))

    assert scratch.docs("check").code == 1
    assert sorted(scratch.folder.rglob("*")) == before


def test_all_problems_of_all_files_are_said_at_once(scratch: Scratch) -> None:
    scratch.configure('["*.md", "gone.rst"]', 'flow = "nobody"\nfile = "x.svg"', 'flow = "discard"\nfile = "x.pdf"')
    scratch.write("a.md", f"{ROWS}<!-- /phasebook -->\n<!-- phasebook: rows nobody -->\n<!-- /phasebook -->\n")
    scratch.write("b.md", "<!-- phasebook: rows discard -->\n")

    places = [said.partition(": ")[0] for said in scratch.plan().problems]
    assert sorted(places) == ["a.md:3", "a.md:4", "b.md:1", "pyproject.toml:1", "pyproject.toml:4", "pyproject.toml:8"]


# Nothing half written


@pytest.fixture
def ready(scratch: Scratch) -> Scratch:
    """A project with much to write."""
    scratch.configure('["*.md"]', 'flow = "goofspiel"\nfile = "out/x.mmd"')
    scratch.write("a.md", ROWS)
    scratch.write("b.md", IMAGE)
    return scratch


def refused(project: Scratch, *arguments: str) -> list[str]:
    """What is said when nothing may be written; nothing is."""
    before = project.contents()
    said = project.docs("sync", *arguments)
    assert (said.code, said.out) == (2, "")
    assert project.contents() == before
    return said.err.splitlines()


def test_a_problem_in_one_page_keeps_all_from_being_written(ready: Scratch) -> None:
    ready.write("c.md", "<!-- phasebook: rows nobody -->\n<!-- /phasebook -->\n")

    (said,) = refused(ready)
    assert said.startswith("phasebook: c.md:1: There is no flow 'nobody'")


def test_an_edit_in_one_page_keeps_all_from_being_written(ready: Scratch) -> None:
    ready.write("c.md", ROWS.replace("<!-- /", "Mine.\n<!-- /"))

    (said,) = refused(ready)
    assert said == (
        "phasebook: c.md:1: somebody else's work would be lost here; save it elsewhere, then sync with --force."
    )
    ready.sync("--force")
    assert "Mine." not in ready.read("c.md")


def test_a_full_disk_keeps_all_from_being_written(ready: Scratch) -> None:
    with full_disk(3_000):
        (said,) = refused(ready)

    assert "File too large" in said


def test_a_file_and_a_folder_that_are_write_protected_are_both_named(ready: Scratch) -> None:
    (ready.folder / "a.md").chmod(0o444)
    (ready.folder / "out").mkdir()
    (ready.folder / "out").chmod(0o555)

    assert refused(ready) == [
        "phasebook: a.md cannot be written: it is write-protected; allow it first.",
        "phasebook: out/x.mmd cannot be written: the folder out is write-protected; allow it first.",
    ]
    (ready.folder / "out").chmod(0o755)


def test_without_a_renderer_nothing_is_written_but_a_check_is_possible(
    ready: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_renderers(monkeypatch)

    (said,) = refused(ready)
    assert said.startswith("phasebook: d.svg: ")
    assert ready.docs("check").code == 1


def test_a_check_of_write_protected_files_is_possible(ready: Scratch) -> None:
    ready.sync()
    (ready.folder / "a.md").chmod(0o444)

    assert ready.docs("check").code == 0
    assert ready.docs("sync").code == 0


def test_a_picture_that_cannot_be_drawn_is_a_problem_of_its_file(ready: Scratch) -> None:
    plan = ready.plan()

    def fail() -> bytes:
        raise DocsError("The pen is broken.")

    broken = plan._replace(changes=tuple(change._replace(make=fail) for change in plan.changes))
    project = Project(ready.folder / "pyproject.toml", ready.folder, (), (), "")
    with pytest.raises(DocsError) as error:
        carry_out(broken, project)

    assert error.value.problems == tuple(f"{change.spot.shown}: The pen is broken." for change in plan.changes)
