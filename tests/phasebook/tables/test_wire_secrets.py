"""Nobody hears over the wire what they must not know: in whole games, and between a position and its redeals."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import msgspec
import pytest

from fsm.catalogue import engine_of, registered
from fsm.conforming.leaks import received
from fsm.conforming.secret_checks import moves_of
from fsm.conforming.subject import Position, Subject
from fsm.conforming.tries import is_sound, tries
from fsm.engine import HOST, Engine
from fsm.moves import Move, event_of
from fsm.session import Session
from fsm.snapshot import Snapshot, heard_by
from tests.phasebook.tables.wire import Client, Message, Opened, Server, client, open_table, served

FLOWS = list(registered())
LONGEST = 120
"""Moves of one game."""


@pytest.fixture(scope="module")
def house() -> Iterator[Server]:
    with served(*FLOWS, "--rate", "100000") as running:
        yield running


def plain(value: Any) -> Any:
    """As JSON gives it back."""
    return json.loads(msgspec.json.encode(value))


# Whole games


SETTINGS: dict[str, list[Message]] = {
    "uno": [{}, {"preset": "house"}, {"preset": "official"}],
    "onepiece": [{}, {"preset": "official"}],
    "goofspiel": [{"players": 3}],
}


@pytest.mark.parametrize(
    ("flow", "settings"), [(flow, settings) for flow in FLOWS for settings in SETTINGS.get(flow, [{}])], ids=str
)
def test_everybody_hears_what_the_rules_let_them_hear_and_nothing_else(
    house: Server, flow: str, settings: Message
) -> None:
    """All that was received in a game, compared with what a game of our own says, move by move."""
    chosen = {"seed": 11, **settings}
    with ExitStack() as stack:
        opener = stack.enter_context(client(house))
        table = open_table(opener, flow, settings=chosen)
        guests = {seat: seated(stack, house, table, seat) for seat in (*table.tokens, HOST, None)}
        views = play(engine_of(flow), guests, table, Random(1))
        last = opener.done("watch", table=table.name)["n"]
        for guest in guests.values():
            guest.wait_for(lambda event: bool(event["n"] == last))
        for seat, guest in guests.items():
            check_game(engine_of(flow), chosen, seat, guest.events, guests[HOST].events)
            assert views[seat]
            check_views(engine_of(flow), chosen, seat, views[seat], guests[HOST].events)


def seated(stack: ExitStack, house: Server, table: Opened, seat: Any) -> Client:
    """A client that hears everything from the beginning."""
    guest = stack.enter_context(client(house))
    if seat is None:
        answer = guest.done("watch", table=table.name, since=0)
    else:
        token = table.host if seat is HOST else table.tokens[seat]
        answer = guest.done("sit", table=table.name, token=token, since=0)
    guest.events += answer["events"]
    return guest


def play(engine: Engine[Any], guests: dict[Any, Client], table: Opened, chance: Random) -> dict[Any, list[Message]]:
    """Play a game at random; what everybody saw now and then."""
    views: dict[Any, list[Message]] = {seat: [] for seat in guests}
    given_up = [event_of(kind) for kind in engine.moves if kind.gives_up]
    for number in range(LONGEST):
        if number % 10 == 0:
            for seat, guest in guests.items():
                views[seat].append(guest.done("view", table=table.name))
        state = guests[None].done("view", table=table.name)
        if state["over"]:
            break
        for seat in chance.sample(state["to_act"], len(state["to_act"]))[:1]:
            moves = guests[seat].done("moves", table=table.name)["moves"]
            sensible = [move for move in moves if move["move"] not in given_up]
            guests[seat].done("play", table=table.name, move=chance.choice(sensible))
    return views


def happened(
    engine: Engine[Any], settings: Message, events: list[Message]
) -> Iterator[tuple[Message, Any, Snapshot[Any]]]:
    """A game of our own with the moves that the host was told: each event, its news, and the position after it."""
    session: Session[Any, Any] = Session.start(engine, **settings)
    assert session.opening is not None
    news = session.opening.news
    for event in events:
        if event["kind"] == "played":
            move = engine.read_move(json.dumps(event["move"]))
            session.send(move, HOST if event["seat"] == "host" else event["seat"])
            news = session.log[-1].news
        yield event, news, session.snapshot
        news = ()


def check_game(
    engine: Engine[Any], settings: Message, seat: Any, heard: list[Message], all_of_it: list[Message]
) -> None:
    assert len(heard) == len(all_of_it) > 10
    for got, (event, news, snapshot) in zip(heard, happened(engine, settings, all_of_it), strict=True):
        assert got == expected(engine, seat, event, news, snapshot)


def expected(engine: Engine[Any], seat: Any, event: Message, news: Any, snapshot: Snapshot[Any]) -> Message:
    """An event as a seat may know it, by what the engine says and the host was told."""
    said = list(news) if seat is HOST else [item for one in news if (item := heard_by(one, seat)) is not None]
    is_over = engine.is_over(snapshot)
    wanted: Message = {
        **{name: event[name] for name in ("n", "kind", "seat", "time", "by", "deadline") if name in event},
        "phase": engine.phase_for(snapshot, seat),
        "to_act": [] if is_over else sorted(engine.to_act(snapshot)),
        "news": plain(said),
    }
    if "move" in event and (seat is HOST or seat == event["seat"]):
        wanted["move"] = event["move"]
    if is_over:
        wanted |= {"over": True, "outcome": plain(engine.outcome(snapshot))}
    return wanted


def check_views(engine: Engine[Any], settings: Message, seat: Any, views: list[Message], events: list[Message]) -> None:
    snapshots = {event["n"]: snapshot for event, _, snapshot in happened(engine, settings, events)}
    for got in views:
        snapshot = snapshots[got["n"]]
        assert got["view"] == plain(snapshot if seat is HOST else engine.view(snapshot, seat))
        assert got["phase"] == engine.phase_for(snapshot, seat)


# Positions and their redeals


POSITIONS, MANY_POSITIONS, MANY_SEEDS = 4, 20, 10


@pytest.mark.parametrize("flow", FLOWS)
def test_a_hostile_client_cannot_tell_a_position_from_its_redeals(house: Server, flow: str) -> None:
    check_redeals(house, flow, POSITIONS, 1)


@pytest.mark.soak
@pytest.mark.parametrize("flow", FLOWS)
def test_many_positions_cannot_be_told_from_their_redeals(house: Server, flow: str) -> None:
    for seed in range(2, 2 + MANY_SEEDS):
        check_redeals(house, flow, MANY_POSITIONS, seed)


def check_redeals(house: Server, flow: str, positions: int, seed: int) -> None:
    """The same requests at two tables, one with the position, one with what could be: the answers are the same."""
    engine, chance = engine_of(flow), Random(seed)
    subject = Subject(engine, games=2, max_moves=150, seed=seed)
    compared = 0
    for position in chance.sample(subject.positions, positions):
        snapshot = engine.load(engine.dump(position.snapshot))  # as at the table: saves leave out what is transient
        position = msgspec.structs.replace(position, snapshot=snapshot)
        for seat in subject.viewers(snapshot):
            view = received(engine, engine.view(snapshot, seat))
            other = engine.redeal(view, chance)
            wanted = [*requests(subject, position, seat, chance)]
            really, instead = (answers(house, flow, engine.dump(one), seat, wanted) for one in (snapshot, other))
            compared += len(really)
            assert really == instead

    assert compared > positions * 5


def requests(subject: Subject, position: Position, seat: Any, chance: Random) -> Iterator[Message]:
    """What tells nothing: all that can be asked, and moves that are not for this seat to make now."""
    engine, snapshot = subject.engine, position.snapshot
    yield from ({"do": verb} for verb in ("view", "moves", "take_back", "save"))
    yield {"do": "events", "since": 0}
    legal = [plain(move) for move in engine.legal_moves(snapshot, seat)]  # what only looks alike is the same here
    tried = [*engine.legal_moves(snapshot), *tries(engine, snapshot, seat, chance, moves_of(subject, position))]
    sound = [move for move in tried if isinstance(move, Move) and is_sound(move)]
    for move in chance.sample(sound, min(8, len(sound))):
        yield {"do": "why", "move": plain(move)}
        if plain(move) not in legal and type(move) not in subject.loose:
            yield {"do": "play", "move": plain(move)}


def answers(house: Server, flow: str, save: bytes, seat: Any, wanted: list[Message]) -> list[str]:
    """What a seat is told at a table with a saved game; the table's name and the time are no secret."""
    with client(house) as opener, client(house) as guest:
        table = Opened(opener.done("load", flow=flow, save=save.decode(), options={"host": "player"}))
        if seat is None:
            guest.done("watch", table=table.name, since=0)
        else:
            guest.done("sit", table=table.name, token=table.tokens[seat], since=0)
        for request in wanted:
            guest.ask(request["do"], **fields(table, request))
        return [without_time(message, table.name) for message in guest.messages]


def fields(table: Opened, request: Message) -> Message:
    return {"table": table.name, **{name: value for name, value in request.items() if name != "do"}}


def without_time(message: str, table: str) -> str:
    times = {str(event["time"]) for event in json.loads(message).get("events", [])}
    for time in times:
        message = message.replace(time, "now")
    return message.replace(table, "here")
