"""Pages and blocks that `phasebook docs` cannot write."""

from pathlib import Path
from unittest.mock import patch

from phasebook.syncing import writing
from phasebook.syncing.places import Spot
from phasebook.syncing.problems import DocsError
from phasebook.syncing.writing import File, write_all
from tests.errors.examples import Chapter, command

example = Chapter()

OUTPUT = "[[tool.phasebook.docs.output]]"

BETS = """
from fsm import Engine, Flow, Move, State

class Go(Move): ...

class Bets(Flow):
    here = State(initial=True)
    go = here.to(here)

def new() -> int:
    return 0

engine = Engine(Bets, moves=(Go,), new=new)
"""


CONFIG = '[tool.phasebook.docs]\npages = ["*.md"]\n'


def check(page: str = "", *, config: str = CONFIG, name: str = "README.md") -> None:
    """What `phasebook docs check` says of a project with one page."""
    Path("pyproject.toml").write_text(config)
    if name:
        Path(name).write_text(page)
    command("docs", "check")


def block(words: str) -> None:
    """What it says of a page with one block."""
    check(f"<!-- phasebook: {words} -->\n<!-- /phasebook -->\n")


# What is declared


@example("[tool.phasebook.docs]")
def nothing_declared() -> None:
    command("docs", "check")


@example("other.toml")
def a_configuration_that_is_not_there() -> None:
    command("docs", "check", "--config", "other.toml")


@example("phasebook.toml", "[docs]")
def a_configuration_without_docs() -> None:
    Path("phasebook.toml").write_text("[other]\n")
    command("docs", "check", "--config", "phasebook.toml")


@example("pyproject.toml", "phasebook.toml")
def two_configurations() -> None:
    Path("phasebook.toml").write_text('[docs]\npages = ["*.md"]\n')
    check()


@example("pyproject.toml", "line 1")
def a_configuration_that_is_not_toml() -> None:
    check(config="pages: README.md")


@example("pyproject.toml", "UTF-8")
def a_configuration_in_another_encoding() -> None:
    Path("pyproject.toml").write_bytes(b"name = '\xff'")
    command("docs", "check")


@example("pyproject.toml")
def a_configuration_that_is_a_folder() -> None:
    Path("pyproject.toml").mkdir()
    command("docs", "check")


@example("tool.phasebook.docs")
def docs_that_are_no_table() -> None:
    check(config="[tool.phasebook]\ndocs = 3\n")


@example("[tool.phasebook.docs]")
def a_declaration_of_nothing() -> None:
    check(config="[tool.phasebook.docs]\n")


@example("'page'", "pages")
def a_key_that_nobody_reads() -> None:
    check(config='[tool.phasebook.docs]\npage = ["README.md"]\n')


@example("pages")
def pages_that_are_no_list() -> None:
    check(config='[tool.phasebook.docs]\npages = "README.md"\n')


@example("output")
def an_output_that_is_no_table() -> None:
    check(config="[tool.phasebook.docs]\noutput = 3\n")


@example("'file'")
def an_output_without_a_file() -> None:
    check(config=f'{OUTPUT}\nflow = "discard"\n')


@example("file", "3")
def an_output_with_a_number_for_a_file() -> None:
    check(config=f'{OUTPUT}\nflow = "discard"\nfile = 3\n')


@example("discard.dot", "pyproject.toml:1")
def two_outputs_in_one_file() -> None:
    check(config=f'{OUTPUT}\nflow = "discard"\nfile = "discard.dot"\n' * 2)


@example("README.md")
def an_output_that_is_a_page() -> None:
    check(config=f'[tool.phasebook.docs]\npages = ["README.md"]\n{OUTPUT}\nflow = "discard"\nfile = "README.md"\n')


@example("discard", "dot")
def an_output_without_a_suffix() -> None:
    check(config=f'{OUTPUT}\nflow = "discard"\nfile = "discard"\n')


@example("pdf", "discard.pdf")
def an_output_that_cannot_be_judged() -> None:
    check(config=f'{OUTPUT}\nflow = "discard"\nfile = "discard.pdf"\n')


@example("discard.dot", "UTF-8")
def an_output_in_another_encoding() -> None:
    Path("discard.dot").write_bytes(b"\xff")
    check(config=f'{OUTPUT}\nflow = "discard"\nfile = "discard.dot"\n')


@example("/etc/discard.dot")
def an_output_outside() -> None:
    check(config=f'{OUTPUT}\nflow = "discard"\nfile = "/etc/discard.dot"\n')


@example("../discard.dot")
def an_output_beside_the_project() -> None:
    check(config=f'{OUTPUT}\nflow = "discard"\nfile = "../discard.dot"\n')


# Pages


@example("docs/lost.md")
def a_page_that_is_not_there() -> None:
    check(config='[tool.phasebook.docs]\npages = ["docs/lost.md"]\n')


@example("docs/*.md")
def pages_that_are_not_there() -> None:
    check(config='[tool.phasebook.docs]\npages = ["docs/*.md"]\n')


@example("README.txt", ".md")
def a_page_of_another_kind() -> None:
    check(config='[tool.phasebook.docs]\npages = ["README.txt"]\n', name="README.txt")


