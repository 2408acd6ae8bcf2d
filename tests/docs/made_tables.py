"""Tables and pictures of the documentation that are made from the code. To write them: python -m tests.docs."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable
from itertools import pairwise

import fsm.lint
import fsm.testing
from fsm.simulating.bots import FAMILY, Searcher
from fsm.simulating.policies import POLICIES
from fsm.snapshot import RefusalKind
from phasebook.tables.rows import Row
from tests.docs.pages import DOCS
from tests.docs.recipes import pictures
from tests.scxml.suite import REASONS, SUITE, asserted, needs, running_here

APART = ("idle_acceptance", "unexplained_acceptance", "malformed_chart")
"""Checks of the linter that do not look at a sound chart, and so are not among its `CHECKS`."""


def first_sentence(rule: Callable[..., object]) -> str:
    """What a docstring begins with."""
    paragraph = " ".join((inspect.getdoc(rule) or "").partition("\n\n")[0].split())
    return re.split(r"(?<=\.) ", paragraph)[0]


def attribute_docstrings(kind: type) -> dict[str, str]:
    """The docstrings below the attributes of a class, which Python forgets."""
    found = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(found, ast.ClassDef)
    return {
        ast.unparse(field.targets[0] if isinstance(field, ast.Assign) else field.target): " ".join(said.split())
        for field, text in pairwise(found.body)
        if isinstance(field, ast.Assign | ast.AnnAssign)
        if isinstance(text, ast.Expr) and isinstance(said := ast.literal_eval(text.value), str)
    }


def markdown(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    """A table of names and what they mean."""
    lines = [f"| {' | '.join(head)} |", "|---|---|", *(f"| `{name}` | {meaning} |" for name, meaning in rows)]
    return "\n".join(lines)


def findings() -> str:
    checks = [*fsm.lint.CHECKS, *(getattr(fsm.lint, name) for name in APART)]
    return markdown(("finding", "means"), ((check.__name__, first_sentence(check)) for check in checks))


def conformance_checks() -> str:
    return markdown(("check", "claims"), ((check.__name__, first_sentence(check)) for check in fsm.testing.CHECKS))


def kinds_of_refusal() -> str:
    said = attribute_docstrings(RefusalKind)
    return markdown(("kind of refusal", "means"), ((kind.value, said[kind.name]) for kind in RefusalKind))


def policies() -> str:
    known: dict[str, Callable[..., object]] = {**POLICIES, f"{FAMILY}:500": Searcher}
    return markdown(("policy", "means"), ((name, first_sentence(policy)) for name, policy in known.items()))


def columns() -> str:
    return markdown(("column", "holds"), attribute_docstrings(Row).items())


def tests_that_run() -> str:
    rows = (f"| {test} | {asserted(test)} | {needs(test)} |" for test in running_here())
    count = f"{len(running_here())} of {sum(map(len, SUITE.values()))} tests run:"
    return "\n".join([count, "", "| test | asserts | needs |", "|---|---|---|", *rows])


def tests_that_do_not() -> str:
    rows = (f"| {' '.join(tests)} | {reason} |" for reason, tests in REASONS.items())
    return "\n".join(["| tests | why not |", "|---|---|", *rows])


TABLES: dict[str, dict[str, Callable[[], str]]] = {
    "engine.md": {"kinds of refusal": kinds_of_refusal},
    "verify.md": {"findings": findings, "conformance checks": conformance_checks},
    "simulate.md": {"policies": policies},
    "flows.md": pictures(),
    "storage.md": {"columns": columns},
    "scxml.md": {"tests that run": tests_that_run, "tests that do not": tests_that_do_not},
}


def written(page: str) -> str:
    """A page with its tables and pictures as the code has them."""
    text = (DOCS / page).read_text("utf-8")
    for name, made in TABLES[page].items():
        before, begin, rest = text.partition(f"<!-- begin {name} -->\n")
        _, end, after = rest.partition(f"<!-- end {name} -->")
        assert end, f"{page} has no place for the {name!r}"
        text = f"{before}{begin}{made()}\n{end}{after}"
    return text
