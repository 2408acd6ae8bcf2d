"""Opening a table: what was agreed on is checked then, and the tokens are given out once."""

import asyncio
from typing import Any

import pytest

from phasebook.tables.rows import Row
from tests.phasebook.tables.kit import place


def opened(flow: str = "uno", **fields: Any) -> tuple[dict[str, Any], list[Row]]:
    async def scenario() -> tuple[dict[str, Any], list[Row]]:
        async with place() as here:
            answer = await here.caller().ask("new", flow=flow, **fields)
            return answer, await here.house.storage.rows(answer.get("table", ""))

    return asyncio.run(scenario())


def test_every_seat_has_a_token_and_the_log_has_none_of_them() -> None:
    answer, (row,) = opened(settings={"players": 3, "seed": 1})
    tokens = [answer["host"], *(seat["token"] for seat in answer["seats"])]

    assert [seat["seat"] for seat in answer["seats"]] == [0, 1, 2]
    assert len(set(tokens)) == 4
    assert not any(token.encode() in row.content for token in tokens)
    assert (row.n, row.kind, row.seat) == (1, "opened", None)


def test_bots_need_no_token() -> None:
    answer, _ = opened(settings={"players": 3}, options={"bots": {"0": "random", "2": "search:50"}})

    assert [seat["seat"] for seat in answer["seats"]] == [1]


def test_a_preset_has_settings_over_it() -> None:
    answer, _ = opened(preset="house", settings={"players": 2})

    assert [seat["seat"] for seat in answer["seats"]] == [0, 1]


def test_a_game_without_a_seed_gets_one_that_nobody_knows() -> None:
    contents = {opened()[1][0].content for _ in range(3)}

    assert len(contents) == 3


@pytest.mark.parametrize(
    ("fields", "code", "part"),
    [
        ({"flow": "chess"}, "no_such_flow", "There is no flow 'chess' here; there is goofspiel, uno, belote, discard."),
        ({"settings": {"players": 77}}, "settings", "players"),
        ({"settings": {"colour": 1}}, "settings", "There is no setting 'colour'"),
        ({"settings": {"observers": []}}, "settings", "observers"),
        ({"settings": {"trace": 1}}, "settings", "trace"),
        ({"preset": "none"}, "settings", "There is no preset 'none'"),
        ({"options": {"bots": {"9": "random"}}}, "options", "There is no seat '9' for a bot; there is 0, 1, 2, 3."),
        ({"options": {"bots": {"1": "os:system"}}}, "options", "There is no bot 'os:system'"),
        ({"options": {"bots": {"1": "search:10,jobs:9"}}}, "options", "There is no bot"),
        ({"options": {"bots": {"1": "search:10,os:path"}}}, "options", "There is no bot"),
        ({"options": {"bots": {"1": "search:1000000"}}}, "options", "at most 100000 iterations"),
        ({"options": {"bots": {"1": "search:3600s"}}}, "options", "at most 100000 iterations or 10 seconds"),
        ({"options": {"bots": {"1": "search:x"}}}, "options", "'x' is no budget"),
        ({"options": {"absent": "nobody"}}, "options", "There is no bot 'nobody'"),
        ({"options": {"clock": {"turn": 0}}}, "options", "from 0.001 to"),
        ({"options": {"clock": {"game": -3}}}, "options", "from 0.001 to"),
        ({"options": {"clock": {"phases": {"nowhere": 3}}}}, "options", "There is no phase 'nowhere'"),
        ({"options": {"colour": 1}}, "malformed", "colour"),
    ],
)
def test_what_could_not_be_kept_is_refused(fields: dict[str, Any], code: str, part: str) -> None:
    answer, rows = opened(**fields)

    assert (answer["answer"], answer["code"], rows) == ("error", code, [])
    assert part in answer["sentence"]
    assert answer["sentence"].endswith(".")


def test_a_flow_that_cannot_be_searched_says_so() -> None:
    answer, _ = opened("discard", options={"bots": {"0": "search:10"}})

    assert answer["code"] == "options"
    assert answer["sentence"] == "DiscardTurn does not say what each seat gets; give its engine returns=."
