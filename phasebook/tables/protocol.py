"""What clients and the server say to each other: requests, answers and events, each a JSON object.

A request has an `id` of the client's own and gets exactly one answer with the same id. Events come unasked, to all who
sit at a table or watch it; they are numbered, at each table, 1, 2, 3, ...
"""

from typing import Any, Literal

import msgspec

from fsm.snapshot import Why

VERSION = 1
"""Of the protocol. It changes when a client of before would no longer understand."""

Id = int | str
UNSET = msgspec.UNSET
Unset = msgspec.UnsetType


# What a table agrees on


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Limits of time, in seconds."""

    turn: float | None = None
    """For each decision."""
    phases: dict[str, float] = {}
    """For each decision in a phase, or in those within it; instead of `turn`."""
    game: float | None = None
    """For all decisions of one seat together."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is agreed on at a table, beside the rules."""

    spectators: bool = True
    """Whether anybody may watch who knows the table's name."""
    clock: Clock | None = None
    """Limits of time; without it, everybody may think for as long as they like."""
    bots: dict[str, str] = {}
    """By seat, who plays there: `random`, `search:200`, or a bot that the server has."""
    absent: str = "wait"
    """Who plays for a seat that has left: nobody (`wait`), the move declared for that (`move`), or a bot."""
    host: Literal["server", "player"] = "server"
    """Who makes the host's moves, such as dealing the next round: the server at once, or a player with its token."""


# Requests


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Base of all requests."""

    id: Id


class Hello(Request, frozen=True, tag="hello"):
    """Ask what is served, and say which version of the protocol is spoken."""

    version: int = VERSION


class Ping(Request, frozen=True, tag="ping"):
    """Ask whether anybody is there."""


class New(Request, frozen=True, tag="new"):
    """Open a table. Who opens it gets the tokens, and hands them out."""

    flow: str
    preset: str | None = None
    settings: dict[str, Any] = {}
    options: Options = Options()


class Load(Request, frozen=True, tag="load"):
    """Open a table with a saved game."""

    flow: str
    save: str
    options: Options = Options()


class AtTable(Request, frozen=True):
    """Base of what is asked of one table."""

    table: str


class Sit(AtTable, frozen=True, tag="sit"):
    """Take the seat of a token, and hear what happens there; with `since`, also what has happened after that number."""

    token: str
    since: int | None = None


class Watch(AtTable, frozen=True, tag="watch"):
    """Hear what everybody may hear."""

    since: int | None = None


class View(AtTable, frozen=True, tag="view"):
    """Ask for all that the seat may know."""


class Moves(AtTable, frozen=True, tag="moves"):
    """Ask for the seat's legal moves."""


class WhyNot(AtTable, frozen=True, tag="why"):
    """Ask what decides about a move."""

    move: msgspec.Raw


class Play(AtTable, frozen=True, tag="play"):
    """Make a move. With `at`, only if nothing has moved since that number; with `once`, not again if sent again."""

    move: msgspec.Raw
    at: int | None = None
    once: str | None = None


class TakeBack(AtTable, frozen=True, tag="take_back"):
    """Take the seat's last move back, where that is fair."""

    at: int | None = None
    once: str | None = None


class Events(AtTable, frozen=True, tag="events"):
    """Ask for what has happened after a number."""

    since: int


class Leave(AtTable, frozen=True, tag="leave"):
    """Leave the seat, or stop watching. The token is good for coming back."""


class Save(AtTable, frozen=True, tag="save"):
    """Ask for the game as it stands; only the host may."""


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long a bot may think."""

    seconds: float | None = None
    """At most so long."""
    iterations: int | None = None
    """Or so many games that a search plays; then the same question gets the same move."""


class Decide(Request, frozen=True, tag="decide"):
    """Ask a bot for a move of a seat, from its view and its legal moves."""

    flow: str
    view: msgspec.Raw
    moves: list[msgspec.Raw]
    seat: Any
    limit: Limit = Limit()
    bot: str = "search"


AnyRequest = (
    Hello | Ping | New | Load | Sit | Watch | View | Moves | WhyNot | Play | TakeBack | Events | Leave | Save | Decide
)


# Answers and events


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened at a table, as one seat, or a spectator, may know it."""

    n: int
    """1, 2, 3, ... at each table, without holes."""
    kind: Literal["opened", "sat", "left", "played", "taken_back", "time_up", "renewed", "resumed"]
    """What it was: `time_up` where no move is declared for that; `renewed` if the server has newer rules since;
    `resumed` if the table goes on by itself, as somebody is there."""
    seat: Any
    """Who did it, or "host"."""
    time: int
    """Milliseconds since 1970."""
    phase: str
    """That the seat sees after it."""
    to_act: list[Any]
    """The seats that the game waits for after it."""
    news: list[Any] | Unset = UNSET
    """What the rules report of it."""
    move: Any = UNSET
    """Only for the seat that made it, and for the host."""
    by: Literal["bot", "clock", "absence"] | Unset = UNSET
    """If it was not the player: who played for the seat."""
    deadline: int | Unset = UNSET
    """When somebody must have moved, in milliseconds since 1970."""
    over: bool = False
    """Whether the game is over."""
    outcome: Any = UNSET
    """How it has ended, at the end."""


