"""However things are called, no two names meet in generated code."""

import gc
import keyword
import linecache
import traceback
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from fsm import Engine, Flow, FlowError, Move, Refusal, RefusalKind, Snapshot, State, Trace
from fsm.compiler.linking import Names, comment, is_taken
from fsm.flow import FlowMeta
from fsm.moves import FrozenMeta
from fsm.native import Native
from tests.fsm.samples import Purse, new_purse

# Nasty names

WORDS = [
    *(
        "_",
        "__",
        "___",
        "a",
        "a_",
        "_a",
        "a__b",
        "a_b",
        "b",
        "b_",
        "b__c",
        "c",
        "a__b__c",
        "n",
        "n0",
        "n1",
        "n12",
        "n_1",
    ),
    *("len", "range", "print", "max", "type", "object", "globals", "getattr", "isinstance", "Ellipsis", "__debug"),
    *("class_", "_def", "lambda_", "None_", "True_", "match", "case", "soft"),
    *(
        "game",
        "move",
        "snapshot",
        "trace",
        "found",
        "phase",
        "settings",
        "cls",
        "self",
        "rule",
        "g0",
        "Snapshot",
        "refuse",
    ),
    *("ß", "é", "e\u0301", "ﬁ", "fi", "µ", "μ", "K", "k", "ℌ", "H", "ª", "名前", "ա", "x" * 200, "_" * 200, "é" * 200),
]
"""Some are equal once Python has normalised them."""

RESERVED = {normalize("NFKC", name) for name in dir(Flow)} | {"states", "events"}
PARTS = ["_", "__", "a", "b", "1", "n", "ß", "ﬁ", "id", "card"]

nasty_names = (st.sampled_from(WORDS) | st.lists(st.sampled_from(PARTS), min_size=1, max_size=6).map("".join)).filter(
    lambda name: name.isidentifier() and normalize("NFKC", name) not in RESERVED and not keyword.iskeyword(name)
)


field_names = nasty_names.filter(lambda name: not name.startswith("__") and name != "move")
"""No move takes the others."""


def nasty(count: int, names: st.SearchStrategy[str] = nasty_names) -> st.SearchStrategy[list[str]]:
    """Different names: also different once Python has normalised them."""
    return st.lists(names, min_size=count, max_size=count, unique_by=lambda name: normalize("NFKC", name))


SOURCE = """
from builtins import getattr as value_in
{limit} = {value}
def {helper}(number): return number + 1
def {first}(game): return game.coins > {limit}
def {second}(game, move):
    return {helper}(value_in(move, {field!r})) > {limit} or game.coins in [{limit} for {limit} in (3,)]
"""

NUMBER = count()


def module_of(folder: Path, source: str) -> ModuleType:
    """A module with this source; no two have the same file."""
    path = folder / f"rules_{next(NUMBER)}.py"
    path.write_text(source, "utf-8")
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    exec(compile(source, str(path), "exec"), vars(module))
    return module


def renamed(module: ModuleType, name: str) -> Any:
    """A function of a module, called as the name is spelled."""
    rule = vars(module)[normalize("NFKC", name)]
    rule.__name__ = rule.__qualname__ = name
    return rule


def move_type(event: str, fields: list[str]) -> Any:
    """A move with whole numbers in its fields."""
    body = {"__annotations__": dict.fromkeys(fields, int), "candidates": classmethod(candidates_of(len(fields)))}
    return FrozenMeta("Nasty", (Move,), body, tag=event)


def candidates_of(fields: int) -> Callable[..., Any]:
    def candidates(cls: Any, game: Purse) -> Any:
        return [cls(*[number] * fields) for number in range(3)]

    return candidates


def effect_of(name: str, add: int) -> Any:
    def effect(game: Purse) -> Purse:
        return Purse(game.coins + add, (*game.diary, name))

    effect.__name__ = effect.__qualname__ = name
    return effect


