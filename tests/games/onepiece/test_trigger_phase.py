"""The part of the flow that resolves triggers: called from many places, and the game goes on there."""

import pytest

from fsm import Snapshot, Trace
from games.onepiece import Activate, Attack, Block, Choose, Concede, EndTurn, Game, PassOn, PlayCard, UseTrigger, engine
from games.onepiece.cards import Card, Keyword
from tests.games.onepiece.tables import FOE, Seat, after, effect, made, table, unopposed

REST = {"do": "rest", "target": "opposing_character"}
BOTH = ("PB-001", "PB-002")
"""Two characters, so that there is something to choose."""


def asking(timing: str, *keywords: Keyword, power: int = 1000) -> Card:
    """A character with an effect that asks for a choice."""
    return made(power=power, keywords=keywords, effects=(effect(timing, REST),))


def at_the_start() -> Snapshot[Game]:
    return after(table(Seat(characters=BOTH), Seat(characters=(asking("start_of_your_turn"),))), EndTurn(0))


def at_the_end() -> Snapshot[Game]:
    return after(table(Seat(characters=(asking("end_of_your_turn"),)), Seat(characters=BOTH)), EndTurn(0))


def activated() -> Snapshot[Game]:
    return after(table(Seat(characters=(asking("activate"),)), Seat(characters=BOTH)), Activate(0, 1, 0))


def played() -> Snapshot[Game]:
    return after(table(Seat(hand=(asking("on_play"),)), Seat(characters=BOTH)), PlayCard(0, 1))


def attacking() -> Snapshot[Game]:
    return after(table(Seat(characters=(asking("when_attacking"),)), Seat(characters=BOTH)), Attack(0, 1, FOE))


def blocking() -> Snapshot[Game]:
    guarded = Seat(characters=(asking("on_block", Keyword.BLOCKER),))
    return after(table(Seat(characters=BOTH), guarded), Attack(0, 0, FOE), Block(1, FOE + 1))


def knocked_out() -> Snapshot[Game]:
    victim = Seat(characters=(asking("on_ko"),), rested=True)
    return unopposed(table(Seat(characters=BOTH), victim), Attack(0, 0, FOE + 1))


def with_life(*life: str) -> Snapshot[Game]:
    """The first life card has a Trigger, which is used."""
    twice = made(power=9000, keywords=(Keyword.DOUBLE_ATTACK,))
    start = table(Seat(characters=(twice, *BOTH)), Seat(life=(asking("trigger", Keyword.TRIGGER), *life)))
    return after(unopposed(start, Attack(0, 1, FOE)), UseTrigger(1))


CASES = [
    (at_the_start(), "starting", "main.idle"),
    (at_the_end(), "ending", "main.idle"),
    (activated(), "main.idle", "main.idle"),
    (played(), "main.playing.placed", "main.idle"),
    (attacking(), "main.battle.attacking", "main.battle.blocking"),
    (blocking(), "main.battle.countering", "main.battle.countering"),
    (knocked_out(), "main.battle.damaging", "main.idle"),
    (with_life("PB-001"), "main.battle.life_trigger", "main.idle"),
    (with_life("PB-015"), "main.battle.life_trigger", "main.battle.life_trigger"),
]


@pytest.mark.parametrize(("start", "interrupted", "goes_on"), CASES)
def test_triggers_interrupt_a_phase_and_the_game_goes_on_from_there(
    start: Snapshot[Game], interrupted: str, goes_on: str
) -> None:
    """A trigger asks for a choice; as soon as that is made, the game is where it would have been without it."""
    choice = next(move for move in engine.legal_moves(start) if isinstance(move, Choose))
    end = after(start, choice)

    assert (start.phase, [caller.phase for caller in start.back]) == ("triggers.choosing", [interrupted])
    assert (end.phase, end.back) == (goes_on, ())


def test_every_phase_that_can_be_interrupted_has_its_case() -> None:
    assert {caller.phase for caller in engine.chart.callers["triggers"]} == {phase for _, phase, _ in CASES}


@pytest.mark.parametrize(("start", "interrupted", "goes_on"), CASES)
def test_the_game_can_be_conceded_whatever_triggers_have_interrupted(
    start: Snapshot[Game], interrupted: str, goes_on: str
) -> None:
    for player in (0, 1):
        end = after(start, Concede(player))

        assert (end.phase, end.back, end.game.losers) == ("game_over", (), (player,))


def test_triggers_end_when_none_waits_and_only_a_lost_game_leaves_them_before() -> None:
    chart = engine.chart
    leaving = {row.target for row in chart.rows if row.source.startswith("triggers") and row.target == "game_over"}
    inside = {row.target for row in chart.rows if row.source.startswith("triggers.")} - leaving

    assert leaving == {"game_over"}
    assert all(path.startswith("triggers.") for path in inside)
    assert [phase.path for phase in chart.phases if phase.path.startswith("triggers.") and phase.final] == [
        "triggers.settled"
    ]


def test_where_no_trigger_waits_none_is_called() -> None:
    trace = Trace()
    engine.step_traced(after(table(), Attack(0, 0, FOE)), PassOn(1), trace)

    assert not any("triggers" in row for row in trace.rows)
