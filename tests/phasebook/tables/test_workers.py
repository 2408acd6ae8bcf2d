"""Bots in processes of their own: they answer, or are ended, and the next one is asked as if nothing had happened."""

import asyncio
import sys
from typing import Any

import msgspec
import pytest

from fsm.catalogue import engine_of
from phasebook.tables import keeping, timing
from phasebook.tables.bots import Question
from phasebook.tables.protocol import Limit, Limits, encode
from phasebook.tables.requests import RequestError
from phasebook.tables.workers import Workers
from tests.phasebook.tables.kit import NO_LIMITS, place
from tests.phasebook.tables.test_keeping import played, until

NAMED = {name: f"tests.phasebook.tables.slow:{name}" for name in ("hangs", "dies", "last")}
LIMITS = Limits(thinking=0.5)


def question(bot: str, limit: Limit | None = None) -> Question:
    engine = engine_of("goofspiel")
    snapshot = engine.start(seed=5)
    moves = tuple(encode(move) for move in engine.legal_moves(snapshot, 0))
    view = msgspec.json.encode(engine.view(snapshot, 0))
    return Question("goofspiel", view, moves, 0, bot, limit or Limit())


def asked(*questions: Question) -> list[Any]:
    """What workers answer, one after the other."""

    async def scenario() -> list[Any]:
        workers = Workers(["goofspiel"], NAMED, LIMITS)
        try:
            return [await answer(workers, one) for one in questions]
        finally:
            await workers.close()

    return asyncio.run(scenario())


async def answer(workers: Workers, asked: Question) -> Any:
    try:
        return await workers.decide(asked)
    except RequestError as error:
        return error.code


def test_a_worker_answers_with_one_of_the_moves() -> None:
    one = question("last")

    assert asked(one, question("search:30"), question("random", Limit(seconds=0.1))) == [
        one.moves[-1],
        *(move for move in asked(question("search:30"), question("random"))),
    ]


@pytest.mark.parametrize("bot", ["hangs", "dies"])
def test_one_that_does_not_answer_is_replaced(bot: str) -> None:
    one = question("last")

    assert asked(question(bot), one) == ["no_answer", one.moves[-1]]


# Clients ask, too


def test_those_whom_clients_ask_do_not_keep_the_seats_waiting() -> None:
    """The only process for clients is busy for longer than this test lasts."""

    async def scenario() -> None:
        workers = Workers(["goofspiel"], NAMED, Limits(thinking=600, questions=3))
        try:
            busy = [asyncio.ensure_future(answer(workers, from_client(question("hangs")))) for _ in range(3)]
            await asyncio.sleep(0)
            assert await answer(workers, from_client(question("last"))) == "too_many_questions"
            one = question("last")
            assert await answer(workers, one) == one.moves[-1]
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)
            assert await answer(workers, from_client(one)) == one.moves[-1]
        finally:
            await workers.close()

    asyncio.run(scenario())


def from_client(asked: Question) -> Question:
    return msgspec.structs.replace(asked, by_client=True)


# Processes that are slow to start

PATIENT = msgspec.structs.replace(NO_LIMITS, thinking=2.0)
SLEEPY = "import sys, time, os; time.sleep(3.5); os.execv(sys.argv[1], sys.argv[1:])"


def sleepy() -> Workers:
    """Processes that take longer to start than a bot may think."""
    workers = Workers(["goofspiel"], NAMED, PATIENT)
    for pool in (workers.for_seats, workers.for_clients):
        for worker in pool.workers:
            worker.command = [sys.executable, "-c", SLEEPY, *worker.command]
    return workers


def test_a_bot_does_not_lose_its_move_to_the_start_of_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (timing, keeping):
        monkeypatch.setattr(module, "GRACE", 100)

    async def scenario() -> None:
        workers = sleepy()
        try:
            async with place(["goofspiel"], limits=PATIENT, decider=workers, bots=NAMED) as here:
                opened = await here.caller().ask("new", flow="goofspiel", options={"bots": {"1": "last"}})
                host = await here.seated(opened["table"], opened["host"])
                await until(lambda: played(host) == [(1, "bot")], 60)
                table = here.house.tables[opened["table"]].table
                assert host.events[-1]["time"] > table.recent[0].time + 3_500
                assert host.events[-1]["move"]["card"] == 13
        finally:
            await workers.close()

    asyncio.run(scenario())


def test_a_process_that_does_not_start_costs_the_bot_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phasebook.tables.workers.STARTING", 0.3)

    async def scenario() -> None:
        workers = sleepy()
        told: list[float] = []
        try:
            with pytest.raises(RequestError, match="did not answer"):
                await workers.decide(question("last"), told.append)
        finally:
            await workers.close()
        assert told == [0.3]

    asyncio.run(scenario())


def test_what_a_worker_refuses_is_passed_on() -> None:
    assert asked(question("nobody")) == ["options"]
