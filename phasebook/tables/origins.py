"""Which pages may connect: those that came from here, and those of origins that the server was given."""

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from fsm.errors import PhasebookError

USUAL_PORTS = {"http": 80, "https": 443}
"""Browsers leave them out."""
NO_ORIGIN = "null"
"""What browsers say of a page that was opened from a file."""


def allowed(origins: Collection[str]) -> frozenset[str]:
    """Origins that pages may have; one that no browser would ever name is a slip, and would let nobody in."""
    named = [origins] if isinstance(origins, str) else origins
    for origin in named:
        written = as_browsers_write(origin)
        if written is None:
            raise PhasebookError(
                f"{origin!r} is no origin; write scheme and host as browsers do, such as https://play.example."
            )
        if written != origin:
            raise PhasebookError(f"{origin!r} is no origin; write {written}, as browsers do.")
    return frozenset(named)


def as_browsers_write(origin: str) -> str | None:
    """The origin that is meant; None if nobody can tell."""
    if origin == NO_ORIGIN:
        return origin
    try:
        page = urlsplit(origin)
        host, port = (page.hostname or "").encode("idna").decode(), page.port
    except (ValueError, UnicodeError):
        return None
    if not (page.scheme and host) or not host.isprintable() or " " in host or "*" in host:
        return None
    place = f"[{host}]" if ":" in host else host
    return f"{page.scheme}://{place}" + (f":{port}" if port not in (None, USUAL_PORTS.get(page.scheme)) else "")


def is_from_here(origin: str, host: str) -> bool:
    """Whether a page came from this server. A name proves nothing: anybody may let one of theirs lead here."""
    try:
        page = urlsplit(origin)
        if page.hostname != "localhost":
            ip_address(page.hostname or "")
    except ValueError:
        return False
    return page.netloc == host
