"""The queue on disk."""

from collections import deque
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from fsm.checking.frontier import Frontier


@given(st.lists(st.one_of(st.integers(), st.none()), max_size=60))
def test_it_is_a_queue_whatever_the_order_of_pushes_and_pops(plan: list[int | None]) -> None:
    """A number is pushed, None pops: the same as a deque does."""
    model: deque[int] = deque()
    with Frontier[int](chunk=3) as frontier:
        for item in plan:
            if item is not None:
                model.append(item)
                frontier.push(item)
            elif model:
                assert frontier.pop() == model.popleft()
            assert bool(frontier) is bool(model)
        assert [frontier.pop() for _ in range(len(model))] == list(model)


def test_the_middle_waits_on_disk_and_leaves_nothing_behind() -> None:
    with Frontier[int](chunk=10) as frontier:
        for number in range(35):
            frontier.push(number)
        assert frontier.folder is not None
        folder = Path(frontier.folder.name)
        assert len(list(folder.iterdir())) == 3
        frontier.pop()
        assert len(list(folder.iterdir())) == 2

    assert not folder.exists()


def test_what_cannot_be_pickled_stays_in_memory() -> None:
    class Local:
        pass

    items = [Local() for _ in range(25)]
    with Frontier[Local](chunk=10) as frontier:
        for item in items:
            frontier.push(item)

        assert frontier.folder is None
        assert [frontier.pop() for _ in items] == items
