"""What the rules report, and who hears it: each kind of news declares its audience, which is nobody by default.

class CardDrawn(News):
    seat: int
    card: str

    def audience(self) -> tuple[int, ...]:
        return (self.seat,)

    def in_public(self) -> CardsDrawn:
        return CardsDrawn(self.seat, 1)
"""

from collections.abc import Collection
from typing import Any, ClassVar, dataclass_transform

import msgspec

__all__ = ["Chosen", "News", "Redone", "Undone", "heard_by"]


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class NewsMeta(msgspec.StructMeta):
    """Lets type checkers know that subclasses of `News` are frozen without saying so again."""


class News(msgspec.Struct, metaclass=NewsMeta, frozen=True, tag=True):
    """Base of what effects report. The host hears everything; a player or a spectator, what is declared here."""

    public: ClassVar[bool] = False
    """Everybody hears all of it."""

    def audience(self) -> Collection[Any]:
        """The seats that hear all of it."""
        return ()

    def in_public(self) -> Any:
        """What everybody else hears of it; None is nothing."""
        return None


class Chosen(News, gc=False):
    """A seat has chosen, or chosen again, while a phase gathers moves; not what."""

    public = True
    seat: Any


class Undone(News, gc=False):
    """The last step of a session was taken back."""

    public = True
    step: int
    """Its number, from 1."""


class Redone(News, gc=False):
    """The step that was taken back was taken again; its news follow once more."""

    public = True
    step: int
    """Its number, from 1."""


def heard_by(news: Any, seat: Any) -> Any:
    """What a seat, or a spectator for None, hears of an item of news; None is nothing.

    Nobody but the host hears an item that declares no audience, which is every value that is no `News`.
    """
    if not isinstance(news, News):
        return None
    if news.public or (seat is not None and seat in news.audience()):
        return news
    return news.in_public()
