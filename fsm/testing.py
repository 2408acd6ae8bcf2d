"""Tests that every flow should pass, in three lines of a test file:

    from fsm.testing import conformance
    from my_game import engine
    test_my_game = conformance(engine)

Each check becomes a test of its own. Without pytest, `conform(engine)` runs them all and raises `AssertionError`.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any

import msgspec

from fsm.checking.probing import Prober, repeated, unoffered
from fsm.conforming.determinism import another_process_agrees, games_are_deterministic
from fsm.conforming.seat_checks import (
    absent_players_have_a_move,
    endings_have_returns,
    seats_have_their_own_moves,
    seats_speak_for_themselves,
    to_act_is_what_the_guards_say,
)
from fsm.conforming.secret_checks import hidden_parts_vary, nothing_leaks, redeals_are_positions, views_come_back
from fsm.conforming.subject import SAMPLES, Subject
from fsm.engine import Engine
from fsm.errors import SaveError
from fsm.moves import move_text
from fsm.saves import is_stuck
from fsm.session import Session
from fsm.snapshot import Refusal, differing, encode, readable

__all__ = ["CHECKS", "SECRET_CHECKS", "SPOT_CHECKS", "Subject", "conform", "conformance", "spot_checks"]

# The checks, one claim each


def lint_is_clean(subject: Subject) -> None:
    """The linter is certain of nothing that the flow does not accept with a reason."""
    from fsm.lint import lint

    findings = lint(subject.engine)

    assert not findings, "\n".join(map(str, findings))


def play_goes_on(subject: Subject) -> None:
    """A random game ends in a final phase, or goes on as long as it is let."""
    for session in subject.sessions:
        stuck = not subject.engine.is_over(session.snapshot) and not subject.engine.legal_moves(session.snapshot)

        assert not stuck, f"no move is legal in {session.snapshot.phase}; the game: {session.write_log().decode()}"


def invariants_hold(subject: Subject) -> None:
    """Every invariant holds in every snapshot."""
    for snapshot in subject.snapshots:
        broken = subject.engine.broken(snapshot)

        assert not broken, f"{broken[0]} does not hold in\n{readable(snapshot)}"


def legal_moves_are_accepted(subject: Subject) -> None:
    """`step` accepts what `legal_moves` offers, and nothing is offered twice."""
    for snapshot in subject.sample:
        legal = subject.engine.legal_moves(snapshot)
        for move in legal:
            subject.step(snapshot, move)

        assert repeated(legal) is None, f"a move is offered twice in\n{readable(snapshot)}"


def legal_moves_are_complete(subject: Subject) -> None:
    """`step` refuses what `legal_moves` does not offer, unless the flow accepts that with a reason."""
    prober = Prober(subject.engine)
    for snapshot in subject.sample:
        if subject.engine.is_over(snapshot):
            continue
        for move in prober.others(snapshot, subject.engine.legal_moves(snapshot), without=subject.loose):
            assert not prober.accepts(snapshot, move), f"{unoffered(snapshot, move)} It was in\n{readable(snapshot)}"


def exact_candidates_are_exact(subject: Subject) -> None:
    """Where a move type promises exact candidates, the guards let each of them pass."""
    prober = Prober(subject.engine)
    for snapshot in subject.sample:
        for move in filter(attrgetter("exact"), subject.engine.legal_moves(snapshot)):
            assert prober.accepts(snapshot, move), (
                f"{type(move).__name__}.exact is wrong: {move_text(move)} in\n{readable(snapshot)}"
            )


def refusals_change_nothing(subject: Subject) -> None:
    """A refused move gives a sentence, and leaves the snapshot as it was."""
    for snapshot in subject.sample:
        before = encode(snapshot)
        for move in subject.illegal(snapshot):
            answer = subject.engine.step(snapshot, move)

            assert isinstance(answer, Refusal), (
                f"step accepts {move_text(move)}, which is not offered in\n{readable(snapshot)}"
            )
            assert answer.message.strip(), f"{move_text(move)} is refused without a word"
            assert encode(snapshot) == before, f"{move_text(move)} changed the snapshot that it was tried on"


def steps_leave_their_input_alone(subject: Subject) -> None:
    """No move changes the snapshot that it is played in, nor does asking for the legal moves.

    On fresh snapshots: in those of the other checks, what a rule changes may have been changed before.
    """
    engine = subject.engine
    for number, session in enumerate(subject.sessions):
        snapshot = subject.runner.start(subject.runner.seed_of(number), None)
        for step in session.log:
            before = encode(snapshot)
            legal = engine.legal_moves(snapshot)
            assert encode(snapshot) == before, f"legal_moves has changed\n{readable(snapshot)}"
            for move in (step.move, *legal):
                engine.step(snapshot, move)
                assert encode(snapshot) == before, f"{move_text(move)} has changed\n{readable(snapshot)}"
            snapshot = subject.step(snapshot, step.move)


def native_equals_compiled(subject: Subject) -> None:
    """python-statemachine's own interpreter goes the same way, move for move, and refuses the same moves."""
    from fsm.native import Native

    for session, path in zip(subject.sessions, subject.paths, strict=True):
        native = Native(subject.engine, path[0])
        for step, before, after in zip(session.log, path, path[1:], strict=False):
            for wrong in islice(subject.illegal(before), 1):
                assert native.send(wrong) == subject.engine.step(before, wrong), f"they differ about {move_text(wrong)}"
            assert native.send(step.move) == after, f"they differ after {move_text(step.move)} in\n{readable(before)}"


