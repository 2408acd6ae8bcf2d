"""What `read` sees in a flow: paths, nesting, order, rules; and what the fingerprint notices."""

import gc
from time import process_time
from typing import Any

import msgspec
import pytest

from fsm import Chart, Flow, FlowError, Phase, Row, State, guard, read, stay
from fsm.flow import FlowMeta
from fsm.reading import check_no_certain_cycle, rules_of
from tests.fsm import samples
from tests.fsm.samples import Market


def ok(game: int) -> bool:
    return True


def ready(game: int) -> bool:
    return True


def work(game: int) -> int:
    return game


def test_phases_have_paths_names_nesting_initial_and_final() -> None:
    phases = [(p.path, p.name, p.parent, p.initial, p.final) for p in read(Market).phases]

    assert phases == [
        ("street", "On the street", None, True, False),
        ("shop", "In the shop", None, False, False),
        ("shop.looking", "Looking around", "shop", True, False),
        ("shop.paying", "At the till", "shop", False, False),
        ("home", "At home", None, False, True),
    ]


def test_children_and_actions_are_listed() -> None:
    shop = read(Market).phase("shop")

    assert shop.children == ("shop.looking", "shop.paying")
    assert [effect.name for effect in (*shop.enter, *shop.exit)] == ["open_shop", "close_shop"]


def test_rows_stand_in_evaluation_order_with_stable_ids() -> None:
    assert [row.id for row in read(Market).rows] == [
        "street-earn-street",
        "street-grin-street",
        "street-enter-shop",
        "street-then-home",
        "shop-grin-shop",
        "shop-leave-street",
        "shop.looking-ask-shop.paying",
        "shop.paying-back-shop.looking",
        "shop.paying-pay-street",
    ]


def test_guards_keep_their_order_sentences_and_negation() -> None:
    rows = {row.id: row for row in read(Market).rows}
    pay, enter = rows["shop.paying-pay-street"], rows["street-enter-shop"]

    assert [(g.name, g.sentence, g.negated) for g in pay.guards] == [
        ("is_positive", "Pay something.", False),
        ("can_afford", "You need at least as many coins.", False),
    ]
    assert [(g.name, g.negated) for g in enter.guards] == [("is_broke", True)]


def test_staying_external_self_and_consequence_are_told_apart() -> None:
    rows = {row.id: row for row in read(Market).rows}

    assert rows["shop-grin-shop"].internal
    assert not rows["street-earn-street"].internal
    assert rows["street-then-home"].is_consequence
    assert not rows["street-earn-street"].is_consequence


def test_an_unless_guard_speaks_its_negated_sentence() -> None:
    @guard("Wait.", negated="Too late.")
    def late(game: int) -> bool:
        return True

    class Clock(Flow):
        here = State(initial=True)
        go = here.to(here, unless=late)

    assert read(Clock).rows[0].guards[0].sentence == "Too late."


def test_reading_again_gives_the_same_chart_and_the_rules() -> None:
    assert read(Market) is read(Market)
    assert rules_of(Market)["can_afford"] is samples.can_afford


def test_a_chart_is_frozen_comparable_and_survives_json() -> None:
    chart = read(Market)
    again = msgspec.json.decode(msgspec.json.encode(chart), type=Chart)

    assert again == chart
    assert again.fingerprint == chart.fingerprint
    with pytest.raises(AttributeError):
        chart.name = "other"  # type: ignore[misc]  # that is the point


def test_the_order_around_the_bar_decides_between_alternatives() -> None:
    """python-statemachine by itself goes by the order in which `.to()` ran."""

    class Order(Flow):
        here = State(initial=True)
        there = State()
        late = here.to(there, cond=ok)
        early = here.to(here, cond=ready)
        go = early | late

    assert [row.guards[0].name for row in read(Order).alternatives("here", "go")] == ["ready", "ok"]


def test_one_row_on_two_events_is_two_rows() -> None:
    class Either(Flow):
        here = State(initial=True)
        there = State()
        walk = here.to(there)
        run = walk

    assert [row.id for row in read(Either).rows] == ["here-walk-there", "here-run-there"]


