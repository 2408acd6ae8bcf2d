"""The page about the protocol says what the code does."""

import ast
import json
import re
from collections.abc import Iterator

from fsm.snapshot import RefusalKind
from phasebook.tables.protocol import VERSION, AnyAnswer, AnyRequest, Refused
from phasebook.tables.verbs import CODES, LONGEST_ONCE
from phasebook.tables.web import MOST_BYTES, MOST_WAITING, PATH, TOO_SLOW
from tests.docs.docstrings import attribute_docstrings
from tests.docs.pages import ROOT, section, spans, table, text_of
from tests.docs.transcript import page_part, parts_of

PAGE = "docs/protocol.md"
TEXT = " ".join(text_of(PAGE).split())


def codes_made() -> Iterator[str]:
    """The codes of errors, anywhere in the code of tables."""
    yield from (code for _, code in CODES)
    for path in (ROOT / "phasebook" / "tables").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = {"RequestError": 0, "Wrong": 1}.get(node.func.id)
                if place is not None and isinstance(code := node.args[place], ast.Constant):
                    yield str(code.value)


def test_every_code_of_an_error_is_explained_once() -> None:
    assert sorted(table(PAGE, "code of an error").names) == sorted(set(codes_made()))


def test_what_is_said_in_words_is_what_the_code_has() -> None:
    assert f"This is version {VERSION}." in TEXT
    assert f"a text of 1 to {LONGEST_ONCE} characters" in TEXT
    assert (MOST_WAITING, MOST_BYTES, TOO_SLOW) == (1_000, 4 * 1_024**2, 1_013)
    assert "when a thousand messages or 4 MiB wait for it, with close code 1013" in TEXT
    assert f"`ws://127.0.0.1:8000{PATH}`" in TEXT


def test_the_kinds_of_refusal_are_those_of_the_engine() -> None:
    assert spans(attribute_docstrings(Refused)["kind"]) == [kind.value for kind in RefusalKind]


def test_every_kind_of_answer_is_explained() -> None:
    listed = re.findall(r"^- `(\w+)`:", section(text_of(PAGE), "Answers"), re.MULTILINE)

    assert listed == [kind.__struct_config__.tag for kind in AnyAnswer.__args__]


def test_the_transcript_shows_most_requests_and_every_answer() -> None:
    requests = [json.loads(part[2:]) for part in parts_of(page_part()) if part.startswith("> {")]
    known = {str(kind.__struct_config__.tag) for kind in AnyRequest.__args__}

    assert {one["do"] for one in requests} >= known - {"ping", "load", "save", "watch", "events"}
    for kind in AnyAnswer.__args__:
        assert f'< {{"answer": "{kind.__struct_config__.tag}"' in page_part()
