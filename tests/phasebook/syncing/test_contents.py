"""What goes into blocks: read back by the programs that show pages."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from diagrams.diagram import Diagram
from fsm.catalogue import engine_of
from games.discard import engine
from phasebook.syncing.contents import Around, Content, content_for
from phasebook.syncing.orders import KINDS, order_of
from phasebook.syncing.problems import DocsError

ORDERS = (
    "diagram discard",
    "diagram belote format=image file=images/belote.svg preset=ffb",
    'diagram discard format=image file="a b/(c).png" alt="Draw [a] *hand* | <now>"',
    "rows uno phase=round",
    "phases onepiece",
    "phases uno words=plain",
    "moves belote",
    "moves uno preset=official",
    "settings goofspiel",
    "settings discard",
    "sentences onepiece",
)


def content(words: str, root: Path, style: str = "md") -> Content:
    return content_for(order_of(words), Around(root, root / "docs", style, "docs/page:1"))


def refused(words: str, root: Path, style: str = "md") -> str:
    with pytest.raises(DocsError) as error:
        content(words, root, style)
    return error.value.problems[0]


# What readers see


@pytest.mark.parametrize("words", ORDERS)
def test_docutils_shows_a_block_without_complaint(tmp_path: Path, words: str) -> None:
    core = pytest.importorskip("docutils.core")
    page = f"Before.\n\n.. phasebook: {words}\n\n{content(words, tmp_path, 'rst').text}\n.. /phasebook abc\n\nAfter.\n"
    settings = {"report_level": 1, "halt_level": 1, "syntax_highlight": "none"}
    shown = core.publish_string(page, writer="html5", settings_overrides=settings).decode()

    assert "<table" in shown or "<img" in shown or "mermaid" in shown
    assert "phasebook: " not in re.sub("<!--.*?-->", "", shown, flags=re.DOTALL)


@pytest.mark.parametrize("words", ORDERS)
@pytest.mark.parametrize("indent", ["", "   "])
def test_a_markdown_page_shows_a_block(tmp_path: Path, words: str, indent: str) -> None:
    markdown = pytest.importorskip("markdown")
    block = "".join(f"{indent}{line}\n" for line in content(words, tmp_path).text.splitlines())
    lead = "" if not indent else "1. In a list.\n\n"
    page = f"{lead}{indent}<!-- phasebook: {words} -->\n\n{block}\n{indent}<!-- /phasebook abc -->\n"
    shown = markdown.markdown(page, extensions=["tables", "fenced_code"], tab_length=3 if indent else 4)

    assert re.search("<table|<img|language-mermaid|stateDiagram", shown)


def test_mermaid_is_what_the_diagram_draws(tmp_path: Path) -> None:
    mermaid = Diagram(engine).mermaid

    assert content("diagram discard", tmp_path).text == f"```mermaid\n{mermaid}```\n"
    rst = content("diagram discard", tmp_path, "rst").text
    assert rst.startswith(".. code-block:: mermaid\n\n   stateDiagram-v2\n")
    assert [line[3:] for line in rst.splitlines()[2:]] == mermaid.splitlines()


def test_rows_are_the_tables_of_the_diagram(tmp_path: Path) -> None:
    belote = engine_of("belote")
    chart = belote.chart_for(belote.start(seed=0, preset="ffb").game.settings)

    assert content("rows belote preset=ffb phase=bidding", tmp_path).text == Diagram(chart, phase="bidding").table()


def test_sentences_are_all_that_a_move_can_be_refused_with(tmp_path: Path) -> None:
    text = content("sentences discard", tmp_path).text.replace("\\", "").replace("&amp;", "&")

    for code, sentence in engine.sentences().items():
        assert f"| {code} | {sentence} |" in text.replace("`", "")


# Images


def test_an_image_is_a_link_and_a_file(tmp_path: Path) -> None:
    made = content("diagram discard file=images/discard.svg words=plain", tmp_path)

    assert made.text == "![DiscardTurn – Draw a hand, discard down, end the turn.](images/discard.svg)\n"
    (target,) = made.targets
    assert (target.spot.shown, target.flow, dict(target.options)) == (
        "docs/images/discard.svg",
        "discard",
        {"words": "plain"},
    )
    assert target.place == "docs/page:1"


def test_names_with_blanks_and_brackets_are_links_too(tmp_path: Path) -> None:
    made = content('diagram discard file="../a b/(c).png" alt="x"', tmp_path)

    assert made.text == "![x](../a%20b/%28c%29.png)\n"
    assert made.targets[0].spot.shown == "a b/(c).png"


def test_a_picture_has_a_file_for_each_theme(tmp_path: Path) -> None:
    made = content('diagram discard format=picture file=images/discard.svg alt="Say “A & <B>”"', tmp_path)
    element = ElementTree.fromstring(re.sub(r"(<(?:source|img)[^>]*)>", r"\1/>", made.text))

    assert {child.tag: child.get("src") or child.get("srcset") for child in element} == {
        "source": "images/discard-dark.svg",
        "img": "images/discard-light.svg",
    }
    assert element[1].get("alt") == "Say “A & <B>”"
    assert {target.spot.shown: target.options["theme"] for target in made.targets} == {
        "docs/images/discard-light.svg": "light",
        "docs/images/discard-dark.svg": "dark",
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("diagram discard format=jpeg", "A diagram has no format 'jpeg'; choose one of mermaid, image, picture."),
        ("diagram discard format=image", "A diagram with format=image needs a file"),
        ("diagram discard format=picture file=", "A diagram with format=picture needs a file"),
        ("diagram discard format=mermaid file=x.svg", "The option 'file' is for images"),
        ("diagram discard theme=dark", "The option 'theme' is for images"),
        ("diagram discard format=picture file=x.svg theme=dark", "format=picture draws both themes"),
        ("diagram discard file=x.mmd", "A page cannot show x.mmd as an image; choose one of svg, png."),
        ("diagram discard file=x.pdf", "A file of the format pdf does not say what it was drawn from"),
        ("diagram discard file=images/", "docs/images has no suffix to tell the format by"),
        ("diagram discard file=../../x.svg", "'../../x.svg' leads out of "),
        ("diagram discard format=picture file=.", "docs has no suffix to tell the format by"),
    ],
)
def test_images_that_cannot_be_are_refused(tmp_path: Path, words: str, sentence: str) -> None:
    assert refused(words, tmp_path).startswith(sentence)


def test_html_is_for_markdown(tmp_path: Path) -> None:
    assert "only Markdown" in refused("diagram discard format=picture file=x.svg", tmp_path, "rst")


def test_every_kind_is_tried_here() -> None:
    assert {words.split()[0] for words in ORDERS} == set(KINDS)