class Case:
    """A flow of three phases whose names are all nasty, over the rules of two modules with the same names in them."""

    def __init__(self, folder: Path, phases: list[str], events: list[str], rules: list[str], words: list[str]) -> None:
        limit, helper, *fields = words
        self.fields = fields
        more = {"limit": limit, "helper": helper, "field": fields[0]}
        one = module_of(folder, SOURCE.format(value=1, first=rules[0], second=rules[1], **more))
        two = module_of(folder, SOURCE.format(value=2, first=rules[2], second=rules[3], **more))
        self.guards = [
            *(renamed(one, rule) for rule in rules[:2]),
            *(renamed(two, rule) for rule in rules[2:4]),
        ]
        self.effects = [effect_of(name, n) for n, name in enumerate(rules[4:])]
        self.phases = phases
        self.moves = [move_type(events[0], fields), move_type(events[1], fields[::-1])]

    def engine(self, inline: bool) -> Engine[Purse]:
        first, second, third, fourth = self.guards
        start, left, right = State(initial=True, exit=self.effects[0]), State(enter=self.effects[1]), State()
        rows = {
            str(self.moves[0].__struct_config__.tag): start.to(left, cond=[first, second], on=self.effects[0])
            | start.to(right, cond=[third, fourth], on=self.effects[1]),
            str(self.moves[1].__struct_config__.tag): start.to(right, cond=fourth, unless=first),
        }
        flow: Any = FlowMeta("Nasty", (Flow,), {**dict(zip(self.phases, (start, left, right), strict=True)), **rows})
        return Engine(flow, moves=self.moves, new=new_purse, inline=inline)

    def expected(self, coins: int, number: int, move: Any) -> Any:
        """By plain calls, from top to bottom."""
        first, second, third, fourth = self.guards
        one, two = self.effects
        game, (_, left, right) = Purse(coins), self.phases
        if number == 0:
            if first(game) and second(game, move):
                return Snapshot(left, two(one(one(game))))
            if third(game) and fourth(game, move):
                return Snapshot(right, two(one(game)))
        elif fourth(game, move) and not first(game):
            return Snapshot(right, one(game))
        return "refused"


def outcome(act: Callable[..., Any], *arguments: Any) -> Any:
    """Where an act leads, "refused", or the words of the error: a nasty name may stand in a rule's own way."""
    try:
        answer = act(*arguments)
    except (TypeError, AttributeError) as error:
        return type(error), str(error)
    return "refused" if isinstance(answer, Refusal) else answer


# A failing example is small as it is, and to shrink it takes minutes.
@pytest.mark.long
@settings(max_examples=60, phases=[Phase.explicit, Phase.reuse, Phase.generate], report_multiple_bugs=False)
@given(nasty(5), nasty(8), nasty(2, field_names))
def test_however_things_are_called_everybody_agrees(
    tmp_path_factory: pytest.TempPathFactory,
    states: list[str],
    functions: list[str],
    fields: list[str],
) -> None:
    phases, events, rules, words = states[:3], states[3:], functions[:6], functions[6:]
    try:
        case = Case(tmp_path_factory.mktemp("nasty"), phases, events, rules, [*words, *fields])
        engines = [case.engine(inline) for inline in (True, False)]
    except FlowError:
        assume(False)
        raise
    for coins in range(4):
        compare(case, engines, Snapshot(phases[0], Purse(coins)))


def compare(case: Case, engines: list[Engine[Purse]], start: Snapshot[Purse]) -> None:
    """Every move, in every way to send it."""
    legal: Any = []
    for number, kind in enumerate(case.moves):
        for value in range(3):
            move = kind(value, value)
            expected = outcome(case.expected, start.game.coins, number, move)
            for engine in engines:
                assert outcome(engine.step, start, move) == expected
                assert outcome(engine.step_traced, start, move, Trace()) == expected
            assert outcome(Native(engines[0], start).send, move) == expected
            if isinstance(expected, tuple):
                legal = legal if isinstance(legal, tuple) else expected
            elif isinstance(legal, list):
                legal += [move] * (expected != "refused")
    for engine in engines:
        assert outcome(engine.legal_moves, start) == legal
        answer = engine.step(start, case.moves[0](0, "0"))
        assert isinstance(answer, Refusal)
        assert answer.kind is RefusalKind.MALFORMED


# Names that met when they were joined from words


class Play(Move):
    card_id: str

    @classmethod
    def candidates(cls, game: Purse) -> list["Play"]:
        return [cls("x")]


class PlayCard(Move):
    id: int

    @classmethod
    def candidates(cls, game: Purse) -> list["PlayCard"]:
        return [cls(1)]


class Cards(Flow):
    here = State(initial=True)
    play = here.to(here)
    play_card = here.to(here)


