"""Chance without a stream: a number for each name and place, the same in every process."""

from hashlib import blake2b


def die(*names: object) -> int:
    """A large number that only these names have."""
    return int.from_bytes(blake2b(":".join(map(str, names)).encode(), digest_size=8).digest(), "little")
