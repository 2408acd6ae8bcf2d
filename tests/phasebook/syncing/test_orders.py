"""What a marker asks for, word by word."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phasebook.pictures import OPTIONS
from phasebook.syncing import contents
from phasebook.syncing.orders import KINDS, order_of
from phasebook.syncing.problems import DocsError


def test_an_order_is_a_kind_a_flow_and_options() -> None:
    order = order_of('diagram shop.flows:Checkout format=image file=x.svg alt="Pay, then go" words=plain')

    assert (order.kind, order.flow, order.title) == ("diagram", "shop.flows:Checkout", "diagram shop.flows:Checkout")
    assert order.options["alt"] == "Pay, then go"
    assert order.picture == {"words": "plain"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "There is no kind of block ''; choose one of diagram, rows, phases, moves, settings, sentences."),
        ("chart discard", "There is no kind of block 'chart'; choose one of diagram, "),
        ("rows", "A block 'rows' needs the name of a flow next, for example rows discard."),
        ("rows words=plain", "A block 'rows' needs the name of a flow next"),
        ("rows discard plain", "'plain' is no option; write name=value"),
        ("rows discard theme=dark", "A block 'rows' has no option 'theme'; it takes detail, phase, preset, words."),
        ("settings uno preset=x", "A block 'settings' has no option 'preset'; it takes none."),
        ("rows discard words=plain words=plain", "The option 'words' is given twice"),
        ('diagram discard alt="x', "The quotes in 'diagram discard alt=\"x' do not match"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(words: str, sentence: str) -> None:
    with pytest.raises(DocsError) as refused:
        order_of(words)
    assert refused.value.problems[0].startswith(sentence)


@given(st.text())
def test_any_words_are_an_order_or_refused(words: str) -> None:
    with suppress(DocsError):
        assert order_of(words).kind in KINDS


def test_every_kind_can_be_written_and_a_diagram_takes_every_option_of_a_picture() -> None:
    assert set(KINDS) == set(contents.KINDS)
    assert set(OPTIONS) < set(KINDS["diagram"])
