"""What the rules report, and who hears it."""

from fsm import News


class BidsCompared(News):
    """All bids are open. The winner takes the prizes; after a tie there is none."""

    public = True
    prizes: tuple[int, ...]
    bids: tuple[int, ...]
    winner: int | None
