"""The page about the architecture speaks of files that exist, and of code that is really generated."""

import re

from tests.docs.pages import ROOT, prose, spans, text_of
from tests.fsm.compiler import drinks

PAGE = text_of("docs/architecture.md")


def test_every_place_that_it_names_exists() -> None:
    place = re.compile(r"(fsm|diagrams|phasebook|games)/[\w/]*(\.py)?")
    places = [span for span in spans(prose(PAGE)) if place.fullmatch(span)]

    assert len(places) > 5
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_the_rows_are_those_of_the_code_beside_them() -> None:
    flow = [line.strip() for line in text_of("tests/fsm/compiler/drinks.py").splitlines()]
    (shown,) = re.findall(r"```python\n(pay = .+?)```", PAGE, re.DOTALL)

    assert set(shown.splitlines()) <= set(flow)


def test_names_in_the_generated_code_mean_what_it_says() -> None:
    source = drinks.engine._program.source

    assert "`n0` makes a snapshot and `n2` a refusal" in PAGE
    assert "# n0  # snapshot_type\n" in source
    assert "# n2  # refuse\n" in source
