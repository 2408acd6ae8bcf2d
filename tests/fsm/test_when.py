"""Rows with `when=`: asked first, decided by settings, the same in every way of running a flow."""

from collections.abc import Callable
from itertools import product
from typing import Annotated, Any

import msgspec
import pytest
from msgspec.structs import replace

from fsm import (
    Engine,
    Flow,
    FlowError,
    Move,
    Refusal,
    RuleError,
    Snapshot,
    State,
    Trace,
    Variant,
    guard,
    stay,
    variants,
)
from fsm.checking.coverage import coverage_of
from fsm.lint import lint
from fsm.native import Native


class House(msgspec.Struct, frozen=True):
    jump_in: Annotated[bool, Variant("Nobody jumps in.", negated="Jumping in is agreed.")] = False
    stacking: Annotated[bool, Variant("Nothing is stacked.", negated="Draw cards are stacked.")] = False
    silent: bool = False
    players: int = 2


class Table(msgspec.Struct, frozen=True):
    settings: House = House()
    count: int = 0


S = variants(House)


class Jump(Move): ...


class Draw(Move):
    cards: int

    @classmethod
    def candidates(cls, game: Table) -> list[Any]:
        return [cls(1), cls(2)]


class Rest(Move): ...


@guard("The count is odd.", negated="The count is even.")
def is_even(game: Table) -> bool:
    return game.count % 2 == 0


@guard("Draw one card.")
def draws_one(game: Table, move: Draw) -> bool:
    return move.cards == 1


@guard("There are not many players.")
def many_play(settings: House) -> bool:
    return settings.players > 3


def count(game: Table) -> Table:
    return replace(game, count=game.count + 1)


class Play(Flow):
    """Rows of every form."""

    playing = State(initial=True)
    jumped = State()
    over = State(final=True)

    class resting(State.Compound):
        first = State(initial=True)
        second = State()

        first.to(second, when=S.silent)

    jump = playing.to(jumped, cond=is_even, when=S.jump_in & (S.players >= 3), on=count) \
        | stay(playing, unless=is_even, when=S.jump_in & (S.players < 3), on=count)  # fmt: skip
    draw = playing.to(over, cond=[draws_one, many_play], when=~S.stacking) \
        | stay(playing, cond=draws_one, when=S.stacking | S.jump_in, on=count)  # fmt: skip
    rest = resting.from_(playing, jumped, when=~S.silent) \
        | playing.from_(resting, when=S.stacking) \
        | stay(resting, when=~S.stacking, on=count)  # fmt: skip
    jumped.to(playing, when=(S.stacking & S.silent).named("quick"))


def new_table(seed: int = 0, **settings: Any) -> Table:
    return Table(House(**settings), seed)


engine: Engine[Table] = Engine(Play, moves=[Jump, Draw, Rest], new=new_table)
SETTINGS = product((False, True), (False, True), (False, True), (1, 3, 4))
EVERY = [House(*settings) for settings in SETTINGS]
MOVES = (Jump(), Draw(1), Draw(2), Rest())


def names(row: str) -> list[str]:
    found = next(one for one in engine.chart.rows if one.id == row)
    return ["not " * one.negated + one.name for one in found.guards]


def test_conditions_come_before_all_guards_however_the_row_is_written() -> None:
    assert names("playing-jump-jumped") == ["jump_in", "not players < 3", "is_even"]
    assert names("playing-draw-over") == ["not stacking", "draws_one", "many_play"]
    assert names("playing-draw-playing") == ["stacking | jump_in", "draws_one"]
    assert names("jumped-then-playing") == ["quick"]


def test_a_chart_names_the_settings_that_decide_a_row() -> None:
    found = {one.name: one.reads for row in engine.chart.rows for one in row.guards if one.is_static}

    assert found["stacking | jump_in"] == ("stacking", "jump_in")
    assert found["players < 3"] == ("players",)
    assert found["many_play"] == ()
    assert engine.chart.static_guards == tuple(found)


def snapshots() -> list[Snapshot[Table]]:
    leaves = [leaf.path for leaf in engine.chart.leaves if leaf.path != "over"]
    settle = engine._program.settle  # a snapshot is where consequences have come to rest
    return [settle(Snapshot(leaf, Table(one, seed))) for leaf, one, seed in product(leaves, EVERY, (0, 1))]


