"""What is written and never happens. The checks themselves are seeded in tests/fsm/test_seeded_defects.py."""

from fsm import Flow, State, guard, stay
from fsm.catalogue import engine_of, registered
from fsm.lint import examine

CHECKED = {"exit_from_the_end", "unplayed_variant", "swallowed_refusal"}


@guard("It is too small.")
def is_big(game: int) -> bool:
    return game > 3


def leave(game: int) -> int:
    return game + 1


def test_our_own_flows_neglect_nothing() -> None:
    for name in registered():
        assert not {finding.check for finding in examine(engine_of(name))} & CHECKED


def test_the_end_of_a_part_is_left_so_its_exit_effects_happen() -> None:
    class Parts(Flow):
        class round(State.Compound, initial=True):
            here = State(initial=True)
            over = State(final=True, exit=leave)
            go = here.to(over)

        end = State(final=True)
        round.done.to(end)

    assert "exit_from_the_end" not in {finding.check for finding in examine(Parts)}


def test_a_row_that_refuses_keeps_its_refusal() -> None:
    class Refusing(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State()
            go = left.to(right, cond=is_big) | left.refuses("It is too small.")
            turn = left.to(right) | right.to(left)

        end = State(final=True)
        go = box.to(end)

    assert "swallowed_refusal" not in {finding.check for finding in examine(Refusing)}


def test_an_outer_row_with_a_guard_of_its_own_refuses_too() -> None:
    class Both(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State()
            go = left.to(right, cond=is_big)
            turn = left.to(right) | right.to(left)

        end = State(final=True)
        go = box.to(end, cond=is_big)
        wait = stay(box)

    assert "swallowed_refusal" not in {finding.check for finding in examine(Both)}


def test_a_guard_without_a_sentence_only_chooses() -> None:
    def is_even(game: int) -> bool:
        return game % 2 == 0

    class Choosing(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State()
            go = left.to(right, cond=is_even)
            turn = left.to(right) | right.to(left)

        end = State(final=True)
        go = box.to(end)

    assert "swallowed_refusal" not in {finding.check for finding in examine(Choosing)}