def saves_round_trip(subject: Subject) -> None:
    """A loaded game is the game that was saved; transient fields start anew, once."""
    for snapshot in subject.sample:
        if subject.engine.broken(snapshot) or is_stuck(subject.engine, snapshot):
            continue  # such a game is not loaded, and another check speaks of it
        try:
            loaded = subject.engine.load(subject.engine.dump(snapshot))
            again = subject.engine.load(subject.engine.dump(loaded))
        except SaveError as error:
            raise AssertionError(f"{error} It was:\n{readable(snapshot)}") from error

        assert subject.engine.transient or loaded == snapshot, (
            f"loading changed the game:\n{differing(snapshot, loaded)}"
        )
        assert again == loaded, f"loading twice changed the game:\n{differing(loaded, again)}"


def logs_replay(subject: Subject) -> None:
    """A written log replays to the same snapshots, bytes and news."""
    for session in subject.sessions:
        log = session.write_log()
        try:
            again = Session.replay(subject.engine, log)
        except SaveError as error:
            raise AssertionError(f"the replay fails: {error}") from error

        assert again.snapshot == session.snapshot, (
            f"the replay ends elsewhere:\n{differing(session.snapshot, again.snapshot)}"
        )
        assert (again.opening, again.log) == (session.opening, session.log), (
            "the replay took other rows or made other news"
        )
        assert again.write_log() == log, "the replay writes another log"


def views_exist(subject: Subject) -> None:
    """Every player and a spectator have a view of every snapshot; it goes into JSON, and does not show the seed."""
    for number, path in enumerate(subject.paths):
        for snapshot in path[:: -(-len(path) // SAMPLES)]:
            for player in subject.viewers(snapshot):
                text = msgspec.json.encode(subject.engine.view(snapshot, player)).decode()

                assert not shows_seed(text, subject.runner.seed_of(number)), f"the view of {player!r} shows the seed"


def shows_seed(text: str, seed: int) -> bool:
    """Whether a seed is in a text: in decimal or in hexadecimal, its bytes in either order."""
    backwards = seed.to_bytes(-(-seed.bit_length() // 8), "little").hex()
    return any(spelling in text.lower() for spelling in (str(seed), f"{seed:x}", backwards))


CHECKS: tuple[Callable[[Subject], None], ...] = (
    lint_is_clean,
    games_are_deterministic,
    another_process_agrees,
    play_goes_on,
    invariants_hold,
    legal_moves_are_accepted,
    legal_moves_are_complete,
    exact_candidates_are_exact,
    refusals_change_nothing,
    steps_leave_their_input_alone,
    native_equals_compiled,
    saves_round_trip,
    logs_replay,
    to_act_is_what_the_guards_say,
    seats_have_their_own_moves,
    seats_speak_for_themselves,
    absent_players_have_a_move,
    endings_have_returns,
    views_exist,
    views_come_back,
    redeals_are_positions,
    nothing_leaks,
    hidden_parts_vary,
)


SPOT_CHECKS = (games_are_deterministic, another_process_agrees, endings_have_returns, views_exist, nothing_leaks)
"""What neither exploration nor guided play looks at, since it takes more than one snapshot."""


SECRET_CHECKS = (views_exist, nothing_leaks)
"""Those of them that are about what a seat may know, which depends on the settings."""


def spot_checks(
    engine: Engine[Any], checks: Sequence[Callable[[Subject], None]] = SPOT_CHECKS, **options: Any
) -> dict[str, str]:
    """By the name of each check what is wrong in a few random games, or nothing. Options are those of `Subject`."""
    subject = Subject(engine, **options)
    return {check.__name__: complaint_of(check, subject) for check in checks}


def complaint_of(check: Callable[[Subject], None], subject: Subject) -> str:
    """What a check says, if it fails. A rule that raises is no news: play has met it, and named it."""
    try:
        check(subject)
    except AssertionError as failure:
        return str(failure)
    except Exception as error:  # rules are foreign code
        return f"{type(error).__name__}: {error}"
    return ""


def conform(engine: Engine[Any], **options: Any) -> None:
    """Run every check; raises AssertionError at the first that fails. Options are those of `Subject`."""
    subject = Subject(engine, **options)
    for check in CHECKS:
        check(subject)


def conformance(engine: Engine[Any], **options: Any) -> Callable[..., None]:
    """A test function for pytest with a case for each check. Options are those of `Subject`: games, max_moves, seed,
    settings, players, without (events that random play avoids), and giving_up (it does not avoid moves that do)."""
    import pytest

    subject = Subject(engine, **options)

    @pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
    def test_conformance(check: Callable[[Subject], None]) -> None:
        check(subject)

    return test_conformance
