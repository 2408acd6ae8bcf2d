"""Pages: found by name and by pattern, read as they are, judged block by block."""

import codecs
from pathlib import Path

import pytest

from phasebook.syncing.config import project_of
from phasebook.syncing.pages import pages_of
from phasebook.syncing.problems import Problems
from tests.phasebook.syncing.scratch import Scratch

EMPTY = "<!-- phasebook: rows goofspiel -->\n<!-- /phasebook -->\n"


def names(scratch: Scratch) -> list[str]:
    problems = Problems()
    pages = pages_of(project_of(), problems)
    assert problems.sentences == []
    return [page.spot.shown for page in pages]


def problems_of(scratch: Scratch) -> list[str]:
    return list(scratch.plan().problems)


# Finding


def test_pages_are_found_by_name_and_by_pattern_each_once(scratch: Scratch) -> None:
    for name in ("z.md", "docs/b.md", "docs/a.rst", "docs/deep/c.md", ".venv/x.md", "docs/.hidden.md"):
        scratch.write(name, "")
    (scratch.folder / "docs" / "folder.md").mkdir()
    (scratch.folder / "docs" / "same.md").symlink_to("b.md")
    scratch.configure('["z.md", "docs/*", "**/*.md"]')

    assert names(scratch) == ["z.md", "docs/a.rst", "docs/b.md", "docs/deep/c.md"]


@pytest.mark.parametrize(
    ("pages", "sentence"),
    [
        ('["gone.md"]', "pyproject.toml:1: There is no page gone.md; correct the list of pages."),
        ('["docs/*.md"]', "pyproject.toml:1: No page is called docs/*.md; correct the list of pages."),
        ('["folder.md"]', "pyproject.toml:1: folder.md is a folder; name a file."),
        ('["../x.md"]', "pyproject.toml:1: '../x.md' leads out of "),
        ('["../*.md"]', "pyproject.toml:1: '../*.md' leads out of "),
        ('["/etc/hosts.md"]', "pyproject.toml:1: '/etc/hosts.md' is no path inside "),
        (
            '["script.py"]',
            "script.py: A page is Markdown or reStructuredText; its name must end in one of .md, .markdown, .rst.",
        ),
        ('["latin.md"]', "latin.md: This page is not UTF-8, as line 2 shows; save it as UTF-8."),
        ('["utf16.md"]', "utf16.md: This page is not UTF-8, as line 1 shows"),
        ('["outside.md"]', "pyproject.toml:1: 'outside.md' leads out of "),
        ('["out*.md"]', "pyproject.toml:1: 'outside.md' leads out of "),
        ('["circle.md"]', "pyproject.toml:1: circle.md cannot be read: "),
    ],
)
def test_a_page_that_cannot_be_is_a_problem_with_its_place(
    scratch: Scratch, tmp_path_factory: pytest.TempPathFactory, pages: str, sentence: str
) -> None:
    (scratch.folder / "folder.md").mkdir()
    (scratch.folder / "circle.md").symlink_to("circle.md")
    outside = tmp_path_factory.mktemp("elsewhere") / "page.md"
    outside.write_text("")
    (scratch.folder / "outside.md").symlink_to(outside)
    scratch.write("script.py", "")
    scratch.write("latin.md", b"One.\nCaf\xe9.\n")
    scratch.write("utf16.md", "One.".encode("utf-16"))
    scratch.configure(pages)

    (said,) = problems_of(scratch)
    assert said.startswith(sentence)


