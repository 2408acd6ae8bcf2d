"""Tables and pictures of the documentation that are made from the code. To write them: python -m tests.docs."""

from collections.abc import Callable, Iterable

import fsm.lint
import fsm.testing
from fsm.simulating.bots import FAMILY, Searcher
from fsm.simulating.policies import POLICIES
from fsm.snapshot import RefusalKind
from phasebook.tables.rows import Row
from tests.docs import house_tables
from tests.docs.docstrings import attribute_docstrings, first_sentence
from tests.docs.errors_page import ERRORS
from tests.docs.pages import DOCS
from tests.docs.protocol_tables import PROTOCOL, options_of_serve
from tests.docs.recipes import pictures
from tests.scxml.suite import REASONS, SUITE, asserted, needs, running_here

APART = ("idle_acceptance", "unexplained_acceptance", "malformed_chart")
"""Checks of the linter that do not look at a sound chart, and so are not among its `CHECKS`."""


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
    "architecture.md": {
        "packages": house_tables.packages,
        "floors of fsm": lambda: house_tables.floors("fsm"),
        "floors of diagrams": lambda: house_tables.floors("diagrams"),
        "rooms of phasebook": house_tables.rooms_of_phasebook,
        "generated code": house_tables.generated_code,
    },
    "errors.md": ERRORS,
    "engine.md": {"kinds of refusal": kinds_of_refusal},
    "verify.md": {"findings": findings, "conformance checks": conformance_checks},
    "simulate.md": {"policies": policies},
    "flows.md": pictures(),
    "protocol.md": PROTOCOL,
    "serve.md": {"options of serve": options_of_serve},
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
