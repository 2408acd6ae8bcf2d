"""Who won, who began, and how that is said."""

from typing import Any

import msgspec
import pytest

from fsm import Engine
from fsm.errors import SimulationError
from fsm.simulate import simulate
from fsm.simulating.results import beginner, listed, named_winners, sentence, winners_by_returns
from games.belote import engine as belote
from games.goofspiel import engine as goofspiel
from tests.fsm.coin import Coin, Toss, new_table, outcome
from tests.fsm.coin import engine as coin
from tests.fsm.evening import engine as evening
from tests.fsm.race import engine as race


class Ended(msgspec.Struct, frozen=True):
    winner: Any = None
    reason: str | None = None
    scores: tuple[int, ...] = ()
    tricks: int | None = None


class Shared(msgspec.Struct, frozen=True):
    winners: tuple[int, ...]
    ending: str = "all cards played"


@pytest.mark.parametrize(
    ("returns", "winners"),
    [
        ({"0": 1, "1": -1}, ["0"]),
        ({"0": 1, "1": -1, "2": 1, "3": -1}, ["0", "2"]),
        ({"0": 0.5, "1": 0.5}, []),
        ({"0": -3, "1": -2, "2": -2}, ["1", "2"]),
    ],
)
def test_those_who_get_the_most_win_unless_all_get_the_same(returns: dict[str, float], winners: list[str]) -> None:
    assert [seat for seat, won in winners_by_returns(returns).items() if won] == winners


def test_one_seat_alone_wins_nothing() -> None:
    assert winners_by_returns({"0": 5}) == {}


@pytest.mark.parametrize(
    ("ended", "won", "words"),
    [
        (Ended(0, "target reached"), {"0": True, "1": False}, "seat 0 won: target reached"),
        (Ended(0, "target reached"), {"0": True, "1": False, "2": True}, "seats 0 and 2 won: target reached"),
        (Ended(None, "a draw"), {"0": False, "1": False}, "nobody won: a draw"),
        (Ended(1, None, (3, 5), tricks=4), {"0": False, "1": True}, "seat 1 won: tricks 4"),
        (Ended("north", "all tricks"), {}, "north won: all tricks"),
        (Ended(None, "a draw"), {}, "nobody won: a draw"),
        (Shared((0, 1, 2)), {}, "0, 1 and 2 won: all cards played"),
        (Shared(()), {}, "nobody won: all cards played"),
        ("x wins", {}, "x wins"),
        ("checkmate", {"0": True, "1": False}, "seat 0 won: checkmate"),
        (None, {"0": True, "1": False}, "seat 0 won"),
        (None, {}, "ended in over"),
        ({"scores": [1, 2]}, {}, "finished"),
    ],
)
def test_an_outcome_is_a_sentence(ended: object, won: dict[str, bool], words: str) -> None:
    assert sentence(ended, "over", won) == words


def test_winners_are_read_from_one_field_or_are_not_known() -> None:
    assert named_winners({"winner": 2}) == ["2"]
    assert named_winners({"winners": {3, 1}}) in (["1", "3"], ["3", "1"])
    assert named_winners({"winner": None}) == []
    assert named_winners({"score": 2}) is None
    assert named_winners("south") is None


def test_lists_are_as_people_write_them() -> None:
    assert [listed(list("abc")[:number]) for number in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


# Who began


def test_the_one_whom_the_game_waits_for_begins() -> None:
    first = belote.start(seed=1)

    assert beginner(belote, first, belote.legal_moves(first)[:1]) == "1"


def test_where_several_choose_at_the_same_time_nobody_begins() -> None:
    first = goofspiel.start(seed=1)

    assert beginner(goofspiel, first, goofspiel.legal_moves(first)[:1]) == ""


# In a simulation


@pytest.mark.parametrize("pays", [True, False])
def test_winners_are_known_from_returns_or_from_the_outcome(pays: bool) -> None:
    found = simulate(coin, 200, seed=3, settings={"edges": 20, "pays": pays})

    assert found.seated == {"0": 200, "1": 200}
    assert sum(found.wins.values()) == 200 - found.sentences["nobody won: it stands on its edge"]
    assert found.wins["0"] == found.sentences["seat 0 won: it fell"] == found.outcomes["winner 0, reason it fell"]
    assert (set(found.returns) == {"0", "1"}) is pays
    assert sum(start.games for start in found.starts) == 200
    assert {start.seat for start in found.starts} == {"0", "1"}


def test_what_the_outcome_names_without_seats_is_no_win_of_a_seat() -> None:
    found = simulate(race, 30)

    assert (found.wins, found.starts, found.first_player) == ({}, (), None)
    assert set(found.sentences) == {"0 won", "1 won"}


def test_games_that_do_not_end_have_words_too() -> None:
    assert simulate(race, 3, max_moves=2).sentences == {"unfinished in running": 3}
    assert simulate(race, 3, settings={"trouble": "stuck"}).sentences == {"stuck in running": 3}
    assert simulate(evening, 3).sentences == {"ended in bed": 3}


@pytest.mark.parametrize("rule", ["returns", "seats", "to_act"])
def test_a_rule_that_fails_at_the_end_is_named(rule: str) -> None:
    def fails(*_: object) -> Any:
        raise ZeroDivisionError("who sits where")

    rules: dict[str, Any] = {"seats": (0, 1), "outcome": outcome, rule: fails}
    broken = Engine(Coin, moves=(Toss,), new=new_table, **rules)

    with pytest.raises(SimulationError, match=rf"{rule}\(\).* raised ZeroDivisionError: who sits where"):
        simulate(broken, 2)


def test_returns_that_are_no_numbers_are_left_out() -> None:
    strange = Engine(
        Coin, moves=(Toss,), new=new_table, seats=(0, 1), returns=lambda _: {0: float("nan"), 1: float("inf")}
    )

    assert simulate(strange, 5).returns == {}
