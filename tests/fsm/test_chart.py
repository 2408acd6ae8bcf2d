"""Questions to a chart: lineage, landing, what a row runs through, and charts made simpler by settings."""

import msgspec

from fsm import Flow, State, read
from fsm.declaring.specialising import reachable_leaves
from tests.fsm.samples import Market

chart = read(Market)


def test_lineage_is_innermost_first() -> None:
    assert chart.lineage("shop.paying") == ("shop.paying", "shop")


def test_descent_ends_in_the_initial_leaf() -> None:
    assert chart.descent("shop") == ("shop", "shop.looking")
    assert chart.descent("street") == ("street",)


def test_rows_of_a_leaf_come_before_its_ancestors() -> None:
    ids = [row.id for row in chart.rows_at("shop.paying")]

    assert ids == ["shop.paying-back-shop.looking", "shop.paying-pay-street", "shop-grin-shop", "shop-leave-street"]


def test_events_at_a_leaf_include_the_ancestors() -> None:
    assert chart.events_at("shop.looking") == ("ask", "grin", "leave")


def crossed(row_id: str, leaf: str) -> list[str]:
    row = next(row for row in chart.rows if row.id == row_id)
    return [effect.name for effect in chart.crossing(row, leaf)]


def test_a_row_runs_exits_effects_and_entries_in_order() -> None:
    assert crossed("street-enter-shop", "street") == ["open_shop", "greet"]
    assert crossed("shop.paying-pay-street", "shop.paying") == ["close_shop", "pay"]
    assert crossed("shop.paying-back-shop.looking", "shop.paying") == ["greet"]


def test_staying_runs_only_its_own_effects() -> None:
    assert crossed("shop-grin-shop", "shop.looking") == ["smile"]


class Rules(msgspec.Struct, frozen=True):
    bonus: bool = False


def bonus_round(settings: Rules) -> bool:
    return settings.bonus


class Show(Flow):
    """A quiz with an optional bonus round."""

    asking = State(initial=True)

    class bonus(State.Compound):
        spinning = State(initial=True)
        paying = State()
        stop = spinning.to(paying)

    over = State(final=True)

    # fmt: off
    answer = asking.to(bonus, cond=bonus_round) \
           | asking.to(over)
    take   = bonus.to(over)
    # fmt: on
    refusals = (("bonus", "answer", "The question is answered."),)


def test_a_preset_without_the_rule_has_neither_its_rows_nor_its_phases() -> None:
    plain = read(Show).specialise({"bonus_round": False})

    assert [phase.path for phase in plain.phases] == ["asking", "over"]
    assert [row.id for row in plain.rows] == ["asking-answer-over"]
    assert plain.refusals == ()


def test_a_preset_with_the_rule_no_longer_asks_for_it() -> None:
    rich = read(Show).specialise({"bonus_round": True})

    assert [row.id for row in rich.alternatives("asking", "answer")] == ["asking-answer-bonus"]
    assert rich.alternatives("asking", "answer")[0].guards == ()
    assert "bonus.paying" in reachable_leaves(rich)


def test_static_guards_are_known_by_their_parameter() -> None:
    assert [g.is_static for row in read(Show).rows for g in row.guards] == [True]


def test_rows_that_settings_leave_open_stay_with_what_comes_after() -> None:
    untouched = read(Show).specialise({})

    assert [row.id for row in untouched.alternatives("asking", "answer")] == [
        "asking-answer-bonus",
        "asking-answer-over",
    ]
    assert [phase.path for phase in untouched.phases] == [phase.path for phase in read(Show).phases]
