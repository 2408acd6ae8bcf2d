"""Blocks in pages: found where they are, rewritten without touching anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phasebook.syncing.markers import MARKDOWN, RST, Block, Syntax, blocks_in, checksum_of, lines_of, replaced, written
from phasebook.syncing.problems import Problems

BEGIN = {MARKDOWN: "<!-- phasebook: {} -->", RST: ".. phasebook: {}"}
END = {MARKDOWN: "<!-- /phasebook -->", RST: ".. /phasebook"}
each_syntax = pytest.mark.parametrize("syntax", [MARKDOWN, RST], ids=["markdown", "rst"])


def found(text: str, syntax: Syntax = MARKDOWN) -> list[Block]:
    problems = Problems()
    blocks = blocks_in(text, syntax, "page", problems)
    assert problems.sentences == []
    return blocks


def wrong(text: str, syntax: Syntax = MARKDOWN) -> list[str]:
    problems = Problems()
    blocks_in(text, syntax, "page", problems)
    return problems.sentences


def page(syntax: Syntax, *lines: str, newline: str = "\n") -> str:
    return newline.join(["Before.", "", BEGIN[syntax].format("rows discard"), *lines, END[syntax], "", "After."])


# Finding


@each_syntax
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_block_is_what_is_between_its_markers(syntax: Syntax, newline: str) -> None:
    text = page(syntax, "one", "two", newline=newline)
    (block,) = found(text, syntax)

    assert (block.line, block.words, block.indent, block.newline) == (3, "rows discard", "", newline)
    assert block.body == f"one{newline}two{newline}"
    assert text[block.start : block.stop] == block.whole == f"one{newline}two{newline}{END[syntax]}"


@each_syntax
def test_a_page_without_markers_has_no_blocks(syntax: Syntax) -> None:
    assert found("", syntax) == found("phasebook: rows discard\n", syntax) == []


@pytest.mark.parametrize(
    "marker",
    [
        "<!--phasebook: x y-->",
        "<!--   phasebook:   x y   -->",
        "   <!-- phasebook: x y -->",
        "<!-- phasebook: x y -->  ",
    ],
)
def test_blanks_in_a_marker_do_not_matter(marker: str) -> None:
    (block,) = found(f"{marker}\n<!--/phasebook-->\n")

    assert block.words == "x y"


@pytest.mark.parametrize(
    "code",
    [
        "```\n{}\n```",
        "```md\n{}\n```",
        "~~~\n{}\n~~~",
        "````\n```\n{}\n```\n````",
        "~~~\n```\n{}\n~~~",
        "   ```\n{}\n   ```",
        "```\n``` not the end\n{}\n```",
        "```\n{}",  # a fence that is not closed goes on to the end
        "    {}",
        "\t{}",
        "> {}",
        "Write `{}` there.",
        "| `{}` |",
    ],
)
def test_a_marker_in_code_is_only_text(code: str) -> None:
    assert found(code.format("<!-- phasebook: rows discard -->")) == []
    assert found(code.format("<!-- /phasebook -->")) == []


@pytest.mark.parametrize("before", ["```\ncode\n```", "``` a`b", "`````\n````\n`````", "~~~ `x`\n~~~", "    ```"])
def test_after_code_markers_count_again(before: str) -> None:
    assert len(found(f"{before}\n<!-- phasebook: rows discard -->\n<!-- /phasebook -->")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "   .. phasebook: rows discard\n   .. /phasebook\n",
        ".. code-block:: rst\n\n   .. phasebook: rows discard\n   .. /phasebook\n",
        ".. phasebook:: discard\n",  # a directive, and no comment
        ".. phasebooks: x\n",
    ],
)
def test_in_rst_only_comments_at_the_start_of_a_line_count(text: str) -> None:
    assert found(text, RST) == []


def test_a_fence_inside_a_block_never_hides_its_end() -> None:
    """The fence may have been cut off by an edit."""
    (block,) = found("<!-- phasebook: x y -->\n```mermaid\n<!-- /phasebook abc -->\n")

    assert block.checksum == "abc"


# What cannot be a block


@each_syntax
def test_a_block_that_does_not_end_is_a_problem(syntax: Syntax) -> None:
    text = f"\n{BEGIN[syntax].format('rows x')}\nmore\n"

    assert wrong(text, syntax) == [f"page:2: This block does not end; write {END[syntax]} on a line after it."]


@each_syntax
def test_an_end_without_a_beginning_is_a_problem(syntax: Syntax) -> None:
    (said,) = wrong(f"\n\n{END[syntax]}\n", syntax)

    assert said.startswith("page:3: This marker ends a block that has not begun")


@each_syntax
def test_a_block_in_a_block_is_one_problem(syntax: Syntax) -> None:
    begin, end = BEGIN[syntax].format("rows x"), END[syntax]

    assert wrong("\n".join([begin, begin, end, end]), syntax) == [
        "page:2: This block begins inside the one of line 1; end that first."
    ]


@pytest.mark.parametrize(
    "marker",
    [
        "<!-- phasebook: x",
        "<!-- phasebook: x --> text",
        "<!-- phasebook : x -->",
        "<!-- /phasebook",
        "<!-- /phasebook --> x",
    ],
)
def test_a_marker_that_cannot_be_read_is_a_problem(marker: str) -> None:
    (said,) = wrong(f"text\n{marker}\n")

    assert said.startswith("page:2: This marker cannot be read")


# Checksums


def test_a_new_block_is_untouched_only_while_it_is_empty() -> None:
    (empty,) = found("<!-- phasebook: x y -->\n\n<!-- /phasebook -->")
    (full,) = found("<!-- phasebook: x y -->\nMy own words.\n<!-- /phasebook -->")

    assert empty.is_untouched
    assert not full.is_untouched


def test_line_ends_do_not_change_a_checksum() -> None:
    assert checksum_of("a\r\nb\r\n") == checksum_of("a\nb\n") != checksum_of("a\rb\n")


# Any text around

TEXT = st.text(st.sampled_from("ab `~<!->\\/:|*\t\r\n\u2028\x0c\x85\x1cé🂡")) | st.text(st.characters(codec="utf-8"))
CONTENT = st.text(st.sampled_from("ab |`\n\u2028\x0c é"))


def is_plain(text: str) -> bool:
    """Whether a text has no marker, and leaves no fence open."""
    end = "<!-- phasebook: rows x -->\n<!-- /phasebook -->"
    return len(blocks_in(f"{text}\n{end}", MARKDOWN, "", problems := Problems())) == 1 and not problems.sentences


@given(
    TEXT.filter(is_plain), TEXT.filter(is_plain), CONTENT, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "  "])
)
def test_only_the_block_changes_and_the_second_time_nothing(
    before: str, after: str, content: str, newline: str, indent: str
) -> None:
    before, begin = before.removesuffix("\r"), f"{indent}<!-- phasebook: rows x -->"
    text = f"{before}\n{begin}{newline}{indent}<!-- /phasebook -->{newline}{after}"
    (block,) = found(text)
    once = replaced(text, [(block, written(MARKDOWN, block, content))])
    (again,) = found(once)

    assert once.startswith(f"{before}\n{begin}{newline}")
    assert once.endswith(f"{newline}{after}")
    assert again.is_untouched
    assert written(MARKDOWN, again, content) == again.whole
    assert len(once) - len(text) == len(again.whole) - len(block.whole)


@given(CONTENT, st.data())
def test_one_other_character_inside_a_block_is_found(content: str, data: st.DataObject) -> None:
    (block,) = found("<!-- phasebook: rows x -->\n<!-- /phasebook -->")
    text = replaced("<!-- phasebook: rows x -->\n<!-- /phasebook -->", [(block, written(MARKDOWN, block, content))])
    (whole,) = found(text)
    place = data.draw(st.integers(whole.start, whole.start + len(whole.body) - 1))
    letter = data.draw(st.characters(codec="utf-8").filter(lambda letter: letter != text[place]))
    edited = text[:place] + letter + text[place + 1 :]
    problems = Problems()
    blocks = blocks_in(edited, MARKDOWN, "page", problems)

    assert problems.sentences or not blocks[0].is_untouched or blocks[0].whole != whole.whole


@given(st.text(st.sampled_from("ab\r\n\u2028\x0b")))
def test_lines_put_together_are_the_text(text: str) -> None:
    assert "".join(line.text + line.ending for line in lines_of(text)) == text
    assert [line.start for line in lines_of(text)] == sorted({line.start for line in lines_of(text)})
