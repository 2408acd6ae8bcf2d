"""The directive on real sites: warnings are errors, a rebuild follows the machine, every builder says the same."""

import re
import subprocess
import sys
import textwrap
from pathlib import Path
from xml.etree import ElementTree

import pytest

from diagrams.diagram import Diagram
from games.discard import engine
from tests.diagrams.renderers import needs_dot
from tests.phasebook.sites.small_sites import (
    BETTING,
    environment,
    put,
    read_again,
    replaced,
    run,
    sphinx,
    sphinx_command,
    sphinx_site,
)

pytest.importorskip("sphinx", reason="Sphinx is not installed: pip install 'phasebook[sphinx]'")

PAGE = f"""\
Site
====

.. toctree::

   other

See :numref:`turn`, :ref:`turn`, :numref:`code` and :numref:`rows`.

.. phasebook:: discard
   :name: turn
   :caption: The *turn*

.. phasebook:: discard
   :words: plain
   :width: 50%
   :align: right

   In plain words.

   With a legend.

.. phasebook:: {BETTING}
   :format: svg
   :alt: Bets

.. phasebook:: {BETTING}
   :format: png

.. phasebook:: discard
   :format: mermaid
   :name: code
   :caption: As text

.. phasebook:: discard
   :format: table
   :name: rows
   :caption: Row by row
"""
OTHER = f"Other\n=====\n\n.. phasebook:: discard\n\n.. phasebook:: {BETTING}\n"
PLAIN = "Prose\n=====\n\nNo picture.\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with everything, built as HTML."""
    folder = sphinx_site(tmp_path_factory.mktemp("site"), {"index.rst": PAGE, "other.rst": OTHER})
    sphinx(folder)
    return folder


def built(site: Path, name: str) -> str:
    return (site / "out" / name).read_text("utf-8")


