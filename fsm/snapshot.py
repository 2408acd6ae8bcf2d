"""The values that a step takes and gives: a snapshot, or a refusal that says why not."""

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from functools import cache
from hashlib import blake2b
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

import msgspec

from fsm.values.sentences import filled

__all__ = [
    "Caller",
    "Chosen",
    "GuardReport",
    "Hidden",
    "News",
    "Redone",
    "Refusal",
    "RefusalKind",
    "RowReport",
    "Snapshot",
    "Trace",
    "Unchanging",
    "Undone",
    "Why",
    "check_of",
    "heard_by",
    "makes_news",
    "with_news",
    "with_news_version",
]

G = TypeVar("G")
"""The game: any frozen value of the integrator's own."""

Rule = TypeVar("Rule", bound=Callable[..., Any])

_pack = msgspec.msgpack.Encoder(order="deterministic").encode
_pack_as_it_stands = msgspec.msgpack.Encoder().encode
_write = msgspec.json.Encoder(order="deterministic").encode


def encode(value: Any) -> bytes:
    """Equal values have equal bytes: to compare, to count and to hash what cannot be hashed.

    Dictionaries whose keys are no texts are taken in the order that they have. What no message can hold, such as half
    a character or something that the author vouches for, is taken as Python shows it: good enough to tell values of
    one process apart.
    """
    try:
        return _pack(value)
    except OverflowError:  # a number of more than 64 bits can only be written out
        return _write(value)
    except (TypeError, UnicodeError):
        return _encode_as_it_stands(value)


def _encode_as_it_stands(value: Any) -> bytes:
    """What cannot be sorted, or no message can hold. Python shows it in the same order, and takes longer."""
    try:
        return _pack_as_it_stands(value)
    except (TypeError, UnicodeError, OverflowError):
        return repr(value).encode(errors="backslashreplace")


def encode_all(values: Iterable[Any]) -> list[bytes]:
    """The bytes of each value, as `encode` gives them."""
    found = list(values)
    try:
        return [_pack(value) for value in found]
    except (OverflowError, TypeError, UnicodeError):
        return [encode(value) for value in found]


class Caller(msgspec.Struct, frozen=True, gc=False):
    """A phase that is suspended until the phase that it called has ended."""

    phase: str
    row: str
    """The id of the row that called."""


@cache
def caller(phase: str, row: str) -> Caller:
    """The one caller of its kind that charts and compiled flows use: generated code knows it by identity."""
    return Caller(phase, row)


class Snapshot(msgspec.Struct, Generic[G], frozen=True, gc=False, omit_defaults=True, repr_omit_defaults=True):
    """Where the flow stands: the phase's path, the game, and what waits. Nothing else is remembered."""

    phase: str
    game: G
    back: tuple[Caller, ...] = ()
    """The suspended callers that the flow comes back to, outermost first."""
    chosen: tuple[Any, ...] = ()
    """The moves that a phase has gathered so far, in the order of its seats."""


_seal = msgspec.json.Encoder(order="sorted").encode


def check_of(snapshot: Snapshot[Any]) -> str:
    """A short hash of a snapshot, equal everywhere; '' if it holds what JSON cannot."""
    try:
        return blake2b(_seal(snapshot), digest_size=4).hexdigest()
    except (TypeError, ValueError, OverflowError):
        return ""


class Hidden(msgspec.Struct, frozen=True, gc=False):
    """In a player's view, the choice of another seat: that there is one, and not which."""

    seat: Any


MOST_LINES = 60
MOST_COLUMNS = 200
"""Of a snapshot that is printed for a reader, at most."""


def readable(snapshot: Snapshot[Any]) -> str:
    """A snapshot for people: indented JSON, or Python where JSON does not know a type; its beginning, if it is long."""
    return bounded(lines_of(snapshot))


def differing(one: Any, other: Any) -> str:
    """The lines in which two snapshots, or other values, differ, `-` for the one and `+` for the other."""
    from difflib import unified_diff  # only failures need it

    lines = list(unified_diff(lines_of(one), lines_of(other), lineterm="", n=2))[2:]
    return bounded(lines) or "Only types differ, which JSON does not show: a list for a tuple, or 1 for True."


def lines_of(snapshot: Any) -> list[str]:
    """A snapshot, or another value, as text, whole."""
    try:
        return msgspec.json.format(msgspec.json.encode(snapshot), indent=2).decode().splitlines()
    except (TypeError, ValueError, RecursionError):
        from pprint import pformat  # only failures need it

        return pformat(snapshot, width=110).splitlines()


