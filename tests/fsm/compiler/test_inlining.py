"""Guards and listers written into the generated code do what calling them does, or are called."""

import builtins
import functools
import importlib.util
import re
import sys
from builtins import locals as surroundings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, Flow, Move, PhasebookError, Refusal, Snapshot, State, Trace, stay
from fsm.compiler.inlining import inlined, is_wanted
from fsm.compiler.program import sure
from fsm.native import Native
from tests.fsm.samples import Purse, new_purse

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
    inline = inlined(rule, *AS_THEY_ARE)
    assert inline is not None

    written = eval(f"lambda game, move: {inline.expression}", inline.home or {})

    assert written(game, move) is rule(game, move)


def test_an_argument_may_be_an_expression() -> None:
    def is_small(settings: Any) -> Any:
        return settings.size < LIMIT

    inline = inlined(is_small, "game.settings")

    assert inline is not None
    assert inline.expression == "game.settings.size < LIMIT"
    assert inline.home is globals()


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
    inline = inlined(rule, *AS_THEY_ARE)

    assert inline is not None
    assert inline.is_certain
    assert type(rule(game, Odd())) is bool


@pytest.mark.parametrize("rule", [equals, joins_the_uncertain, compares_twice, passes_on])
def test_an_answer_that_could_be_anything_is_not_called_certain(rule: Callable[..., Any]) -> None:
    inline = inlined(rule, *AS_THEY_ARE)

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


def takes_any() -> Callable[..., bool]:
    @functools.wraps(compares)
    def wrapper(*numbers: int) -> bool:
        return numbers[0] > numbers[1]

    return wrapper


def takes_by_name(game: int, move: int, *, third: int = 0) -> bool:
    return game > move + third


def looks_at_its_frame(game: int, move: int) -> bool:
    return "game" in locals() and game > move


def looks_around_under_another_name(game: int, move: int) -> bool:
    return "move" in surroundings() and game > move


def asks_a_module_for_its_frame(game: int, move: int) -> bool:
    return bool(builtins.eval("game > move"))


snapshot, n7 = 5, 5


def names_what_generated_code_may_name(game: int, move: int) -> bool:
    return game > snapshot


def n_1(game: int, move: int) -> bool:
    return game > n7


class Rules:
    __limit = 3

    @staticmethod
    def hidden_by_a_class(game: Any, move: int) -> bool:
        return bool(game.__limit > move)

    def of_an_object(self, game: int, move: int) -> bool:
        return game > move


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
        closure(),
        takes_any(),
        takes_by_name,
        looks_at_its_frame,
        looks_around_under_another_name,
        asks_a_module_for_its_frame,
        names_what_generated_code_may_name,
        n_1,
        Rules.hidden_by_a_class,
        Rules().of_an_object,
        len,
        eval("lambda game, move: True"),
    ],
)
def test_everything_else_is_called(rule: Callable[..., bool]) -> None:
    assert inlined(rule, *AS_THEY_ARE) is None


