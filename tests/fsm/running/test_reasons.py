"""The reason of a refusal: always the same one, whatever the settings decide, and never an error of its own."""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from fsm import Engine, Flow, Move, Refusal, RefusalKind, RuleError, Snapshot, State, guard, stay, variants
from fsm.chart import Row
from fsm.flow import FlowMeta
from fsm.native import Native
from tests.fsm.random_flows import Counter, Settings, drawn_engines
from tests.fsm.samples import Earn, Market, Pay, Purse, market, walk


class Go(Move): ...


class Rules(msgspec.Struct, frozen=True):
    jokers: int = 0


class Table(msgspec.Struct, frozen=True):
    settings: Rules = Rules()
    pile: tuple[int, ...] = ()


def new_table(seed: int = 0, jokers: int = 0, pile: tuple[int, ...] = ()) -> Table:
    return Table(Rules(jokers), pile)


@guard("There are no jokers in this game.")
def jokers_are_in(settings: Rules) -> bool:
    return settings.jokers > 0


@guard("There are too few jokers in this game.")
def jokers_are_many(settings: Rules) -> bool:
    return 12 // settings.jokers < 6


@guard("It is not your turn.")
def is_your_turn(game: Table) -> bool:
    return False


@guard("The pile is empty.")
def pile_is_there(game: Table) -> bool:
    return bool(game.pile)


@guard("The pile is not empty.")
def pile_is_empty(game: Table) -> bool:
    return not game.pile


@guard("The top is not red.")
def top_is_red(game: Table) -> bool:
    return game.pile[-1] == 1


def engine_with(*rows: dict[str, Any]) -> Engine[Table]:
    """An engine whose only move has these rows, each to a phase of its own."""

    here, *ends = State(initial=True), State(), State(), State()
    made = [here.to(end, **row) for end, row in zip(ends, rows, strict=False)]
    back = [end.to(here) for end in ends[: len(made)]]
    states = dict(zip(("here", "first", "second", "third"), [here, *ends[: len(made)]], strict=False))
    flow: Any = FlowMeta("Rows", (Flow,), {**states, "go": reduce(or_, made), "leave": reduce(or_, back)})

    class Leave(Move): ...

    return Engine(flow, moves=(Go, Leave), new=new_table)


def reason(engine: Engine[Table], **given: Any) -> str:
    """Why the move is refused: the same sentence from the engine and from all its twins."""
    snapshot = engine.start(**given)
    answers = [engine, *(engine.for_settings(Rules(jokers)) for jokers in (1, 2, 9)), engine]
    refusals = [each.step(snapshot, Go()) for each in answers]

    assert all(isinstance(no, Refusal) and no == refusals[0] for no in refusals)
    return refusals[0].message  # type: ignore[union-attr]  # just asked


# Which guard names the reason


def test_a_rule_that_is_not_in_force_does_not_hide_what_is_wrong_with_the_move() -> None:
    """Neither before the real guard nor after some that were met, nor as the row tried first."""
    for forbidden in ([jokers_are_in, pile_is_empty], [pile_is_empty, jokers_are_in], [pile_is_empty, jokers_are_in]):
        assert reason(engine_with({"cond": forbidden}, {"cond": is_your_turn})) == "It is not your turn."
        assert reason(engine_with({"cond": is_your_turn}, {"cond": forbidden})) == "It is not your turn."


def test_static_guards_that_hold_count_for_how_far_a_row_got() -> None:
    """A row of a variant that is played speaks before the row for everybody else."""
    rows = {"cond": is_your_turn}, {"cond": [jokers_are_in, jokers_are_many, pile_is_there]}

    assert reason(engine_with(*rows), jokers=3) == "The pile is empty."
    assert reason(engine_with(*reversed(rows)), jokers=3) == "The pile is empty."
    assert reason(engine_with(*rows), jokers=0) == "It is not your turn."


def test_of_the_rows_in_force_the_one_that_got_furthest_names_the_reason() -> None:
    rows = {"cond": is_your_turn}, {"cond": [jokers_are_in, pile_is_there, top_is_red]}

    assert reason(engine_with(*rows), jokers=3, pile=(7,)) == "The top is not red."
    assert reason(engine_with(*rows), jokers=0, pile=(7,)) == "It is not your turn."


def test_a_static_guard_names_the_reason_when_no_row_is_in_force() -> None:
    alone = engine_with({"cond": [is_your_turn, jokers_are_in]})
    two = engine_with({"cond": [jokers_are_in]}, {"cond": [jokers_are_in, jokers_are_many], "unless": []})

    assert reason(alone) == "There are no jokers in this game."
    assert reason(two) == "There are no jokers in this game."
    assert alone.step(alone.start(), Go()).guard == "jokers_are_in"  # type: ignore[union-attr]  # refused


def test_of_rows_out_of_force_the_one_that_got_furthest_names_the_reason() -> None:
    rows = {"cond": [jokers_are_many]}, {"cond": [jokers_are_in, jokers_are_many]}

    assert reason(engine_with(*rows), jokers=1) == "There are too few jokers in this game."