@example("line 2")
def a_page_in_another_encoding() -> None:
    Path("README.md").write_bytes(b"One\n\xff\n")
    check(name="")


@example("docs.md")
def a_page_that_is_a_folder() -> None:
    Path("docs.md").mkdir()
    check(config='[tool.phasebook.docs]\npages = ["docs.md"]\n')


@example("README.md", "Permission denied")
def a_page_that_may_not_be_read() -> None:
    read = Path.read_bytes

    def forbidden(path: Path) -> bytes:
        if path.name == "README.md":
            raise PermissionError(13, "Permission denied")
        return read(path)

    with patch.object(Path, "read_bytes", forbidden):
        check()


# Markers


@example("README.md:1")
def a_block_that_does_not_end() -> None:
    check("<!-- phasebook: rows discard -->\n")


@example("README.md:1")
def an_end_without_a_beginning() -> None:
    check("<!-- /phasebook -->\n")


@example("README.md:2", "line 1")
def a_block_in_a_block() -> None:
    inside = "<!-- phasebook: moves discard -->\n<!-- /phasebook -->\n"
    check(f"<!-- phasebook: rows discard -->\n{inside}<!-- /phasebook -->\n")


@example("README.md:1")
def a_marker_that_is_not_closed() -> None:
    check("<!-- phasebook: rows discard\n")


# Blocks


@example("'picture'", "diagram")
def a_kind_that_is_not_there() -> None:
    block("picture discard")


@example("'rows'")
def a_block_without_a_flow() -> None:
    block("rows")


@example("'chess'")
def a_block_of_a_flow_that_is_not_there() -> None:
    block("rows chess")


@example("alt=")
def quotes_that_do_not_match() -> None:
    block('diagram discard alt="A turn')


@example("'plain'")
def an_option_without_a_value() -> None:
    block("diagram discard plain")


@example("'settings'", "'words'")
def an_option_that_is_not_there() -> None:
    block("settings discard words=plain")


@example("'words'")
def an_option_that_is_given_twice() -> None:
    block("diagram discard words=plain words=technical")


@example("'gif'", "mermaid")
def a_format_that_is_not_there() -> None:
    block("diagram discard format=gif")


@example("'alt'")
def an_option_for_images() -> None:
    block("diagram discard alt=Turns")


@example("format=image", "images/discard.svg")
def an_image_without_a_file() -> None:
    block("diagram discard format=image")


@example("discard.dot", "svg")
def an_image_that_no_page_can_show() -> None:
    block("diagram discard file=discard.dot")


@example("format=picture")
def both_themes_in_restructuredtext() -> None:
    config = '[tool.phasebook.docs]\npages = ["*.rst"]\n'
    check(".. phasebook: diagram discard format=picture file=a.svg\n.. /phasebook\n", config=config, name="a.rst")


@example("'theme'")
def both_themes_and_one() -> None:
    block("diagram discard format=picture file=a.svg theme=dark")


@example("a.svg")
def two_pictures_in_one_file() -> None:
    one = "<!-- phasebook: diagram discard file=a.svg -->\n<!-- /phasebook -->\n"
    check(one + one.replace("discard", "uno"))


@example("Bets")
def settings_of_a_game_without_settings() -> None:
    Path("bets.py").write_text(BETS)
    block("settings bets:engine")


# Writing


@example("README.md:1")
def a_block_that_was_edited() -> None:
    Path("pyproject.toml").write_text('[tool.phasebook.docs]\npages = ["*.md"]\n')
    Path("README.md").write_text("<!-- phasebook: rows discard -->\nMine\n<!-- /phasebook -->\n")
    command("docs", "sync")


def sync(page: str) -> None:
    """What `phasebook docs sync` says of a project with one page."""
    Path("pyproject.toml").write_text(CONFIG)
    Path("README.md").write_text(page)
    command("docs", "sync")


@example("images/a.svg", "images")
def a_file_where_a_folder_should_be() -> None:
    Path("images").write_text("")
    raise DocsError(str(writing.obstacle(Spot("images/a.svg", Path("images/a.svg").resolve()))))


@example("README.md")
def a_page_that_is_write_protected() -> None:
    with patch("phasebook.syncing.writing.os.access", return_value=False):
        sync("<!-- phasebook: rows discard -->\n<!-- /phasebook -->\n")


@example("README.md")
def a_page_that_changes_meanwhile() -> None:
    Path("README.md").write_text("newer")
    write_all([File(Spot("README.md", Path("README.md").resolve()), b"older", b"newest")])


@example("README.md", "No space left on device")
def a_full_disk() -> None:
    with patch("diagrams.files.files.write", side_effect=OSError(28, "No space left on device")):
        write_all([File(Spot("README.md", Path("README.md").resolve()), None, b"newest")])


@example("README.md", "Permission denied")
def a_file_that_cannot_get_its_name() -> None:
    with patch.object(Path, "replace", side_effect=PermissionError(13, "Permission denied")):
        writing.swap([File(Spot("README.md", Path("README.md").resolve()), None, b"newest")], [Path("part")])
