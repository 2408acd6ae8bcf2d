"""Links lead to the web or nearby, and nowhere else."""

import pytest

from diagrams.errors import DiagramError
from diagrams.formats.links import checked_link


@pytest.mark.parametrize("link", ["https://a.org/x?y=1&z=2#L3", "HTTP://a.org", "games/flow.py#L12", "../x", "#here"])
def test_web_and_relative_links_pass(link: str) -> None:
    assert checked_link(link) == link


@pytest.mark.parametrize(
    "link",
    ["javascript:alert(1)", "JavaScript:x", "java\nscript:x", " javascript:x", "data:text/html,x", "//evil.org", "",
     "a b", "file:///etc/passwd", "vbscript:x", 'x"onload="y', "x\\y", "<b>", "\x01javascript:x", "\u202ex", "x'y",
     "ftp://a"],
)  # fmt: skip
def test_every_other_link_is_refused(link: str) -> None:
    with pytest.raises(DiagramError, match="relative path"):
        checked_link(link)
