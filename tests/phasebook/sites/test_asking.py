"""What pages ask for is checked before anything is loaded, and refused with what would be right."""

import pytest

from phasebook.pictures import OPTIONS
from phasebook.sites.asking import ALIGNMENTS, FORMATS, PLACING, PageError, asked


def test_options_of_the_picture_and_of_its_place_are_kept_apart() -> None:
    wanted = asked("discard", {"words": "plain", "caption": "The turn", "width": "80%"})

    assert (wanted.flow, wanted.options) == ("discard", {"words": "plain"})
    assert (wanted.caption, wanted.width, wanted.format) == ("The turn", "80%", "inline")


def test_no_option_has_two_meanings() -> None:
    assert not set(PLACING) & set(OPTIONS)


@pytest.mark.parametrize("option", [*PLACING, *OPTIONS])
def test_an_option_that_says_nothing_is_refused(option: str) -> None:
    with pytest.raises(PageError, match=f"The option '{option}' says nothing"):
        asked("discard", {option: ""})


@pytest.mark.parametrize("width", ["400", "30em", "12.5cm", "80%"])
def test_a_width_is_a_length(width: str) -> None:
    assert asked("discard", {"width": width}).width == width


@pytest.mark.parametrize(
    ("flow", "given", "sentence"),
    [
        ("", {}, "A picture needs a flow; name a registered one, or yours as package.module:Flow."),
        ("discard", {"colour": "red"}, f"no option 'colour'; choose from {', '.join((*PLACING, *OPTIONS))}."),
        ("discard", {"format": "gif"}, f"no format 'gif'; choose one of {', '.join(FORMATS)}."),
        ("discard", {"align": "top"}, f"no align 'top'; choose one of {', '.join(ALIGNMENTS)}."),
        ("discard", {"width": "1px;color:red"}, "width '1px;color:red' cannot be understood; write a length"),
        ("discard", {"width": "wide"}, "The width 'wide' cannot be understood; write a length such as 30em"),
        ("discard", {"name": 'a"b'}, "cannot be understood; write one word, for links to it."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(flow: str, given: dict[str, str], sentence: str) -> None:
    with pytest.raises(PageError) as refused:
        asked(flow, given)

    assert sentence in str(refused.value)
