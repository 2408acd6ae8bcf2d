"""Seats come from tokens alone, tokens are nowhere but with those who have them, and nothing from outside is run."""

import ast
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

import phasebook.tables
from tests.phasebook.tables.wire import Client, Message, Opened, Server, client, open_table, served

QUICK = ("--rate", "100000")


@pytest.fixture(scope="module")
def house() -> Iterator[Server]:
    with served("uno", "belote", "goofspiel", "onepiece", "discard", *QUICK) as running:
        yield running


# Where it listens


def test_it_listens_to_this_machine_alone(house: Server) -> None:
    listening = Path(f"/proc/{house.process.pid}/net/tcp").read_text("utf-8").splitlines()
    own = [line.split()[1] for line in listening if line.split()[1].endswith(f":{house.port:04X}")]

    assert house.address.startswith("ws://127.0.0.1:")
    assert {address.partition(":")[0] for address in own} == {"0100007F"}


# Tokens


def test_tokens_are_neither_stored_nor_written_nor_told(tmp_path: Path) -> None:
    """Not in the file and what is beside it, not in what the process writes, not in what others are told."""
    store = tmp_path / "tables.db"
    with served("uno", *QUICK, store=str(store)) as server, client(server) as opener, client(server) as other:
        table = open_table(opener, "uno", options={"host": "player"})
        tokens = [table.host, *table.tokens.values()]
        other.done("watch", table=table.name, since=0)
        for token in tokens:
            opener.done("sit", table=table.name, token=token, since=0)
            opener.done("view", table=table.name)
            play_some(opener, table.name, 12)
        opener.ask("sit", table=table.name, token="x" + table.host)
        opener.ask("sit", table=table.host, token=table.name)
        opener.messages.pop()  # says that there is no such table, to the one who has named it
        opener.answer_to(json.dumps({"id": 0, "do": "nonsense", "token": table.host}), 0)
        other.hear()
        server.end()
        kept = b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()))
        told = "".join([*opener.messages[1:], *other.messages])

        assert len(set(tokens)) == 5
        assert all(len(token) >= 32 for token in tokens)
        for token in tokens:
            assert token.encode() not in kept
            assert token not in server.output
            assert token not in told


def play_some(player: Client, table: str, most: int) -> None:
    for _ in range(most):
        moves = player.done("moves", table=table)["moves"]
        if not moves:
            return
        player.done("play", table=table, move=moves[0])


def test_a_token_opens_its_own_table_alone(house: Server) -> None:
    with client(house) as guest:
        one, two = (open_table(guest, "uno", settings={"seed": 1}) for _ in range(2))
        wrong = [
            *two.tokens.values(),
            two.host,
            "",
            "x",
            one.name,
            one.host[:-1],
            one.host + "x",
            one.host.upper(),
            "é",
        ]
        answers = [guest.ask("sit", table=one.name, token=token) for token in wrong]

        assert {answer.get("code") for answer in answers} == {"wrong_token"}
        assert guest.ask("view", table=one.name)["code"] == "not_seated"


def test_tables_have_names_that_nobody_guesses(house: Server) -> None:
    with client(house) as guest:
        names = [open_table(guest, "discard").name for _ in range(20)]

    assert len(set(names)) == 20
    assert all(len(name) >= 16 for name in names)


def test_tokens_are_no_part_of_an_address(house: Server) -> None:
    """A token in the query is not looked at: whoever connects sits nowhere."""
    with client(house) as opener:
        table = open_table(opener, "discard")
        with connect(f"{house.address}?table={table.name}&token={table.tokens[0]}") as socket:
            assert Client(socket).ask("view", table=table.name)["code"] == "not_seated"


# Seats


FLOWS = ("uno", "belote", "goofspiel", "onepiece")
EXTRA: list[Message] = [{}, {"seat": 1}, {"player": 1}, {"token": "x"}, {"by": "bot"}, {"as": "host"}]


@pytest.mark.parametrize("flow", FLOWS)
def test_only_the_seat_of_the_token_ever_moves(house: Server, flow: str) -> None:
    """Every seat, the host, a spectator and a stranger try every legal move of everybody, with every extra field."""
    with client(house) as opener:
        table = open_table(opener, flow, settings={"seed": 3}, options={"host": "player"})
        offers = {seat: offered(opener, table, seat) for seat in table.tokens}
        assert any(offers.values())
        for who in (*table.tokens, "host", "spectator", "stranger"):
            with client(house) as guest:
                take_place(guest, table, who)
                tried = [guest.ask("play", table=table.name, move=move, **extra) for move, extra in others(offers, who)]
                assert tried
                assert [answer for answer in tried if not is_turned_away(answer)] == []

        assert played(opener, table) == []