# Rows that refuse


def closed(*guards: Any, when: Any = None) -> Engine[Table]:
    """An engine with a row under guards, if there are any, and a row that refuses behind it."""
    here, there = State(initial=True), State()
    go = here.refuses("It is closed.", when=when)
    if guards:
        first = here.to(there, cond=list(guards))
        go = first | go
    flow: Any = FlowMeta("Closed", (Flow,), {"here": here, "there": there, "go": go})
    return Engine(flow, moves=(Go,), new=new_table)


NO_JOKERS = variants(Rules).jokers == 0


@pytest.mark.parametrize("when", [None, NO_JOKERS])
@pytest.mark.parametrize("guards", [(), (is_your_turn,), (jokers_are_in,), (pile_is_empty, is_your_turn)])
def test_a_row_that_refuses_names_the_reason_when_its_turn_comes(guards: tuple[Any, ...], when: Any) -> None:
    engine = closed(*guards, when=when)

    assert reason(engine) == "It is closed."
    assert engine.step(engine.start(), Go()).kind is RefusalKind.IMPOSSIBLE  # type: ignore[union-attr]  # refused


def test_a_row_that_refuses_in_other_matches_only_names_nothing() -> None:
    assert reason(closed(when=NO_JOKERS), jokers=1) == "go is not possible in Here; possible: nothing."
    assert reason(closed(is_your_turn, when=NO_JOKERS), jokers=1) == "It is not your turn."


def test_a_static_guard_may_presume_the_ones_before_it() -> None:
    """`jokers_are_many` divides by the number of jokers."""
    engine = engine_with({"cond": [jokers_are_in, jokers_are_many]}, {"cond": is_your_turn})

    assert engine.for_settings(Rules(0)).active_chart.alternatives("here", "go")[0].guards[0].name == "is_your_turn"
    assert reason(engine) == "It is not your turn."


def test_what_is_possible_is_what_is_in_force() -> None:
    class Choice(Flow):
        here = State(initial=True)
        go = stay(here, cond=jokers_are_in)
        wait = stay(here)

    class Wait(Move): ...

    class Fly(Move): ...

    engine = Engine(Choice, moves=(Go, Wait), new=new_table)
    for jokers, possible in ((0, ("wait",)), (1, ("go", "wait"))):
        for each in (engine, engine.for_settings(Rules(0)), engine.for_settings(Rules(1))):
            no = each.step(engine.start(jokers=jokers), Fly())
            assert isinstance(no, Refusal)
            assert no.possible == possible


# The same on random flows


def model(rows: tuple[Row, ...], holds: Callable[[Any], bool]) -> str:
    """The order in which guards name reasons, written once more, as plainly as can be."""
    furthest: list[tuple[bool, int, int, str]] = []
    for number, row in enumerate(rows):
        static = [guard for guard in row.guards if guard.needs == ("settings",)]
        in_force = all(map(holds, static))
        asked = row.guards if in_force else static
        unmet = next(guard for guard in asked if not holds(guard))
        furthest.append((in_force, row.guards.index(unmet), -number, unmet.name))
    return max(furthest)[-1]


def answer_of(act: Callable[..., Any], *arguments: Any) -> Any:
    """What an act gives, or the error it raises."""
    try:
        return act(*arguments)
    except RuleError as error:
        return str(error)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_every_engine_gives_the_same_answer_and_the_reason_that_the_order_says(data: st.DataObject) -> None:
    pick, (engine, _) = drawn_engines(data)
    assume(engine.moves)
    leaves = [leaf.path for leaf in engine.chart.leaves]
    for _ in range(12):
        here = Snapshot(leaves[pick(len(leaves))], Counter(pick(1 << 16), Settings(pick(8))))
        kind: Any = engine.moves[pick(len(engine.moves))]
        compare(engine, here, kind(pick(4)), Settings(pick(8)))


def compare(engine: Engine[Counter], here: Snapshot[Counter], move: Move, other: Settings) -> None:
    """One move on the engine, on the twin for its settings, and on a twin for others."""
    answer = answer_of(engine.step, here, move)
    for twin in (engine.for_settings(here.game.settings), engine.for_settings(other)):
        assert answer_of(twin.step, here, move) == answer
        assert twin.legal_moves(here) == engine.legal_moves(here)
        if not isinstance(answer, str):
            assert twin.why(here, move) == engine.why(here, move)
    if isinstance(answer, Refusal) and answer.kind is RefusalKind.GUARDED:
        rows = engine.chart.alternatives(here.phase, msgspec.to_builtins(move)["move"])
        assert answer.guard == model(rows, lambda guard: holds(engine, guard, here.game, move))


def holds(engine: Engine[Counter], guard: Any, game: Counter, move: Move) -> bool:
    values = {"game": game, "move": move, "settings": game.settings}
    return engine._rules[guard.name](*[values[need] for need in guard.needs]) is not guard.negated


# Guards that give no answer


