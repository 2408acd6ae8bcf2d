"""`Engine.rollout`: the same as a loop of `legal_moves` and `step`, for every game, preset and seed."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, PhasebookError, RuleError, Snapshot, SnapshotError, State, gather, stay, variants
from fsm.catalogue import engine_of
from tests.fsm.by_steps import Recording, rollout_by_steps
from tests.fsm.parlour import after, joker_drawn, parlour
from tests.fsm.tictactoe import engine as tictactoe

FLOWS = ("belote", "discard", "goofspiel", "onepiece", "uno")
HOUSE_RULES = {"stacking": True, "jump_in": True, "seven_zero": True, "force_play": True, "stack_limit": 6}
MOST = 250


def presets() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every preset of every game, and Uno with all its house rules."""
    for name in FLOWS:
        engine = engine_of(name)
        yield name, {}
        yield from ((name, {"preset": preset}) for preset in engine.presets)
    yield "uno", {"preset": "official", **HOUSE_RULES}
    yield "uno", {"jump_in": True, "leaving": False, "players": 2}


def engines_for(engine: Engine[Any], start: Snapshot[Any]) -> list[Engine[Any]]:
    """The whole engine, and the one for the settings of a game."""
    settings = getattr(start.game, "settings", None)
    return [engine] if settings is None else [engine, engine.for_settings(settings)]


@pytest.mark.parametrize(("name", "settings"), list(presets()), ids=str)
def test_a_rollout_is_a_loop_of_steps(name: str, settings: dict[str, Any]) -> None:
    engine = engine_of(name)
    for seed in range(3):
        start = engine.start(seed=seed, **settings)
        by_steps, by_choice = Random(seed), Recording(seed)
        last = rollout_by_steps(engine, start, by_steps, most=MOST)
        chosen = rollout_by_steps(engine, start, by_steps, by_choice, most=MOST)
        drawn = by_steps.random()
        for one in engines_for(engine, start):
            chance, recording = Random(seed), Recording(seed)

            assert one.rollout(start, chance, most=MOST) == last
            assert one.rollout(start, chance, choose=recording, most=MOST) == chosen
            assert recording.seen == by_choice.seen
            assert chance.random() == drawn, "one draw for each decision, and none where somebody chooses"


def test_rollouts_go_on_from_the_middle_of_a_game() -> None:
    uno = engine_of("uno")
    middle = uno.rollout(uno.start(seed=4, preset="official"), Random(4), most=37)

    assert not uno.is_over(middle)
    assert uno.rollout(middle, Random(5)) == rollout_by_steps(uno, middle, Random(5))
    assert uno.is_over(uno.rollout(middle, Random(5)))


def test_a_rollout_ends_with_the_game_or_the_most_moves() -> None:
    start = tictactoe.start()
    over = tictactoe.rollout(start, Random(1))

    assert tictactoe.is_over(over)
    assert tictactoe.rollout(over, Random(1)) == over
    assert tictactoe.rollout(start, Random(1), most=0) == start
    assert tictactoe.rollout(start, Random(1), most=-3) == start


def test_it_is_the_same_for_every_seat_at_a_table_with_secrets() -> None:
    for here in (after(), joker_drawn()):
        assert parlour.rollout(here, Random(3), most=60) == rollout_by_steps(parlour, here, Random(3), most=60)


def test_a_foreign_snapshot_is_refused() -> None:
    with pytest.raises(SnapshotError):
        tictactoe.rollout(Snapshot("nowhere", tictactoe.start().game), Random(1))


def test_only_moves_can_be_chosen() -> None:
    def nothing(moves: list[Any]) -> Any:
        return None

    with pytest.raises(PhasebookError, match="it must give one of the moves that it is given"):
        tictactoe.rollout(tictactoe.start(), Random(1), choose=nothing)


def test_a_subclass_may_have_its_own() -> None:
    class Careful(Engine[Any]):
        def rollout(self, *given: Any, **more: Any) -> Any:
            return "careful", super().rollout(*given, **more)

    engine = Careful(tictactoe.flow, moves=tictactoe.moves, new=tictactoe.new)

    assert engine.rollout(engine.start(), Random(1)) == ("careful", tictactoe.rollout(tictactoe.start(), Random(1)))


# Settings that change during a rollout, last resorts and moves that are left alone


