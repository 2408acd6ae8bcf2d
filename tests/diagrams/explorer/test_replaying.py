"""Replaying what really happened: a session's log that was drawn into the page, and traces from files."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from diagrams.diagram import Diagram
from fsm.engine import Engine
from fsm.session import Session
from games.belote import engine as belote
from games.discard import engine as discard
from games.goofspiel import engine as goofspiel
from games.uno import engine as uno
from phasebook.cli import main
from tests.diagrams.explorer.visits import Visit, journey_of, played, saved, visit
from tests.diagrams.flows import DEAL

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def phases_of(engine: Engine[Any], session: Session[Any, Any]) -> list[str]:
    """Where the game stood at its first decision and after each move, from playing it again."""
    again = Session.begin(engine, session.opening.game) if session.opening else session
    found = [again.snapshot.phase]
    for step in session.log:
        again.send(step.move)
        found.append(again.snapshot.phase)
    return found


@pytest.mark.parametrize(("name", "engine"), [("belote", belote), ("uno", uno)])
def test_a_real_log_is_replayed_step_by_step(
    browser: "Browser", tmp_path: Path, name: str, engine: Engine[Any]
) -> None:
    """From the command line to the last move: each step stands where the game stood."""
    session = played(engine, 40, **({"players": 3} if name == "uno" else {}))
    (tmp_path / "game.log").write_bytes(session.write_log())
    assert main(["draw", name, "--trace", str(tmp_path / "game.log"), "-o", str(tmp_path / "game.html")]) == 0
    with visit(browser, (tmp_path / "game.html").as_uri()) as here:
        assert here.steps == "41 / 41"  # the opening is a step, too
        assert here.phase == session.snapshot.phase

        here.page.click("#first")
        seen = []
        for _ in range(41):
            here.page.click("#forward")
            seen.append(here.phase)

    assert seen == phases_of(engine, session)


@pytest.fixture(scope="module")
def session() -> Session[Any, Any]:
    return played(belote, 30)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory, session: Session[Any, Any]) -> str:
    """Where the page of a recorded game is."""
    diagram = Diagram(belote, trace=journey_of(session), highlight=session.snapshot.phase)
    return saved(tmp_path_factory.mktemp("recorded"), diagram)


@pytest.fixture
def here(browser: "Browser", recorded: str) -> Iterator[Visit]:
    """The page of a recorded game."""
    with visit(browser, recorded) as found:
        yield found


def test_every_step_says_who_did_what(here: Visit, session: Session[Any, Any]) -> None:
    lines = here.page.locator("#trace li").all_inner_texts()
    move: Any = session.log[-1].move

    assert lines[0].startswith("The game begins")
    assert lines[-1].startswith(f"seat {move.seat}: {move.__struct_config__.tag}")
    assert here.page.inner_text("#did").startswith(f"last step: seat {move.seat}")


def test_the_slider_and_the_ends(here: Visit, session: Session[Any, Any]) -> None:
    here.page.fill("#slider", "5")
    fifth = (here.steps, here.phase)
    here.page.click("#first")
    first = (here.steps, here.phase)
    here.page.click("#last")

    assert fifth == ("5 / 31", phases_of(belote, session)[4])
    assert first == ("0 / 31", "dealing")
    assert (here.steps, here.phase) == ("31 / 31", session.snapshot.phase)
    assert here.page.get_attribute("#slider", "aria-valuetext").startswith("Step 31 of 31: ")  # type: ignore[union-attr]


def test_playing_goes_on_by_itself_from_the_start_and_pauses(here: Visit) -> None:
    here.page.click("#play")
    here.wait_for("#count", "2 / 31")
    here.page.click("#play")
    paused = here.steps
    here.page.wait_for_timeout(1200)

    assert here.steps == paused
    assert here.page.get_attribute("#play", "aria-label") == "Play"


def test_what_a_reader_does_ends_the_playing(here: Visit) -> None:
    here.page.click("#play")
    here.page.click("#last")
    here.page.wait_for_timeout(1200)

    assert here.steps == "31 / 31"


def test_a_step_of_the_recording_has_a_short_link(browser: "Browser", here: Visit) -> None:
    here.page.fill("#slider", "7")
    link = here.address()
    with visit(browser, link) as other:
        assert link.partition("#")[2].endswith("&step=7")
        assert (other.steps, other.heading) == (here.steps, here.heading)


def test_a_step_that_the_recording_does_not_have_is_refused(browser: "Browser", here: Visit) -> None:
    with visit(browser, here.address().partition("#")[0] + "#step=99") as other:
        assert "the recording has no step “99”" in other.notice


def test_leaving_the_recording_and_coming_back(here: Visit) -> None:
    here.page.fill("#slider", "1")
    here.take(here.offers()[0])
    left = (here.steps, here.page.is_visible("#recording"))
    here.page.click("#recording")

    assert left == ("2 / 2", True)
    assert here.steps == "31 / 31"
    assert not here.page.is_visible("#recording")


def test_a_move_that_waits_for_others_is_a_step_that_stays(browser: "Browser", tmp_path: Path) -> None:
    session = played(goofspiel, 1)
    with visit(browser, saved(tmp_path, Diagram(goofspiel, trace=journey_of(session)))) as here:
        assert "waits for the others" in here.page.locator("#trace li").last.inner_text()
        assert here.phase == session.snapshot.phase


def test_a_long_game_is_listed_in_part(browser: "Browser", tmp_path: Path) -> None:
    session = played(discard, 300, seed=2)
    with visit(browser, saved(tmp_path, Diagram(discard, trace=journey_of(session)))) as here:
        listed = here.page.locator("#trace li").count()

        assert listed < 100
        assert f"Not listed: {len(session.log) - listed} before." in here.page.inner_text("#said")


# Files


@pytest.fixture
def empty(browser: "Browser", address: str) -> Iterator[Visit]:
    with visit(browser, address) as found:
        yield found


TRACE = [DEAL, "discarding.choosing-then-discarding.selecting"]


@pytest.mark.parametrize("text", [",".join(TRACE), "\n".join(TRACE), json.dumps(TRACE), json.dumps({"trace": TRACE})])
def test_a_trace_can_be_opened(empty: Visit, tmp_path: Path, text: str) -> None:
    (tmp_path / "trace.txt").write_text(text)
    empty.page.set_input_files("#file", tmp_path / "trace.txt")
    empty.wait_for("#count", "2 / 2")

    assert empty.phase == "discarding.selecting"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no-such-row", "there is no row “no-such-row”"),
        ("", "has no rows in it"),
        ('{"a": 1}', "there is no row"),
        ("\0\1\2", "there is no row"),
    ],
)
def test_a_file_that_is_no_trace_changes_nothing_and_says_why(
    empty: Visit, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "trace.txt").write_text(text)
    empty.page.set_input_files("#file", tmp_path / "trace.txt")
    empty.page.wait_for_selector("#notice:not([hidden])")

    assert said in empty.notice
    assert empty.steps == "0 / 0"


def test_a_log_is_answered_with_the_command_that_replays_it(empty: Visit, tmp_path: Path) -> None:
    (tmp_path / "game.log").write_bytes(played(discard, 3).write_log())
    empty.page.set_input_files("#file", tmp_path / "game.log")
    empty.page.wait_for_selector("#notice:not([hidden])")

    assert "phasebook draw FLOW --trace game.log -o game.html" in empty.notice


def test_a_file_can_be_dropped(empty: Visit) -> None:
    empty.page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "trace.txt"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        "\n".join(TRACE),
    )
    empty.wait_for("#count", "2 / 2")

    assert empty.phase == "discarding.selecting"
