"""Tables from the store: also those that were left by an earlier version of their flow."""

import asyncio
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from fsm import Engine, Flow, Move, Snapshot, State, stay
from phasebook.tables.loading import load
from phasebook.tables.memory import MemoryStorage
from tests.phasebook.tables.kit import place


class Purse(msgspec.Struct, frozen=True):
    coins: int = 0
    turn: int = 0


class Fortune(msgspec.Struct, frozen=True):
    """What a purse became in the second version."""

    gold: int = 0
    turn: int = 0


class Earn(Move):
    seat: int
    worth: int

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Earn"]:
        return [cls(game.turn, 1), cls(game.turn, 2)]


class Gain(Move, tag="earn"):
    seat: int
    gold: int

    @classmethod
    def candidates(cls, game: Fortune) -> Iterable["Gain"]:
        return [cls(game.turn, 1), cls(game.turn, 2)]


def new_purse() -> Purse:
    return Purse()


def new_fortune() -> Fortune:
    return Fortune()


def see_purse(snapshot: Snapshot[Purse], seat: Any) -> Snapshot[Purse]:
    return snapshot


def redeal_purse(view: Snapshot[Purse], chance: Random) -> Snapshot[Purse]:
    return view


def earn(game: Purse, move: Earn) -> Purse:
    return Purse(game.coins + move.worth, 1 - game.turn)


def gain(game: Fortune, move: Gain) -> Fortune:
    return Fortune(game.gold + move.gold, 1 - game.turn)


def first_version() -> Engine[Any]:
    class Earning(Flow):
        earning = State(initial=True)
        earn = stay(earning, on=earn)

    return Engine(Earning, moves=(Earn,), new=new_purse, seats=(0, 1), view=see_purse, redeal=redeal_purse)


def second_version() -> Engine[Any]:
    class Earning(Flow):
        earning = State(initial=True)
        earn = stay(earning, on=gain)

    return Engine(Earning, moves=(Gain,), new=new_fortune, seats=(0, 1), version=2, migrations={1: to_gold})


def to_gold(data: dict[str, Any]) -> dict[str, Any]:
    """Coins are gold now, in the game and in the moves."""
    game = {"gold": data["game"].get("coins", 0), "turn": data["game"].get("turn", 0)}
    moves = [{"move": "earn", "seat": move["seat"], "gold": move["worth"]} for move in data.get("moves", ())]
    return data | {"game": game} | ({"moves": moves} if "moves" in data else {})


async def played_before(storage: MemoryStorage, moves: int) -> dict[str, Any]:
    """A table of the first version, with some moves, one of them taken back."""
    async with place({"earning": first_version()}, storage) as here:
        opened, callers = await here.table("earning")
        for turn in range(moves):
            move = {"move": "earn", "seat": turn % 2, "worth": 1 + turn % 3}
            assert (await callers[turn % 2].ask("play", table=opened["table"], move=move))["answer"] == "done"
            if turn in (2, 30):  # once before a snapshot, once where the move is in it, and the take-back is not
                assert (await callers[turn % 2].ask("take_back", table=opened["table"]))["answer"] == "done"
                assert (await callers[turn % 2].ask("play", table=opened["table"], move=move))["answer"] == "done"
        view = await callers[0].ask("view", table=opened["table"])
        return opened | {"n": view["n"]}


def test_a_table_of_an_earlier_version_plays_on() -> None:
    async def scenario(moves: int) -> None:
        storage = MemoryStorage()
        opened = await played_before(storage, moves)
        coins = sum(1 + turn % 3 for turn in range(moves))
        async with place({"earning": second_version()}, storage) as here:
            name, token = opened["table"], opened["seats"][moves % 2]["token"]
            caller = await here.seated(name, token)
            table = here.house.tables[name].table
            assert table.snapshot.game == Fortune(coins, moves % 2)
            answer = await caller.ask("play", table=name, move={"move": "earn", "seat": moves % 2, "gold": 5})
            assert (answer["answer"], answer["n"]) == ("done", opened["n"] + 2)
            assert caller.events[-1]["n"] == answer["n"]
        async with place({"earning": second_version()}, storage) as again:
            caller = await again.seated(name, token)
            assert again.house.tables[name].table.snapshot.game == Fortune(coins + 5, 1 - moves % 2)
            since = await caller.ask("events", table=name, since=opened["n"])
            assert [event["kind"] for event in since["events"]] == ["renewed", "played"]
            long_ago = await caller.ask("events", table=name, since=0)
            assert (long_ago["answer"], long_ago["code"]) == ("error", "too_long_ago")

    for moves in (0, 5, 31, 40):  # before and after a snapshot
        asyncio.run(scenario(moves))


def test_rules_that_have_changed_within_a_version_are_named() -> None:
    async def scenario() -> dict[str, Any]:
        storage = MemoryStorage()
        opened = await played_before(storage, 3)
        unversioned = second_version()
        unversioned.version = 1
        async with place({"earning": unversioned}, storage) as here:
            return await here.caller().ask("sit", table=opened["table"], token=opened["seats"][0]["token"])

    answer = asyncio.run(scenario())
    assert (answer["answer"], answer["code"]) == ("error", "damaged")
    assert "raise the engine's version" in answer["sentence"]


def test_there_is_no_table_without_rows() -> None:
    assert asyncio.run(load(MemoryStorage(), lambda name: first_version(), "none")) is None