@pytest.mark.parametrize("flow", FLOWS)
def test_who_puts_their_own_seat_into_the_moves_of_others_moves_for_themselves(house: Server, flow: str) -> None:
    with client(house) as opener:
        table = open_table(opener, flow, settings={"seed": 3}, options={"host": "player"})
        offers = [move for seat in table.tokens for move in offered(opener, table, seat)]
        done: list[tuple[int, Any]] = []
        for who in table.tokens:
            with client(house) as guest:
                take_place(guest, table, who)
                for move in offers:
                    mine = {**move, "seat" if "seat" in move else "player": who}
                    answer = guest.ask("play", table=table.name, move=mine)
                    done += [(answer["n"], who)] if answer["answer"] == "done" else []

        assert [(event["n"], event["seat"]) for event in played(opener, table)] == done


def offered(opener: Client, table: Opened, seat: Any) -> list[Message]:
    """Some legal moves of a seat."""
    opener.done("sit", table=table.name, token=table.tokens[seat])
    moves = opener.done("moves", table=table.name)["moves"]
    return [moves[0], moves[-1]] if moves else []


def others(offers: dict[Any, list[Message]], who: Any) -> list[tuple[Message, Message]]:
    """Moves of others, each with every extra field, and the own ones with what does not belong there."""
    moves = [move for seat, found in offers.items() for move in found if seat != who]
    own = [move for seat, found in offers.items() for move in found if seat == who]
    return [*product(moves, EXTRA), *((move, extra) for move in own for extra in EXTRA if extra)]


def take_place(guest: Client, table: Opened, who: Any) -> None:
    if who == "spectator":
        guest.done("watch", table=table.name)
    elif who != "stranger":
        guest.done("sit", table=table.name, token=table.host if who == "host" else table.tokens[who])


def is_turned_away(answer: Message) -> bool:
    """Refused by the rules, or not understood; never by accident."""
    return answer["answer"] == "refused" or answer.get("code") in ("malformed", "not_seated")


def played(opener: Client, table: Opened) -> list[Message]:
    """What has changed the position."""
    events = opener.done("events", table=table.name, since=0)["events"]
    return [event for event in events if event["kind"] in ("played", "taken_back")]


def test_only_the_host_saves_and_a_spectator_does_nothing(house: Server) -> None:
    with client(house) as opener, client(house) as watcher:
        table = open_table(opener, "uno")
        opener.done("sit", table=table.name, token=table.tokens[0])
        watcher.done("watch", table=table.name)

        assert opener.ask("save", table=table.name)["code"] == "not_allowed"
        assert watcher.ask("save", table=table.name)["code"] == "not_allowed"
        assert watcher.ask("take_back", table=table.name)["answer"] == "refused"
        assert watcher.done("moves", table=table.name)["moves"] == []
        opener.done("sit", table=table.name, token=table.host)
        assert opener.done("save", table=table.name)["save"]


def test_a_table_may_be_closed_to_spectators(house: Server) -> None:
    with client(house) as opener, client(house) as watcher:
        table = open_table(opener, "uno", options={"spectators": False})

        assert watcher.ask("watch", table=table.name)["code"] == "not_allowed"
        assert watcher.ask("view", table=table.name)["code"] == "not_seated"
        assert watcher.ask("events", table=table.name, since=0)["code"] == "not_seated"


# What is agreed on, by somebody who means no good


HUGE = 10**18
SETTINGS: list[Message] = [
    {"observers": []}, {"observers": ["print"]}, {"trace": True}, {"engine": 1}, {"cls": 1}, {"self": 1}, {"game": {}},
    {"unknown": 1}, {"players": HUGE}, {"players": -1}, {"players": "4"}, {"players": [4]}, {"players": 1e300},
    {"seed": {}}, {"seed": [1]}, {"seed": 1.5}, {"preset": "nothing"}, {"preset": ["seed"]}, {"__class__": "x"},
    {"new": "os:system"}, {"hand_size": HUGE}, {"": 1}, {"\0": 1}, {"players": None},
]  # fmt: skip


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_settings_that_there_are_not_are_refused(house: Server, settings: Message) -> None:
    with client(house) as guest:
        answer = guest.ask("new", flow="uno", settings=settings)

        assert (answer["answer"], answer.get("code")) == ("error", "settings"), answer
        assert guest.done("ping")


HUGE_SETTINGS = {
    "belote": {"target": HUGE},
    "goofspiel": {"cards": HUGE},
    "onepiece": {"turns": HUGE},
    "discard": {"seed": "x" * 1_000},
}


@pytest.mark.parametrize("flow", HUGE_SETTINGS)
def test_huge_settings_are_refused(house: Server, flow: str) -> None:
    with client(house) as guest:
        assert guest.ask("new", flow=flow, settings=HUGE_SETTINGS[flow])["code"] == "settings"


