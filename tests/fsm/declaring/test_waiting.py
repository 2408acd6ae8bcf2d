"""The guards that come with a call or a gathering."""

from typing import Any

import pytest

from fsm import Caller, Engine, Flow, FlowError, Move, Refusal, Snapshot, State, gather, guard, read
from tests.fsm.waiting_samples import Diary, new_diary


class Object(Move): ...


class Rest(Move): ...


class Debate(Flow):
    """An objection can be objected to, three deep."""

    speaking = State(initial=True)

    class objection(State.Compound):
        heard = State(initial=True)
        ruled = State(final=True)
        rest = heard.to(ruled)

    object = speaking.calls(objection) | objection.heard.calls(objection, most=3)


debate: Engine[Diary] = Engine(Debate, moves=(Object, Rest), new=new_diary)


def test_a_limit_counts_all_calls_of_the_phase_that_are_under_way() -> None:
    snapshot: Any = debate.start(seed=0)
    for depth in range(3):
        assert len(snapshot.back) == depth
        assert Object() in debate.legal_moves(snapshot)
        snapshot = debate.step(snapshot, Object())
    assert debate.legal_moves(snapshot) == [Rest()]
    refusal = debate.step(snapshot, Object())
    assert isinstance(refusal, Refusal)
    assert (refusal.guard, refusal.message) == (
        "fewer_than_3_objection",
        "No more than 3 of “objection” can be open at once.",
    )
    assert [report.holds for report in debate.why(snapshot, Object()).rows[0].guards] == [False]
    for depth in (2, 1, 0):
        snapshot = debate.step(snapshot, Rest())
        assert len(snapshot.back) == depth
    assert snapshot == debate.start(seed=0)


def test_the_limit_is_part_of_the_fingerprint() -> None:
    class Longer(Flow):
        speaking = State(initial=True)

        class objection(State.Compound):
            heard = State(initial=True)
            ruled = State(final=True)
            rest = heard.to(ruled)

        object = speaking.calls(objection) | objection.heard.calls(objection, most=4)

    assert read(Longer).fingerprint != read(Debate).fingerprint


@guard("Only the jury votes.")
def jury(game: Diary) -> tuple[str, ...]:
    return ("ann", "bob")


class Vote(Move):
    juror: str
    seat_field = "juror"

    @classmethod
    def candidates(cls, game: Diary) -> list["Vote"]:
        return [cls("ann"), cls("bob"), cls("eve")]


class Court(Flow):
    voting = State(initial=True)
    over = State(final=True)
    vote = gather(voting, by=jury, to=over)


def test_who_chooses_is_asked_with_the_sentence_of_the_rule_that_says_so() -> None:
    court: Engine[Diary] = Engine(Court, moves=(Vote,), new=new_diary)
    refusal = court.step(court.start(seed=0), Vote("eve"))
    assert isinstance(refusal, Refusal)
    assert (refusal.guard, refusal.message) == ("is_among_jury", "Only the jury votes.")
    assert court.step(court.start(seed=0), Vote("bob")) == Snapshot("voting", Diary(), (), (Vote("bob"),))


def test_a_gathered_move_must_say_whose_it_is() -> None:
    class Vote(Move): ...

    with pytest.raises(FlowError, match="'vote' is gathered from several seats, but Vote has no field 'seat'; add it"):
        Engine(Court, moves=(Vote,), new=new_diary)


def test_a_rule_of_the_author_cannot_have_the_name_of_one_that_comes_with_a_row() -> None:
    def has_not_chosen(game: Diary) -> bool:
        return True

    class Confused(Flow):
        voting = State(initial=True)
        over = State(final=True)
        vote = gather(voting, by=jury, cond=has_not_chosen, to=over)

    with pytest.raises(FlowError, match="'has_not_chosen'"):
        read(Confused)


def test_callers_are_counted_by_the_phase_they_called() -> None:
    once = debate.step(debate.start(seed=0), Object())
    assert isinstance(once, Snapshot)
    assert once.back == (Caller("speaking", "speaking-object-objection"),)
