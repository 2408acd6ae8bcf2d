"""What a page asks for: a flow, how to draw it, and how to place it. The same words for Sphinx and MkDocs."""

import re
from collections.abc import Mapping, Sequence

import msgspec

from fsm.errors import PhasebookError
from phasebook.pictures import OPTIONS

FORMATS = ("inline", "svg", "png", "mermaid", "table")
"""As a part of the page, as a file that the page shows, or as text."""
ALIGNMENTS = ("left", "center", "right")
PLACING = ("caption", "alt", "align", "width", "format", "name")
"""What can be said of a picture's place on a page; all else are options of the picture itself."""

LENGTH = re.compile(r"\d+(\.\d+)?(px|pt|pc|em|rem|ex|ch|cm|mm|in|%)?")
NAME = re.compile(r"[^\s\"'<>&#]+")


class PageError(PhasebookError):
    """A page asks for a picture that there cannot be."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A picture that a page asks for."""

    flow: str
    options: Mapping[str, str]
    """Those of `phasebook.pictures`."""
    caption: str = ""
    alt: str = ""
    align: str = ""
    width: str = ""
    format: str = "inline"
    name: str = ""
    """What links call it."""


def asked(flow: str, given: Mapping[str, str]) -> Asked:
    """What a page asks for, with everything checked that can be without loading the flow."""
    if not flow:
        raise PageError("A picture needs a flow; name a registered one, or yours as package.module:Flow.")
    for key, value in given.items():
        check_option(key, value)
    placing = {key: value for key, value in given.items() if key in PLACING}
    check_choice("format", placing.get("format"), FORMATS)
    check_choice("align", placing.get("align"), ALIGNMENTS)
    check_form("width", placing.get("width"), LENGTH, "a length such as 30em, 400px or 80%")
    check_form("name", placing.get("name"), NAME, "one word, for links to it")
    return Asked(flow=flow, options={key: given[key] for key in OPTIONS if key in given}, **placing)


def only_flow(flows: Sequence[str]) -> str:
    """The flow that a fence names; empty if it names none."""
    if len(flows) > 1:
        raise PageError(f"A fence shows one flow, not {' and '.join(flows)}; options are lines such as words: plain.")
    return "".join(flows)


def check_captions(content: Sequence[str], given: Mapping[str, str]) -> None:
    """Refuse a caption that is given twice."""
    if content and "caption" in given:
        raise PageError("The picture has two captions; give the option or the content, not both.")


def check_option(key: str, value: str) -> None:
    """Refuse an option that there is not, and one that says nothing."""
    if key not in (*PLACING, *OPTIONS):
        raise PageError(f"A picture has no option {key!r}; choose from {', '.join((*PLACING, *OPTIONS))}.")
    if not value:
        raise PageError(f"The option {key!r} says nothing; give it a value, or leave it out.")


def check_choice(key: str, value: str | None, choices: tuple[str, ...]) -> None:
    """Refuse what is none of the choices."""
    if value is not None and value not in choices:
        raise PageError(f"There is no {key} {value!r}; choose one of {', '.join(choices)}.")


def check_form(key: str, value: str | None, form: re.Pattern[str], wanted: str) -> None:
    """Refuse what is written in another way than the option wants."""
    if value is not None and not form.fullmatch(value):
        raise PageError(f"The {key} {value!r} cannot be understood; write {wanted}.")
