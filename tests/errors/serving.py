"""Servers that cannot start, and requests that cannot be served."""

import socket
import sys
from typing import Any
from unittest.mock import patch

import msgspec

from fsm.catalogue import engine_of
from phasebook.tables.bots import Question, decided
from phasebook.tables.hosting import listen, serve_sockets
from phasebook.tables.memory import MemoryStorage
from phasebook.tables.protocol import Limits
from phasebook.tables.rows import Row
from phasebook.tables.table import Played, opened
from phasebook.tables.web import Tables
from phasebook.tables.workers import Said, Worker, Workers
from tests.errors.examples import Chapter, command
from tests.phasebook.tables.kit import NO_LIMITS, Place, place

example = Chapter()

# Starting a server


@example("uno")
def nothing_to_serve() -> None:
    command("serve")


@example("--rate", "0")
def a_limit_of_nothing() -> None:
    command("serve", "discard", "--rate", "0")


@example("'clever'")
def a_bot_without_a_policy() -> None:
    command("serve", "discard", "--bot", "clever")


@example("Starlette", "--stdio")
def a_server_without_starlette() -> None:
    with patch.dict(sys.modules, {"uvicorn": None}):
        serve_sockets({}, Limits(), {}, "memory:", address=("127.0.0.1", 0))


@example("70000")
def a_port_that_is_not_there() -> None:
    command("serve", "discard", "--port", "70000")


@example("nowhere.invalid", "--host")
def an_address_that_is_not_there() -> None:
    with patch.object(socket, "getaddrinfo", side_effect=socket.gaierror(-2, "Name or service not known")):
        command("serve", "discard", "--host", "nowhere.invalid")


@example("127.0.0.1", "8000")
def a_port_that_is_taken() -> None:
    with patch.object(socket, "create_server", side_effect=OSError(98, "Address already in use")):
        listen(("127.0.0.1", 8000))


@example("'play.example'", "https://play.example")
def an_origin_without_a_scheme() -> None:
    command("serve", "discard", "--port", "0", "--origin", "play.example")


@example("'https://play.example/'")
def an_origin_with_more_than_that() -> None:
    """An address of a page is longer than its origin."""
    command("serve", "discard", "--port", "0", "--origin", "https://play.example/")


@example("--origin", "--stdio")
def an_origin_on_the_standard_streams() -> None:
    command("serve", "discard", "--stdio", "--origin", "https://play.example")


@example("lifespan")
def an_application_that_was_not_started() -> None:
    opening: Any = None
    Tables(opening, opening).desk


# Requests


