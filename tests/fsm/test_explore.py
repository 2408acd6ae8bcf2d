"""Exploration, judged by published numbers about tic-tac-toe and by a plain search."""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, PhasebookError, Refusal, SettingsError, Snapshot, State, Unchanging, guard, stay
from fsm.checking.coverage import summary, unreached
from fsm.explore import explore, needless_acceptances, perft
from games.discard import engine as discard
from tests.fsm.samples import market
from tests.fsm.tictactoe import Board, Mark, TicTacToe, new_board
from tests.fsm.tictactoe import engine as tictactoe

SMALL: dict[str, Any] = {"hand_size": 2, "discard_count": 1, "deck": ["a", "b", "c"]}


def plain_search(
    engine: Engine[Any], first: Snapshot[Any], limit: int, leads_on: Callable[[Snapshot[Any]], bool] = lambda _: True
) -> list[Snapshot[Any]]:
    """Breadth first with whole snapshots in a dictionary."""
    seen = {first: None}
    queue = deque(seen)
    while queue:
        snapshot = queue.popleft()
        for move in engine.legal_moves(snapshot) if leads_on(snapshot) and not engine.is_over(snapshot) else ():
            after = engine.step(snapshot, move)
            assert not isinstance(after, Refusal)
            if after not in seen:
                if len(seen) == limit:
                    return list(seen)
                seen[after] = None
                queue.append(after)
    return list(seen)


def test_tic_tac_toe_has_5478_positions_of_which_958_end_the_game() -> None:
    found = explore(tictactoe)

    assert (found.snapshots, found.endings, found.complete) == (5_478, 958, True)
    assert found.depth == 9
    assert found.coverage.phases == {"playing": 5_478 - 958, "won": 626 + 316, "drawn": 16}
    assert found.defects == ()
    assert not unreached(found.coverage)


def test_perft_of_tic_tac_toe() -> None:
    """The published counts; games that end early have no longer sequences."""
    counts = [perft(tictactoe, tictactoe.start(), plies) for plies in range(7)]

    assert counts == [1, 9, 72, 504, 3_024, 15_120, 54_720]


@pytest.mark.soak
def test_perft_of_tic_tac_toe_to_the_last_move() -> None:
    counts = [perft(tictactoe, tictactoe.start(), plies) for plies in range(11)]

    assert counts[7:] == [148_176, 200_448, 127_872, 0]


def test_perft_refuses_to_count_moves_that_step_refuses() -> None:
    class Promised(Mark, tag="mark"):
        exact = True

    wrong = Engine(TicTacToe, moves=(Promised,), new=new_board)
    with pytest.raises(PhasebookError, match="step refuses it"):
        perft(wrong, wrong.start(), 3)


@pytest.mark.parametrize("limit", [1, 2, 100, 3_000])
def test_a_limit_is_reported_and_gives_the_beginning_of_the_whole(limit: int) -> None:
    found = explore(discard, seed=5, settings=SMALL, limit=limit)

    assert (found.snapshots, found.complete, found.limit) == (limit, False, limit)
    wanted = Counter(snapshot.phase for snapshot in plain_search(discard, discard.start(seed=5, **SMALL), limit))
    assert wanted.total() == limit
    assert {phase: found.coverage.phases[phase] for phase in wanted} == wanted


def test_a_limit_that_is_just_enough_is_complete() -> None:
    assert explore(tictactoe, limit=5_478).complete
    assert not explore(tictactoe, limit=5_477).complete


def test_the_same_seed_gives_the_same_exploration() -> None:
    assert explore(discard, seed=3, settings=SMALL, limit=500) == explore(discard, seed=3, settings=SMALL, limit=500)


def test_progress_is_told() -> None:
    told: list[int] = []
    explore(tictactoe, progress=told.append)

    assert told == sorted(told)
    assert told[-1] == 5_478
    assert len(told) > 3


def test_payloads_beyond_the_candidates_are_tried_and_guards_seen_to_say_no() -> None:
    found = explore(tictactoe)

    assert found.payloads > 1_000
    assert found.coverage.guards["is_free"].no


def test_thorough_tries_payloads_in_every_snapshot() -> None:
    thorough = explore(tictactoe, thorough=True)

    assert thorough.payloads > 4 * explore(tictactoe).payloads
    assert thorough.defects == ()


def test_what_was_not_reached_is_named() -> None:
    found = explore(tictactoe, limit=3)
    missing = unreached(found.coverage)

    assert missing.phases == ("won", "drawn")
    assert missing.rows == ("playing-mark-won", "playing-mark-drawn")
    assert missing.guards == ("completes_a_line is never True", "fills_the_board is never True")
    assert summary(found.coverage) == "1 of 3 phases, 1 of 3 rows, 4 of 6 guard outcomes"