def bounded(lines: list[str]) -> str:
    """The first lines of a text, and how many more there are."""
    shown = [line if len(line) <= MOST_COLUMNS else f"{line[: MOST_COLUMNS - 1]}…" for line in lines[:MOST_LINES]]
    more = [f"... and {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
    return "\n".join([*shown, *more])


class Unchanging(msgspec.Struct, frozen=True):
    """A promise in an annotation that nobody changes the value, with the reason; for types that do not show it."""

    reason: str


class RefusalKind(StrEnum):
    """Why a move was refused."""

    UNKNOWN = "unknown"
    """The flow has no such event."""
    MALFORMED = "malformed"
    """The payload does not have the declared shape."""
    NOT_YOURS = "not_yours"
    """It speaks for another seat, or for the host. No rule was asked."""
    IMPOSSIBLE = "impossible"
    """The event exists, but not in this phase."""
    GUARDED = "guarded"
    """A guard said no."""


class Refusal(msgspec.Struct, frozen=True):
    """A move that the rules do not allow: a value for the player, not an exception."""

    kind: RefusalKind
    phase: str
    move: Any
    message: str
    guard: str | None = None
    """The first unmet guard of the row that got furthest."""
    possible: tuple[str, ...] = ()
    """The events that this phase knows; for a player, those of the moves that they may make now."""
    code: str = ""
    """Which sentence it is. Stays when the words change; `Engine.sentences` has them all."""
    values: dict[str, Any] = {}
    """What is named in the sentence or in a translation, as JSON has it."""

    def __hash__(self) -> int:  # a dict has none
        return hash((self.kind, self.phase, self.move, self.message, self.guard, self.possible, self.code))

    def translated(self, translation: Mapping[str, str]) -> str:
        """The message in the words of a translation: code -> sentence; the message itself where that has none."""
        if self.code not in translation:
            return self.message
        return filled(translation[self.code], self.values, translation)


class GuardReport(msgspec.Struct, frozen=True):
    """Whether one guard of a row holds."""

    guard: str
    sentence: str
    negated: bool
    holds: bool | None
    """True: not in the way. None: it presumes an earlier guard that fails, and raised; or it is not to be known."""
    secret: bool = False
    """What it answers is kept from the players."""


class RowReport(msgspec.Struct, frozen=True):
    """Whether one row could answer a move, guard by guard."""

    row: str
    target: str
    applies: bool | None
    """None: that depends on a secret."""
    guards: tuple[GuardReport, ...]


class Why(msgspec.Struct, frozen=True):
    """Everything that decides about a move here: every row, every guard, the verdict."""

    phase: str
    event: str
    accepted: bool
    message: str
    rows: tuple[RowReport, ...]


# News, and who hears it


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class NewsMeta(msgspec.StructMeta):
    """Lets type checkers know that subclasses of `News` are frozen without saying so again."""


class News(msgspec.Struct, metaclass=NewsMeta, frozen=True, tag=True):
    """Base of what effects report. The host hears everything; a player or a spectator, what is declared here.

    class CardDrawn(News):
        seat: int
        card: str

        def audience(self) -> tuple[int, ...]:
            return (self.seat,)

        def in_public(self) -> CardsDrawn:
            return CardsDrawn(self.seat, 1)
    """

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


class WithNews(msgspec.Struct, Generic[G], frozen=True):
    """A game together with the news of the effect that made it."""

    game: G
    news: tuple[Any, ...]


def with_news(game: G, *news: Any) -> G:
    """What an effect returns that has news: `return with_news(game, CardMoved(...))`.

    Typed as the game, so that an effect keeps the signature `(game) -> game`; the engine unpacks it.
    """
    return WithNews(game, news)  # type: ignore[return-value]  # see above


def makes_news(news: Callable[[Any, Any], Iterable[Any]]) -> Callable[[Rule], Rule]:
    """Let an effect have news only when somebody listens: `@makes_news(moved)`; `moved(before, after)` gives them.

    For effects on a hot path. A plain `step` does not ask for them; `step_traced`, sessions and the native machine do.
    The effect itself returns a bare game.
    """

    def mark(rule: Rule) -> Rule:
        def version(game: Any, *move: Any) -> Any:
            after = rule(game, *move)
            return WithNews(after, tuple(news(game, after)))

        return with_news_version(rule, version)

    return mark


def with_news_version(rule: Rule, version: Callable[..., Any]) -> Rule:
    """Let `version`, which does the same and returns `with_news(...)`, run in a rule's place while somebody listens."""
    vars(rule)["news_version"] = version
    return rule


def news_version_of(rule: Callable[..., Any]) -> Callable[..., Any]:
    """The effect as it runs while somebody listens."""
    version: Callable[..., Any] = getattr(rule, "news_version", rule)
    return version


class Trace(msgspec.Struct):
    """What one traced step did: rows in order, guard outcomes, news."""

    rows: list[str] = []
    guards: set[tuple[str, bool]] = set()
    news: list[Any] = []
