"""Tokens: who has one, has its seat. Only their hashes are stored."""

from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Any

from phasebook.tables.table import Kept, seat_from, seat_text

LENGTH = 24
"""Bytes of chance in a token: nobody guesses that, so a plain hash keeps it."""

NOBODY = object()
"""Whose a token is that nobody has."""


def new_token() -> str:
    """A token that nobody can guess."""
    return token_urlsafe(LENGTH)


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return sha256(token.encode(errors="replace")).hexdigest()


def kept(token: str, seat: Any) -> Kept:
    """A token as it is stored."""
    return Kept(seat_text(seat), hash_of(token))


def owner_of(token: str, tokens: Iterable[Kept]) -> Any:
    """The seat that a token opens, or `NOBODY`. All are compared, each in the same time, whichever it is."""
    given = hash_of(token)
    found = [one for one in tokens if compare_digest(one.hash, given)]
    return seat_from(found[0].seat) if found else NOBODY