def test_an_accepted_defect_says_so() -> None:
    (defect,) = explore(discard, settings=SMALL, limit=50).defects

    assert (defect.kind, defect.name) == ("missing_legal_move", "change_settings")
    assert "clamped" in defect.accepted


def test_an_acceptance_that_a_complete_exploration_does_not_need_is_a_finding() -> None:
    class Generous(TicTacToe):
        accepts: Any = (*TicTacToe.accepts, ("missing_legal_move", "mark", "There may be more."))

    generous = Engine(Generous, moves=(Mark,), new=new_board)
    whole = explore(generous)

    assert [f.check for f in needless_acceptances(generous.chart, [whole])] == ["idle_acceptance"]
    assert needless_acceptances(generous.chart, [explore(generous, limit=5)]) == ()
    assert needless_acceptances(tictactoe.chart, [whole]) == ()


def test_settings_reach_the_game_and_a_game_without_chance_needs_no_seed() -> None:
    found = explore(tictactoe, seed=9, settings={"squares": "xoxoxo..."})

    assert (found.snapshots, found.depth) == (8, 3), "two wins at once; or the middle, two answers, a win after each"
    assert found.coverage.phases["won"] == 4


def test_unknown_settings_and_limits_are_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="no setting 'colour'; it has squares"):
        explore(tictactoe, settings={"colour": "red"})
    with pytest.raises(PhasebookError, match="at least 1"):
        explore(tictactoe, limit=0)


def test_nothing_is_concluded_from_a_snapshot_that_breaks_an_invariant() -> None:
    def has_no_centre(snapshot: Snapshot[Board]) -> bool:
        return snapshot.game.squares[4] == "."

    strict = Engine(TicTacToe, moves=(Mark,), new=new_board, invariants=(has_no_centre,))
    found = explore(strict)

    (defect,) = found.defects
    assert defect.moves == (Mark(4),)
    wanted = plain_search(tictactoe, tictactoe.start(), 5_478, leads_on=has_no_centre)
    assert found.snapshots == len(wanted) < 5_478


def test_the_moves_to_a_defect_come_in_the_order_in_which_they_are_played() -> None:
    def is_not_this_one(snapshot: Snapshot[Board]) -> bool:
        return snapshot.game.squares != "..o....x."

    strict = Engine(TicTacToe, moves=(Mark,), new=new_board, invariants=(is_not_this_one,))
    (defect,) = explore(strict).defects

    assert defect.moves == (Mark(7), Mark(2))


def test_results_are_json() -> None:
    found = explore(discard, settings=SMALL, limit=50)

    assert msgspec.json.decode(msgspec.json.encode(found))["defects"][0]["kind"] == "missing_legal_move"


def test_the_market_is_explored_without_an_unexpected_defect() -> None:
    """Its diary grows for ever, so the limit is reached; its payments are all legal, none is missing."""
    found = explore(market, limit=2_000)

    assert found.defects == ()
    assert not found.complete


# What goes wrong, told by its own name


class Pile(msgspec.Struct, frozen=True):
    """Cards in a hand, and how many were put down."""

    hand: tuple[int, ...] = (1, 2, 3)
    down: int = 0


class Drop(Move):
    """Put cards down."""

    cards: tuple[int, ...]

    @classmethod
    def candidates(cls, game: Pile) -> Iterable["Drop"]:
        return [cls(game.hand[:2])] if game.hand else []


class Rest(Move):
    """Do nothing."""


def new_pile(seed: int = 0, size: int = 3) -> Pile:
    return Pile(tuple(range(1, size + 1)))


@guard("You do not hold all of these.")
def are_held(game: Pile, move: Drop) -> bool:
    return set(move.cards) <= set(game.hand)


@guard("Put down two.")
def are_two(game: Pile, move: Drop) -> bool:
    return len(set(move.cards)) == len(move.cards) == 2


def drop(game: Pile, move: Drop) -> Pile:
    return Pile(tuple(card for card in game.hand if card not in move.cards), game.down + len(move.cards))


def is_done(game: Pile) -> bool:
    return not game.hand


def dropping(*guards: Callable[..., bool], on: Callable[..., Pile] = drop, **options: Any) -> Engine[Pile]:
    """An engine for a flow in which cards are dropped under these guards."""

    class Dropping(Flow):
        """Drop cards until none is left."""

        holding = State("Holding cards", initial=True)
        done = State("Done", final=True)

        drop = stay(holding, cond=list(guards), on=on)
        holding.to(done, cond=is_done)

    return Engine(Dropping, moves=(Drop,), new=new_pile, **options)


