"""Questions to a chart: lineage, landing, what a row runs through, who waits for whom."""

from fsm import Caller, Flow, State, read
from tests.fsm.samples import Market
from tests.fsm.waiting_samples import Office

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


# Calls

office = read(Office)
AT_THE_PHONE = Caller("day.busy", "day.busy-then-day.phone")
WITH_THE_BOSS = Caller("day.phone.ringing", "day.phone.ringing-escalate-boss")


def test_a_chart_knows_what_is_called_and_by_whom() -> None:
    assert office.called == {"day.phone", "boss"}
    assert office.callers == {"boss": (WITH_THE_BOSS,), "day.phone": (AT_THE_PHONE,)}
    assert [leaf.path for leaf in office.leaves if office.in_a_call(leaf.path)] == [
        "day.phone.ringing",
        "day.phone.hung_up",
        "boss.talking",
        "boss.satisfied",
    ]


def test_a_call_goes_on_where_it_says() -> None:
    assert office.ways_back("day.phone.hung_up") == ((AT_THE_PHONE, "day.lunch"),)
    assert office.ways_back("boss.satisfied") == ((WITH_THE_BOSS, "day.phone.ringing"),)
    assert office.ways_back("day.lunch") == ()
    assert office.after(office.row_by_id["day.busy-then-day.phone"], "day.busy") == "day.lunch"


def test_what_is_abandoned_is_left_as_far_as_the_row_goes() -> None:
    flee = office.row_by_id["boss-flee-outside"]
    left, waiting = office.left(flee, "boss.talking", (AT_THE_PHONE, WITH_THE_BOSS))
    assert left == ["boss.talking", "boss", "day.phone.ringing", "day.phone", "day.busy", "day"]
    assert waiting == ()
    inner = office.row_by_id["day.phone.ringing-answer-day.phone.hung_up"]
    assert office.left(inner, "day.phone.ringing", (AT_THE_PHONE,)) == (["day.phone.ringing"], (AT_THE_PHONE,))


# Rows that stop others, rows at the end, rows that stay inside


class Trial(Flow):
    """A day in court."""

    class hearing(State.Compound, initial=True):
        pleading = State(initial=True)
        deliberating = State()
        decided = State(final=True)
        plead = pleading.to(deliberating)
        decide = deliberating.to(decided)

    over = State(final=True)
    concede = hearing.to(over) | hearing.deliberating.refuses("The jury is out.")
    restart = hearing.into(hearing.pleading)
    adjourn = hearing.to(hearing.pleading)
    hearing.done.to(over)


trial = read(Trial)


def test_a_refusing_row_hides_rows_further_out() -> None:
    assert "concede" in trial.events_at("hearing.pleading")
    assert "concede" not in trial.events_at("hearing.deliberating")


def test_a_row_at_the_end_is_tried_in_final_sub_phases_only() -> None:
    assert trial.alternatives("hearing.pleading", None) == ()
    assert [row.id for row in trial.alternatives("hearing.decided", None)] == ["hearing-then-over"]


def test_a_row_inside_leaves_what_is_inside_only() -> None:
    def left(row: str) -> list[str]:
        return trial.left(trial.row_by_id[row], "hearing.deliberating", ())[0]

    assert left("hearing-restart-hearing.pleading") == ["hearing.deliberating"]
    assert left("hearing-adjourn-hearing.pleading") == ["hearing.deliberating", "hearing"]


def test_equal_ids_in_two_phases_are_two_phases() -> None:
    class Fight(Flow):
        class attack(State.Compound, initial=True):
            choosing = State(initial=True)
            resting = State()

        class block(State.Compound):
            choosing = State(initial=True)

        go = attack.choosing.to(block.choosing) | block.choosing.to(attack.resting)

    assert [row.id for row in read(Fight).rows] == [
        "attack.choosing-go-block.choosing",
        "block.choosing-go-attack.resting",
    ]


def test_a_chart_knows_where_moves_are_gathered() -> None:
    assert {leaf: row.id for leaf, row in office.gatherings.items()} == {"voting": "voting-vote-day"}


def test_the_innermost_row_refuses() -> None:
    class Doors(Flow):
        class outer(State.Compound, initial=True):
            class inner(State.Compound, initial=True):
                only = State(initial=True)

            go = inner.refuses("Inside.")

        knock = outer.refuses("Outside.") | outer.inner.only.refuses("Here.")
        ring = outer.refuses("Nobody is in.")

    found = read(Doors).refusals_at("outer.inner.only")
    assert {event: row.refuses for event, row in found.items()} == {
        "go": "Inside.",
        "knock": "Here.",
        "ring": "Nobody is in.",
    }
