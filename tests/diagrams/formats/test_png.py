"""The stamp in a PNG: there, readable, and harmless."""

import struct
import zlib

from hypothesis import given
from hypothesis import strategies as st

from diagrams.diagram import Diagram
from diagrams.formats import png
from games.discard import DiscardTurn


def test_a_stamped_png_is_whole() -> None:
    """Every chunk has the checksum that readers test."""
    data = Diagram(DiscardTurn).png()
    place, kinds = len(png.SIGNATURE), []
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        body = data[place + 4 : place + 8 + length]
        kinds.append(body[:4])

        assert data[place + 8 + length : place + 12 + length] == struct.pack(">I", zlib.crc32(body))
        place += 12 + length

    assert kinds[:3] == [b"IHDR", b"tEXt", b"iTXt"]
    assert kinds[-1] == b"IEND"


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


TINY = (
    png.SIGNATURE
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(bytes(2)))
    + chunk(b"IEND", b"")
)
"""One black pixel."""


@given(st.text("0123456789abcdef", max_size=64))
def test_a_stamp_is_found_again_and_the_rest_of_the_picture_is_as_it_was(stamp: str) -> None:
    found = png.stamped(TINY, stamp)
    added = len(found) - len(TINY)

    assert png.stamp_in(found) == stamp
    assert found[: png.HEADER_END] + found[png.HEADER_END + added :] == TINY


@given(st.text("0123456789abcdef", max_size=64), st.text(st.characters(codec="utf-8")))
def test_a_description_is_found_again_beside_the_stamp(stamp: str, description: str) -> None:
    found = png.stamped(TINY, stamp, description)

    assert (png.stamp_in(found), png.description_in(found)) == (stamp, description)
    assert all(png.stamp_in(found[:end]) in (None, stamp) for end in range(len(found)))


def test_a_description_that_cannot_be_unpacked_is_none() -> None:
    damaged = chunk(b"iTXt", png.DESCRIPTION + png.COMPRESSED + b"no zlib")
    cut = TINY[: png.HEADER_END] + damaged + TINY[png.HEADER_END :]

    assert png.description_in(TINY) == png.description_in(cut) == png.description_in(b"") == ""


def test_pictures_of_others_carry_no_stamp() -> None:
    assert png.stamp_in(TINY) is png.stamp_in(b"") is png.stamp_in(png.SIGNATURE + bytes(80)) is None
    assert png.stamp_in(b"GIF89a" + png.stamped(TINY, "x")[6:]) is None
