"""Flows that say nothing new are compiled to the code that they were always compiled to."""

from tests.fsm.compiler import drinks
from tests.fsm.compiler.kept_sources import WHOLE, digests, kept_digests, source_of


def test_a_plain_flow_has_the_code_that_is_kept() -> None:
    assert source_of(drinks.engine) == WHOLE.read_text("utf-8")


def test_many_plain_flows_have_the_code_whose_digests_are_kept() -> None:
    found, kept = digests(), kept_digests()

    assert len(kept) == 90
    assert [name for name in kept if found.get(name) != kept[name]] == []
    assert list(found) == list(kept)
