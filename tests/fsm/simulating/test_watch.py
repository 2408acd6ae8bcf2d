"""Who changed a snapshot that was only to be looked at."""

import msgspec
import pytest
from msgspec.structs import force_setattr

from fsm import Caller, Chart, Effect, Phase, Row, Snapshot, Trace, read
from fsm.simulating.watch import BrokenGameError, Watch, effects_of
from tests.fsm.fair import Bid, Fair
from tests.fsm.samples import Earn, Market


class Jar(msgspec.Struct, frozen=True):
    coins: int = 0


MARKET = read(Market)


def watch(trace: Trace) -> tuple[Snapshot[Jar], Watch]:
    """A snapshot, and the look at it before anything happens."""
    snapshot = Snapshot("street", Jar())
    return snapshot, Watch(MARKET, snapshot, trace)


def test_a_snapshot_that_stays_as_it_is_is_let_pass() -> None:
    _, look = watch(Trace())

    look.has_been_asked()
    look.has_been_played(Earn())


def test_a_change_while_asking_is_told_apart_from_one_while_playing() -> None:
    snapshot, look = watch(Trace())
    force_setattr(snapshot.game, "coins", 3)

    with pytest.raises(BrokenGameError) as asked:
        look.has_been_asked()
    assert asked.value.kind == "changed_input"
    assert asked.value.sentence.startswith("A guard, the candidates of a move or the policy changed the snapshot")


def test_only_the_rows_taken_since_then_are_suspected() -> None:
    trace = Trace(rows=["shop.paying-pay-street"])
    snapshot, look = watch(trace)
    trace.rows.append("street-earn-street")
    force_setattr(snapshot.game, "coins", 3)

    with pytest.raises(BrokenGameError) as played:
        look.has_been_played(Earn())
    assert played.value.sentence == (
        'Playing {"move":"earn"} changed the snapshot that it was played on; look at earn.'
    )


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (["street-earn-street"], ["earn"]),
        (["street-enter-shop"], ["open_shop", "greet"]),
        (["shop-leave-street"], ["close_shop"]),
        (["shop.paying-pay-street", "street-then-home"], ["pay", "close_shop"]),
    ],
)
def test_effects_of_rows_and_of_the_phases_that_they_leave_and_enter_are_named(
    rows: list[str], wanted: list[str]
) -> None:
    assert effects_of(MARKET, rows) == wanted


def test_without_any_effect_the_rows_themselves_are_named() -> None:
    phases = (Phase("here", "Here", initial=True), Phase("end", "End", final=True))
    rows = (Row("go", "here", "end", "go"), Row("up", "here", "here", effects=(Effect("up"),)))
    plain = Chart("C", "C", phases, rows)

    assert effects_of(plain, ["go"]) == ["go"]
    assert effects_of(plain, ["go", "up"]) == ["up"]


ASKING = Caller("playing.turn.acting", "playing.turn.acting-ask-playing.question")


def test_a_call_that_ends_lets_its_caller_go_on() -> None:
    fair = read(Fair)
    answer = ["playing.question.asked-answer-playing.question.answered"]

    assert "forget_bids" in effects_of(fair, answer, [ASKING]), "the caller's phase may be left"
    assert "forget_bids" not in effects_of(fair, answer)
    assert "forget_bids" in effects_of(fair, ["playing-concede-over"], [ASKING]), "so does one that is abandoned"
    assert "forget_bids" not in effects_of(fair, ["playing.question.asked-ask-playing.question"], [ASKING])
    assert effects_of(fair, ["playing.turn.acting-ask-playing.question"], [])[0] == "forget_bids"


def test_where_a_choice_was_only_kept_no_effect_is_suspected() -> None:
    trace, snapshot = Trace(), Snapshot("playing.bidding", Jar())
    look = Watch(read(Fair), snapshot, trace)
    force_setattr(snapshot.game, "coins", 3)

    with pytest.raises(BrokenGameError) as played:
        look.has_been_played(Bid(0, 1))
    assert played.value.sentence.endswith("look at the guards and the rule that names the seats.")
