"""Flows that are broken on purpose, each in one way: exactly the check that is meant for it finds it.

The rest of each flow is sound, so a check that also speaks up about something else fails here, too.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Annotated, Any

import msgspec
import pytest

import fsm.lint
from fsm import (
    Chart,
    Effect,
    Engine,
    Flow,
    Guard,
    Move,
    Phase,
    Row,
    Snapshot,
    State,
    Unchanging,
    Variant,
    guard,
    stay,
    variants,
)
from fsm.explore import explore
from fsm.lint import examine, lint
from fsm.session import Session
from fsm.settings import settings_of
from fsm.testing import CHECKS, Subject


class Count(msgspec.Struct, frozen=True):
    """A number, and things that only some defects need."""

    n: int = 0
    seed: int = 0
    note: Annotated[Any, Unchanging("promised in vain")] = None
    marks: Annotated[list[int], Unchanging("promised in vain")] = []


def new(seed: int = 0) -> Count:
    return Count(seed=seed)


@guard("It is too small.", negated="It is big.")
def is_big(game: Count) -> bool:
    return game.n >= 3


@guard("It is odd.", negated="It is even.")
def is_even(game: Count) -> bool:
    return game.n % 2 == 0


def is_silent(game: Count) -> bool:
    return game.n >= 3


def up(game: Count) -> Count:
    return Count(game.n + 1, game.seed, game.note, game.marks)


def down(game: Count) -> Count:
    return Count(game.n - 1, game.seed, game.note, game.marks)


class Go(Move): ...


class Turn(Move): ...


class Stop(Move): ...


def engine_of(flow: type[Flow], *moves: type[Move], **options: Any) -> Engine[Count]:
    return Engine(flow, moves=moves or (Go, Stop), new=new, **options)


# Found by the linter, in flows


def unreachable_phase() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        island = State()
        end = State(final=True)
        go = here.to(end) | island.to(end)

    return Broken


def trap() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        hole = State()
        end = State(final=True)
        go = here.to(hole) | stay(hole)
        stop = here.to(end)

    return Broken


def no_way_to_end() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        left = State()
        right = State()
        end = State(final=True)
        go = here.to(left) | left.to(right) | right.to(left)
        stop = here.to(end)

    return Broken


def may_deadlock() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = here.to(end, cond=is_big)
        turn = stay(here, cond=is_even, on=up)

    return Broken


def hidden_row_by_fewer_guards() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = here.to(end, cond=is_big) | here.to(end, cond=[is_even, is_big], on=up) | here.to(end)

    return Broken


def hidden_row_by_both_answers() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = here.to(end, cond=is_big) | here.to(end, unless=is_big, on=up) | here.to(end, cond=is_even, on=down)

    return Broken


def dead_by_consequence() -> type[Flow]:
    """Nobody is ever asked to go on from a phase that is left at once."""

    class Broken(Flow):
        here = State(initial=True)
        flash = State()
        end = State(final=True)
        go = here.to(flash) | flash.to(here)
        flash.to(end, cond=is_big)
        flash.to(end, unless=is_big)

    return Broken


def eventless_cycle_of_compatible_guards() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        left = State()
        right = State()
        go = here.to(left)
        stop = left.to(here) | right.to(here)
        left.to(right, cond=is_big)
        right.to(left, cond=is_even)

    return Broken


def eventless_cycle_with_effects() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        left = State()
        right = State()
        go = here.to(left)
        stop = left.to(here) | right.to(here)
        left.to(right, cond=is_big, on=down)
        right.to(left, unless=is_big, on=up)

    return Broken


def guard_without_sentence() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = here.to(end, cond=is_silent)
        stop = here.to(end)

    return Broken


def ended_for_good() -> type[Flow]:
    """Nothing follows the end of a phase that is also called: the caller comes back, and the others are stuck."""

    class Broken(Flow):
        here = State(initial=True)

        class box(State.Compound):
            inside = State(initial=True)
            outside = State(final=True)

        end = State(final=True)
        go = here.calls(box) | box.inside.to(box.outside)
        turn = here.to(box)
        stop = here.to(end)

    return Broken


def unanswered_end() -> type[Flow]:
    """Only those who give up can leave the end of the auction."""

    class Broken(Flow):
        class playing(State.Compound, initial=True):
            class auction(State.Compound, initial=True):
                bidding = State(initial=True)
                sold = State(final=True)
                go = bidding.to(sold)

        end = State(final=True)
        stop = playing.to(end)

    return Broken


def entered_again() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)

        class battle(State.Compound, enter=up):
            choosing = State(initial=True)
            fighting = State()
            go = choosing.to(fighting)

        end = State(final=True)
        go = here.to(battle)
        turn = battle.to(battle.choosing)
        stop = here.to(end) | battle.to(end)

    return Broken


def return_by_hand() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)

        class window(State.Compound):
            asking = State(initial=True)
            closed = State(final=True)

        end = State(final=True)
        go = here.calls(window) | window.asking.to(window.closed)
        turn = window.asking.to(here)
        stop = here.to(end) | window.to(end)

    return Broken


def needless_refusal() -> type[Flow]:
    """The caller would answer, but it is not around the phase that it calls."""

    class Broken(Flow):
        here = State(initial=True)

        class window(State.Compound):
            asking = State(initial=True)
            closed = State(final=True)

        end = State(final=True)
        go = here.calls(window) | window.asking.to(window.closed)
        stop = here.to(end) | window.refuses("Not now.")

    return Broken


def dead_done_row() -> type[Flow]:
    """The end of a phase that is only called is the way back."""

    class Broken(Flow):
        here = State(initial=True)

        class window(State.Compound):
            asking = State(initial=True)
            closed = State(final=True)

        end = State(final=True)
        go = here.calls(window) | window.asking.to(window.closed)
        window.done.to(end)
        stop = here.to(end)

    return Broken


def refused_everywhere() -> type[Flow]:
    class Broken(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State()
            turn = left.to(right)

        end = State(final=True)
        stop = box.to(end) | box.left.refuses("Not here.") | box.right.refuses("Nor here.")
        go = box.right.to(end)

    return Broken


def eventless_cycle_through_a_call() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)

        class window(State.Compound):
            asking = State(initial=True)
            closed = State(final=True)
            asking.to(closed)

        end = State(final=True)
        here.calls(window, cond=is_big)
        stop = here.to(end)

    return Broken


def idle_acceptance() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        end = State(final=True)
        stop = here.to(end)
        accepts = (("trap", "here", "It used to be one."),)

    return Broken


def unexplained_acceptance() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = here.to(end, cond=is_big)
        accepts = (("may_deadlock", "here", " "),)

    return Broken


def exit_from_the_end() -> type[Flow]:
    class Broken(Flow):
        here = State(initial=True)
        end = State(final=True, exit=up)
        stop = here.to(end)

    return Broken


Rows = Callable[[Any, Any], Any]
"""Makes rows between two phases."""


def boxed(inner: Rows, outer: Sequence[Any] = ()) -> type[Flow]:
    """Inside a box one can go on by the inner rows; from anywhere in it, with these guards, to the end."""

    class Broken(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State()
            go = inner(left, right)
            turn = left.to(right) | right.to(left)

        end = State(final=True)
        go = box.to(end, cond=[*outer])

    return Broken


def swallowed_refusal() -> type[Flow]:
    """Whoever does not get in is not told that it is too small, but sent to the end."""
    return boxed(lambda left, right: left.to(right, cond=is_big))


FLOWS: dict[Callable[[], type[Flow]], str] = {
    unreachable_phase: "unreachable_phase",
    trap: "trap",
    no_way_to_end: "no_way_to_end",
    may_deadlock: "may_deadlock",
    hidden_row_by_fewer_guards: "hidden_row",
    hidden_row_by_both_answers: "hidden_row",
    dead_by_consequence: "dead_alternative",
    eventless_cycle_of_compatible_guards: "eventless_cycle",
    eventless_cycle_with_effects: "eventless_cycle",
    guard_without_sentence: "guard_without_sentence",
    ended_for_good: "trap",
    unanswered_end: "unanswered_end",
    entered_again: "entered_again",
    return_by_hand: "return_by_hand",
    needless_refusal: "needless_refusal",
    dead_done_row: "dead_alternative",
    refused_everywhere: "dead_alternative",
    exit_from_the_end: "exit_from_the_end",
    swallowed_refusal: "swallowed_refusal",
    eventless_cycle_through_a_call: "eventless_cycle",
    idle_acceptance: "idle_acceptance",
    unexplained_acceptance: "unexplained_acceptance",
}


@pytest.mark.parametrize("broken", FLOWS, ids=lambda broken: broken.__name__)
def test_lint_finds_exactly_the_defect_of_a_flow(broken: Callable[[], type[Flow]]) -> None:
    assert {finding.check for finding in examine(broken()) if not finding.accepted} == {FLOWS[broken]}


# Found by the linter, in charts built by hand: `read` refuses such flows


def chart(*rows: Row, phases: tuple[Phase, ...] = ()) -> Chart:
    here, end = Phase("here", "Here", initial=True), Phase("end", "End", final=True)
    return Chart("Broken", "Broken", (here, *phases, end), rows)


STOP = Row("stop", "here", "end", "stop")

CHARTS = {
    "dead_alternative": chart(STOP, Row("again", "here", "end", "stop", effects=(Effect("up"),))),
    "dead_alternative, by itself": chart(
        Row("go", "here", "end", "go", guards=(Guard("is_big", "Why."), Guard("is_big", "Why not.", negated=True))),
        STOP,
    ),
    "unnamed_guard": chart(Row("go", "here", "end", "go", guards=(Guard("<lambda>", "Why not."),)), STOP),
    "malformed_chart": chart(STOP, Row("go", "here", "nowhere", "go")),
    "malformed_chart, after a call": chart(STOP, Row("go", "here", "here", "go", then="nowhere")),
}

CYCLE = chart(
    STOP,
    Row("round", "left", "right"),
    Row("back", "right", "left"),
    Row("in", "here", "left", "go"),
    Row("out", "left", "here", guards=(Guard("is_even"),)),
    phases=(Phase("left", "Left"), Phase("right", "Right")),
)


@pytest.mark.parametrize("name", CHARTS)
def test_lint_finds_exactly_the_defect_of_a_chart(name: str) -> None:
    assert {finding.check for finding in lint(CHARTS[name])} == {name.partition(",")[0]}


def test_lint_finds_a_certain_cycle_of_consequences_and_what_it_makes_dead() -> None:
    found = {finding.check: finding for finding in lint(CYCLE)}

    assert "left -> right -> left" in found["eventless_cycle"].problem
    assert found["dead_alternative"].row == "out"
    assert set(found) == {"eventless_cycle", "dead_alternative", "no_way_to_end"}


def test_lint_finds_a_level_without_a_beginning() -> None:
    nowhere = Chart("Broken", "Broken", (Phase("here", "Here"), Phase("end", "End", final=True)), (STOP,))

    assert {finding.check for finding in lint(nowhere)} == {"malformed_chart"}


def test_lint_finds_an_event_that_no_move_sends() -> None:
    both = chart(STOP, Row("go", "here", "end", "go"))

    assert {finding.check for finding in lint(both, moves=(Stop,))} == {"unsent_event"}
    assert lint(both, moves=(Stop, Go)) == ()
    assert lint(both) == (), "without moves nobody can tell"


class Seated(Move, tag="go"):
    seat: int

    @classmethod
    def candidates(cls, game: Count) -> Iterable["Seated"]:
        return [cls(0), cls(1)]


def waiting_table(**options: Any) -> tuple[str, ...]:
    """What is found at a table whose players send one move of this type."""
    kind: type[Move] = type("Go", (Seated,), options, tag="go")

    class Sound(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = here.to(end)

    found = lint(Engine(Sound, moves=(kind,), new=new, seats=range(2)))
    assert lint(Engine(Sound, moves=(kind,), new=new)) == (), "nobody sits down to it"
    return tuple(finding.check for finding in found)


def test_lint_finds_a_table_that_waits_for_the_absent() -> None:
    assert waiting_table() == ("waits_for_the_absent",)
    assert waiting_table(when_absent=True) == waiting_table(gives_up=True) == ()


class Rules(msgspec.Struct, frozen=True):
    twice: Annotated[bool, Variant("Once is enough.")] = False
    thrice: Annotated[bool, Variant("Twice is enough.")] = False


S = variants(Rules)


class Match(msgspec.Struct, frozen=True):
    settings: Rules


def new_match(preset: str = "plain", **chosen: Any) -> Match:
    return Match(settings_of(Rules, {"plain": {}, "double": {"twice": True}}, preset, chosen))


class Varied(Flow):
    here = State(initial=True)
    end = State(final=True)
    go = stay(here, when=S.twice)
    turn = stay(here, when=S.thrice)
    stop = here.to(end)


def test_lint_finds_a_row_that_no_preset_is_played_with() -> None:
    presets: dict[str, dict[str, bool]] = {"plain": {}, "double": {"twice": True}}
    with_presets = Engine(Varied, moves=(Go, Turn, Stop), new=new_match, presets=presets)

    (finding,) = examine(with_presets)
    assert (finding.check, finding.row) == ("unplayed_variant", "here-turn-here")
    assert "No preset is played with thrice." in finding.problem
    assert examine(Engine(Varied, moves=(Go, Turn, Stop), new=new_match)) == (), "without presets nobody can tell"


def test_every_check_of_the_linter_has_a_defect_that_it_finds() -> None:
    by_engines = {"unsent_event", "waits_for_the_absent", "unplayed_variant"}
    seeded = {*FLOWS.values(), *(name.partition(",")[0] for name in CHARTS), *by_engines}

    assert {check.__name__ for check in fsm.lint.CHECKS} <= seeded


# Found by exploration


class Climb(Flow):
    """Up to three, then the end: sound by itself; the defects are in what the engine is given."""

    here = State(initial=True)
    end = State(final=True)

    go = here.to(end, cond=is_big) | stay(here, on=up)
    stop = here.to(end)


def stays_below_two(snapshot: Snapshot[Count]) -> bool:
    return snapshot.game.n < 2


def broken_invariant() -> Engine[Count]:
    return engine_of(Climb, invariants=(stays_below_two,))


def deadlock() -> Engine[Count]:
    class Stuck(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = stay(here, unless=is_big, on=up)
        stop = here.to(end, unless=is_big)
        accepts = (("may_deadlock", "here", "It can always stop."),)

    return engine_of(Stuck)


class Add(Move):
    """Offers what its subclasses say."""

    by: int

    @classmethod
    def candidates(cls, game: Count) -> Iterable["Add"]:
        return [cls(1), cls(2)]


@guard("Only one or two.")
def is_small(game: Count, move: Add) -> bool:
    return 0 < move.by <= 2 and game.n < 3


def add(game: Count, move: Add) -> Count:
    return Count(game.n + move.by, game.seed, game.note, game.marks)


def adding(move_type: type[Move], rule: Any = is_small, effect: Any = add) -> Engine[Count]:
    class Adding(Flow):
        here = State(initial=True)
        end = State(final=True)
        add = stay(here, cond=rule, on=effect)
        stop = here.to(end)

    return engine_of(Adding, move_type, Stop)


class AddPromised(Add, tag="add"):
    """Promises to offer only legal moves, and offers a three."""

    exact = True

    @classmethod
    def candidates(cls, game: Count) -> Iterable["AddPromised"]:
        return [cls(1), cls(2), cls(3)] if game.n < 3 else []


class AddNarrow(Add, tag="add"):
    """Forgets the two when the number is odd."""

    @classmethod
    def candidates(cls, game: Count) -> Iterable["AddNarrow"]:
        return [cls(1)] if game.n % 2 else [cls(1), cls(2)]


class AddTwice(Add, tag="add"):
    """Offers the one twice."""

    @classmethod
    def candidates(cls, game: Count) -> Iterable["AddTwice"]:
        return [cls(1), cls(1), cls(2)]


def refused_legal_move() -> Engine[Count]:
    return adding(AddPromised)


def missing_legal_move() -> Engine[Count]:
    return adding(AddNarrow)


def repeated_legal_move() -> Engine[Count]:
    return adding(AddTwice)


@guard("Only one or two.")
def looks_up(game: Count, move: Add) -> bool:
    return {1: True, 2: True}[move.by] and game.n < 3


def rule_error_in_a_guard() -> Engine[Count]:
    """Raises for a payload that no candidate has, and that a player can send."""
    return adding(Add, rule=looks_up)


def forgets_to_return(game: Count, move: Add) -> Any:
    return None if game.n else add(game, move)


def rule_error_in_an_effect() -> Engine[Count]:
    return adding(Add, effect=forgets_to_return)


EXPLORED: dict[Callable[[], Engine[Count]], tuple[str, int]] = {
    broken_invariant: ("broken_invariant", 2),
    deadlock: ("deadlock", 3),
    refused_legal_move: ("refused_legal_move", 0),
    missing_legal_move: ("missing_legal_move", 1),
    repeated_legal_move: ("repeated_legal_move", 0),
    rule_error_in_a_guard: ("rule_error", 0),
    rule_error_in_an_effect: ("rule_error", 1),
}
"""The kind of defect, and after how many moves it can be seen at the earliest."""


@pytest.mark.parametrize("broken", EXPLORED, ids=lambda broken: broken.__name__)
def test_exploration_finds_exactly_the_defect_and_a_shortest_way_to_it(broken: Callable[[], Engine[Count]]) -> None:
    kind, moves = EXPLORED[broken]
    engine = broken()

    assert lint(engine) == ()
    (defect,) = explore(engine).defects
    assert defect.kind == kind
    assert len(defect.moves) == moves


@pytest.mark.parametrize("broken", [deadlock, missing_legal_move, rule_error_in_an_effect])
def test_the_way_to_a_defect_can_be_replayed(broken: Callable[[], Engine[Count]]) -> None:
    engine = broken()
    (defect,) = explore(engine).defects

    session = Session.replay(engine, defect.log)

    assert session.snapshot.phase == defect.phase
    assert session.trace == defect.rows
    assert tuple(step.move for step in session.log) == defect.moves


# Found by the conformance checks


def take_note(game: Count) -> Count:
    return Count(game.n + 1, game.seed, (game.n, game.n), game.marks)


class Noting(Flow):
    here = State(initial=True)
    end = State(final=True)
    go = stay(here, on=take_note)
    stop = here.to(end)


def unsaved_type() -> Engine[Count]:
    """A tuple in a field of type Any comes back as a list."""
    return engine_of(Noting)


def tells_all(snapshot: Snapshot[Count], player: object) -> Count:
    return snapshot.game


def telling_view() -> Engine[Count]:
    return engine_of(Climb, view=tells_all)


@guard("Not now.")
def scribbles(game: Count) -> bool:
    """Notes down every refusal in the game that it was asked about: not pure."""
    if game.n > 0:
        game.marks.append(game.n)
    return game.n == 0


class Scribbling(Flow):
    here = State(initial=True)
    end = State(final=True)
    go = stay(here, on=up)
    turn = stay(here, cond=scribbles)
    stop = here.to(end)


def impure_guard() -> Engine[Count]:
    return engine_of(Scribbling, Go, Turn, Stop)


class Waking(msgspec.Struct, frozen=True):
    """Counts how often it woke up; being awake is not saved."""

    times: int = 0
    awake: bool = False


def is_asleep(game: Waking) -> bool:
    return not game.awake


def wake(game: Waking) -> Waking:
    return Waking(game.times + 1, awake=True)


def new_sleeper() -> Waking:
    return Waking()


class Sleeping(Flow):
    here = State(initial=True)
    end = State(final=True)
    stay(here, cond=is_asleep, on=wake)
    stop = here.to(end)
    accepts = (("eventless_cycle", "here", "It is awake after one round."),)


def load_that_changes_the_game() -> Engine[Any]:
    """A consequence of starting anew counts up, so every load gives another game."""
    return Engine(Sleeping, moves=(Stop,), new=new_sleeper, transient=("awake",))


def compiled_otherwise() -> Engine[Count]:
    """Stands for an error of the compiler: each step goes one further than the flow says."""
    engine = engine_of(Noting)
    step, play = engine.step, engine.step_traced

    def further(answer: Any) -> Any:
        return Snapshot(answer.phase, up(answer.game)) if isinstance(answer, Snapshot) else answer

    vars(engine)["step"] = lambda snapshot, move, seat=...: further(step(snapshot, move))
    vars(engine)["step_traced"] = lambda snapshot, move, trace: further(play(snapshot, move, trace))
    return engine


def scribble(game: Count) -> Count:
    game.marks.append(game.n)
    return Count(game.n + 1, game.seed, game.note, game.marks[:1])


class Overwriting(Flow):
    here = State(initial=True)
    end = State(final=True)
    go = stay(here, on=scribble)
    stop = here.to(end)


def changed_input() -> Engine[Count]:
    """An effect that writes into the game it was given."""
    return engine_of(Overwriting)


def tidy(game: Count) -> Count:
    game.marks.clear()
    return Count(game.n + 1, game.seed, game.note, [game.n])


class Tidying(Flow):
    here = State(initial=True)
    end = State(final=True)
    go = stay(here, on=tidy)
    stop = here.to(end)


def input_changed_once() -> Engine[Count]:
    """The same, but a second step from the same snapshot finds nothing left to change."""
    return engine_of(Tidying)


CONFORMING: dict[Callable[[], Engine[Any]], set[str]] = {
    unsaved_type: {"saves_round_trip"},
    load_that_changes_the_game: {"saves_round_trip"},
    telling_view: {"views_exist"},
    deadlock: {"play_goes_on"},
    broken_invariant: {"invariants_hold"},
    repeated_legal_move: {"legal_moves_are_accepted"},
    missing_legal_move: {"legal_moves_are_complete"},
}


def failing(engine: Engine[Any]) -> set[str]:
    subject = Subject(engine, games=20, max_moves=12)
    failed = set()
    for check in CHECKS:
        try:
            check(subject)
        except AssertionError:
            failed.add(check.__name__)
    return failed


@pytest.mark.parametrize("broken", CONFORMING, ids=lambda broken: broken.__name__)
def test_conformance_fails_in_exactly_the_check_that_is_meant_for_it(broken: Callable[[], Engine[Any]]) -> None:
    assert failing(broken()) == CONFORMING[broken]


def test_a_promise_of_exact_candidates_that_is_not_kept_fails_by_that_name_too() -> None:
    assert failing(refused_legal_move()) == {"exact_candidates_are_exact", "legal_moves_are_accepted"}


def test_a_compiler_that_goes_another_way_than_the_interpreter_is_noticed() -> None:
    assert "native_equals_compiled" in failing(compiled_otherwise())


def test_a_rule_that_is_not_a_function_of_the_game_is_noticed() -> None:
    numbers = count()

    def draw(game: Count) -> Count:
        return Count(next(numbers))

    class Drawing(Flow):
        here = State(initial=True)
        end = State(final=True)
        go = stay(here, on=draw)
        stop = here.to(end)

    assert "logs_replay" in failing(engine_of(Drawing))


def test_a_sound_flow_passes_every_check() -> None:
    assert failing(engine_of(Climb)) == set()
    assert lint(engine_of(Climb)) == ()
    assert explore(engine_of(Climb)).defects == ()


@pytest.mark.parametrize("broken", [changed_input, input_changed_once], ids=lambda broken: broken.__name__)
def test_conformance_notices_an_effect_that_changes_its_input(broken: Callable[[], Engine[Any]]) -> None:
    assert "steps_leave_their_input_alone" in failing(broken())


def test_conformance_notices_a_guard_that_changes_the_game() -> None:
    """Such a guard spoils more than one thing; that a refusal leaves a mark is among them."""
    assert "refusals_change_nothing" in failing(impure_guard())
