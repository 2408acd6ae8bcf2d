"""The stamp in a PNG: a text chunk that says which DOT the picture was drawn from."""

import struct
import zlib

KEYWORD = b"phasebook-dot"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER_END = len(SIGNATURE) + 25
"""The signature, then the IHDR chunk, which is always the first and always as long."""


def stamped(png: bytes, stamp: str) -> bytes:
    """The picture with the stamp right after its header."""
    body = b"tEXt" + KEYWORD + b"\0" + stamp.encode("latin-1")
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:HEADER_END] + chunk + png[HEADER_END:]


def stamp_in(png: bytes) -> str | None:
    """The stamp of a picture, or None if it has none."""
    start = HEADER_END + 8
    text = png[start : start + len(KEYWORD) + 1]
    if not png.startswith(SIGNATURE) or text != KEYWORD + b"\0":
        return None
    (length,) = struct.unpack(">I", png[HEADER_END : HEADER_END + 4])
    return png[start + len(text) : start + length].decode("latin-1")