# Judging


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8], ids=["plain", "BOM"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("final", ["", "\n", "\nAfter.", "\n\n\n"])
def test_bytes_outside_blocks_stay(scratch: Scratch, mark: bytes, newline: str, final: str) -> None:
    scratch.configure()
    text = f"# Title\n\n{EMPTY}\nBetween. \t\n\n{EMPTY.rstrip()}{final}".replace("\n", newline)
    scratch.write("x.md", mark + text.encode())
    scratch.sync()
    raw = (scratch.folder / "x.md").read_bytes()
    begin = f"<!-- phasebook: rows goofspiel -->{newline}".encode()
    first, between, last = raw.split(begin)

    assert first == mark + f"# Title{newline}{newline}".encode()
    assert between.endswith(f" -->{newline}{newline}Between. \t{newline}{newline}".encode())
    assert last.endswith(f" -->{final}".replace("\n", newline).encode())
    assert raw.count(b"\n") == raw.count(newline.encode())
    assert scratch.docs("check").code == 0


def test_a_page_through_a_link_is_written_where_it_is(scratch: Scratch) -> None:
    scratch.write("real/x.md", EMPTY)
    (scratch.folder / "x.md").symlink_to("real/x.md")
    scratch.configure('["x.md"]')

    assert scratch.sync().out.startswith("wrote x.md\n")
    assert (scratch.folder / "x.md").is_symlink()
    assert "Secret bids" in scratch.read("real/x.md")


def test_paths_in_a_block_start_at_its_page(scratch: Scratch) -> None:
    scratch.write("docs/x.md", "<!-- phasebook: diagram discard file=../images/d.svg -->\n<!-- /phasebook -->\n")
    scratch.configure('["docs/x.md"]')
    scratch.sync()

    assert "](../images/d.svg)" in scratch.read("docs/x.md")
    assert (scratch.folder / "images" / "d.svg").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("chart discard", "There is no kind of block 'chart'"),
        ("rows nobody", "There is no flow 'nobody'; choose one of belote, "),
        ("rows gone.module:Flow", "'gone.module:Flow' cannot be loaded: ModuleNotFoundError: No module named 'gone'"),
        ("rows broken:Flow", "'broken:Flow' cannot be loaded: ZeroDivisionError: division by zero; correct"),
        ("settings shop:Checkout", "'shop:Checkout' is a flow without an engine"),
        ("rows discard phase=nowhere", "DiscardTurn has no phase 'nowhere'"),
        ("rows discard preset=x", "DiscardTurn has no preset 'x'; choose one of seed, small."),
        ("rows discard words=rude", "There is no words 'rude'; choose one of technical, plain."),
        ("diagram discard file=x.svg theme=pink", "There is no theme 'pink'"),
        ("diagram discard file=x.svg trace=nothing", "DiscardTurn has no row 'nothing'"),
    ],
)
def test_what_a_block_cannot_show_is_a_problem_of_its_line(scratch: Scratch, words: str, sentence: str) -> None:
    scratch.flow("shop")
    scratch.write("broken.py", "1 / 0")
    scratch.configure()
    scratch.write("x.md", f"\n\n<!-- phasebook: {words} -->\n<!-- /phasebook -->\n")

    (said,) = problems_of(scratch)
    assert said.startswith(f"x.md:3: {sentence}")


# Edited by hand


def edited(scratch: Scratch, old: str, new: str) -> tuple[str, ...]:
    """The places that count as edited after a page was changed."""
    scratch.configure()
    scratch.write("x.md", f"One.\n\n{EMPTY}")
    scratch.sync()
    text = scratch.read("x.md")
    assert old in text
    scratch.write("x.md", text.replace(old, new, 1))
    (change,) = scratch.plan().changes
    return change.edited


@pytest.mark.parametrize(("old", "new"), [("Secret", "Public"), ("| From", "My words.\n\n| From"), ("Round over", "")])
def test_other_words_in_a_block_are_somebodys_work(scratch: Scratch, old: str, new: str) -> None:
    assert edited(scratch, old, new) == ("x.md:3",)


@pytest.mark.parametrize(
    ("old", "new"), [("| From", "|  From"), ("\n\n<!-- /", "\n<!-- /"), ("/phasebook ", "/phasebook 0")]
)
def test_blanks_and_checksums_are_nobodys_work(scratch: Scratch, old: str, new: str) -> None:
    assert edited(scratch, old, new) == ()


def test_a_text_between_new_markers_is_somebodys_work(scratch: Scratch) -> None:
    scratch.configure()
    scratch.write("x.md", "<!-- phasebook: rows goofspiel -->\nMy table.\n<!-- /phasebook -->\n")
    (change,) = scratch.plan().changes

    assert change.edited == ("x.md:1",)
    assert change.reasons == ("x.md:1: the block “rows goofspiel” was edited by hand.",)


def test_other_line_ends_in_a_whole_page_are_no_drift(scratch: Scratch) -> None:
    """Git may turn them around."""
    scratch.configure()
    path: Path = scratch.write("x.md", EMPTY)
    scratch.sync()
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    assert scratch.docs("check").code == 0
