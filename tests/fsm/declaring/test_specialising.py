"""Charts made simpler by settings."""

import msgspec

from fsm import Flow, State, read
from fsm.declaring.specialising import reachable_leaves
from tests.fsm.waiting_samples import Office


class Rules(msgspec.Struct, frozen=True):
    bonus: bool = False


def bonus_round(settings: Rules) -> bool:
    return settings.bonus


class Show(Flow):
    """A quiz with an optional bonus round."""

    asking = State(initial=True)

    class bonus(State.Compound):
        spinning = State(initial=True)
        paying = State()
        stop = spinning.to(paying)

    over = State(final=True)

    # fmt: off
    answer = asking.to(bonus, cond=bonus_round) \
           | asking.to(over)
    take   = bonus.to(over)
    # fmt: on
    refusals = (("bonus", "answer", "The question is answered."),)


def test_a_preset_without_the_rule_has_neither_its_rows_nor_its_phases() -> None:
    plain = read(Show).specialise({"bonus_round": False})

    assert [phase.path for phase in plain.phases] == ["asking", "over"]
    assert [row.id for row in plain.rows] == ["asking-answer-over"]
    assert plain.refusals == ()


def test_a_preset_with_the_rule_no_longer_asks_for_it() -> None:
    rich = read(Show).specialise({"bonus_round": True})

    assert [row.id for row in rich.alternatives("asking", "answer")] == ["asking-answer-bonus"]
    assert rich.alternatives("asking", "answer")[0].guards == ()
    assert "bonus.paying" in reachable_leaves(rich)


def test_static_guards_are_known_by_their_parameter() -> None:
    assert [g.is_static for row in read(Show).rows for g in row.guards] == [True]


def test_rows_that_settings_leave_open_stay_with_what_comes_after() -> None:
    untouched = read(Show).specialise({})

    assert [row.id for row in untouched.alternatives("asking", "answer")] == [
        "asking-answer-bonus",
        "asking-answer-over",
    ]
    assert [phase.path for phase in untouched.phases] == [phase.path for phase in read(Show).phases]


def test_a_phase_that_is_only_called_is_reached_and_so_is_what_follows() -> None:
    assert reachable_leaves(read(Office)) == {leaf.path for leaf in read(Office).leaves}


class Hospital(Flow):
    """Emergencies are a variant; the way on after them is reached in no other way."""

    waiting = State(initial=True)

    class emergency(State.Compound):
        treated = State(initial=True)
        over = State(final=True)
        heal = treated.to(over)

    resting = State()
    accident = waiting.calls(emergency, cond=bonus_round, then=resting)


def test_without_its_call_a_phase_is_gone_with_what_follows_it() -> None:
    calm = read(Hospital).specialise({"bonus_round": False})
    assert [phase.path for phase in calm.phases] == ["waiting"]
    wild = read(Hospital).specialise({"bonus_round": True})
    assert [phase.path for phase in wild.phases] == [phase.path for phase in read(Hospital).phases]


class Clinic(Flow):
    """Nobody heals in this variant, so the call never ends."""

    waiting = State(initial=True)

    class emergency(State.Compound):
        treated = State(initial=True)
        over = State(final=True)
        heal = treated.to(over, cond=bonus_round)

    resting = State()
    accident = waiting.calls(emergency, then=resting)


def test_a_call_that_never_ends_under_some_settings_goes_nowhere() -> None:
    hopeless = read(Clinic).specialise({"bonus_round": False})
    assert [phase.path for phase in hopeless.phases] == ["waiting", "emergency", "emergency.treated"]
    assert [row.then for row in hopeless.rows] == [None]


class Ward(Flow):
    """The same, and others come by another way to a room where the call would go on from the door."""

    waiting = State(initial=True)

    class emergency(State.Compound):
        treated = State(initial=True)
        over = State(final=True)
        heal = treated.to(over, cond=bonus_round)

    class room(State.Compound):
        door = State(initial=True)
        bed = State()

    accident = waiting.calls(emergency, then=room)
    visit = waiting.to(room.bed)


def test_a_call_that_never_ends_goes_nowhere_though_others_go_there() -> None:
    hopeless = read(Ward).specialise({"bonus_round": False})
    assert [phase.path for phase in hopeless.phases if phase.parent == "room"] == ["room.bed"]
    assert [row.then for row in hopeless.rows] == [None, None]
