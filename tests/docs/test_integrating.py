"""The page for integrators names everything that an engine can be given."""

from inspect import signature

from fsm.engine import Engine
from tests.docs.pages import spans, table


def test_every_keyword_of_an_engine_is_explained_once() -> None:
    keywords = set(signature(Engine.__init__).parameters) - {"self", "flow"}

    assert sorted(spans(row[0])[0] for row in table("docs/integrating.md", "keyword").rows) == sorted(keywords)
