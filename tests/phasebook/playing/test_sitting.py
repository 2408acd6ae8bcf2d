"""Whole games at one screen."""

import io
import re
from random import Random
from types import ModuleType

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from fsm import Engine, Flow, Move, Snapshot, State
from fsm.catalogue import engine_of, registered
from fsm.session import Session
from games.goofspiel import Bid
from phasebook.playing.bots import Bots
from phasebook.playing.prompt import HELP, Prompt
from phasebook.playing.screen import Screen
from phasebook.playing.sitting import Sitting
from phasebook.playing.texts import Texts, texts_of
from phasebook.playing.turns import next_turn
from tests.phasebook.playing.harness import Played, first_moves, turns_in

SHORT = {
    "goofspiel": "--preset small",
    "uno": "--set players=2 --set hand_size=5",
    "belote": "--set target=100",
    "onepiece": "--preset small",
}


@pytest.mark.parametrize("flow", SHORT)
def test_a_whole_game_ends_with_who_won(played: Played, flow: str) -> None:
    shown = played(f"{flow} {SHORT[flow]} --seed 2 --policy first", *first_moves(400))

    assert turns_in(shown)[-1].startswith("The game is over ─")
    assert re.search(r"\n  (You|Seat|Nobody)[^\n]* won: [^.]+\.\n", shown)


def test_every_seat_can_have_a_person(played: Played) -> None:
    shown = played("uno --preset small --seats all --seed 1", *first_moves(60))

    assert "\nSeat 0.\n" in shown
    assert "\nSeat 1.\n" in shown
    assert {" · seat 0 " in turn or " · seat 1 " in turn for turn in turns_in(shown)[:-1]} == {True}


def test_at_the_end_everybody_reads_what_was_done_last(played: Played) -> None:
    last = turns_in(played("goofspiel --preset small --seats all --seed 1", *first_moves(8)))[-1]

    assert last.startswith("The game is over ─")
    assert "\n  For 1 there was a tie: seat 0 bid 4, seat 1 bid 4.\n" in last
    assert "\n  Seat 0 and seat 1 won: tied.\n" in last


def test_another_person_sees_no_hand_but_their_own(played: Played) -> None:
    """Before seat 1 sits down nothing of its hand is shown, and what seat 0 drew is not named to it."""
    shown = played("uno --preset small --seats all --seed 1", *first_moves(20))
    for turn in turns_in(shown)[:-1]:
        other = "seat 1" if " · seat 0 " in turn else "seat 0"

        assert not re.search(rf"{other} drew (?!\d)", turn, re.IGNORECASE)


def test_who_leaves_reads_that_the_others_go_on(played: Played) -> None:
    shown = played("uno --seed 1 --policy random", "leave")

    assert shown.endswith("> leave\nYou have left. The others play on without you.\n")


def test_who_lets_others_go_on_is_asked_again_after_the_next_move() -> None:
    session = Session.start(engine_of("goofspiel"), seed=1)
    sitting = Sitting(session, [0], Bots(session.engine, [], 0), Paper(), texts_of(session.engine), str)
    sitting.passing.add(0)
    sitting.send(Bid(1, 99), 1)
    assert sitting.passing == {0}
    sitting.send(Bid(1, 3), 1)
    assert sitting.passing == set()


def test_news_are_put_in_words_as_the_seat_saw_the_game_then() -> None:
    """What a card was is known when it lies there, and may be forgotten later."""
    engine = engine_of("goofspiel")
    session, module = Session.start(engine, seed=1, preset="small"), ModuleType("text")
    vars(module)["say_news"] = lambda item, view, name: f"prize {view.stake[0]}" if view.stake else "no prize"
    sitting = Sitting(session, [0], Bots(engine, [], 0), Paper(), Texts(engine, module), str)
    for move in (Bid(0, 1), Bid(1, 2), Bid(0, 2), Bid(1, 1)):
        sitting.send(move, move.seat)

    assert [line for line in sitting.news(0) if line.startswith("Prize")] == ["Prize 3.", "Prize 2."]