def test_every_way_of_running_gives_the_same_answers() -> None:
    called = Engine(Play, moves=[Jump, Draw, Rest], new=new_table, inline=False)
    for here, move in product(snapshots(), MOVES):
        answer = engine.step(here, move)
        settled = engine.for_settings(here.game.settings)

        assert called.step(here, move) == answer
        assert settled.step(here, move) == answer
        assert engine.step_traced(here, move, Trace()) == answer
        assert Native(engine, here).send(move) == answer
        assert (move in engine.legal_moves(here)) is (not isinstance(answer, Refusal))
        assert settled.legal_moves(here) == engine.legal_moves(here) == called.legal_moves(here)
        why = engine.why(here, move)
        assert any(row.applies for row in why.rows) is why.accepted is (not isinstance(answer, Refusal))


@pytest.mark.parametrize(
    ("settings", "move", "message", "guard"),
    [
        ({}, Jump(), "Nobody jumps in.", "jump_in"),
        ({"jump_in": True, "players": 4, "seed": 1}, Jump(), "The count is odd.", "is_even"),
        ({"jump_in": True}, Jump(), "The count is even.", "is_even"),
        ({"silent": True}, Rest(), "rest is not allowed: it needs not “silent”.", "silent"),
        ({"players": 4}, Draw(2), "Draw one card.", "draws_one"),
        ({}, Draw(1), "There are not many players.", "many_play"),
    ],
)
def test_a_refusal_names_the_setting_only_where_no_row_is_played(
    settings: dict[str, Any], move: Move, message: str, guard: str
) -> None:
    here = engine.start(**{"seed": 0, **settings})
    answer = engine.step(here, move)

    assert isinstance(answer, Refusal)
    assert (answer.message, answer.guard) == (message, guard)
    assert engine.for_settings(here.game.settings).step(here, move) == answer


def test_a_row_of_a_variant_that_is_played_speaks_before_the_row_for_everybody_else() -> None:
    @guard("The count is nothing at all.")
    def is_nothing(game: Table) -> bool:
        return False

    class Two(Flow):
        here = State(initial=True)
        there = State(final=True)
        jump = here.to(there, cond=is_even) | here.to(there, when=S.jump_in, cond=is_nothing)

    two: Engine[Table] = Engine(Two, moves=[Jump], new=new_table)
    for jumping, guards in ((True, "is_nothing"), (False, "is_even")):
        answer = two.step(two.start(seed=1, jump_in=jumping), Jump())

        assert isinstance(answer, Refusal)
        assert answer.guard == guards


# Settings that decide


def test_a_chart_for_settings_asks_no_condition_any_more() -> None:
    for settings in EVERY:
        chart = engine.chart_for(settings)

        assert not any(one.is_static for row in chart.rows for one in row.guards)


def test_rows_that_are_not_played_are_gone() -> None:
    rows = {row.id for row in engine.chart_for(House(jump_in=True, silent=True)).rows}

    assert rows == {"playing-jump-playing", "playing-draw-playing"}
    assert {row.id for row in engine.chart_for(House(), House(jump_in=True)).rows} > {"playing-jump-playing"}


def test_other_settings_are_left_to_the_whole_engine() -> None:
    settled = engine.for_settings(House(silent=True))
    here = engine.start(seed=0, jump_in=True, players=3)

    assert settled.step(here, Jump()) == engine.step(here, Jump())


def test_coverage_does_not_count_conditions() -> None:
    assert list(coverage_of(engine.chart, {}, {}, ()).guards) == ["is_even", "draws_one"]


# Generated code


def test_conditions_are_written_into_the_code() -> None:
    source = engine._program.source

    assert "(game.settings.jump_in)  # jump_in" in source
    assert "((game.settings.players < 3))  # players < 3" in source
    assert "((game.settings.stacking or game.settings.jump_in))  # stacking | jump_in" in source


def test_a_setting_that_lies_about_its_type_is_found_out() -> None:
    here = Snapshot("playing", Table(House(jump_in=1)))  # type: ignore[arg-type]
    for act in (engine.step, Engine(Play, moves=[Jump, Draw, Rest], new=new_table, inline=False).step):
        with pytest.raises(RuleError, match="guard 'jump_in' returned 1; a guard must return True or False"):
            act(here, Jump())
    with pytest.raises(RuleError, match="guard 'jump_in' returned 1"):
        Native(engine, here).send(Jump())