def defect_of(engine: Engine[Any], kind: str, **options: Any) -> Any:
    """The one defect of a kind."""
    (found,) = [defect for defect in explore(engine, **options).defects if defect.kind == kind]
    return found


def test_a_number_of_cards_that_no_guard_holds_is_found() -> None:
    assert not explore(dropping(are_held, are_two), settings={"size": 4}).defects

    defect = defect_of(dropping(are_held), "missing_legal_move", settings={"size": 4})
    assert "a guard is probably missing that refuses it" in defect.sentence


def test_a_payload_that_candidates_offer_nowhere_points_to_a_missing_guard() -> None:
    defect = defect_of(dropping(are_two), "missing_legal_move")

    assert "no candidate of drop has cards" in defect.sentence
    assert defect.sentence.endswith("If the move is meant to be legal, widen the candidates.")


def test_a_move_without_anything_strange_in_it_points_to_narrow_candidates() -> None:
    class Shy(Rest, tag="rest"):
        @classmethod
        def candidates(cls, game: object) -> Iterable["Shy"]:
            return []

    class Resting(Flow):
        here = State(initial=True)
        there = State(final=True)
        rest = stay(here)
        drop = here.to(there, cond=[are_held, are_two])

    shy = defect_of(Engine(Resting, moves=(Shy, Drop), new=new_pile), "missing_legal_move")
    assert "its candidates are probably too few, so widen them" in shy.sentence


def test_a_deadlock_tells_which_guard_refuses_what() -> None:
    defect = defect_of(dropping(are_held, are_two), "deadlock", settings={"size": 3})

    assert defect.obstacles == ('are_two refuses {"move":"drop","cards":[3]}',)


def test_a_deadlock_without_candidates_says_so() -> None:
    class Never(Drop, tag="drop"):
        @classmethod
        def candidates(cls, game: Pile) -> Iterable["Never"]:
            return []

    class Waiting(Flow):
        here = State(initial=True)
        there = State(final=True)
        drop = here.to(there, cond=are_held)

    assert defect_of(Engine(Waiting, moves=(Never,), new=new_pile), "deadlock").obstacles == (
        "drop: it has no candidates here",
    )


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


def change_in_place(game: Pile, move: Drop) -> Pile:
    msgspec.structs.force_setattr(game, "down", game.down + 1)
    return drop(game, move)


def test_an_effect_that_changes_the_game_it_was_given_is_found() -> None:
    defect = defect_of(dropping(are_held, are_two, on=change_in_place), "changed_input", settings={"size": 4})

    assert defect.name == "drop"
    assert "changed the snapshot that it was played on" in defect.sentence


def no_number(pile: Any) -> Any:
    raise KeyError("no number")


def test_an_outcome_that_raises_is_a_defect() -> None:
    defect = defect_of(dropping(are_held, are_two, outcome=no_number), "rule_error", settings={"size": 4})

    assert (defect.phase, defect.sentence) == ("done", "KeyError while asking for the outcome: 'no number'")


def test_an_invariant_that_raises_is_a_defect_in_the_first_snapshot_too() -> None:
    defect = defect_of(dropping(are_held, are_two, invariants=(no_number,)), "rule_error")

    assert (defect.moves, defect.sentence) == ((), "KeyError while asking the invariants: 'no number'")


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


def test_what_a_rule_raises_is_told_in_one_line_without_escapes() -> None:
    def shout(pile: Any) -> Any:
        raise KeyError("\x1b[31m\nred" + "!" * 5_000)

    sentence = defect_of(dropping(are_held, are_two, invariants=(shout,)), "rule_error").sentence

    assert sentence.isprintable()
    assert len(sentence) < 500


# Settings that change during a game


class Switch(msgspec.Struct, frozen=True):
    is_on: bool = False


class Room(msgspec.Struct, frozen=True):
    settings: Switch = Switch()


class Press(Move): ...


class Read(Move): ...


@guard("It is dark.")
def there_is_light(settings: Switch) -> bool:
    return settings.is_on


def press(game: Room) -> Room:
    return Room(Switch(not game.settings.is_on))


def new_room() -> Room:
    return Room()


class Evening(Flow):
    """Press the switch, and read while there is light."""

    room = State(initial=True)
    bed = State(final=True)

    press = stay(room, on=press)
    read = room.to(bed, cond=there_is_light)


def test_rows_that_come_into_force_during_the_game_are_covered() -> None:
    found = explore(Engine(Evening, moves=(Press, Read), new=new_room))

    assert found.variants == (Switch(False), Switch(True))
    assert found.coverage.rows == {"room-press-room": 2, "room-read-bed": 1}
    assert found.coverage.phases == {"room": 2, "bed": 1}


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
