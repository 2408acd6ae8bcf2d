"""Every place in the source that raises an error which somebody reads."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from types import FrameType
from typing import NamedTuple

from tests.docs.pages import ROOT

PACKAGES = ("fsm", "games", "diagrams", "phasebook")

UNREAD = {
    "AgainError": "caught by the counting of a batch",
    "BrokenGameError": "caught by the simulation, which reports a failed game",
    "KeyboardInterrupt": "somebody has pressed Ctrl-C, and knows it",
    "LeavingError": "caught by `phasebook play`, which says goodbye",
    "NotImplementedError": "in declarations that nobody calls",
    "RefusedError": "caught by the native door, which answers with a refusal",
    "RuleRaisedError": "caught by the linter, which asks the next example",
    "TimeUpError": "caught by the search, which is done then",
    "UnopenedError": "caught by the native door",
    "WorkerLostError": "caught by the processes, which start another worker",
    "nodes.SkipNode": "a signal to Sphinx",
    "msgspec.ValidationError": "caught by whoever decodes: what it says is part of another sentence",
    "ValueError": "caught by whoever checks a sentence of a guard: what it says is part of another sentence",
    "OSError": "caught by whoever writes: what it says is part of another sentence",
    "PermissionError": "caught by whoever writes: what it says is part of another sentence",
    "FileExistsError": "caught by whoever writes: what it says is part of another sentence",
    "psycopg.errors.ReadOnlySqlTransaction": "caught by the link to the database, which looks for another server",
    "AssertionError": "a failed conformance test, which pytest shows",
    "argparse.ArgumentTypeError": "caught by argparse: what it says is part of another sentence",
    "PluginError": "MkDocs shows it, and only where that is installed",
}
"""What is raised and never read by a user as it is, and why not."""

PASSED_ON = {
    "phasebook/cli/docs.py": "error",
    "phasebook/cli/streams.py": "error",
    "phasebook/tables/postgres_link.py": "meant",
    "fsm/simulating/processes.py": "answer",
    "fsm/simulating/runner.py": "trouble",
    "fsm/settings.py": "AttributeError",
}
"""File -> the name under which it raises again what somebody else has made."""


class Site(NamedTuple):
    """A statement that raises an error, or notes one for the end."""

    file: str
    first: int
    last: int
    what: str


def is_read(file: str, raised: ast.expr) -> bool:
    """Whether the words of what is raised are for somebody."""
    name = ast.unparse(raised.func if isinstance(raised, ast.Call) else raised)
    return name not in UNREAD and PASSED_ON.get(file) != name


def is_noted(function: ast.expr) -> bool:
    """Whether a call keeps a sentence for the end."""
    if not isinstance(function, ast.Attribute) or function.attr not in ("add", "complain"):
        return False
    return ast.unparse(function) in ("problems.add", "self.complain")


def in_tree(file: str, tree: ast.Module) -> Iterator[Site]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None and is_read(file, node.exc):
            yield Site(file, node.lineno, node.end_lineno or node.lineno, ast.unparse(node.exc))
        elif isinstance(node, ast.Call) and is_noted(node.func):
            yield Site(file, node.lineno, node.end_lineno or node.lineno, ast.unparse(node))


@cache
def trees() -> dict[str, ast.Module]:
    """The whole source, file by file."""
    files = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in files}


@cache
def sites() -> tuple[Site, ...]:
    """All of them, file by file."""
    return tuple(site for file, tree in trees().items() for site in in_tree(file, tree))


ABOUT_TROUBLE = re.compile(r"troubles?($|_)|_troubles|flaws|obstacle$|instead_of|lost_")
"""What functions are called that return parts of an error's sentence."""

APART = ("fsm/conforming/", "fsm/checking/")
"""Where such functions speak of defects that were found, which are no errors."""


@cache
def clauses() -> dict[str, re.Pattern[str]]:
    """Parts of sentences that others raise: what is written in the source, and what it looks like when it is said."""
    functions = (
        (file, node)
        for file, tree in trees().items()
        if not file.startswith(APART)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and ABOUT_TROUBLE.search(node.name)
    )
    return {f"{file}: {ast.unparse(text)}": pattern_of(text) for file, node in functions for text in texts_in(node)}


def texts_in(function: ast.FunctionDef) -> Iterator[ast.JoinedStr | ast.Constant]:
    """The texts that a function gives, but for those of a word or two."""
    for node in ast.walk(function):
        given = node.value if isinstance(node, ast.Yield | ast.Return) else getattr(node, "elt", None)
        for text in given.elts if isinstance(given, ast.Tuple) else [given]:
            if isinstance(text, ast.JoinedStr) or (isinstance(text, ast.Constant) and " " in str(text.value)):
                yield text


def pattern_of(text: ast.JoinedStr | ast.Constant) -> re.Pattern[str]:
    """What matches a text, whatever is put into it."""
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    return re.compile("".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in parts))


@cache
def by_line() -> dict[tuple[str, int], Site]:
    return {(str(ROOT / site.file), line): site for site in sites() for line in range(site.first, site.last + 1)}


def being_raised(frame: FrameType | None) -> Iterator[Site]:
    """The sites that are making their error at this moment, seen from a frame inside it."""
    while frame is not None:
        if found := by_line().get((frame.f_code.co_filename, frame.f_lineno)):
            yield found
        frame = frame.f_back
