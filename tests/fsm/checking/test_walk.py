"""The walk over all snapshots: what it notices on the way, told by its own name, with a shortest way there."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, PhasebookError, Snapshot, State, Unchanging, guard, stay
from fsm.checking.inspecting import FIRST_OF_A_PHASE, THEN_ONE_IN
from fsm.checking.starts import starter
from fsm.checking.walk import Walk
from fsm.explore import explore
from fsm.session import Session
from tests.fsm.dropping import Drop, Pile, Rest, are_held, are_two, defect_of, drop, dropping, new_pile
from tests.fsm.evening import Press, Read, Switch
from tests.fsm.evening import engine as evening
from tests.fsm.tictactoe import Board, Mark, TicTacToe, new_board
from tests.fsm.tictactoe import engine as tictactoe


def walked(engine: Engine[Any], limit: int = 100_000, thorough: bool = False, **settings: Any) -> Walk[Any]:
    """A walk that has been made."""
    start = starter(engine, settings)
    walk = Walk(engine, lambda trace: start(0, trace), limit, thorough)
    walk.run(lambda _: None)
    return walk


# The way


def test_the_way_to_every_snapshot_can_be_gone_again() -> None:
    walk = walked(tictactoe, squares="xo.xo....")

    for number, parent in enumerate(walk.parents):
        there, before = walk.session_to(number), walk.session_to(parent)
        assert len(there.log) == len(walk.trail(number)) == len(before.log) + (number > 0)
        assert tuple(there.log[:-1]) == tuple(before.log)


def test_snapshots_are_numbered_by_their_distance() -> None:
    walk = walked(tictactoe, squares="xo.xo....")
    distances = [len(walk.trail(number)) for number in range(len(walk.parents))]

    assert distances == sorted(distances)
    assert distances[0] == 0 < distances[1]


def test_a_game_that_goes_another_way_the_second_time_is_not_pure() -> None:
    offered = [Mark(0)]

    class Moody(Mark, tag="mark"):
        @classmethod
        def candidates(cls, game: Board) -> Iterable["Moody"]:
            return [cls(move.square) for move in offered]

    walk = walked(Engine(TicTacToe, moves=(Moody,), new=new_board), limit=2)
    offered[:] = [Mark(8)]

    with pytest.raises(PhasebookError, match=r"TicTacToe went another way .* its rules must be pure functions"):
        walk.session_to(1)


def test_the_moves_to_a_defect_come_in_the_order_in_which_they_are_played() -> None:
    def is_not_this_one(snapshot: Snapshot[Board]) -> bool:
        return snapshot.game.squares != "..o....x."

    strict = Engine(TicTacToe, moves=(Mark,), new=new_board, invariants=(is_not_this_one,))
    (defect,) = explore(strict).defects

    assert defect.moves == (Mark(7), Mark(2))
    assert str(defect) == ("broken_invariant in playing after 2 moves: The invariant 'is_not_this_one' does not hold.")
    assert Session.replay(strict, defect.log).trace == defect.rows


def test_only_the_first_defect_of_a_kind_and_name_is_kept() -> None:
    def is_empty(snapshot: Snapshot[Board]) -> bool:
        return snapshot.game.squares == "........."

    def is_short(snapshot: Snapshot[Board]) -> bool:
        return snapshot.game.squares.count(".") > 7

    strict = Engine(TicTacToe, moves=(Mark,), new=new_board, invariants=(is_short, is_empty))

    assert [(defect.name, defect.moves) for defect in walked(strict).defects.values()] == [("is_empty", (Mark(0),))]


# Where payloads are tried


def test_the_first_snapshots_of_a_phase_are_sampled_and_then_a_share() -> None:
    walk = walked(tictactoe, limit=1)
    walk.inspector.sampled.clear()
    sampled = [number for number in range(1_000) if walk.inspector.is_sampled(number, "playing")]

    assert sampled[:FIRST_OF_A_PHASE] == list(range(FIRST_OF_A_PHASE))
    assert sampled[FIRST_OF_A_PHASE:] == [n for n in range(FIRST_OF_A_PHASE, 1_000) if n % THEN_ONE_IN == 0]
    assert walk.inspector.is_sampled(1_001, "another"), "each phase has its own first ones"


@pytest.mark.long
def test_a_thorough_walk_samples_every_snapshot() -> None:
    walk = walked(tictactoe, thorough=True)

    assert walk.inspector.sampled == {"playing": 5_478 - 958}


def test_one_proof_against_a_move_type_is_enough() -> None:
    """A move that is missing in the first snapshot is not tried again in later ones."""
    walk = walked(dropping(are_held), size=4)

    assert walk.inspector.convicted == {Drop}
    assert [kind for kind, _ in walk.defects] == ["missing_legal_move"]


# Settings


def test_settings_are_remembered_where_they_decide_rows() -> None:
    assert walked(evening).settings_met == {Switch(False), Switch(True)}
    assert walked(tictactoe, limit=10).settings_met == set()


def test_a_defect_behind_a_change_of_settings_is_reached() -> None:
    def is_awake(snapshot: Snapshot[Any]) -> bool:
        return snapshot.phase != "bed"

    (defect,) = explore(Engine(evening.flow, moves=evening.moves, new=evening.new, invariants=(is_awake,))).defects

    assert defect.moves == (Press(), Read())
    assert defect.log == "", "these settings cannot be saved"


# What goes wrong


def test_a_sound_flow_has_no_defect() -> None:
    assert not explore(dropping(are_held, are_two), settings={"size": 4}).defects


def test_a_deadlock_tells_which_guard_refuses_what() -> None:
    defect = defect_of(dropping(are_held, are_two), "deadlock", settings={"size": 3})

    assert defect.obstacles == ('are_two refuses {"move":"drop","cards":[3]}',)


def test_a_deadlock_in_a_final_part_of_a_phase_says_what_is_missing() -> None:
    class Nested(Flow):
        class round(State.Compound, initial=True):
            going = State(initial=True)
            closed = State(final=True)
            rest = going.to(closed)

        over = State(final=True)
        drop = round.going.to(over, cond=are_held)

    sentence = defect_of(Engine(Nested, moves=(Rest, Drop), new=new_pile), "deadlock").sentence
    assert "the phase ends only 'round', not the game" in sentence


def test_nothing_is_concluded_from_a_snapshot_that_breaks_an_invariant() -> None:
    def has_no_centre(snapshot: Snapshot[Board]) -> bool:
        return snapshot.game.squares[4] == "."

    walk = walked(Engine(TicTacToe, moves=(Mark,), new=new_board, invariants=(has_no_centre,)))

    assert [defect.moves for defect in walk.defects.values()] == [(Mark(4),)]
    assert walk.barren
    assert not walk.barren & set(walk.parents)


def change_in_place(game: Pile, move: Drop) -> Pile:
    msgspec.structs.force_setattr(game, "down", game.down + 1)
    return drop(game, move)


def test_an_effect_that_changes_the_game_it_was_given_is_found() -> None:
    defect = defect_of(dropping(are_held, are_two, on=change_in_place), "changed_input", settings={"size": 4})

    assert defect.name == "drop"
    assert "changed the snapshot that it was played on" in defect.sentence


class Turned(Move):
    """Offers one set of cards twice, each time filled in another order."""

    cards: frozenset[int]

    @classmethod
    def candidates(cls, game: Pile) -> Iterable["Turned"]:
        return [cls(frozenset([0, 8])), cls(frozenset([8, 0]))]


def test_a_set_that_is_offered_twice_is_found_in_whichever_order_it_lists_its_items() -> None:
    class Turning(Flow):
        here = State(initial=True)
        end = State(final=True)
        turned = here.to(end, cond=holds_both)

    engine = Engine(Turning, moves=(Turned,), new=new_pile)

    assert defect_of(engine, "repeated_legal_move").sentence == (
        'legal_moves offers {"move":"turned","cards":[0,8]} more than once.'
    )


@guard("Take both.")
def holds_both(game: Pile, move: Turned) -> bool:
    return move.cards == {0, 8}


def no_number(pile: Any) -> Any:
    raise KeyError("no number")


def test_an_outcome_that_raises_is_a_defect() -> None:
    defect = defect_of(dropping(are_held, are_two, outcome=no_number), "rule_error", settings={"size": 4})

    assert (defect.phase, defect.sentence) == ("done", "KeyError while asking for the outcome: 'no number'")


def test_an_invariant_that_raises_is_a_defect_in_the_first_snapshot_too() -> None:
    defect = defect_of(dropping(are_held, are_two, invariants=(no_number,)), "rule_error")

    assert (defect.moves, defect.sentence) == ((), "KeyError while asking the invariants: 'no number'")


def raise_in_play(game: Pile, move: Drop) -> Pile:
    raise KeyError("no number")


def test_an_effect_that_raises_is_told_with_its_move() -> None:
    defect = defect_of(dropping(are_held, are_two, on=raise_in_play), "rule_error")

    assert defect.sentence == """KeyError while playing {"move":"drop","cards":[1,2]}: 'no number'"""


def test_what_a_rule_raises_is_told_in_one_line_without_escapes() -> None:
    def shout(pile: Any) -> Any:
        raise KeyError("\x1b[31m\nred" + "!" * 5_000)

    sentence = defect_of(dropping(are_held, are_two, invariants=(shout,)), "rule_error").sentence

    assert sentence.isprintable()
    assert len(sentence) < 500


def grow(game: Pile, move: Drop) -> Pile:
    return Pile(drop(game, move).hand, 2**70 + game.down)


def test_whole_numbers_of_any_size_are_no_defect() -> None:
    assert explore(dropping(are_held, are_two, on=grow), settings={"size": 4}).defects == ()


def test_a_full_disk_is_no_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    found = explore(tictactoe)

    assert (found.snapshots, found.defects) == (5_478, ())


def test_a_failure_of_our_own_is_not_blamed_on_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: Path) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", broken)
    with pytest.raises(OSError, match="Input/output error"):
        explore(tictactoe)


# Games that no message can hold


class Shelf:
    """Something without a place in JSON, that never changes."""


SHELF = Shelf()


class Shop(msgspec.Struct, frozen=True):
    n: int = 0
    shelf: Annotated[Shelf, Unchanging("Made once.")] = SHELF
    sign: str = "\ud800"


def new_shop() -> Shop:
    return Shop()


def sell(game: Shop) -> Shop:
    return Shop(game.n + 1)


@guard("There is something to sell.")
def is_sold_out(game: Shop) -> bool:
    return game.n >= 3


class Selling(Flow):
    """Sell three times, then nothing can happen any more."""

    open = State(initial=True)
    shut = State()
    end = State(final=True)

    press = stay(open, on=sell)
    read = shut.to(end, unless=is_sold_out)
    open.to(shut, cond=is_sold_out)


def test_a_game_that_cannot_be_saved_is_explored_all_the_same() -> None:
    found = explore(Engine(Selling, moves=(Press, Read), new=new_shop))

    assert (found.snapshots, found.complete) == (4, True)
    assert [(defect.kind, len(defect.moves), defect.log) for defect in found.defects] == [("deadlock", 3, "")]
