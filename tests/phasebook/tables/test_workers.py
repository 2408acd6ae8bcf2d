"""Bots in processes of their own: they answer, or are ended, and the next one is asked as if nothing had happened."""

import asyncio
from typing import Any

import msgspec
import pytest

from fsm.catalogue import engine_of
from phasebook.tables.bots import Question
from phasebook.tables.protocol import Limit, Limits, encode
from phasebook.tables.requests import RequestError
from phasebook.tables.workers import Workers

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


def test_what_a_worker_refuses_is_passed_on() -> None:
    assert asked(question("nobody")) == ["options"]
