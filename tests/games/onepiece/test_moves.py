"""What a player can send: each move that the guards let pass is a candidate."""

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from fsm import Snapshot
from fsm.moves import event_of, seat_field_of
from games.onepiece import (
    AnyMove,
    Block,
    Choose,
    Counter,
    DeclineTrigger,
    EndTurn,
    GiveDon,
    Keep,
    OrderTrigger,
    PassOn,
    PlayCard,
    Reason,
    TrashCharacter,
    engine,
)
from games.onepiece.table import FIRST_DON, PLAYERS, THINGS
from tests.games.onepiece.games import positions, random_game
from tests.games.onepiece.tables import Seat, after, doing, me, played, table
from tests.games.onepiece.test_phases import real_snapshots

IDS = range(2 * THINGS)
DON = [card for card in IDS if card % THINGS >= FIRST_DON]


def payloads(kind: type[AnyMove]) -> Iterator[AnyMove]:
    """Every move of a type that names cards there can be."""
    if kind is Counter:
        yield from (Counter(*fields) for fields in product(PLAYERS, IDS, (False, True)))
    elif kind is GiveDon:
        yield from (GiveDon(*fields) for fields in product(PLAYERS, DON, (0, 1, 2, 3, THINGS, THINGS + 1)))
    elif kind is OrderTrigger:
        yield from (OrderTrigger(*fields) for fields in product(PLAYERS, range(9)))
    elif kind is PassOn:
        yield from (PassOn(player) for player in PLAYERS)
    else:
        yield from (kind(player, card) for player in PLAYERS for card in IDS)  # type: ignore[call-arg]


@pytest.mark.long
@pytest.mark.parametrize("kind", [Block, Choose, Counter, GiveDon, OrderTrigger, PassOn])
def test_what_the_guards_let_pass_is_listed_and_nothing_else(kind: type[AnyMove]) -> None:
    event, seen = event_of(kind), 0
    for seed in range(12):
        steps = [step for step in random_game(seed, "official") if event in engine.chart.events_at(step[0].phase)]
        for snapshot, _, _, _ in steps[::7]:
            legal = {move for move in engine.legal_moves(snapshot) if isinstance(move, kind)}
            tried = set(payloads(kind)) | legal
            assert {move for move in tried if isinstance(engine.step(snapshot, move), Snapshot)} == legal
            seen += bool(legal)

    assert seen


def test_any_of_your_characters_can_make_room() -> None:
    start = table(Seat(hand=("PB-000",), characters=("PB-000",) * 5), preset="official")
    room = after(start, PlayCard(0, 1))
    passed = {move for move in payloads(TrashCharacter) if isinstance(engine.step(room, move), Snapshot)}

    assert passed == {move for move in engine.legal_moves(room) if isinstance(move, TrashCharacter)}
    assert passed == {TrashCharacter(0, piece.card) for piece in me(room).characters}


def test_every_move_type_is_in_the_chart_once() -> None:
    assert sorted(map(event_of, engine.moves)) == sorted(engine.chart.events)


# At the table


def test_every_move_says_whose_it_is() -> None:
    assert {seat_field_of(kind) for kind in engine.moves} == {"player"}


def test_there_is_something_to_play_for_a_player_who_is_absent() -> None:
    """In every phase that waits for a player, also where nobody may concede; and never something to give up."""
    found: dict[str, set[type]] = {}
    for real in (*real_snapshots(), *positions("seed"), *positions("official")):
        game = replace(real.game, settings=replace(real.game.settings, may_concede=False))
        here = Snapshot(real.phase, game, real.back)
        for seat in engine.to_act(here):
            move = engine.absent_move(here, seat)
            assert move is not None
            assert isinstance(engine.step(here, move, seat=seat), Snapshot)
            found.setdefault(here.phase, set()).add(type(move))

    assert found.pop("triggers.choosing") == {Choose, PassOn}
    assert found == {phase: {kind} for phase, kind in ABSENT.items()}


ABSENT: dict[str, type[AnyMove]] = {
    "setup.first_hand": Keep,
    "setup.second_hand": Keep,
    "main.idle": EndTurn,
    "main.playing.making_room": TrashCharacter,
    "triggers.ordering": OrderTrigger,
    "triggers.offered": DeclineTrigger,
    "main.battle.blocking": PassOn,
    "main.battle.countering": PassOn,
    "main.battle.life_trigger": DeclineTrigger,
}


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_a_game_of_absent_players_ends(preset: str) -> None:
    """They draw until a deck is empty."""
    here = engine.start(seed=3, preset=preset, may_concede=False)
    while not engine.is_over(here):
        (seat,) = engine.to_act(here)
        move = engine.absent_move(here, seat)
        assert move is not None
        following = engine.step(here, move, seat=seat)
        assert isinstance(following, Snapshot)
        here = following

    assert here.game.reason is Reason.NO_CARDS


def test_a_choice_that_may_be_left_out_is_left_out_for_an_absent_player() -> None:
    resting = {"do": "rest", "target": "opposing_character"}
    for up_to, kind in ((True, PassOn), (False, Choose)):
        start = played(doing({**resting, "up_to": up_to}), opponent=Seat(characters=("PB-001",)))
        assert type(engine.absent_move(start, 0)) is kind
