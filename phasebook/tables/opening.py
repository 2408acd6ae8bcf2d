"""Opening a table: the game, the tokens, what is agreed on."""

from secrets import token_hex
from typing import Any

from msgspec import structs

from fsm.engine import HOST, Engine, in_order
from fsm.errors import SettingsError
from fsm.session import Session
from fsm.snapshot import Snapshot, check_of
from phasebook.tables.bots import SEARCH, check_bot, check_searchable
from phasebook.tables.house import House
from phasebook.tables.protocol import Clock, Load, New, Options, Token, encode
from phasebook.tables.requests import RequestError
from phasebook.tables.rows import Row
from phasebook.tables.table import Standing, opened
from phasebook.tables.timing import deadline_of
from phasebook.tables.tokens import kept, new_token


def started(engine: Engine[Any], request: New | Load) -> Session[Any, Any]:
    """The game of a new table."""
    if isinstance(request, Load):
        return Session(engine, engine.load(request.save))
    settings = request.settings if request.preset is None else {**request.settings, "preset": request.preset}
    if "observers" in settings:
        raise SettingsError("There is no setting 'observers' at a table; leave it out.")
    return Session.start(engine, **settings)


def check_options(house: House, engine: Engine[Any], options: Options, snapshot: Snapshot[Any]) -> None:
    """Refuse what could not be kept later."""
    known = [str(seat) for seat in in_order(engine.seats(snapshot))]
    for seat in options.bots:
        if seat not in known:
            raise RequestError("options", f"There is no seat {seat[:40]!r} for a bot; there is {', '.join(known)}.")
    asked = [*options.bots.values(), *([] if options.absent in ("wait", "move") else [options.absent])]
    for bot in asked:
        check_bot(bot, house.bots, house.limits.thinking)
    if any(bot.partition(":")[0] == SEARCH for bot in asked):
        check_searchable(engine, snapshot)
    if options.clock is not None:
        check_clock(engine, options.clock, house.limits.clock)


def check_clock(engine: Engine[Any], clock: Clock, shortest: float) -> None:
    """Refuse limits that are none, and phases that there are not."""
    for seconds in (clock.turn, clock.game, *clock.phases.values()):
        if seconds is not None and not shortest <= seconds <= LONGEST:
            raise RequestError("options", f"A limit of time must be from {shortest:g} to {LONGEST} seconds.")
    for phase in clock.phases:
        if phase not in engine.chart.by_path:
            raise RequestError("options", f"There is no phase {phase[:60]!r} for a clock; the flowchart shows them.")
        if is_secret(engine, phase):
            raise RequestError("options", f"The phase {phase!r} is a secret, which a clock would tell everybody; "
                                          "give a limit to the one around it.")  # fmt: skip


def is_secret(engine: Engine[Any], phase: str) -> bool:
    """Whether not everybody may know that a game is there."""
    parts = phase.split(".")
    return any(engine.chart.by_path[".".join(parts[: length + 1])].secret for length in range(len(parts)))


LONGEST = 10_000_000
"""Seconds on a clock: some months."""


class Opening:
    """A table that is about to be opened: its first row, and the tokens for those who will sit there."""

    def __init__(self, house: House, request: New | Load) -> None:
        engine, now = house.engine_of(request.flow), house.now()
        session = started(engine, request)
        check_options(house, engine, request.options, session.snapshot)
        self.host = new_token()
        seats = in_order(engine.seats(session.snapshot))
        self.seats = [Token(seat, new_token()) for seat in seats if str(seat) not in request.options.bots]
        tokens = (kept(self.host, HOST), *(kept(one.token, one.seat) for one in self.seats))
        standing = Standing(request.flow, session.write_log().decode(), request.options, tokens, since=now)
        first = Row(token_hex(8), 1, "open", None, "opened", encode(standing), now, check_of(session.snapshot))
        deadline = deadline_of(opened(engine, first), house.limits)
        self.row = structs.replace(first, deadline=deadline)
        self.table = opened(engine, self.row)