class Options(msgspec.Struct, frozen=True):
    loud: bool = False
    left: int = 0


S = variants(Options)


class Room(msgspec.Struct, frozen=True):
    settings: Options = Options()
    noise: tuple[str, ...] = ()
    chosen: tuple[int, ...] = ()


class Knock(Move):
    seat: int

    @classmethod
    def candidates(cls, game: Room) -> Iterable["Knock"]:
        return [cls(seat) for seat in range(len(game.noise) % 3)]


class Turn(Move):
    """A last resort that is not the last event, so that the order of moves is at stake."""

    avoided = True
    seat: int

    @classmethod
    def candidates(cls, game: Room) -> Iterable["Turn"]:
        return [cls(seat) for seat in range(3)]


class Resign(Move):
    gives_up = True
    seat: int

    @classmethod
    def candidates(cls, game: Room) -> Iterable["Resign"]:
        return [cls(3), cls(4)]


class Wait(Move):
    """Depends on what was found before, also on moves that give up."""

    avoided = True
    seat: int

    @classmethod
    def candidates(cls, game: Room, found: Any = ()) -> Iterable["Wait"]:
        return [cls(seat) for seat in range(len(found) % 5)]


class Pick(Move):
    seat: int
    card: int

    @classmethod
    def candidates(cls, game: Room) -> Iterable["Pick"]:
        return [cls(seat, card) for seat in range(2) for card in range(2)]


def is_loud(game: Room) -> bool:
    return game.settings.loud


def is_late(game: Room) -> bool:
    return len(game.noise) > 9


def knock(game: Room, move: Knock) -> Room:
    return Room(game.settings, (*game.noise, f"knock {move.seat}"), game.chosen)


def turn(game: Room, move: Turn) -> Room:
    left = game.settings.left + 1
    return Room(Options(left % 3 == 1, left), (*game.noise, f"turn {move.seat}"), game.chosen)


def hush(game: Room) -> Room:
    return Room(game.settings, (*game.noise, "hush"), game.chosen)


def resign(game: Room, move: Resign) -> Room:
    return Room(game.settings, (*game.noise, f"resign {move.seat}"), game.chosen)


def wait(game: Room, move: Wait) -> Room:
    return Room(game.settings, (*game.noise, f"wait {move.seat}"), game.chosen)


def reveal(game: Room, move: Pick) -> Room:
    return Room(game.settings, (*game.noise, f"pick {move.seat}"), (*game.chosen, move.card))


def everybody(game: Room) -> tuple[int, ...]:
    return (1, 0)


class Din(Flow):
    """Settings change with a turn, and decide at once what follows."""

    quiet = State(initial=True)
    ringing = State()
    picking = State()
    over = State(final=True)

    knock = stay(quiet, when=~S.loud, on=knock) | quiet.to(picking, on=knock)
    turn = quiet.to(ringing, on=turn)
    resign = quiet.to(over, on=resign)
    wait = stay(quiet, on=wait)
    pick = gather(picking, by=everybody, on=reveal, to=quiet)
    quiet.to(over, cond=is_late)
    ringing.to(picking, when=S.loud, cond=is_loud, on=hush)
    ringing.to(quiet, when=~S.loud)
    ringing.to(over)


def new_room(loud: bool = False) -> Room:
    return Room(Options(loud))


din: Engine[Room] = Engine(Din, moves=(Knock, Turn, Resign, Wait, Pick), new=new_room)


@pytest.mark.parametrize("loud", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_settings_that_change_on_the_way_are_seen_at_once(loud: bool, seed: int) -> None:
    start = din.start(loud=loud)
    for most in (1, 5, 60):
        last = rollout_by_steps(din, start, Random(seed), most=most)
        for engine in (din, din.for_settings(start.game.settings)):
            assert engine.rollout(start, Random(seed), most=most) == last


def test_an_engine_for_other_settings_leaves_a_rollout_to_the_whole_one() -> None:
    start = din.start(loud=True)

    assert din.for_settings(Options(False)).rollout(start, Random(2)) == rollout_by_steps(din, start, Random(2))


def test_an_error_in_a_rule_is_not_caught() -> None:
    def break_down(moves: list[Any]) -> Any:
        raise RuleError("broken")

    with pytest.raises(RuleError, match="broken"):
        din.for_settings(Options()).rollout(din.start(), Random(1), choose=break_down)
