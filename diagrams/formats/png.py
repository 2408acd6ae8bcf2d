"""What a PNG says of itself: which DOT text it was drawn from, and every row of the flow as a sentence."""

import struct
import zlib
from collections.abc import Iterator

KEYWORD = b"phasebook-dot"
DESCRIPTION = b"Description"
"""A keyword of the PNG specification: image viewers show it."""

SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER_END = len(SIGNATURE) + 25
"""The signature, then the IHDR chunk, which is always the first and always as long."""
COMPRESSED = b"\0\1\0\0\0"
"""Between the keyword and the text of an iTXt chunk: packed with zlib, in no particular language."""


def stamped(png: bytes, stamp: str, description: str = "") -> bytes:
    """The picture with the stamp right after its header, and what it shows in words after that."""
    added = chunk(b"tEXt", KEYWORD + b"\0" + stamp.encode("latin-1"))
    if description:
        added += chunk(b"iTXt", DESCRIPTION + COMPRESSED + zlib.compress(description.encode()))
    return png[:HEADER_END] + added + png[HEADER_END:]


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG as it is written to a file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG, each with its kind; those before the first that is cut off."""
    place = len(SIGNATURE) if png.startswith(SIGNATURE) else len(png)
    while place + 8 <= len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        start = place + 8
        if start + length + 4 > len(png):
            return
        yield png[place + 4 : start], png[start : start + length]
        place = start + length + 4


def stamp_in(png: bytes) -> str | None:
    """The stamp of a picture, or None if it has none."""
    key = KEYWORD + b"\0"
    texts = (data for kind, data in chunks(png) if kind == b"tEXt" and data.startswith(key))
    found = next(texts, None)
    return None if found is None else found.removeprefix(key).decode("latin-1")


def description_in(png: bytes) -> str:
    """What a picture shows in words, or nothing if it does not say."""
    key = DESCRIPTION + COMPRESSED
    texts = (data for kind, data in chunks(png) if kind == b"iTXt" and data.startswith(key))
    try:
        return zlib.decompress(next(texts, key).removeprefix(key)).decode()
    except (zlib.error, UnicodeDecodeError):
        return ""
