"""The client that is exported plays a whole round of Uno against the real server."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from games.uno import engine as uno
from phasebook.exports.client import CLIENT, export, names_in, protocol
from phasebook.tables.protocol import VERSION
from tests.phasebook.exports.games_played import FLOWS, as_json, every_engine
from tests.phasebook.exports.node import complaints_of_tsc, need, run_script

SERVE = [sys.executable, "-m", "phasebook", "serve", "uno", "--port", "0", "--store", "memory:", "--rate", "100000"]


@contextmanager
def served() -> Iterator[str]:
    """Where a real server listens, in a process of its own."""
    with subprocess.Popen(SERVE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split(" at ")[1].split(";")[0]
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def round_of_uno(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the client has seen of a round."""
    need("ws")
    folder = tmp_path_factory.mktemp("client")
    (folder / "client.mts").write_text(export(uno, uno.chart).text, "utf-8")
    assert complaints_of_tsc(folder, "client.mts", into=folder) == ""
    with served() as url:
        found: dict[str, Any] = json.loads(run_script("uno_round.mjs", str(folder / "client.mjs"), url))
    return found


def test_a_round_is_played_to_its_end(round_of_uno: dict[str, Any]) -> None:
    end = uno.load(round_of_uno["save"])

    assert uno.is_over(end)
    assert round_of_uno["played"] > 10
    assert round_of_uno["outcome"] == as_json(uno.outcome(end))
    assert (round_of_uno["version"], round_of_uno["flows"]) == (VERSION, ["uno"])


def test_every_seat_has_heard_every_event_once_and_in_order(round_of_uno: dict[str, Any]) -> None:
    numbers = list(range(1, len(round_of_uno["events"]) + 1))

    assert [event["n"] for event in round_of_uno["events"]] == numbers
    assert [event["n"] for event in round_of_uno["heard"]["0"]] == numbers
    for name in ("1", "spectator"):
        heard = [event["n"] for event in round_of_uno["heard"][name]]
        assert heard == numbers[-len(heard) :]
    assert round_of_uno["heard"]["spectator"][-1]["over"]


def test_what_cannot_be_done_is_an_answer_or_an_error(round_of_uno: dict[str, Any]) -> None:
    refused, stale = round_of_uno["refused"], round_of_uno["stale"]

    assert (refused["answer"], refused["kind"], refused["code"]) == ("refused", "guarded", "is_your_turn")
    assert (round_of_uno["notTheirs"]["answer"], round_of_uno["notTheirs"]["kind"]) == ("refused", "not_yours")
    assert (stale["answer"], bool(stale["events"])) == ("stale", True)
    assert round_of_uno["why"]["accepted"] is False
    assert round_of_uno["wrong"][:2] == [True, "not_seated"]
    assert round_of_uno["afterwards"] == ["closed", "closed"]


def test_the_client_of_every_flow_is_clean(tmp_path: Path) -> None:
    for name in FLOWS:
        engine = every_engine()[name]
        (tmp_path / f"{name}.ts").write_text(export(engine, engine.chart).text, "utf-8")

    assert complaints_of_tsc(tmp_path, *(f"{name}.ts" for name in FLOWS)) == ""


def test_a_wrong_move_is_found_before_it_is_sent(tmp_path: Path) -> None:
    (tmp_path / "client.ts").write_text(export(uno, uno.chart).text, "utf-8")
    (tmp_path / "use.ts").write_text(
        'import { Client } from "./client";\n'
        "export const play = async (client: Client) => {\n"
        '  await client.play("table", { move: "draw", player: 1 });\n'
        "  // @ts-expect-error\n"
        '  await client.play("table", { move: "fold", player: 1 });\n'
        '  const { view } = await client.view("table");\n'
        "  const cards: number = view.hand.length;\n"
        "  // @ts-expect-error\n"
        "  const deck = view.deck;\n"
        "  return [cards, deck];\n"
        "};\n"
    )

    assert complaints_of_tsc(tmp_path, "use.ts") == ""


def test_names_of_the_client_are_kept_from_games() -> None:
    names = names_in(CLIENT.read_text("utf-8"))

    assert {"Client", "Socket", "TableError", "Played", "Protocol"} <= set(names)
    assert re.search(r"^export declare namespace Protocol \{$", "\n".join(protocol()), flags=re.MULTILINE)
