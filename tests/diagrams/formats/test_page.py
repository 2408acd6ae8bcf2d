"""What text languages share."""

import re

from hypothesis import given
from hypothesis import strategies as st

from diagrams.diagram import Diagram
from diagrams.formats import d2, mermaid, plantuml
from diagrams.formats.page import Page, anywhere_in, ids
from fsm.reading import read
from tests.diagrams.special_flows import Auction, Inward, Windows

RESERVED = mermaid.RESERVED | plantuml.RESERVED | d2.RESERVED


@given(st.lists(st.text() | st.sampled_from(sorted(RESERVED))))
def test_ids_are_plain_different_and_never_words_of_a_language(wishes: list[str]) -> None:
    found = ids(wishes, RESERVED)

    assert len(set(found)) == len(found) == len(wishes)
    assert all(re.fullmatch("[a-z0-9_]+", name) for name in found)
    assert RESERVED.isdisjoint(found)


def test_an_id_is_the_wish_where_that_is_possible() -> None:
    assert ids(["main.idle", "Main.idle", "note"], {"note"}) == ["main_idle", "main_idle_2", "note_2"]


def test_every_row_and_way_on_is_in_a_box_or_on_an_edge() -> None:
    page = Page(Diagram(Windows).scene)
    chart = read(Windows)
    said = [text for texts in page.edges.values() for text in texts]

    assert len(said) == len(chart.rows) + 1
    assert said[-1] == "after Morning › Window › Asked, Evening › Window › Asked"


def test_what_can_happen_anywhere_starts_in_its_own_place() -> None:
    page = Page(Diagram(Auction).scene)
    chart = read(Auction)

    assert (anywhere_in("auction"), "auction.bidding") in page.edges
    assert page.has_anywhere(chart.by_path["playing"], [])
    assert not Page(Diagram(Inward).scene).has_anywhere(read(Inward).by_path["play.question"], [])