# Mistakes


@pytest.mark.parametrize("wrong", [is_even, True, "jump_in", [S.jump_in], S, 0, {}])
def test_what_is_no_condition_is_said(wrong: Any) -> None:
    here, there = State(initial=True), State()
    ways: tuple[Callable[[], Any], ...] = (
        lambda: here.to(there, when=wrong),
        lambda: there.from_(here, when=wrong),
        lambda: stay(here, when=wrong),
    )
    for way in ways:
        with pytest.raises(FlowError, match="is no condition on settings; with S"):
            way()


def test_a_setting_that_is_no_bool_is_said() -> None:
    with pytest.raises(FlowError, match="the setting 'players' is no bool; compare it"):
        stay(State(), when=S.players)


def test_settings_of_another_class_are_refused() -> None:
    class Cellar(msgspec.Struct, frozen=True):
        jump_in: bool = False

    class Wrong(Flow):
        here = State(initial=True)
        jump = stay(here, when=variants(Cellar).jump_in)

    with pytest.raises(
        FlowError, match=r"Wrong: .*'jump_in' of Cellar, .* settings are House; take it from variants\("
    ):
        Engine(Wrong, moves=[Jump], new=new_table)


def test_a_game_without_settings_is_refused() -> None:
    class Bare(msgspec.Struct, frozen=True):
        count: int = 0

    def new_bare() -> Bare:
        return Bare()

    class Wrong(Flow):
        here = State(initial=True)
        jump = stay(here, when=S.jump_in)

    with pytest.raises(FlowError, match="Wrong: guard 'jump_in' reads settings, but Bare has no field 'settings'"):
        Engine(Wrong, moves=[Jump], new=new_bare)


def test_a_rule_must_not_be_called_like_a_setting_that_is_asked_for() -> None:
    def silent(game: Table) -> bool:
        return True

    class Wrong(Flow):
        here = State(initial=True)
        jump = stay(here, cond=silent, when=S.silent)

    with pytest.raises(FlowError, match="a condition of when= and a rule are called 'silent'; rename one"):
        Engine(Wrong, moves=[Jump], new=new_table)


# Lint


def findings(flow: type[Flow]) -> list[tuple[str, str]]:
    return [(one.check, one.where) for one in lint(flow)]


def test_a_condition_and_its_opposite_cover_everything() -> None:
    class Both(Flow):
        here = State(initial=True)
        over = State(final=True)
        jump = here.to(over, when=S.players < 3) | here.to(over, when=S.players >= 3, on=count)

    assert findings(Both) == []


def test_a_row_after_both_is_hidden() -> None:
    class Hidden(Flow):
        here = State(initial=True)
        over = State(final=True)
        jump = here.to(over, when=S.jump_in) | here.to(over, when=~S.jump_in) | here.to(over, when=S.stacking)

    assert findings(Hidden) == [("hidden_row", "here-jump-over-3")]


def test_a_row_that_contradicts_itself_is_dead() -> None:
    class Dead(Flow):
        here = State(initial=True)
        over = State(final=True)
        jump = here.to(over, when=S.jump_in & ~S.jump_in) | here.to(over)

    assert findings(Dead) == [("dead_alternative", "here-jump-over")]


def test_a_setting_without_a_sentence_is_named() -> None:
    class Mute(Flow):
        accepts = (("may_deadlock", "here", "It is a test."),)
        here = State(initial=True)
        over = State(final=True)
        jump = here.to(over, when=S.silent)
        rest = here.to(over, when=~S.silent & (S.players > 2))

    one, other = lint(Mute)

    assert one.problem == "'silent' can refuse 'jump' and does not say why."
    assert one.remedy == "Give a sentence to Variant(...) in the annotation of silent, or to named(...)."
    assert other.remedy == "Give negated=... to Variant(...) in the annotation of silent, or to named(...)."


def test_a_setting_that_refuses_nobody_needs_no_sentence() -> None:
    class Choice(Flow):
        here = State(initial=True)
        over = State(final=True)
        jump = here.to(over, when=S.silent, on=count) | here.to(over)

    assert findings(Choice) == []