def module_from(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def module_of(folder: Path, source: str, name: str = "rules_for_a_test") -> ModuleType:
    """A module with this source."""
    path = folder / f"{name}.py"
    path.write_text(source, "utf-8")
    return module_from(path)


def test_a_rule_whose_file_was_edited_since_is_called(tmp_path: Path) -> None:
    """What runs is what was loaded, not what is in the editor now."""
    rule = module_of(tmp_path, "def rule(game, move):\n    return game > 3\n").rule
    (tmp_path / "rules_for_a_test.py").write_text("def rule(game, move):\n    return game > 4\n")

    assert inlined(rule, *AS_THEY_ARE) is None
    assert rule(4, 0)


@pytest.mark.parametrize(
    ("loaded", "edited"), [("game in (1, 2)", "game in (1.0, 2)"), ("game > 1", "game > True"), ("-0.0", "0.0")]
)
def test_equal_constants_of_other_types_are_an_edit(tmp_path: Path, loaded: str, edited: str) -> None:
    rule = module_of(tmp_path, f"def rule(game, move):\n    return {loaded}\n").rule
    (tmp_path / "rules_for_a_test.py").write_text(f"def rule(game, move):\n    return {edited}\n")

    assert inlined(rule, *AS_THEY_ARE) is None


def test_a_rule_without_a_file_is_called() -> None:
    space: dict[str, Any] = {}
    exec("def rule(game, move):\n    return game > 3\n", space)

    assert inlined(space["rule"], *AS_THEY_ARE) is None


# Everybody agrees: step with rules written out, step with rules called, play, native, why, and a plain call


class Go(Move): ...


def engine_of(rule: Callable[..., Any], inline: bool, *more: Callable[..., Any]) -> Engine[Purse]:
    """An engine whose `go` leads from `here` to `there` if the rules allow it."""

    class Gate(Flow):
        here = State(initial=True)
        there = State()
        go = here.to(there, cond=[rule, *more])

    return Engine(Gate, moves=(Go,), new=new_purse, inline=inline)


def outcome(act: Callable[..., Any], *arguments: Any) -> Any:
    """Whether a move was let through, or the words of the error."""
    try:
        answer = act(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)
    return isinstance(answer, Snapshot) if isinstance(answer, Snapshot | Refusal) else answer


class Gates:
    """The same gate in every way to pass it."""

    def __init__(self, *rules: Callable[..., Any]) -> None:
        self.rules = rules
        self.inline, self.called = (engine_of(rules[0], inline, *rules[1:]) for inline in (True, False))

    @property
    def is_inline(self) -> bool:
        """Whether every rule is written into the act."""
        act = self.inline._program.source.partition("  # step here go")[2].partition("def ")[0]
        return not re.search(r"n[0-9]+ = n[0-9]+\(", act)

    def agree(self) -> list[Any]:
        """What all ways say, for a purse with 0 to 5 coins."""
        return [self.agree_on(Snapshot("here", Purse(coins))) for coins in range(6)]

    def agree_on(self, here: Snapshot[Purse]) -> Any:
        """What all ways say."""
        said = outcome(lambda: all(sure(rule.__name__, rule(here.game)) for rule in self.rules))
        for engine in (self.inline, self.called):
            assert outcome(engine.step, here, Go()) == said
            assert outcome(engine.step_traced, here, Go(), Trace()) == said
            assert outcome(lambda engine=engine: bool(engine.legal_moves(here))) == said
            assert outcome(lambda engine=engine: engine.why(here, Go()).accepted) == said
        assert outcome(Native(self.inline, here).send, Go()) == said
        return said


AGREEING = {
    "a variable of a comprehension is also a global": "card = 2\n"
    "def rule(game): return all(card < 9 for card in game.diary) and card in (game.coins,)",
    "a list made with the name of a global": "card = (1,)\n"
    "def rule(game): return [card for card in (game.coins,)] == [*card]",
    "a comprehension's first source is the global": "xs = (1, 2)\n"
    "def rule(game): return game.coins in [xs for xs in xs]",
    "comprehensions in comprehensions": "x = 3\ndef rule(game):\n"
    "    return any(x == y for x in range(game.coins) for y in [x + z for z in range(x)]) or x == game.coins",
    "a parameter is a variable of a comprehension": ""
    "def rule(game): return any(game == 3 for game in range(game.coins))",
    "its own name": "def rule(game): return rule.__name__ == 'rule' and game.coins > 2",
    "globals()": "LIMIT = 3\ndef rule(game): return game.coins > globals()['LIMIT']",
    "locals()": "def rule(game): return list(locals()) == ['game'] and game.coins > 3",
    "eval()": "LIMIT = 3\ndef rule(game): return eval('game.coins > LIMIT')",
    "exec()": "def rule(game): return exec('assert game.coins > 2') is None",
    "vars()": "def rule(game): return list(vars()) == ['game'] and game.coins > 3",
    "dir()": "def rule(game): return dir() == ['game'] and game.coins > 3",
    "the frame": "import sys\ndef rule(game): return sys._getframe().f_code.co_name == 'rule' and game.coins > 3",
    "a lambda": "def rule(game): return (lambda coins: coins > 3)(game.coins)",
    "a walrus": "def rule(game): return (coins := game.coins) > 3 and coins < 5",
    "a walrus in a comprehension": ""
    "def rule(game): return any((last := n) > 3 for n in range(game.coins + 1)) and last > 3",
    "a default": "LIMIT = 3\ndef rule(game, move=LIMIT): return game.coins > 3",
    "a global with the name of a parameter of generated code": "move = snapshot = trace = found = 3\n"
    "def rule(game): return game.coins > move == snapshot == trace == found",
    "globals with the names that generated code has": "".join(f"n{i} = 3\n" for i in range(40))
    + "def rule(game): return game.coins > n0 == n1 == n2 == n3 == n9 == n10 == n20 == n39",
    "a built-in name hidden from the start": "len = lambda xs: 4\ndef rule(game): return game.coins < len('x')",
    "a name that does not exist": "def rule(game): return game.coins > nowhere",
    "an answer that is neither": "def rule(game): return game.coins",
    "a function of a class": "LIMIT = 3\nclass Rules:\n    LIMIT = 1\n    @staticmethod\n"
    "    def rule(game): return game.coins > LIMIT\nrule = Rules.rule",
    "private names of a class": "class Rules:\n    @staticmethod\n"
    "    def rule(game): return hasattr(game, '_Rules__x') or game.__coins > 3\nrule = Rules.rule",
    "a closure": "def make(limit):\n    def rule(game): return game.coins > limit\n    return rule\nrule = make(3)",
    "a global of the name of a local around it": "limit = 2\ndef make(limit):\n"
    "    def rule(game):\n        global limit\n        return game.coins > limit\n    return rule\nrule = make(3)",
    "a wrapper": "import functools\ndef twice(rule):\n    @functools.wraps(rule)\n"
    "    def wrapper(*args): return rule(*args) is True\n    return wrapper\n"
    "@twice\ndef rule(game): return game.coins > 3",
    "a wrapper without a closure": "import functools\ndef kept(game): return game.coins > 3\n"
    "@functools.wraps(kept)\ndef rule(game): return not kept(game)",
    "a formatted string": "def rule(game): return f'{game.coins!r:>{2}}' == f\"{' 4'}\"",
    "a number too long to write": f"def rule(game): return game.coins < {'0x' + 'f' * 5000}",
    "strings with everything in them": "def rule(game): return '\\n\\x00\\ud800\"\\'#' > str(game.coins)",
    "infinity": "def rule(game): return game.coins < 1e999 and -1e999 < game.coins",
    "ten levels": f"def rule(game): return {'abs(' * 10}game.coins{')' * 10} > 3",
    "ninety levels": f"def rule(game): return {'abs(' * 90}game.coins{')' * 90} > 3",
    "a sum of 400": f"def rule(game): return {' + '.join(['game.coins'] * 400)} > 1200",
    "400 alternatives": f"def rule(game): return {' or '.join(f'game.coins == {n}' for n in range(3, 403))}",
}


@pytest.mark.parametrize("source", AGREEING.values(), ids=AGREEING)
def test_a_rule_says_the_same_written_out_or_called(tmp_path: Path, source: str) -> None:
    Gates(module_of(tmp_path, source).rule).agree()


REBOUND = {
    "a number": ("LIMIT = 3", "game.coins > LIMIT", {"LIMIT": 1}),
    "a helper": ("def limit(): return 3", "game.coins > limit()", {"limit": lambda: 1}),
    "a class": ("class Limit: least = 3", "game.coins > Limit.least", {"Limit": SimpleNamespace(least=1)}),
    "a module": ("import math", "game.coins > math.pi", {"math": SimpleNamespace(pi=1)}),
    "a name bound later": ("", "game.coins > LIMIT", {"LIMIT": 1}),
    "a built-in name": ("", "game.coins > len('xyz')", {"len": lambda _: 1}),
    "a built-in name in a comprehension": ("", "game.coins in [n for n in range(3)]", {"range": lambda _: (4, 5)}),
    "a name that is also a variable": ("n = 3", "any(n > 3 for n in [game.coins]) and n < game.coins", {"n": 4}),
}


@pytest.mark.parametrize(("before", "rule", "rebound"), REBOUND.values(), ids=REBOUND)
def test_names_mean_what_they_mean_when_the_rule_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, rule: str, rebound: dict[str, Any]
) -> None:
    module = module_of(tmp_path, f"{before}\ndef rule(game): return {rule}")
    gates = Gates(module.rule)
    first = gates.agree()
    for name, value in rebound.items():
        monkeypatch.setattr(module, name, value, raising=False)
    second = gates.agree()
    monkeypatch.undo()

    assert gates.is_inline
    assert first != second
    assert gates.agree() == first