@pytest.mark.parametrize("answer", [0, 1, None, "yes", 2.0])
def test_a_static_guard_that_answers_neither_true_nor_false_is_an_error_everywhere(answer: Any) -> None:
    def mumbles(settings: Rules) -> Any:
        return answer

    engine = engine_with({"cond": mumbles}, {})
    start = engine.start()
    for act in (
        lambda: engine.step(start, Go()),
        lambda: engine.legal_moves(start),
        lambda: engine.for_settings(Rules()),
        lambda: engine.why(start, Go()),
        lambda: Native(engine, start).send(Go()),
    ):
        with pytest.raises(RuleError, match=r"guard 'mumbles' returned .*; a guard must return True or False"):
            act()


def test_why_is_asked_of_a_move_that_an_earlier_row_accepts() -> None:
    """A later guard that presumes the opposite does not fail."""
    engine = engine_with({"cond": pile_is_empty}, {"cond": top_is_red}, {})
    why = engine.why(engine.start(), Go())

    assert why.accepted
    assert [row.applies for row in why.rows] == [True, False, True]
    assert [[guard.holds for guard in row.guards] for row in why.rows] == [[True], [None], []]


def test_why_raises_what_step_raises() -> None:
    engine = engine_with({"cond": top_is_red})
    for act in (engine.step, engine.why):
        with pytest.raises(IndexError):
            act(engine.start(), Go())


@pytest.mark.parametrize("amount", ["3", None, [3], 3.0, True, object()])
def test_why_of_a_malformed_payload_says_what_is_malformed(amount: Any) -> None:
    why = market.why(walk(Earn(), *shop()), Pay(amount))

    assert (why.accepted, why.rows) == (False, ())
    assert why.message == f"pay needs amount to be int, not {amount!r}."


def shop() -> tuple[Move, ...]:
    from tests.fsm.samples import Ask, Enter

    return Enter(), Ask()


@settings(max_examples=300, deadline=None)
@given(move=st.one_of(st.builds(Pay, st.integers() | st.text() | st.none()), st.text(), st.none(), st.builds(Earn)))
@example(move=Pay(10**400))
def test_why_never_raises_where_step_does_not(move: Any) -> None:
    for here in (market.start(), walk(Earn(), *shop())):
        answer = market.step(here, move)
        why = market.why(here, move)

        assert why.accepted == isinstance(answer, Snapshot)
        assert why.message == ("" if isinstance(answer, Snapshot) else answer.message)


# What is no move


def sentence(nonsense: Any) -> str:
    answer = market.step(market.start(), nonsense)
    assert isinstance(answer, Refusal)
    return answer.message


def test_the_name_of_a_move_is_answered_with_how_to_write_it() -> None:
    known = "possible: earn, grin, enter, ask, back, leave, pay."

    assert sentence("pay") == (
        f"'pay' is not a move; send an instance such as Pay(amount=...), or read JSON with read_move; {known}"
    )
    assert sentence(Earn).endswith(f"send an instance such as Earn(), or read JSON with read_move; {known}")
    assert sentence(None) == (
        f"None is not a move; send an instance such as Earn(), or read JSON with read_move; {known}"
    )


def test_a_move_of_another_flow_that_sends_a_known_event_is_told_apart() -> None:
    class Foreign(Move, tag="earn"): ...

    other = type("Earn", (Move,), {}, tag="earn")

    assert sentence(Foreign()) == "Market knows 'earn' as Earn, not as Foreign; send that."
    assert sentence(other()) == (
        f"Market knows 'earn' as tests.fsm.samples.Earn, not as {other.__module__}.Earn; send that."
    )


def test_what_was_sent_is_repeated_within_bounds() -> None:
    class Rude:
        def __repr__(self) -> str:
            raise ValueError("no")

    assert sentence("x" * 10_000).startswith("'xxx")
    assert len(sentence("x" * 10_000)) < 400
    assert sentence(Rude()).startswith("a Rude is not a move")


def test_the_refusals_of_a_flow_without_settings_ask_for_none() -> None:
    assert market.chart == market.active_chart
    assert Market.__name__ in sentence(type("Fly", (Move,), {})())
    assert isinstance(market.step(Snapshot("street", Purse()), Pay(1)), Refusal)


class Court(Flow):
    """A phase inside that refuses what the phase around it allows."""

    class trial(State.Compound, initial=True):
        pleading = State(initial=True)
        deliberating = State()
        plead = pleading.to(deliberating)

    over = State(final=True)
    concede = trial.to(over) | trial.deliberating.refuses("The jury is out.")


class Plead(Move): ...


class Concede(Move): ...


def test_why_names_the_row_that_refuses() -> None:
    engine: Engine[Purse] = Engine(Court, moves=(Plead, Concede), new=Purse)
    inside = engine.step(engine.start(), Plead())
    assert isinstance(inside, Snapshot)
    why = engine.why(inside, Concede())
    assert (why.accepted, why.message) == (False, "The jury is out.")
    assert [report.row for report in why.rows] == ["trial.deliberating-concede-trial.deliberating"]
    refusal = engine.step(inside, Concede())
    assert isinstance(refusal, Refusal)
    assert (refusal.kind, refusal.possible) == (RefusalKind.IMPOSSIBLE, ())