def test_equal_wishes_for_an_id_are_numbered() -> None:
    class Twice(Flow):
        here = State(initial=True)
        there = State()
        go = here.to(there, cond=ok) | here.to(there)

    assert [row.id for row in read(Twice).rows] == ["here-go-there", "here-go-there-2"]


def test_an_unknown_phase_is_a_clear_error() -> None:
    with pytest.raises(FlowError, match=r"Market has no phase 'moon'; its phases are street, shop"):
        read(Market).phase("moon")


def test_the_title_is_the_first_line_of_the_docstring() -> None:
    assert read(Market).title == "Earn, shop, go home."


def consequences(count: int) -> Chart:
    """A chart whose phases follow one another unasked."""
    phases = tuple(Phase(f"p{i}", f"P{i}", initial=i == 0) for i in range(count))
    return Chart("Chain", "Chain", phases, tuple(Row(f"a{i}", f"p{i}", f"p{i + 1}") for i in range(count - 1)))


def seconds(count: int) -> float:
    chart = consequences(count)
    gc.collect()
    gc.disable()  # what else is in memory has nothing to do with it
    start = process_time()
    check_no_certain_cycle(chart)
    gc.enable()
    return process_time() - start


def test_a_long_chain_of_consequences_is_followed_once() -> None:
    assert seconds(15_000) < 300 * min(seconds(500) for _ in range(3))


def test_a_circle_is_found_behind_phases_that_are_harmless() -> None:
    class Late(Flow):
        first = State(initial=True)
        second, third, fourth, fifth = State(), State(), State(), State()
        first.to(second)
        third.to(fourth)
        fourth.to(fifth)
        fifth.to(fourth)
        go = second.to(third)

    with pytest.raises(FlowError, match="consequences without end: fourth -> fifth -> fourth; guard one"):
        read(Late)


# The fingerprint


def variant(**change: Any) -> str:
    """The fingerprint of a small flow, with one thing changed."""
    names = {"here": "Here", "there": "There", "doc": "A flow."} | change
    here = State(names["here"], initial=True, enter=change.get("enter"))
    there = State(names["there"], final=change.get("final", False))
    rule = {"cond": change.get("cond", [ok, ready]), "on": change.get("on", work)}
    rows: dict[str, Any] = {change.get("event", "go"): here.to(there, **rule)}
    if change.get("stays"):
        rows["wait"] = stay(here)
    if change.get("leaves"):
        rows["wait"] = here.to(here)
    attributes = {"__doc__": names["doc"], "here": here, change.get("id", "there"): there, **rows}
    flow: Any = FlowMeta(change.get("flow", "Variant"), (Flow,), attributes)
    return read(flow).fingerprint


@pytest.mark.parametrize("change", [{"here": "Elsewhere"}, {"doc": "Other words."}, {"flow": "Renamed"}])
def test_words_do_not_change_the_fingerprint(change: dict[str, Any]) -> None:
    assert variant(**change) == variant()


@pytest.mark.parametrize(
    "change",
    [
        {"cond": [ready, ok]},
        {"cond": [ok]},
        {"on": None},
        {"event": "leave"},
        {"id": "beyond"},
        {"final": True},
        {"enter": work},
        {"stays": True},
        {"leaves": True},
    ],
    ids=lambda change: next(iter(change)),
)
def test_behaviour_changes_the_fingerprint(change: dict[str, Any]) -> None:
    assert variant(**change) != variant()


def test_staying_and_leaving_have_different_fingerprints() -> None:
    assert variant(stays=True) != variant(leaves=True)


def test_a_negated_guard_has_another_fingerprint() -> None:
    class Plain(Flow):
        here = State(initial=True)
        go = here.to(here, cond=ok)

    class Negated(Flow):
        here = State(initial=True)
        go = here.to(here, unless=ok)

    assert read(Plain).fingerprint != read(Negated).fingerprint