BOTS = [
    "jobs:", "jobs:4", "search:1000000000", "search:1e9", "search:-1", "search:nan", "search:inf", "search:99999s",
    "search:200,jobs=8", "os:system", "builtins:exec", "tests.phasebook.tables.slow:hangs", "fsm.simulate:policy_of",
    "__import__('os')", "../../etc/passwd", "", " ", "random ", "RANDOM", "wait", "move", "\0", "x" * 1_000,
]  # fmt: skip
NO_SECONDS: list[Any] = [0, -1, 1e300, HUGE, "5", []]
OPTIONS: list[Message] = [
    *({"bots": {"0": name}} for name in BOTS),
    *({"absent": name} for name in BOTS if name not in ("wait", "move")),
    {"bots": {"9": "random"}}, {"bots": {"host": "random"}}, {"bots": {"00": "random"}}, {"bots": {"": "random"}},
    {"bots": ["random"]}, {"bots": {"0": 7}}, {"host": "me"}, {"spectators": 1}, {"unknown": True}, {"clock": 5},
    *({"clock": {"turn": seconds}} for seconds in NO_SECONDS),
    {"clock": {"game": -0.5}}, {"clock": {"phases": {"nowhere": 5}}}, {"clock": {"phases": {"": 5}}},
    {"clock": {"phases": {"playing": 0}}}, {"clock": {"every": 5}},
]  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: json.dumps(options)[:60])
def test_options_that_there_are_not_are_refused(house: Server, options: Message) -> None:
    with client(house) as guest:
        answer = guest.ask("new", flow="uno", options=options)

        assert answer["answer"] == "error", answer
        assert answer["code"] in ("options", "malformed")
        assert answer["sentence"].endswith(".")


def test_a_clock_tells_no_secrets(house: Server) -> None:
    """Deadlines are told to everybody, so none may depend on a phase that not everybody sees."""
    with client(house) as guest:
        secret = {"clock": {"turn": 60, "phases": {"main.battle.life_trigger": 5}}}
        around = {"clock": {"turn": 60, "phases": {"main.battle": 5}}}
        answer = guest.ask("new", flow="onepiece", options=secret)

        assert answer["code"] == "options"
        assert "secret" in answer["sentence"]
        assert guest.done("new", flow="onepiece", options=around)


@pytest.mark.parametrize("bot", [name for name in BOTS if name not in ("", " ")])
def test_a_bot_that_there_is_not_decides_nothing(house: Server, bot: str) -> None:
    move = {"move": "draw", "player": 0}
    with client(house) as guest:
        answer = guest.ask("decide", flow="uno", view={}, moves=[move], seat=0, bot=bot)

        assert answer["answer"] == "error", answer
        assert answer["code"] != "internal"


FLOW_NAMES = ["os:system", "games.uno:engine", "tests.fsm.parlour:engine", "", "UNO", "uno ", "../uno", "x" * 3_000]


@pytest.mark.parametrize("flow", FLOW_NAMES, ids=lambda flow: flow[:20])
def test_only_flows_that_are_served_are_played(house: Server, flow: str) -> None:
    with client(house) as guest:
        assert guest.ask("new", flow=flow)["code"] == "no_such_flow"
        assert guest.ask("load", flow=flow, save="{}")["code"] == "no_such_flow"
        assert guest.ask("decide", flow=flow, view={}, moves=[], seat=0)["code"] == "no_such_flow"


def test_a_damaged_or_foreign_save_opens_no_table(house: Server) -> None:
    with client(house) as guest:
        table = open_table(guest, "uno", settings={"seed": 1})
        guest.done("sit", table=table.name, token=table.host)
        save = guest.done("save", table=table.name)["save"]
        wrong = [
            "",
            "{}",
            "null",
            save[:-20],
            save.replace('"seed"', '"sead"'),
            "[" * 3_000,
        ]
        answers = [guest.ask("load", flow="uno", save=text) for text in wrong]

        assert {answer.get("code") for answer in answers} == {"save"}, answers
        assert guest.ask("load", flow="belote", save=save)["code"] == "save"
        assert guest.done("load", flow="uno", save=save)["table"] != table.name


# The code itself


SOURCES = sorted(Path(phasebook.tables.__file__).parent.glob("*.py"))
DANGEROUS = {"eval", "exec", "compile", "__import__", "pickle", "marshal", "shelve", "dill", "cloudpickle", "yaml",
             "import_module", "importlib", "system", "popen", "shell"}  # fmt: skip


def names_in(path: Path) -> set[str]:
    """Everything that a file calls, imports, or asks of something else."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
            found |= {part for module in modules for part in module.split(".")}
        elif isinstance(node, ast.keyword):
            found.add(node.arg or "")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_nothing_that_comes_in_can_be_run(path: Path) -> None:
    assert names_in(path) & DANGEROUS == set()