def test_the_first_person_deals_the_next_round(played: Played) -> None:
    line = "uno --preset small --set score_limit=500 --seats all --seed 1"

    assert "Deal the next round" in played(line, *first_moves(60))


def test_a_game_in_which_nobody_can_move_is_stuck(played: Played) -> None:
    shown = played(f"{__name__}:dead_end", "walk", code=1)

    assert shown.endswith("Nobody can move any more, and the game is not over: it is stuck.\n")


def test_a_policy_that_cheats_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from phasebook.cli import main

    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))

    assert main(["play", "goofspiel", "--seats", "1", "--policy", f"{__name__}:cheat"]) == 2
    assert capsys.readouterr().err.startswith("phasebook: The policy of seat 0 sent a move that is refused (")


class Walk(Move):
    """Once."""


class Place(msgspec.Struct, frozen=True):
    """Nothing else."""


def new_place() -> Place:
    return Place()


class DeadEnd(Flow):
    """A street that ends, and a game that does not."""

    street, wall = State(initial=True), State()
    walk = street.to(wall)


dead_end = Engine(DeadEnd, moves=(Walk,), new=new_place)


def cheat(decision: object) -> object:
    return Bid(0, 99)


# What is shown depends on nothing that the seat cannot know


class Paper(Screen):
    """A screen that keeps what it shows, and on which nobody types."""

    def __init__(self) -> None:
        super().__init__(is_terminal=False, has_colours=False, columns=100)
        self.lines: list[str] = []

    def show(self, text: str = "", indent: str = "") -> None:
        self.lines.append(text)

    def rule(self, title: str) -> None:
        self.lines.append(title)


def shown_at(engine: object, snapshot: Snapshot, seat: object) -> list[str]:  # type: ignore[type-arg]
    """Everything that a person sees of a position, typed commands and answers to `why` included."""
    session, paper = Session(engine, snapshot), Paper()  # type: ignore[arg-type]
    sitting = Sitting(session, [seat], Bots(session.engine, [], 0), paper, texts_of(session.engine), str)
    turn = next_turn(session.engine, snapshot, [seat], (), b"")
    if turn is not None and turn.seat == seat:
        prompt = Prompt(sitting, turn)
        for part in (prompt.title, lambda: prompt.view(""), lambda: prompt.moves(""), lambda: prompt.why("")):
            paper.lines.append(str(part()))
        for entry in prompt.menu.entries[:6]:
            prompt.why(str(entry.number))
        for move in sitting.texts.asked_about(prompt.seen)[:12]:
            prompt.show_why(prompt.payload(move), move)
    return paper.lines


@pytest.mark.parametrize("flow", sorted(registered()))
def test_a_person_sees_the_same_of_a_position_and_its_redeals(flow: str) -> None:
    engine, looked = engine_of(flow), 0
    for seed in range(3):
        chance = Random(seed)
        snapshot = engine.start(seed=seed)
        for _ in range(8):
            for seat in engine.to_act(snapshot):
                shown = shown_at(engine, snapshot, seat)
                guess = engine.redeal(engine.view(snapshot, seat), chance)
                looked += bool(shown)

                assert shown_at(engine, guess, seat) == shown
            snapshot = engine.rollout(snapshot, chance, most=chance.randrange(1, 7))
            if engine.is_over(snapshot):
                break

    assert looked > 10


# Whatever is typed

WORDS = [
    *(word.split()[0] for word in HELP),
    "1",
    "2",
    "3",
    "99",
    "why 1",
    "why",
    "bid card=2",
    "red",
    "7",
    "♥",
    "\x1b",
]
LINES = some.lists(some.one_of(some.sampled_from(WORDS), some.text(max_size=12)), max_size=25)


@pytest.mark.parametrize("flow", sorted(registered()))
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(lines=LINES)
def test_no_line_is_too_strange(played: Played, flow: str, lines: list[str]) -> None:
    kept = [line for line in lines if line.strip().partition(" ")[0].casefold() != "save"]
    shown = played(f"{flow} --seed 1 --policy random", *kept)

    assert shown.startswith("\n── ")
    assert "\x1b" not in shown
