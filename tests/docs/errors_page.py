"""The lists of errors on their page, by what provokes them in tests/errors."""

from collections.abc import Callable, Iterator
from functools import partial

from fsm.errors import PhasebookError
from tests.docs.docstrings import first_sentence
from tests.errors.examples import Said, chapters, said_by

OURS = ("Printed", "ExceptionGroup", "AttributeError", "ImportError")
"""Kinds that say nothing to a reader: a command has no type of error, and Python's own are known."""


def listed(chapter: str) -> str:
    """Every sentence of a chapter once, with what it is and what it leaves unsaid."""
    remarks: dict[str, tuple[Said, str]] = {}
    for example in chapters()[chapter].examples:
        said = said_by(example.provoke)
        remarks.setdefault(said.sentence, (said, example.remark))
    return "\n".join(line for said, remark in remarks.values() for line in entry(said, remark))


def entry(said: Said, remark: str) -> Iterator[str]:
    """One error. Two backticks around it, because it may have some of its own."""
    sentence = said.sentence.removeprefix("phasebook: ")
    kind = "" if said.kind in OURS else f" `{said.kind}`"
    yield f"- `` {sentence} ``{kind}{f' {remark}' if remark else ''}"


def classes() -> str:
    """The classes of the errors on the page, with what each means."""
    kinds = {said_by(example.provoke).kind for chapter in chapters().values() for example in chapter.examples}
    known = [kind for kind in below(PhasebookError) if kind.__name__ in kinds]
    found: list[type[Exception]] = [PhasebookError, *known]
    rows = (f"| `{kind.__name__}` | `{kind.__module__}` | {first_sentence(kind)} |" for kind in dict.fromkeys(found))
    return "\n".join(["| class | module | means |", "|---|---|---|", *rows])


def below(kind: type[Exception]) -> Iterator[type[Exception]]:
    """The classes that derive from one, each before those that derive from it."""
    for other in sorted(kind.__subclasses__(), key=lambda one: (one.__module__, one.__name__)):
        yield other
        yield from below(other)


ERRORS: dict[str, Callable[[], str]] = {"classes of errors": classes} | {
    name: partial(listed, chapter)
    for name, chapter in {
        "errors of flows": "flows",
        "errors of engines": "engines",
        "errors of running": "running",
        "errors of settings": "settings",
        "errors of saves": "saves",
        "errors of cards": "cards",
        "errors of bots": "bots",
        "errors of commands": "commands",
        "errors of pictures": "pictures",
        "errors of docs blocks": "docs_blocks",
        "errors of docs sites": "sites_of_docs",
        "errors of serving": "serving",
        "errors of storing": "storing",
    }.items()
}
