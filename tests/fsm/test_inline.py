"""Guards and listers written into the generated code do what calling them does, or are called."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.inline import inlined

LIMIT = 3
AS_THEY_ARE = ("game", "move")


def twice(number: int) -> int:
    return 2 * number


def compares(game: int, move: int) -> bool:
    """With a docstring."""
    return game > move


def reads_a_global(game: int, move: int) -> bool:
    return game > LIMIT


def calls_a_helper(game: int, move: int) -> bool:
    return twice(game) > move


def uses_builtins(game: int, move: int) -> bool:
    return abs(game) in range(move)


def comprehends(game: int, move: int) -> bool:
    return any(twice(one) == game for one in range(move))


def chooses(game: int, move: int) -> bool:
    return game > 0 if move else game < LIMIT


def has_a_default(game: int, move: int = 1) -> bool:
    return game > move


def answers_for_sure(game: int, move: int) -> bool:
    return game is not None and (game in (move, LIMIT) or not move)


INLINE = [
    compares,
    reads_a_global,
    calls_a_helper,
    uses_builtins,
    comprehends,
    chooses,
    has_a_default,
    answers_for_sure,
]


@pytest.mark.parametrize("rule", INLINE, ids=lambda rule: rule.__name__)
@given(game=st.integers(-5, 9), move=st.integers(-5, 9))
def test_an_inlined_guard_answers_as_if_called(rule: Callable[..., bool], game: int, move: int) -> None:
    inline = inlined("rule", rule, *AS_THEY_ARE)
    assert inline is not None

    written = eval(f"lambda game, move: {inline.expression}", dict(inline.names))

    assert written(game, move) is rule(game, move)


def test_an_argument_may_be_an_expression() -> None:
    def is_small(settings: Any) -> Any:
        return settings.size < LIMIT

    inline = inlined("is_small", is_small, "game.settings")

    assert inline is not None
    assert inline.expression == "game.settings.size < is_small__LIMIT"
    assert inline.names == {"is_small__LIMIT": 3}


class Odd:
    """Compares, contains and counts as nobody expects."""

    def __eq__(self, other: object) -> Any:
        return "perhaps"

    __hash__ = None  # type: ignore[assignment]

    def __contains__(self, one: object) -> Any:
        return "perhaps"

    def __bool__(self) -> bool:
        return False


def contains(game: Any, move: Any) -> Any:
    return move in game


def lacks(game: Any, move: Any) -> Any:
    return move not in game


def is_it(game: Any, move: Any) -> Any:
    return game is move


def denies(game: Any, move: Any) -> Any:
    return not game


def joins(game: Any, move: Any) -> Any:
    return move in game and (not move or game is not move)


def equals(game: Any, move: Any) -> Any:
    return game == move


def joins_the_uncertain(game: Any, move: Any) -> Any:
    return move in game and game == move


def compares_twice(game: Any, move: Any) -> Any:
    return game is move == move


def passes_on(game: Any, move: Any) -> Any:
    return game or move


@pytest.mark.parametrize("rule", [contains, lacks, is_it, denies, joins])
@pytest.mark.parametrize("game", [Odd(), (Odd(),)])
def test_an_answer_that_is_called_certain_is_true_or_false(rule: Callable[..., Any], game: Any) -> None:
    inline = inlined("rule", rule, *AS_THEY_ARE)

    assert inline is not None
    assert inline.is_certain
    assert type(rule(game, Odd())) is bool


@pytest.mark.parametrize("rule", [equals, joins_the_uncertain, compares_twice, passes_on])
def test_an_answer_that_could_be_anything_is_not_called_certain(rule: Callable[..., Any]) -> None:
    inline = inlined("rule", rule, *AS_THEY_ARE)

    assert inline is not None
    assert not inline.is_certain


# What must be called


def does_two_things(game: int, move: int) -> bool:
    more = game + 1
    return more > move


def binds(game: int, move: int) -> bool:
    return (more := game + move) > 0 and more < 9


def hides_a_scope(game: int, move: int) -> bool:
    return (lambda number: number > move)(game)


def needs_more(game: int, move: int, third: int) -> bool:
    return game > move + third


def reuses_a_name(table: Any, move: int) -> bool:
    return any(game == table.size for game in range(move))


def knows_nothing(game: int, move: int) -> Any:
    return nowhere > 0  # type: ignore[name-defined]  # noqa: F821 that is the point


def closure() -> Callable[..., bool]:
    limit = 4

    def encloses(game: int, move: int) -> bool:
        return game > limit

    return encloses


@pytest.mark.parametrize(
    "rule",
    [
        does_two_things,
        binds,
        hides_a_scope,
        needs_more,
        reuses_a_name,
        knows_nothing,
        closure(),
        len,
        eval("lambda game, move: True"),
    ],
)
def test_everything_else_is_called(rule: Callable[..., bool]) -> None:
    assert inlined("rule", rule, *AS_THEY_ARE) is None


def module_from(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("edited_rules", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["edited_rules"] = module
    spec.loader.exec_module(module)
    return module


def test_a_rule_whose_file_was_edited_since_is_called(tmp_path: Path) -> None:
    """What runs is what was loaded, not what is in the editor now."""
    path = tmp_path / "edited_rules.py"
    path.write_text("def rule(game, move):\n    return game > 3\n")
    rule = module_from(path).rule
    path.write_text("def rule(game, move):\n    return game > 4\n")

    assert inlined("rule", rule, *AS_THEY_ARE) is None
    assert rule(4, 0)


def test_a_rule_without_a_file_is_called() -> None:
    space: dict[str, Any] = {}
    exec("def rule(game, move):\n    return game > 3\n", space)

    assert inlined("rule", space["rule"], *AS_THEY_ARE) is None
