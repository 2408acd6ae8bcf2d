"""Links in pictures lead to the web or to a place nearby, and nowhere else."""

import re

from diagrams.errors import DiagramError

WEB = re.compile(r"https?://[^\s<>\"'\\^`{}|]+\Z", re.IGNORECASE)
NEARBY = re.compile(r"(?!//)[^\s<>\"'\\^`{}|:]+(?:#[^\s<>\"'\\^`{}|]*)?\Z")


def checked_link(link: str) -> str:
    """The link, if it is http(s) or relative: anything else could run code in the reader's browser."""
    if link.isprintable() and (WEB.match(link) or NEARBY.match(link)):
        return link
    allowed = "use http://, https:// or a relative path"
    raise DiagramError(f"{link!r} is not a link that a picture may carry; {allowed}.")