def test_two_moves_never_share_a_check() -> None:
    engine = Engine(Cards, moves=(Play, PlayCard), new=new_purse)
    start = engine.start()

    assert engine.legal_moves(start) == [Play("x"), PlayCard(1)]
    assert not [move for move in engine.legal_moves(start) if isinstance(engine.step(start, move), Refusal)]
    for wrong in (Play(1), PlayCard("x")):  # type: ignore[arg-type]
        answer = engine.step(start, wrong)
        assert isinstance(answer, Refusal)
        assert answer.kind is RefusalKind.MALFORMED


def test_a_field_may_have_any_name_that_a_struct_takes() -> None:
    """Not every name can be written after a dot."""
    fields = ["class", "None", "ﬁ", "é", "e\u0301", "_x_", "a__b"]
    kind = move_type("go", fields)

    class Gate(Flow):
        here = State(initial=True)
        go = here.to(here)

    engine = Engine(Gate, moves=(kind,), new=new_purse)
    for place, field in enumerate(fields):
        values: list[Any] = [0] * len(fields)
        assert isinstance(engine.step(engine.start(), kind(*values)), Snapshot)
        values[place] = "0"
        answer = engine.step(engine.start(), kind(*values))
        assert isinstance(answer, Refusal)
        assert answer.message == f"go needs {field} to be int, not '0'."


@pytest.mark.parametrize("word", ["here\n    raise SystemExit", "there\r\x0c\x00", "quote\"'\\", "\u2028#", "\ud800"])
def test_words_cannot_leave_their_comment(word: str) -> None:
    remark = comment(word)

    assert remark.isprintable()
    assert compile(f"here = 1{remark}", "", "exec").co_names == ("here",)


@given(st.text())
def test_a_comment_stays_on_its_line(words: str) -> None:
    space: dict[str, Any] = {}
    exec(f"answer = 1{comment(words)}\nanswer += 1", space)

    assert space["answer"] == 2


def test_names_are_given_out_once() -> None:
    names = Names()
    given_out = [names.fresh(), names.link(1, "a"), names.function("a"), names.link(1, "a"), names.function("b")]

    assert len(set(given_out)) == 5
    assert names.function("a") == given_out[2]
    assert all(map(is_taken, given_out))


# Tracebacks


def test_a_traceback_names_the_function_and_shows_its_line(tmp_path: Path) -> None:
    """Also when the function runs in the module of a rule, which has a source of its own."""
    module = module_of(tmp_path, "LIMIT = 3\ndef rule(game): return game.coins > LIMIT")

    class Gate(Flow):
        here = State(initial=True)
        go = here.to(here, cond=module.rule)

    engine = Engine(Gate, moves=(move_type("go", []),), new=new_purse, inline=True)
    del module.LIMIT
    with pytest.raises(NameError) as caught:
        engine.step(engine.start(), engine.moves[0]())
    shown = "".join(traceback.format_exception(caught.value))

    assert "in step here go\n" in shown
    assert "(game.coins > LIMIT)  # rule\n" in shown


def test_a_traceback_shows_its_line_far_down_and_inside_an_expression_too(tmp_path: Path) -> None:
    module = module_of(tmp_path, "LIMIT = 3\ndef rule(game): return any(coin > LIMIT for coin in range(game.coins))")

    class Gates(Flow):
        here = State(initial=True)
        there = State()
        go = here.to(there) | there.to(here, cond=module.rule)

    engine = Engine(Gates, moves=(move_type("go", []),), new=new_purse, inline=True)
    there: Any = engine.step(engine.start(coins=5), engine.moves[0]())
    del module.LIMIT
    with pytest.raises(NameError) as caught:
        engine.step(there, engine.moves[0]())
    shown = [line.strip() for line in traceback.format_exception(caught.value)]

    assert sum("for coin in range(game.coins)" in line and "# rule" in line for line in shown) == 2
    assert any("in step there go" in line for line in shown)


def test_source_is_forgotten_with_its_engine() -> None:
    def known() -> list[str]:
        gc.collect()
        return [name for name in linecache.cache if name.startswith("phasebook:'Cards'")]

    before = known()
    engine: Engine[Purse] = Engine(Cards, moves=(Play, PlayCard), new=new_purse)
    engine.start()
    kept = known()
    del engine

    assert len(kept) == len(before) + 1
    assert known() == before