def test_a_name_that_is_gone_is_missed_by_everybody(tmp_path: Path) -> None:
    module = module_of(tmp_path, "LIMIT = 3\ndef rule(game): return game.coins > LIMIT")
    gates = Gates(module.rule)
    del module.LIMIT

    assert gates.agree() == [("NameError", "name 'LIMIT' is not defined")] * 6


def test_a_built_in_function_replaced_for_all_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gates = Gates(module_of(tmp_path, "def rule(game): return game.coins > ord('a')").rule)
    monkeypatch.setattr(builtins, "ord", lambda _: 3)

    assert gates.is_inline
    assert gates.agree() == [False] * 4 + [True] * 2


def test_equal_names_of_two_modules_are_kept_apart(tmp_path: Path) -> None:
    one = module_of(tmp_path, "LIMIT = 1\ndef first(game): return game.coins > LIMIT", "one")
    two = module_of(tmp_path, "LIMIT = 3\ndef second(game): return game.coins > LIMIT", "two")
    gates = Gates(one.first, two.second)

    assert gates.agree() == [False] * 4 + [True] * 2
    vars(two)["LIMIT"] = 0
    assert gates.agree() == [False] * 2 + [True] * 4
    vars(one)["LIMIT"] = 4
    assert gates.agree() == [False] * 5 + [True]


