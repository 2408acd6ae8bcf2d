"""Bots: the same question has the same answer, from the view alone, and names from outside lead to no code."""

from random import Random
from typing import Any

import msgspec
import pytest

from fsm.catalogue import engine_of
from fsm.errors import PhasebookError
from fsm.simulate import Decision
from fsm.snapshot import Snapshot
from phasebook.tables.bots import Question, budget_from, check_bot, decided, read_move, seed_from
from phasebook.tables.protocol import Limit, encode
from phasebook.tables.requests import RequestError

UNO = engine_of("uno")
NAMED = {"mine": "tests.phasebook.tables.test_bots:last"}


def last(decision: Decision) -> object:
    """A policy that looks at hands it must not know: they are dealt anew."""
    SEEN.append(decision.snapshot)
    return decision.moves[-1]


SEEN: list[Snapshot[Any]] = []


def question(bot: str, seed: int = 5) -> Question:
    snapshot = UNO.start(seed=seed)
    (seat,) = UNO.to_act(snapshot)
    moves = tuple(encode(move) for move in UNO.legal_moves(snapshot, seat))
    return Question("uno", msgspec.json.encode(UNO.view(snapshot, seat)), moves, seat, bot)


@pytest.mark.parametrize("bot", ["random", "first", "search:60", "mine"])
def test_the_same_question_has_the_same_answer_among_the_moves(bot: str) -> None:
    asked = question(bot)
    answers = {encode(decided(UNO, asked, NAMED, 10)) for _ in range(3)}

    assert len(answers) == 1
    assert answers <= set(asked.moves)


def test_chance_depends_on_what_is_seen() -> None:
    answers = {encode(decided(UNO, question("random", seed=seed), {}, 10)) for seed in range(20)}

    assert len(answers) > 5
    assert seed_from(b"a") != seed_from(b"b")


def test_nobody_gives_up_by_chance() -> None:
    answers = [decided(UNO, question("random", seed=seed), {}, 10) for seed in range(60)]

    assert not any(move.gives_up for move in answers)


def test_a_policy_is_shown_a_position_that_only_fits_the_view() -> None:
    SEEN.clear()
    asked = question("mine")
    decided(UNO, asked, NAMED, 10)
    real, view = UNO.start(seed=5), UNO.read_view(asked.view)

    assert UNO.view(SEEN[0], asked.seat) == view
    assert SEEN[0].game.hands != real.game.hands
    assert UNO.view(UNO.redeal(view, Random(1)), asked.seat) == view


def test_a_limit_in_the_question_decides() -> None:
    assert budget_from("search:500", Limit(), 10).iterations == 500
    assert budget_from("search", Limit(), 10).iterations == 200
    assert budget_from("search:500", Limit(iterations=7), 10).iterations == 7
    assert budget_from("search:500", Limit(seconds=0.5), 10).seconds == 0.5


@pytest.mark.parametrize(
    "name", ["", "os:system", "search:1,os:path", "search:1,jobs:2", "mine", "search:0", "search:-1"]
)
def test_other_names_lead_nowhere(name: str) -> None:
    with pytest.raises(RequestError) as refused:
        check_bot(name, {}, 10)

    assert refused.value.code == "options"


def test_a_question_without_moves_or_with_wrong_ones_is_refused() -> None:
    asked = question("random")

    with pytest.raises(RequestError, match=r"^There is nothing to decide"):
        decided(UNO, msgspec.structs.replace(asked, moves=()), {}, 10)
    with pytest.raises(RequestError, match=r"^Not a move of Uno"):
        read_move(UNO, b'{"move": "castle"}')
    with pytest.raises(PhasebookError, match=r"^This is no view of Uno"):
        decided(UNO, msgspec.structs.replace(asked, view=b"{}", bot="search:5"), {}, 10)