def pictures(html: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(text) for text in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def ids(html: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', html)


# Builders


def test_a_picture_is_a_part_of_the_page(site: Path) -> None:
    first = pictures(built(site, "html/index.html"))[0]

    assert first.get("data-phasebook-dot") == Diagram(engine).stamp
    assert first.get("class") == "phasebook auto"
    assert not list(first.iter("{http://www.w3.org/2000/svg}style"))


def test_the_style_sheet_is_on_every_page_with_a_picture(site: Path) -> None:
    assert re.search(r'href="_static/phasebook\.css\?v=\w+"', built(site, "html/index.html"))
    assert "--phasebook-ink" in built(site, "html/_static/phasebook.css")


def test_figures_code_and_tables_are_numbered_and_linked(site: Path) -> None:
    html = built(site, "html/index.html")

    assert [re.sub(r"<.*?>", "", link) for link in re.findall(r'href="#(?:turn|code|rows)">(.*?)</a>', html)] == [
        "Fig. 1",
        "The turn",
        "Listing 1",
        "Table 1",
    ]
    assert "<em>turn</em>" in html


def test_ids_are_unique_on_a_page_and_in_a_site_of_one_page(site: Path) -> None:
    sphinx(site, "singlehtml")
    for html in (built(site, "html/index.html"), built(site, "singlehtml/index.html")):
        found = ids(html)

        assert len(pictures(html)) >= 2
        assert len(set(found)) == len(found)
        assert all(set(svg.get("aria-labelledby", "").split()) <= set(found) for svg in pictures(html))


def test_files_are_found_from_every_page(site: Path) -> None:
    sphinx(site, "dirhtml")
    put(site / "docs" / "deep", {"page.rst": f":orphan:\n\nDeep\n====\n\n.. phasebook:: {BETTING}\n   :format: svg\n"})
    sphinx(site, "dirhtml")
    for page in ("html/index.html", "dirhtml/index.html", "dirhtml/deep/page/index.html"):
        sources = re.findall(r'class="phasebook-img" src="([^"]+)"', built(site, page))

        assert sources
        assert all((site / "out" / page).parent.joinpath(source).is_file() for source in sources)
    (site / "docs/deep/page.rst").unlink()


def test_an_image_says_what_it_shows(site: Path) -> None:
    html = built(site, "html/index.html")

    assert re.findall(r'<img class="phasebook-img" [^>]*alt="([^"]*)"', html) == [
        "Bets",
        "Flowchart of Betting – Put coins down until you stop.",
    ]


@needs_dot
def test_print_gets_a_pdf(site: Path) -> None:
    sphinx(site, "latex")
    names = re.findall(r"includegraphics\[(.*?)\]{{(phasebook-\w+)}\.pdf}", built(site, "latex/site.tex"))

    assert "width=0.500\\linewidth" in [size for size, _ in names]
    assert all((site / f"out/latex/{name}.pdf").read_bytes().startswith(b"%PDF") for _, name in names)


def test_print_gets_a_png_where_nothing_draws_a_pdf(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The embedded engine draws none."""
    monkeypatch.setenv("PATH", "")
    sphinx(site, "latex", "-d", "doctrees-without-dot")

    assert re.search(r"{{phasebook-\w+}\.png}", built(site, "latex/site.tex"))


@pytest.mark.parametrize(("builder", "file"), [("text", "index.txt"), ("man", "site.1"), ("texinfo", "site.texi")])
def test_builders_without_pictures_say_every_row_in_a_sentence(site: Path, builder: str, file: str) -> None:
    sphinx(site, builder)
    said = " ".join(re.sub(r"[\\\n]+", " ", built(site, f"{builder}/{file}")).split())

    for sentence in Diagram(engine).sentences:
        assert sentence.replace("›", "").split()[-1] in said
    assert "From Draw Phase, deal_next_hand leads to Discard Phase if discard_is_owed, doing deal_hand." in said


def test_a_book_shows_files(site: Path) -> None:
    sphinx(site, "epub")
    page = ElementTree.parse(site / "out/epub/index.xhtml")  # well-formed
    images = [
        one.get("src") for one in page.iter("{http://www.w3.org/1999/xhtml}img") if one.get("class") == "phasebook-img"
    ]

    assert len(images) == 4
    assert all((site / "out/epub" / str(name)).is_file() for name in images)


def test_translators_get_the_captions_but_not_the_sentences(site: Path) -> None:
    sphinx(site, "gettext", "-d", "doctrees-for-translators")
    pot = built(site, "gettext/index.pot")

    assert "In plain words." in pot
    assert "leads to" not in pot


# Building again


def test_nothing_is_read_again_when_nothing_has_changed(tmp_path: Path) -> None:
    folder = sphinx_site(tmp_path, {"index.rst": OTHER})

    assert read_again(sphinx(folder)) == (1, 0)
    before = built(folder, "html/index.html")
    assert read_again(sphinx(folder)) == (0, 0)
    assert built(folder, "html/index.html") == before


EDITS = [
    ("cardroom/flow.py", "No more bets", "Rien ne va plus", "Rien ne va plus"),
    ("cardroom/rules.py", "Nothing is on the table yet.", "Bet first.", "Bet first."),
    ("cardroom/limits.py", "MOST = 10", "MOST = 12", "Place your bets"),
]


def test_a_rebuild_follows_the_machine(tmp_path: Path) -> None:
    folder = sphinx_site(tmp_path, {"index.rst": f"{OTHER}\n.. toctree::\n\n   prose\n", "prose.rst": PLAIN})
    assert read_again(sphinx(folder)) == (2, 0)

    for file, old, new, seen in EDITS:
        replaced(folder / file, old, new)
        assert read_again(sphinx(folder)) == (0, 1)
        assert seen in built(folder, "html/index.html")
    put(folder, {"cardroom/unrelated.py": "NEW = 1\n"})
    assert read_again(sphinx(folder)) == (0, 0)


def test_two_builds_in_one_process_show_two_flows(tmp_path: Path) -> None:
    folder = sphinx_site(tmp_path, {"index.rst": OTHER})
    program = f"""\
        from sphinx.cmd.build import build_main
        from tests.phasebook.sites.small_sites import replaced
        from pathlib import Path
        command = {[*sphinx_command("html")[1:], "-q", "-W"]!r}
        assert build_main(command) == 0
        replaced(Path("cardroom/flow.py"), "No more bets", "Rien ne va plus")
        assert build_main(command) == 0
    """
    subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], cwd=folder, env=environment(), check=True, timeout=300
    )

    assert "Rien ne va plus" in built(folder, "html/index.html")


def test_two_processes_build_what_one_does(tmp_path: Path) -> None:
    """Sphinx shares the work from six pages on."""
    index = "Site\n====\n\n.. toctree::\n   :glob:\n\n   page*\n"
    pages = {f"page{number}.rst": OTHER for number in range(8)}
    folder = sphinx_site(tmp_path, {"index.rst": index} | pages)
    sphinx(folder)
    alone = {path.name: path.read_text("utf-8") for path in (folder / "out/html").glob("page*.html")}
    said = sphinx(folder, "html", "-E", "-a", "-j", "2", "-d", "doctrees-of-two", "-v")
    together = {path.name: path.read_text("utf-8") for path in (folder / "out/html").glob("page*.html")}

    assert "not safe for parallel" not in said
    assert re.search(r"\[.*?\] +\w+ ?\.\. ?\w+", said)  # chunks of pages, one for each process
    assert together == alone
    replaced(folder / "cardroom/flow.py", "No more bets", "Rien ne va plus")
    assert read_again(sphinx(folder, "html", "-j", "2", "-d", "doctrees-of-two")) == (0, 8)


# What goes wrong


MISTAKES = {
    ".. phasebook:: discrad": "There is no flow 'discrad'; choose one of belote, discard",
    ".. phasebook::": "A picture needs a flow; name a registered one",
    ".. phasebook:: discard\n   :colour: red": "A picture has no option 'colour'; choose from caption, alt",
    ".. phasebook:: discard\n   :words:": "The option 'words' says nothing",
    ".. phasebook:: discard\n   :words: fancy": "There is no words 'fancy'; choose one of technical, plain.",
    ".. phasebook:: discard\n   :phase: nowhere": "DiscardTurn has no phase 'nowhere'",
    ".. phasebook:: discard\n   :caption: One\n\n   Two": "The picture has two captions",
    ".. phasebook:: cardroom.broken:Flow": "'cardroom.broken:Flow' cannot be loaded: SyntaxError",
}


def test_a_mistake_is_a_warning_with_its_place_and_a_box(tmp_path: Path) -> None:
    page = "Site\n====\n\n" + "\n\n".join(MISTAKES)
    folder = sphinx_site(tmp_path, {"index.rst": page})
    put(folder, {"cardroom/broken.py": "def broken(:\n"})

    for _ in range(2):  # the second build does not forget them
        done = run(folder, *sphinx_command("html"), "-W", "--keep-going")
        assert done.returncode == 1
        assert "Traceback" not in done.stdout
        for directive, sentence in MISTAKES.items():
            line = f"{page}\n".partition(f"{directive}\n")[0].count("\n") + 1
            assert f"docs/index.rst:{line}: WARNING: {sentence}" in done.stdout, done.stdout
    boxes = re.findall(r'<div class="admonition error">(.*?)</div>', built(folder, "html/index.html"), re.DOTALL)
    assert len(boxes) == len(MISTAKES)
    assert all(sentence.split("'")[0] in box for sentence, box in zip(MISTAKES.values(), boxes, strict=True))


def test_a_warning_can_be_silenced_by_its_kind(tmp_path: Path) -> None:
    folder = sphinx_site(tmp_path, {"index.rst": "Site\n====\n\n.. phasebook:: discrad\n"})

    sphinx(folder, "html", "-D", "suppress_warnings=phasebook.flow")


def test_a_flow_that_was_mended_is_drawn(tmp_path: Path) -> None:
    folder = sphinx_site(tmp_path, {"index.rst": OTHER})
    put(folder, {"cardroom/limits.py": "def broken(:\n"})
    assert run(folder, *sphinx_command("html"), "-W").returncode == 1

    put(folder, {"cardroom/limits.py": "MOST = 1\n"})

    assert read_again(sphinx(folder)) == (0, 1)
    assert "Place your bets" in built(folder, "html/index.html")
    assert read_again(sphinx(folder)) == (0, 0)


DRAWS_NOTHING = """
import diagrams.renderers
diagrams.renderers.embedded = lambda: None
"""


def test_without_a_renderer_there_are_a_box_and_sentences_until_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = sphinx_site(tmp_path, {"index.rst": OTHER})
    conf = (folder / "docs/conf.py").read_text("utf-8")
    monkeypatch.setenv("PATH", "")
    for builder in ("html", "html", "latex"):
        put(folder / "docs", {"conf.py": conf + DRAWS_NOTHING})
        done = run(folder, *sphinx_command(builder), "-W", "--keep-going")
        assert done.returncode == 1, done.stdout
        assert "index.rst:4: WARNING: There is no drawing engine: pip install 'phasebook[embedded]'" in done.stdout
    html = built(folder, "html/index.html")
    assert "There is no picture here" in html
    assert "From Place your bets, stop leads to No more bets if something_is_at_stake." in html

    put(folder / "docs", {"conf.py": conf})
    sphinx(folder)

    assert len(pictures(built(folder, "html/index.html"))) == 2


def test_a_page_in_a_folder_names_logs_beside_it(tmp_path: Path) -> None:
    from fsm.session import Session
    from games.discard import DealNextHand

    session = Session.start(engine, seed=3)
    session.send(DealNextHand())
    page = ":orphan:\n\nDeep\n====\n\n.. phasebook:: discard\n   :trace: game.log\n"
    folder = sphinx_site(tmp_path, {"index.rst": PLAIN, "deep/page.rst": page})
    (folder / "docs/deep/game.log").write_bytes(session.write_log())
    sphinx(folder)

    expected = Diagram(engine, trace=session.trace, highlight=session.snapshot.phase).stamp
    assert expected in built(folder, "html/deep/page.html")
    session.send(engine.legal_moves(session.snapshot)[0])
    (folder / "docs/deep/game.log").write_bytes(session.write_log())
    assert read_again(sphinx(folder)) == (0, 1)
    assert expected not in built(folder, "html/deep/page.html")
