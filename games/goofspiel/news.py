"""What the rules report."""

import msgspec


class BidsCompared(msgspec.Struct, frozen=True, tag=True):
    """All bids are open. The winner takes the prizes; after a tie there is none."""

    prizes: tuple[int, ...]
    bids: tuple[int, ...]
    winner: int | None
