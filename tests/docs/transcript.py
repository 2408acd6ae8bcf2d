"""The transcript on the page about the protocol: its requests, sent to a real server, and what that says."""

import json
import re
import textwrap
from typing import Any

from tests.docs.pages import DOCS
from tests.phasebook.tables.speaking import Speaker

PAGE = "protocol.md"
WIDTH = 112
NAMES = ("TABLE", "HOST", "SEAT0", "SEAT1")
"""What stands for the table's name and the tokens, which the server makes up."""


def transcript() -> str:
    """The requests of the page, each with all that the server says until it has answered."""
    names: dict[str, str] = {}
    lines = ["```"]
    with Speaker("goofspiel") as server:
        for part in parts_of(page_part()):
            lines += [""] if part.startswith("#") and len(lines) > 1 else []
            lines += wrapped(part)
            if part.startswith("> "):
                lines += [line for said in said_to(server, part[2:], names) for line in wrapped(f"< {said}")]
    return "\n".join([*lines, "```"])


def page_part() -> str:
    """What stands on the page now."""
    text = (DOCS / PAGE).read_text("utf-8")
    return text.partition("<!-- begin transcript -->\n")[2].partition("<!-- end transcript -->")[0]


def parts_of(text: str) -> list[str]:
    """The requests and the remarks, each on one line again."""
    parts: list[str] = []
    for line in text.splitlines():
        if line.startswith("    ") or (line.startswith("# ") and parts and parts[-1].startswith("# ")):
            parts[-1] += f" {line[2:].strip()}"
        elif line.startswith(("# ", "> ", "< ")):
            parts.append(line)
    return [part for part in parts if not part.startswith("<")]


def wrapped(line: str) -> list[str]:
    indent = "# " if line.startswith("#") else "    "
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def said_to(server: Speaker, request: str, names: dict[str, str]) -> list[str]:
    """What the server says to a request, in the words of the page."""
    before = len(server.notices)
    for name, value in names.items():
        request = request.replace(name, value)
    answer = server.say(request.encode())
    if "seats" in answer:
        made_up = (answer["table"], answer["host"], *(seat["token"] for seat in answer["seats"]))
        names.update(zip(NAMES, made_up, strict=True))
    return [in_page_words(said, names) for said in (*server.notices[before:], answer)]


def in_page_words(said: dict[str, Any], names: dict[str, str]) -> str:
    text = json.dumps(said, ensure_ascii=False)
    for name, value in names.items():
        text = text.replace(value, name)
    return re.sub(r'"time": \d+', '"time": TIME', text)