def test_a_rule_without_names_of_its_own_is_written_out_anywhere(tmp_path: Path) -> None:
    one = module_of(tmp_path, "LIMIT = 1\ndef first(game): return game.coins > LIMIT", "one")
    two = module_of(tmp_path, "def second(game): return game.coins in [2, 3] or [x for x in game.diary] is None", "two")
    gates = Gates(one.first, two.second)

    assert gates.is_inline
    assert gates.agree() == [False] * 2 + [True] * 2 + [False] * 2


# Candidates

HOP = """
from fsm import Move
size = 3
class Hop(Move):
    size: int
    @{kind}
    def candidates({parameters}): return {expression}
def fits(game, move): return move.size <= game.coins
"""

CANDIDATES = {
    "a parameter is a variable": ("class", "cls, table", "[cls(table) for table in range(table.coins)]"),
    "a variable is a global": ("class", "cls, game", "[cls(size) for size in range(size)] + [cls(size)]"),
    "other names": ("class", "kind, purse", "[kind(n) for n in range(purse.coins)]"),
    "names swapped": ("class", "game, cls", "[game(n) for n in range(cls.coins)]"),
    "static": ("static", "game", "[Hop(n) for n in range(game.coins)]"),
    "lazy": ("class", "cls, game", "(cls(n) for n in range(game.coins))"),
    "found": ("class", "cls, game, found=()", "[] if found else [cls(n) for n in range(game.coins)]"),
    "found, lazily": ("class", "cls, game, found=()", "(cls(n) for n in range(3) if not found)"),
    "found by name": ("class", "cls, game, *, found=()", "[] if found else [cls(0)]"),
    "a class of its own": ("class", "cls, game", "[__class__(n) for n in range(game.coins)]"),
}


@pytest.mark.parametrize(("kind", "parameters", "expression"), CANDIDATES.values(), ids=CANDIDATES)
def test_candidates_are_the_same_written_out_or_called(
    tmp_path: Path, kind: str, parameters: str, expression: str
) -> None:
    module = module_of(tmp_path, HOP.format(kind=f"{kind}method", parameters=parameters, expression=expression))

    class Meadow(Flow):
        here = State(initial=True)
        go = stay(here, cond=coins_are_many)
        hop = stay(here, cond=module.fits)

    inline, called = (Engine(Meadow, moves=(module.Hop, Go), new=new_purse, inline=inline) for inline in (True, False))
    for size in (3, 1):
        vars(module)["size"] = size
        for coins in range(6):
            start = inline.start(coins=coins)

            assert inline.legal_moves(start) == called.legal_moves(start)


def coins_are_many(game: Purse) -> bool:
    return game.coins > 4


# The switch


def test_rules_are_called_when_inlining_is_off(tmp_path: Path) -> None:
    """So that a breakpoint in a guard is met."""
    gates = Gates(module_of(tmp_path, "LIMIT = 3\ndef rule(game): return game.coins > LIMIT").rule)

    assert "game.coins > LIMIT" in gates.inline._program.source
    assert "game.coins > LIMIT" not in gates.called._program.source


def lines_run_in(rule: Callable[..., Any], engine: Engine[Purse]) -> int:
    """How often a debugger comes by a rule during a step."""
    met = []

    def trace(frame: Any, event: str, _: Any) -> None:
        if frame.f_code is rule.__code__:
            met.append(event)

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        engine.step(engine.start(), Go())
    finally:
        sys.settrace(before)
    return len(met)


def test_a_breakpoint_in_a_guard_is_met_when_inlining_is_off() -> None:
    assert lines_run_in(coins_are_many, engine_of(coins_are_many, inline=False)) > 0


@pytest.mark.parametrize(("said", "wanted"), [("0", False), ("1", True), ("", True), (None, True)])
def test_the_environment_has_the_say_unless_the_engine_is_told(
    monkeypatch: pytest.MonkeyPatch, said: str | None, wanted: bool
) -> None:
    if said is None:
        monkeypatch.delenv("PHASEBOOK_INLINE", raising=False)
    else:
        monkeypatch.setenv("PHASEBOOK_INLINE", said)

    assert is_wanted(None) is wanted
    assert is_wanted(True) is True
    assert is_wanted(False) is False


def test_a_switch_in_no_known_position_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASEBOOK_INLINE", "off")

    with pytest.raises(PhasebookError, match="PHASEBOOK_INLINE is 'off'; set it to 0"):
        is_wanted(None)