class Notice(msgspec.Struct, frozen=True):
    """An event on its way to those at a table."""

    table: str
    event: Event


class Answer(msgspec.Struct, frozen=True, tag_field="answer", omit_defaults=True):
    """Base of all answers."""

    id: Id | None


class Token(msgspec.Struct, frozen=True):
    """What opens a seat, once it is handed to somebody."""

    seat: Any
    token: str


class Limits(msgspec.Struct, frozen=True):
    """What the server puts up with; what is beyond is answered with an error."""

    message: int = 4_096
    """Bytes of a request."""
    save: int = 1_048_576
    """Bytes of a request that brings a saved game, or a view to decide on."""
    rate: float = 100
    """Requests a second of one connection, for long."""
    burst: int = 200
    """Requests of one connection at once."""
    tables: int = 10_000
    """Tables in the store."""
    connections: int = 1_000
    """WebSockets at the same time."""
    thinking: float = 10
    """Seconds that a bot may think."""
    questions: int = 16
    """Requests `decide` at the same time, of all connections."""
    clock: float = 1
    """Seconds: the shortest limit of time that a table may have."""
    events: int = 100_000
    """Events of a table."""
    unattended: int = 100
    """Moves in a row that a table makes by itself while nobody is connected to it; then it rests."""
    keep: float | None = None
    """Days after which a table is deleted at which nothing happens and nobody is; null if all are kept."""


class Done(Answer, frozen=True, tag="done"):
    """It was done. Which of the fields there are depends on the request."""

    n: int | Unset = UNSET
    """The number of the last event at the table."""
    version: int | Unset = UNSET
    flows: list[str] | Unset = UNSET
    limits: Limits | Unset = UNSET
    table: str | Unset = UNSET
    host: str | Unset = UNSET
    """The host's token."""
    seats: list[Token] | Unset = UNSET
    seat: Any = UNSET
    events: list[Event] | Unset = UNSET
    view: Any = UNSET
    phase: str | Unset = UNSET
    to_act: list[Any] | Unset = UNSET
    over: bool | Unset = UNSET
    outcome: Any = UNSET
    deadline: int | Unset = UNSET
    moves: list[Any] | Unset = UNSET
    why: Why | Unset = UNSET
    save: str | Unset = UNSET
    move: Any = UNSET


class Refused(Answer, frozen=True, tag="refused"):
    """The rules say no. Nothing has happened."""

    n: int
    """The number of the last event at the table."""
    kind: str
    """`unknown`, `malformed`, `not_yours`, `impossible` or `guarded`."""
    code: str
    """Which sentence it is, for translations."""
    sentence: str
    """For the player."""
    phase: str
    """That the seat sees."""
    possible: list[str] = []
    """The events that the seat may send here."""
    values: dict[str, Any] = {}
    """What the sentence names, for translations."""


class Stale(Answer, frozen=True, tag="stale"):
    """Something has moved since the number that came as `at`, and here it is. Nothing else has happened."""

    n: int
    """The number of the last event at the table."""
    events: list[Event]
    """All that has happened after `at`."""


class Wrong(Answer, frozen=True, tag="error"):
    """The request makes no sense, or cannot be served now."""

    code: str
    """For programs."""
    sentence: str
    """For people: what is wrong, and what to do."""
    wait: float | Unset = UNSET
    """Seconds after which it may be sent again."""


AnyAnswer = Done | Refused | Stale | Wrong

encode = msgspec.json.Encoder().encode
