"""`phasebook docs`: what it prints, writes and answers."""

import re
import shlex
from pathlib import Path

import pytest

from diagrams.stamps import stamp_of
from phasebook.cli import docs, main
from tests.phasebook.syncing.scratch import Scratch

PAGE = """# Shop

<!-- phasebook: moves {0}:Checkout -->
<!-- /phasebook -->

<!-- phasebook: diagram {0}:Checkout file=shop.svg -->
<!-- /phasebook -->
"""


@pytest.fixture
def shop(scratch: Scratch) -> Scratch:
    """A project with a flow of its own, a page and a picture, all fresh."""
    scratch.flow("shop_in_docs")
    scratch.configure('["README.md"]')
    scratch.write("README.md", PAGE.format("shop_in_docs"))
    scratch.sync()
    return scratch


def test_what_is_fresh_is_code_0_and_one_line(shop: Scratch) -> None:
    assert shop.docs("check") == (0, "Fresh: 2 blocks in 1 page, 1 file.\n", "")
    assert shop.docs("sync") == (0, "Fresh: 2 blocks in 1 page, 1 file.\n", "")


def test_a_change_of_the_flow_is_code_1_with_diffs_of_page_and_picture(shop: Scratch) -> None:
    shop.flow("shop_in_docs", paid="Delivered")
    before = shop.contents()
    said = shop.docs("check")

    assert (said.code, said.err) == (1, "")
    assert "shop.svg is stale: it shows shop_in_docs:Checkout as it was.\n--- shop.svg, what it says\n" in said.out
    assert "-From Basket, pay leads to Paid.\n+From Basket, pay leads to Delivered.\n" in said.out
    assert said.out.endswith("Not fresh. To repair: phasebook docs sync\n")
    assert shop.contents() == before


def test_the_command_that_repairs_does(shop: Scratch) -> None:
    (shop.folder / "my project").mkdir()
    for name in ("README.md", "shop.svg", "pyproject.toml", "shop_in_docs.py"):
        (shop.folder / name).rename(shop.folder / "my project" / name)
    elsewhere = Scratch(shop.folder / "my project", shop.capsys)
    elsewhere.flow("shop_in_docs", paid="Delivered")
    shop.forget()
    said = elsewhere.docs("check", "--config", "my project/pyproject.toml")
    repair = said.out.splitlines()[-1].partition(": ")[2]

    assert repair == "phasebook docs sync --config 'my project/pyproject.toml'"
    assert main(shlex.split(repair)[1:]) == 0
    assert elsewhere.docs("check", "--config", "my project/pyproject.toml").code == 0


def test_an_edit_by_hand_is_called_so_and_needs_force(shop: Scratch) -> None:
    shop.write("README.md", shop.read("README.md").replace("| Basket |", "| My basket |"))
    said = shop.docs("check")

    assert said.code == 1
    assert said.out.startswith(
        "README.md:3: the block “moves shop_in_docs:Checkout” was edited by hand.\n--- README.md\n"
    )
    assert re.search(r"^-\|.*My basket", said.out, re.MULTILINE)
    assert said.out.endswith("To repair: phasebook docs sync --force\n")

    refused = shop.docs("sync")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("phasebook: README.md:3: somebody else's work would be lost here")
    assert shop.sync("--force").out.startswith("wrote README.md\n")
    assert shop.docs("check").code == 0


def test_only_what_is_stale_is_written(shop: Scratch) -> None:
    picture = (shop.folder / "shop.svg").stat().st_mtime_ns
    shop.write("README.md", shop.read("README.md").replace("/phasebook ", "/phasebook 0", 1))

    assert shop.sync().out == "wrote README.md\nFresh: 2 blocks in 1 page, 1 file.\n"
    assert (shop.folder / "shop.svg").stat().st_mtime_ns == picture


def test_a_missing_picture_is_drift(shop: Scratch) -> None:
    stamp = stamp_of(shop.folder / "shop.svg")
    (shop.folder / "shop.svg").unlink()

    assert shop.docs("check").out.startswith("shop.svg is missing.\n")
    shop.sync()
    assert stamp_of(shop.folder / "shop.svg") == stamp


def test_pictures_can_be_drawn_again(shop: Scratch) -> None:
    assert shop.sync("--redraw").out == "wrote shop.svg\nFresh: 2 blocks in 1 page, 1 file.\n"


def test_a_flow_that_no_longer_loads_is_code_2_and_so_is_a_page_that_vanished(shop: Scratch) -> None:
    shop.write("shop_in_docs.py", "import nothing_of_this_name\n")
    shop.forget()
    said = shop.docs("check")

    assert (said.code, said.out) == (2, "")
    assert [line.split(": ")[1] for line in said.err.splitlines()] == ["README.md:3", "README.md:11"]
    assert "ModuleNotFoundError" in said.err
    (shop.folder / "README.md").unlink()
    assert shop.docs("check").err == (
        "phasebook: pyproject.toml:1: There is no page README.md; correct the list of pages.\n"
    )


def test_problems_do_not_hide_what_is_stale(shop: Scratch) -> None:
    (shop.folder / "shop.svg").unlink()
    shop.configure('["README.md", "gone.md"]')
    said = shop.docs("check")

    assert said.code == 2
    assert "shop.svg is missing." in said.out
    assert "There is no page gone.md" in said.err


def test_without_declarations_the_answer_is_code_2(scratch: Scratch) -> None:
    for task in docs.TASKS:
        said = scratch.docs(task)

        assert (said.code, said.out) == (2, "")
        assert said.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["dance"], ["check", "--force"], ["check", "extra"], ["sync", "--config"]])
def test_wrong_use_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(["docs", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1


def test_help_names_the_tasks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "--help"]) == 0
    said = capsys.readouterr().out
    assert all(name in said and summary in " ".join(said.split()) for name, summary in docs.TASKS.items())


def test_a_traceback_can_be_asked_for_after_the_task(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "check", "--config", str(tmp_path / "none.toml"), "--traceback"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("Traceback (most recent call last):\n")
    assert "There is no file" in said.splitlines()[-1]
