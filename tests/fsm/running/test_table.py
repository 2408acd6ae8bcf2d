"""What the rules of a native machine are given, and what becomes of their answers."""

from typing import Any

import pytest
from statemachine.orderedset import OrderedSet

from fsm import Caller, RuleError, makes_news, with_news
from fsm.running.table import Table, answering, applying, asking
from tests.fsm.samples import Coin, Pay, Purse, market

BACK = (Caller("a", "a-go-b"),)


def table_at(*states: str) -> Table:
    """A table in the shop, of a machine in some states."""
    table = Table(market, Purse(3), (Pay(1),))
    table.places = {"till": (BACK, "shop.paying"), "street": ((), "street")}
    table.state = states[0] if len(states) == 1 else OrderedSet(states)
    return table


@pytest.mark.parametrize(
    ("states", "place"), [(("street",), ((), "street")), (("shop", "till"), (BACK, "shop.paying"))]
)
def test_a_place_follows_from_the_active_states(states: tuple[str, ...], place: Any) -> None:
    assert table_at(*states).place == place


def test_a_rule_is_given_what_it_names() -> None:
    def rule(game: Any, move: Any, settings: Any, back: Any, chosen: Any, table: Any) -> Any:
        return game, move, settings, back, chosen, table

    table = table_at("shop", "till")
    table.move = Pay(2)

    assert answering(rule)(table) == (Purse(3), Pay(2), None, BACK, (Pay(1),), table)


def test_a_guard_says_yes_or_no() -> None:
    def shrugs(game: Purse) -> Any:
        return game.coins

    with pytest.raises(RuleError, match="'shrugs' returned 3"):
        asking(shrugs)(table_at("street"))


def test_an_effect_changes_the_game_and_its_news_are_kept() -> None:
    def spend(game: Purse) -> Purse:
        return with_news(Purse(0), Coin(-3))

    @makes_news(lambda before, after: [Coin(after.coins - before.coins)])
    def earn(game: Purse) -> Purse:
        return Purse(5)

    table = table_at("street")
    applying(spend)(table)
    applying(earn)(table)

    assert table.game == Purse(5)
    assert table.news == [Coin(-3), Coin(5)]


def test_two_halves_of_a_row_count_as_one() -> None:
    table = table_at("street")
    table.arrive(is_unasked=False)
    table.decided = "a row"
    table.arrive(is_unasked=True)

    assert (table.trail, table.may_follow) == (["street"], False)
    table.decided = None
    table.arrive(is_unasked=True)
    assert (table.trail, table.may_follow) == (["street", "street"], True)


def test_the_second_half_of_the_answer_to_a_move_is_no_consequence() -> None:
    table = table_at("street")
    table.decided = "a row"
    table.arrive(is_unasked=False)
    table.decided = None
    table.arrive(is_unasked=True)

    assert table.trail == ["street"]