class Answered(Exception):  # noqa: N818  a server has answered, which is no error here
    """What the server says to a request that it cannot serve, and the code of that."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


async def answered(request: Any) -> None:
    answer = await request
    assert answer["answer"] == "error", answer
    raise Answered(answer["code"], answer["sentence"])


async def asks(do: str, limits: Limits = NO_LIMITS, storage: Any = None, **fields: Any) -> None:
    """What somebody is answered who has just come in."""
    async with place(limits=limits, storage=storage) as here:
        await answered(here.caller().ask(do, **fields))


async def at_table(here: Place, do: str, flow: str = "goofspiel", **fields: Any) -> None:
    """What somebody at a table is answered."""
    opened_table, callers = await here.table(flow)
    await answered(callers[0].ask(do, table=opened_table["table"], **fields))


async def said(message: bytes) -> None:
    """What the server says to something that it cannot read."""
    async with place(limits=Limits()) as here:
        await answered(here.caller().say(message))


@example("hello")
async def something_that_is_no_request() -> None:
    await said(b"hello?")


@example("'dance'", "play")
async def a_verb_that_is_not_there() -> None:
    await said(b'{"id": 1, "do": "dance"}')


@example("flow")
async def a_request_without_what_belongs_to_it() -> None:
    await said(b'{"id": 1, "do": "new"}')


@example("4096")
async def a_request_that_is_too_long() -> None:
    await said(b'{"id": 1, "do": "ping", "more": "' + b"x" * 5_000 + b'"}')


@example("9")
async def another_version_of_the_protocol() -> None:
    await asks("hello", version=9)


@example("2 requests")
async def too_many_requests() -> None:
    async with place(limits=Limits(rate=2, burst=1)) as here:
        caller = here.caller()
        await caller.ask("ping")
        await answered(caller.ask("ping"))


@example("server")
async def a_server_that_closes() -> None:
    async with place() as here:
        here.desk.is_closing = True
        await answered(here.caller().ask("ping"))


@example("'chess'", "goofspiel")
async def a_flow_that_is_not_served() -> None:
    await asks("new", flow="chess")


@example("'nowhere'")
async def a_table_that_is_not_there() -> None:
    await asks("watch", table="nowhere")


@example("0 tables")
async def one_table_too_many() -> None:
    await asks("new", limits=msgspec.structs.replace(NO_LIMITS, tables=0), flow="goofspiel")


class Refusing(MemoryStorage):
    """A store in which others are always quicker."""

    async def append(self, row: Row, snapshot: bytes | None = None) -> Any:
        return "taken"


@example("table")
async def a_table_that_could_not_be_opened() -> None:
    await asks("new", storage=Refusing(), flow="goofspiel")


@example("token")
async def a_token_that_opens_nothing() -> None:
    async with place() as here:
        table, _ = await here.table("goofspiel")
        await answered(here.caller().ask("sit", table=table["table"], token="wrong"))


@example("spectators")
async def a_table_without_spectators() -> None:
    async with place() as here:
        table, _ = await here.table("goofspiel", options={"spectators": False})
        await answered(here.caller().ask("watch", table=table["table"]))


@example("table")
async def somebody_who_sits_and_wants_to_watch() -> None:
    async with place() as here:
        await at_table(here, "watch")


@example("table")
async def somebody_who_does_not_sit_there() -> None:
    async with place() as here:
        table, _ = await here.table("goofspiel")
        await answered(here.caller().ask("view", table=table["table"]))


@example("host")
async def a_player_who_wants_to_save() -> None:
    async with place() as here:
        await at_table(here, "save")


@example("once", "64")
async def a_name_of_a_request_that_is_too_long() -> None:
    async with place() as here:
        await at_table(here, "play", move={"move": "bid", "seat": 0, "card": 1}, once="x" * 65)


@example("event 7")
async def events_from_long_ago() -> None:
    async with place() as here:
        from phasebook.tables import verbs

        async def only_the_last(*_: Any) -> Any:
            return None, [type("Happened", (), {"n": 7})()]

        with patch.object(verbs, "history", only_the_last):
            table, callers = await here.table("goofspiel")
            awake = await here.house.awake(table["table"])
            with patch.object(type(awake.table), "happened_since", lambda self, since: None):
                await answered(callers[0].ask("events", table=table["table"], since=0))


@example("quicker")
async def others_who_are_quicker() -> None:
    async with place() as here:
        table, callers = await here.table("goofspiel")
        here.house.storage = Refusing()
        await answered(callers[0].ask("leave", table=table["table"]))


@example("quicker")
async def others_who_move_quicker() -> None:
    async with place() as here:
        table, callers = await here.table("goofspiel")
        here.house.storage = Refusing()
        await answered(callers[0].ask("play", table=table["table"], move={"move": "bid", "seat": 0, "card": 1}))


@example("version")
async def a_table_that_is_brought_up_elsewhere() -> None:
    async with place() as here:
        table, _ = await here.table("goofspiel")
        awake = await here.house.awake(table["table"])
        here.house.storage = Refusing()
        await here.house.renew(awake)


@example("server")
async def a_failure_of_the_server() -> None:
    import logging

    logging.disable(logging.CRITICAL)
    try:
        async with place() as here:
            with patch.object(type(here.house), "engine_of", side_effect=ZeroDivisionError):
                await answered(here.caller().ask("new", flow="goofspiel"))
    finally:
        logging.disable(logging.NOTSET)


# What is agreed on at a table


@example("'observers'")
async def a_setting_that_is_not_for_tables() -> None:
    await asks("new", flow="goofspiel", settings={"observers": []})


@example("'9'", "0, 1")
async def a_bot_for_a_seat_that_is_not_there() -> None:
    await asks("new", flow="goofspiel", options={"bots": {"9": "random"}})


@example("'clever'", "search:200")
async def a_bot_that_is_not_there() -> None:
    await asks("new", flow="goofspiel", options={"bots": {"0": "clever"}})


@example("10 seconds")
async def a_bot_that_thinks_too_long() -> None:
    await asks("new", flow="goofspiel", options={"bots": {"0": "search:9999s"}})


@example("'soon'")
async def a_bot_that_thinks_for_a_word() -> None:
    await asks("new", flow="goofspiel", options={"bots": {"0": "search:soon"}})


@example("Market")
async def a_bot_that_cannot_search() -> None:
    async with place({"market": engine_of("tests.fsm.samples:market")}) as here:
        await answered(here.caller().ask("new", flow="market", options={"bots": {"0": "search:10"}}))


@example("0")
async def a_clock_without_time() -> None:
    await asks("new", flow="goofspiel", options={"clock": {"turn": 0}})


@example("'nowhere'")
async def a_clock_for_a_phase_that_is_not_there() -> None:
    await asks("new", flow="goofspiel", options={"clock": {"phases": {"nowhere": 5}}})


@example("'box.waiting'")
async def a_clock_for_a_secret_phase() -> None:
    from fsm import Engine, Flow, State
    from tests.fsm.test_flow import Go, new

    class Hidden(Flow):
        class box(State.Compound, initial=True):
            waiting = State(initial=True, secret=True)
            go = waiting.to(waiting)

    async with place({"hidden": Engine(Hidden, moves=(Go,), new=new)}) as here:
        options = {"clock": {"phases": {"box.waiting": 5}}}
        await answered(here.caller().ask("new", flow="hidden", options=options))


# Bots


@example("moves")
def nothing_to_decide() -> None:
    engine = engine_of("goofspiel")
    decided(engine, Question("goofspiel", b"{}", (), 0, "first"), {}, 1.0)


@example("'fly'")
def a_move_that_a_bot_cannot_read() -> None:
    engine = engine_of("goofspiel")
    decided(engine, Question("goofspiel", b"{}", (b'{"move": "fly"}',), 0, "first"), {}, 1.0)


@example("bot")
async def a_bot_that_does_not_answer() -> None:
    await Worker([sys.executable, "-c", "pass"]).ask({"do": "ping"}, 5)


@example("bot")
async def a_bot_that_answers_with_an_error() -> None:
    workers = Workers([], {}, Limits())
    with patch.object(
        Worker,
        "ask",
        return_value=Said(
            "error",
            code="options",
            sentence="There is no bot 'clever'; there is random, first, search:200 or search:0.5s.",
        ),
    ):
        await workers.decide(Question("goofspiel", b"{}", (), 0, "clever"))


# Rows of a table


async def stored_table() -> Any:
    """The first row of a table of Goofspiel."""
    async with place() as here:
        table, _ = await here.table("goofspiel", settings={"seed": 7})
        (first, *_) = await here.house.storage.rows(table["table"])
    return opened(engine_of("goofspiel"), msgspec.structs.replace(first, table="t1"))


def row_of(move: bytes) -> Row:
    return Row("t1", 2, "r", "0", "played", msgspec.json.encode(Played(msgspec.Raw(move))), 0, "00000000")


@example("Row 2", "t1")
async def a_row_that_leads_elsewhere_now() -> None:
    (await stored_table()).follow(row_of(b'{"move":"bid","seat":0,"card":1}'))


@example("Row 2", "t1", "You do not hold that card")
async def a_row_that_is_refused_now() -> None:
    (await stored_table()).follow(row_of(b'{"move":"bid","seat":0,"card":99}'))


# Limits


@example("3 events", "save")
async def a_table_that_is_full() -> None:
    async with place(limits=msgspec.structs.replace(NO_LIMITS, events=3)) as here:
        await at_table(here, "play", move={"move": "bid", "seat": 0, "card": 1})


@example("1 questions")
async def one_question_too_many() -> None:
    workers = Workers([], {}, Limits(questions=1))
    workers.for_clients.questions = 1
    await workers.decide(Question("goofspiel", b"{}", (), 0, "first", by_client=True))


def named_t1() -> Any:
    """Lets new tables have a name that is the same every time."""
    return patch("phasebook.tables.opening.token_hex", lambda _: "t1")


@example("'t1'")
async def a_table_that_was_deleted() -> None:
    async with place() as here:
        with named_t1():
            table, callers = await here.table("goofspiel")
        await here.house.storage.append(Row(table["table"], 4, "closed", None, "closed", b"{}", 0, ""))
        await answered(callers[0].ask("play", table=table["table"], move={"move": "bid", "seat": 0, "card": 1}))


async def damaged(change: Any, do: str = "watch", **fields: Any) -> None:
    """What somebody is answered at a table whose rows were changed behind everybody's back."""
    import logging

    logging.disable(logging.CRITICAL)
    try:
        storage = MemoryStorage()
        async with place(storage=storage) as here:
            with named_t1():
                table, callers = await here.table("goofspiel")
            change(storage.logs[table["table"]])
            if do == "watch":
                here.house.tables.clear()
            else:
                here.house.tables[table["table"]].table.recent.clear()
            await answered((here.caller() if do == "watch" else callers[0]).ask(do, table=table["table"], **fields))
    finally:
        logging.disable(logging.NOTSET)


def garbled(log: Any) -> None:
    log.rows[0] = msgspec.structs.replace(log.rows[0], content=b"{")


@example("Row 1", "backup")
async def a_row_that_cannot_be_read() -> None:
    await damaged(garbled)


@example("Row 1", "backup")
async def a_table_without_its_first_row() -> None:
    await damaged(lambda log: log.rows.pop(0))


@example("Row 2", "backup")
async def a_row_that_is_missing() -> None:
    await damaged(lambda log: log.rows.pop(1))


@example("Row 1", "backup")
async def a_history_without_a_beginning() -> None:
    await damaged(lambda log: log.rows.pop(0), "events", since=0)
