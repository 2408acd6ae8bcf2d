"""Pictures that a page of Sphinx or MkDocs asks for, and cannot have."""

from typing import Any
from unittest.mock import patch

from phasebook.sites.asking import asked, check_captions, only_flow
from phasebook.sites.loading import Errand, loaded
from tests.errors.examples import Chapter

example = Chapter()


@example("flow")
def a_picture_of_nothing() -> None:
    asked("", {})


@example("'colour'", "caption")
def an_option_that_is_not_there() -> None:
    asked("discard", {"colour": "red"})


@example("'caption'")
def an_option_that_says_nothing() -> None:
    asked("discard", {"caption": ""})


@example("'gif'", "inline")
def a_format_that_is_not_there() -> None:
    asked("discard", {"format": "gif"})


@example("'wide'")
def a_width_that_is_none() -> None:
    asked("discard", {"width": "wide"})


@example("discard", "uno")
def two_flows_in_one_fence() -> None:
    only_flow(["discard", "uno"])


@example("captions")
def a_picture_with_two_captions() -> None:
    check_captions(["One"], {"caption": "Two"})


class Nothing:
    """The files that a flow is made of, where there are none."""

    def files(self, flow: str, always: Any = ()) -> tuple[str, ...]:
        return ()


def shown(flow: str) -> None:
    """What stands in the box where a picture should be."""
    opened: Any = Nothing()
    loaded(Errand(flow, {}, "."), opened).drawable()


@example("'chess'")
def a_picture_of_a_flow_that_is_not_there() -> None:
    shown("chess")


@example("'shop.flows:Checkout'", "ZeroDivisionError")
def a_flow_that_fails_while_it_is_drawn() -> None:
    with patch("phasebook.sites.loading.picture_of", side_effect=ZeroDivisionError("division by zero")):
        shown("shop.flows:Checkout")
