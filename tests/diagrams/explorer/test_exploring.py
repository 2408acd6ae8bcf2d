"""Walking through a flow in a real browser: by clicks, by keys alone, on the chart, and by links."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from diagrams.diagram import Diagram
from fsm.reading import read
from games.belote import engine as belote
from games.discard import engine as discard
from tests.diagrams.explorer.visits import Visit, played, saved, visit
from tests.diagrams.flows import DEAL
from tests.diagrams.special_flows import Duel

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TO_SELECTING = "discarding.choosing-then-discarding.selecting"
TO_READY = "discarding.selecting-then-discarding.ready"
CONFIRM = "discarding.ready-confirm_discard-resting"
END = "resting-end_turn-drawing"
ROUND = (DEAL, TO_SELECTING, TO_READY, CONFIRM, END)


def test_it_starts_where_the_flow_starts(here: Visit) -> None:
    assert here.heading == "Draw Phase"
    assert here.phase == "drawing"
    assert here.offers() == [row.id for row in discard.chart.rows_at("drawing")]
    assert here.marked("current") == {"phase-drawing"}
    assert here.steps == "0 / 0"


def test_guards_sentences_and_effects_are_shown(here: Visit) -> None:
    text = here.page.inner_text(f'button[data-row="{DEAL}"]')

    assert "→ Discard Phase › Discard Phase Active" in text
    assert "if discard_is_owed" in text
    assert "“There is nothing to discard this turn.”" in text
    assert "/ deal_hand" in text


def test_taking_rows_moves_marks_and_says_so(here: Visit) -> None:
    here.take(DEAL)

    assert here.phase == "discarding.choosing"
    assert here.marked("current") == {"phase-discarding.choosing"}
    assert here.marked("around") == {"phase-discarding"}
    assert here.marked("taken") == {f"arrow-{DEAL}", f"line-{DEAL}"}
    assert here.status == "deal_next_hand. Now in Discard Phase › Discard Phase Active. 3 ways on."


def test_rows_of_the_phases_around_are_offered_after_those_of_the_phase(here: Visit) -> None:
    here.take(DEAL)
    here.take(TO_SELECTING)

    assert here.offers() == [row.id for row in discard.chart.rows_at("discarding.selecting")]


def test_what_is_refused_is_said_with_its_sentence(here: Visit) -> None:
    here.page.click("summary")
    refusal = discard.chart.refusals[0]

    assert f"“{refusal.sentence}”" in here.page.inner_text("#offers details")


def test_undo_redo_and_start_over(here: Visit) -> None:
    for row in ROUND[:3]:
        here.take(row)
    phases = [here.phase]
    for button in ("#back", "#back", "#forward", "#first", "#last"):
        here.page.click(button)
        phases.append(here.phase)

    assert phases == [
        "discarding.ready", "discarding.selecting", "discarding.choosing", "discarding.selecting", "drawing",
        "discarding.ready",
    ]  # fmt: skip


def test_another_way_from_the_middle_forgets_what_came_after(here: Visit) -> None:
    for row in ROUND[:3]:
        here.take(row)
    here.page.click("#back")
    here.take("discarding.selecting-then-discarding.choosing")

    assert here.steps == "3 / 3"
    assert here.marked("taken").isdisjoint({f"arrow-{TO_READY}"})


def test_every_step_is_listed_and_leads_back_to_itself(here: Visit) -> None:
    for row in ROUND:
        here.take(row)
    texts = here.page.locator("#trace li").all_inner_texts()
    here.page.locator("#trace button").nth(2).click()

    assert len(texts) == len(ROUND)
    assert "end_turn → Draw Phase" in texts[-1]
    assert here.phase == "discarding.ready"
    assert here.steps == "3 / 5"


def test_a_whole_round_of_belote_is_clicked_through(browser: "Browser", tmp_path: Path) -> None:
    """Rows of a real game, each clicked in the panel: deal, auction, eight tricks, count, round over."""
    session = played(belote, 60, seed=4)
    targets = [belote.chart.row_by_id[row].target for row in session.trace]
    rows = session.trace[: targets.index("round_over") + 1]
    seen = []
    with visit(browser, saved(tmp_path, Diagram(belote))) as here:
        for row in rows:
            here.take(row)
            seen.append(here.phase)

        assert here.heading == "Round over"
        assert here.steps == f"{len(rows)} / {len(rows)}"
    assert list(dict.fromkeys(path.partition(".")[0] for path in seen))[:3] == ["bidding", "playing", "counting"]
    assert seen.count("playing.complete") == 8
    assert seen[-1] == "round_over"


def test_a_call_waits_and_comes_back(browser: "Browser", tmp_path: Path) -> None:
    chart = read(Duel)
    call = next(row.id for row in chart.rows if row.source == "starting" and row.calls)
    with visit(browser, saved(tmp_path, Diagram(chart))) as here:
        here.take(call)
        waiting = here.page.inner_text("#waiting")
        here.take("triggers.waiting-then-triggers.settled")

        assert waiting == "Start of turn waits; then on to Draw Phase"
        assert here.phase == "drawing"
        assert f"back-{call}" in here.marked("taken")


# Keys alone


def tab_to(here: Visit, selector: str) -> None:
    """Press Tab until something has the focus; it must be reachable."""
    for _ in range(60):
        here.page.keyboard.press("Tab")
        if here.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def test_a_round_by_tab_and_enter_alone(here: Visit) -> None:
    for row in ROUND:
        tab_to(here, f'[data-row="{row}"]')
        here.page.keyboard.press("Enter")

        assert here.page.evaluate("document.activeElement.id") == "now"  # so that Tab goes on to the next offers
    assert here.phase == "drawing"
    assert here.steps == "5 / 5"


def test_every_control_is_reached_by_tab_and_none_is_a_trap(here: Visit) -> None:
    reached = []
    for _ in range(40):
        here.page.keyboard.press("Tab")
        reached.append(here.page.evaluate("document.activeElement.id || document.activeElement.dataset.row || ''"))
    wanted = {"skip", "search", "words", "theme", "help", "chart", "larger", "smaller", "all", "here", "first", "back"}
    wanted |= {"play", "forward", "last", "slider", "copy", "file", DEAL}

    assert wanted <= set(reached)
    assert reached.count("skip") >= 1


def test_the_focus_is_always_seen(here: Visit) -> None:
    for _ in range(20):
        here.page.keyboard.press("Tab")
        outline = here.page.evaluate(
            """() => {
              const focused = document.activeElement;
              const shown = focused.id === "file" ? document.querySelector("label[for=file]") : focused;
              return focused === document.body ? "body" : getComputedStyle(shown).outlineStyle;
            }"""
        )

        assert outline in ("solid", "body")


def test_the_skip_link_leads_to_the_panel(here: Visit) -> None:
    here.page.keyboard.press("Tab")
    here.page.keyboard.press("Enter")

    assert here.page.evaluate("document.activeElement.id") == "panel"
    assert here.notice == ""


def test_numbers_and_letters_do_what_the_help_says(here: Visit) -> None:
    press = here.page.keyboard.press
    press("1")
    first = here.phase
    press("u")
    undone = here.phase
    press("r")
    press("ArrowLeft")
    press("?")
    listed = here.page.inner_text("dialog table")
    press("Escape")
    here.page.wait_for_function("!document.querySelector('dialog[open]')")  # a browser closes it a moment later
    here.settle()  # and gives the focus back after that
    press("/")

    assert (first, undone, here.phase) == ("discarding.choosing", "drawing", "drawing")
    assert "one step back, one step forward" in listed
    assert here.page.evaluate("document.activeElement.id") == "search"
    assert not here.page.is_visible("dialog")


def test_single_keys_can_be_switched_off(here: Visit) -> None:
    here.page.click("#help")
    here.page.uncheck("#keys")
    here.page.click("#close")
    here.page.keyboard.press("1")

    assert here.phase == "drawing"


# Links


def test_a_link_shows_the_same_to_somebody_else(browser: "Browser", here: Visit) -> None:
    for row in ROUND[:4]:
        here.take(row)
    with visit(browser, here.address()) as other:
        assert other.page.url.endswith(f"#at=resting&path={','.join(ROUND[:4])}")
        assert other.heading == here.heading
        assert other.marked("taken") == here.marked("taken")
        assert other.steps == "4 / 4"
        assert other.notice == ""

        other.page.reload()
        other.ready()

        assert other.heading == here.heading


@pytest.mark.parametrize(
    ("hash", "said"),
    [
        ("at=nowhere", "there is no phase “nowhere”"),
        ("at=drawing&path=gone", "there is no row “gone”"),
        (f"path={END}", f"“{END}” cannot be taken in Draw Phase"),
        (f"at=resting&path={DEAL}", "its way no longer leads to “resting”"),
        ("step=3", "a recording that is not in this page"),
        ("from=nowhere&path=x", "there is no phase “nowhere”"),
        ("at=%3Cscript%3Ealert(1)%3C/script%3E", "there is no phase “<script>alert(1)</script>”"),
    ],
)
def test_a_link_that_does_not_fit_is_the_start_and_says_why(
    browser: "Browser", address: str, hash: str, said: str
) -> None:
    with visit(browser, f"{address}#{hash}") as here:
        assert said in here.notice
        assert here.phase == "drawing"
        assert here.steps == "0 / 0"


@pytest.mark.parametrize("hash", ["", "nonsense", "x=1", "%", "words=klingon"])
def test_what_says_nothing_is_the_start(browser: "Browser", address: str, hash: str) -> None:
    with visit(browser, f"{address}#{hash}") as here:
        assert (here.phase, here.notice) == ("drawing", "")


def test_a_link_to_a_phase_alone_leads_there(browser: "Browser", address: str) -> None:
    with visit(browser, f"{address}#at=discarding") as here:
        assert here.phase == "discarding.choosing"


def test_an_address_that_is_edited_is_read_again(here: Visit) -> None:
    here.page.evaluate("location.hash = 'at=resting'")
    here.wait_for("#where code", "resting")

    assert here.heading == "Draw Phase Restored"


def test_a_long_way_gives_a_link_that_is_short_enough(browser: "Browser", here: Visit) -> None:
    here.take(DEAL)
    for _ in range(110):
        here.page.keyboard.press("1")  # to and fro
    link = here.address()
    with visit(browser, link) as other:
        assert len(link) < 4_400
        assert other.phase == here.phase
        assert "it leaves out the first" in other.notice


def test_copy_puts_the_link_on_the_clipboard(browser: "Browser", address: str) -> None:
    with visit(browser, address, permissions=["clipboard-read", "clipboard-write"]) as here:
        here.take(DEAL)
        here.page.click("#copy")
        here.wait_for("#copy", "Copied")

        assert here.page.evaluate("navigator.clipboard.readText()") == here.page.url
        assert DEAL in here.page.url


# Search


def found(here: Visit) -> list[str]:
    return here.page.locator("#found [role=option]").all_inner_texts()


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("ready", "Ready to Discard"),
        ("discard_is_owed", "deal_next_hand"),
        ("nothing to discard", "deal_next_hand"),
        ("discard_selection", "confirm_discard"),
        ("END_turn", "end_turn"),
    ],
)
def test_search_finds_phases_events_guards_effects_and_sentences(here: Visit, words: str, first: str) -> None:
    here.page.fill("#search", words)

    assert first in found(here)[0]


def test_search_by_keys_shows_it_on_the_chart(here: Visit) -> None:
    here.page.keyboard.press("/")
    here.page.keyboard.type("toggle_card")
    options = found(here)
    here.page.keyboard.press("Enter")
    here.settle()

    assert len(options) == 1
    assert here.marked("selected") == {"arrow-discarding-toggle_card-discarding"}
    assert here.page.evaluate("document.activeElement.id") == "selection"
    assert is_in_view(here, "arrow-discarding-toggle_card-discarding")


def test_arrow_keys_choose_what_was_found(here: Visit) -> None:
    here.page.keyboard.press("/")
    here.page.keyboard.type("discard")
    active = []
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        here.page.keyboard.press(key)
        active.append(here.page.get_attribute("#search", "aria-activedescendant"))

    assert active == ["found-1", "found-2", "found-1"]
    assert here.page.get_attribute("#found-1", "aria-selected") == "true"


def test_nothing_found_is_said_and_escape_closes(here: Visit) -> None:
    here.page.fill("#search", "zebra")

    assert found(here) == ["Nothing found"]
    here.page.keyboard.press("Enter")
    here.page.keyboard.press("Escape")
    assert not here.page.is_visible("#found")


def test_a_phase_that_was_found_can_be_the_start(here: Visit) -> None:
    here.page.fill("#search", "ready to")
    here.page.keyboard.press("Enter")
    here.page.get_by_role("button", name="Start here").click()

    assert here.phase == "discarding.ready"
    assert here.address().endswith("#at=discarding.ready&from=discarding.ready")


# The chart


def is_in_view(here: Visit, name: str) -> bool:
    script = """(id) => {
      const [box, frame] = [id, "chart"].map((name) => document.getElementById(name).getBoundingClientRect());
      return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    }"""
    return bool(here.page.evaluate(script, name))


def middle_of(here: Visit, name: str) -> tuple[float, float]:
    box: Any = here.page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().toJSON()", name)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_chart_opens_at_the_size_of_print_with_the_current_phase_in_view(browser: "Browser", address: str) -> None:
    with visit(browser, f"{address}#at=resting") as here:
        width = here.view()[2]

        assert 880 / width == pytest.approx(96 / 72, rel=0.01)
        assert is_in_view(here, "phase-resting")


def test_a_row_that_can_be_taken_is_taken_by_a_click_on_its_text(here: Visit) -> None:
    here.page.mouse.click(*middle_of(here, f"arrow-{DEAL}"))

    assert here.phase == "discarding.choosing"


def test_a_click_on_a_phase_shows_what_it_is(here: Visit) -> None:
    here.page.get_by_text("Draw Phase", exact=True).locator("visible=true").and_(here.page.locator("svg text")).click()

    assert here.page.inner_text("#selection") == "Draw Phase"
    assert here.marked("selected") == {"phase-drawing"}
    assert here.steps == "0 / 0"


def test_a_drag_moves_the_chart_and_takes_nothing(here: Visit) -> None:
    before = here.view()
    here.page.mouse.move(*middle_of(here, f"arrow-{DEAL}"))
    here.page.mouse.down()
    here.page.mouse.move(500, 300, steps=5)
    here.page.mouse.up()
    here.settle()

    assert here.view()[:2] != before[:2]
    assert here.view()[2:] == before[2:]
    assert here.phase == "drawing"


def test_keys_move_and_scale_the_chart(here: Visit) -> None:
    here.page.focus("#chart")
    views = [here.view()]
    for key in ("ArrowDown", "ArrowRight", "+", "-", "0"):
        here.page.keyboard.press(key)
        here.settle()
        views.append(here.view())
    start, down, right, larger, smaller, whole = views

    assert down[1] > start[1]
    assert right[0] >= down[0]
    assert larger[2] < right[2]
    assert smaller[2] == pytest.approx(right[2], rel=0.01)
    assert whole[3] >= 726 - 1
    assert here.phase == "drawing"  # arrows have moved the chart, not the steps


def test_the_wheel_scales_only_with_control_or_focus(here: Visit) -> None:
    here.page.mouse.move(400, 400)
    before = here.view()
    here.page.mouse.wheel(0, -200)
    here.settle()
    untouched = here.view()
    here.page.focus("#chart")
    here.page.mouse.wheel(0, -200)
    here.settle()

    assert untouched == before
    assert here.view()[2] < before[2]


def test_the_point_under_the_pointer_stays_where_it_is(here: Visit) -> None:
    name = f"arrow-{DEAL}"
    here.page.focus("#chart")
    spot = middle_of(here, name)
    here.page.mouse.move(*spot)
    here.page.mouse.wheel(0, -150)
    here.settle()

    assert middle_of(here, name) == pytest.approx(spot, abs=2)


def test_two_fingers_scale_the_chart(browser: "Browser", address: str) -> None:
    with visit(browser, address, has_touch=True, viewport={"width": 420, "height": 900}) as here:
        before = here.view()
        client = here.page.context.new_cdp_session(here.page)
        for kind, spread in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80), ("touchEnd", 0)):
            points = [{"x": 200 - spread, "y": 350}, {"x": 200 + spread, "y": 350}] if spread else []
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        here.settle()

        assert here.view()[2] < 0.7 * before[2]


def test_the_current_phase_is_followed(here: Visit) -> None:
    for row in ROUND[:4]:
        here.take(row)
        here.settle()

        assert is_in_view(here, f"phase-{here.phase}")
