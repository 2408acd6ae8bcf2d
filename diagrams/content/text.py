"""Text on its way into a picture: cleaned, shortened, wrapped, or made an id that every format accepts."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

LONGEST = 80
"""Characters of a name that a picture shows; tooltips and tables have the whole."""

UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # controls, without tab and line feed, which are blanks
    "\u202a-\u202e\u2066-\u2069"  # what turns the reading direction around
    "\ud800-\udfff\ufffe\uffff]"  # what XML forbids
)
UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")
WORD = re.compile(r"[^ ]* *")
PART = re.compile(r"[^ _]*[ _]*")


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """One line without characters that XML forbids or that turn the reading direction around."""
    if text.isprintable() and "  " not in text:
        return text.strip(" ")
    return " ".join(UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text).split())


@lru_cache(maxsize=4096)
def short(text: str, longest: int = LONGEST) -> str:
    """A cleaned text, with an ellipsis for its middle if it is long: long names differ at their ends."""
    text = clean(text)
    kept = longest - 1
    return text if len(text) <= longest else f"{text[: kept - kept // 2]}…{text[len(text) - kept // 2 :]}"


def shortened(names: Iterable[str]) -> dict[str, str]:
    """Each name as a picture shows it: short, but whole where two different names would look the same."""
    texts = {name: clean(name) for name in names}
    seen = Counter(short(text) for text in set(texts.values()))
    return {name: short(text) if seen[short(text)] == 1 else text for name, text in texts.items()}


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` characters, broken at spaces; wider words after an underscore, or anywhere."""
    if len(text) <= width:
        return [text]
    lines = [""]
    for piece in pieces(text, width):
        if lines[-1] and len(lines[-1]) + len(piece.rstrip(" ")) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip(" ") for line in lines]


def pieces(text: str, width: int) -> list[str]:
    """What stays together on a line."""
    found = []
    for word in filter(None, WORD.findall(text)):
        too_wide = len(word.rstrip(" ")) > width
        for part in filter(None, PART.findall(word) if too_wide else [word]):
            found += [part[start : start + width] for start in range(0, len(part.rstrip(" ")) or 1, width)]
    return found


@lru_cache(maxsize=4096)
def safe_id(name: str) -> str:
    """An id for XML, CSS and DOT: the name if it is plain, else a part of it and a hash of the whole."""
    if name and len(name) <= LONGEST * 2 and UNSAFE.search(name) is None:
        return name
    plain = UNSAFE.sub("_", name)
    mark = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    return f"{plain[:40]}.{mark}"


def number_text(number: float) -> str:
    """A count with thousands apart; anything else as short as it goes."""
    return f"{number:,}" if isinstance(number, int) else f"{number:,.4g}"
