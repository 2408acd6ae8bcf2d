"""Which guards a legal move leaves open."""

from hypothesis import given
from hypothesis import strategies as st

from fsm import Flow, State
from fsm.chart import Chart, Guard, Row
from fsm.compiler.outcomes import open_questions
from fsm.reading import read
from games.belote.flow import Belote
from games.uno.flow import Uno
from tests.fsm.compiler.drinks import Drinks


def asked(chart: Chart, leaf: str, event: str) -> list[list[str]]:
    """The guards that are asked about a legal move, row by row."""
    rows = open_questions(chart, chart.alternatives(leaf, event), leaf)
    return [[guard.words for guard in one.guards] for one in rows]


def test_what_all_rows_share_is_not_asked_again() -> None:
    """Somebody who may pay has found a can: only the price is open."""
    assert asked(read(Drinks), "ready", "pay") == [["is_a_price"], []]


def test_a_single_row_is_not_asked_at_all() -> None:
    assert asked(read(Uno), "round.playing", "play") == [[]]


def test_rows_that_do_the_same_are_not_told_apart() -> None:
    """A card follows suit, or trumps, or is thrown away: it is played."""
    assert asked(read(Belote), "playing.following", "play_card") == [[]]


class Fork(Flow):
    here, left, right, middle = State(initial=True), State(final=True), State(final=True), State(final=True)
    go = here.to(left)
    turn = here.to(right)
    stop = here.to(middle)


FORK = read(Fork)
NAMES = "abcd"
guards = st.builds(Guard, st.sampled_from(NAMES), negated=st.booleans())
rows = st.builds(
    Row,
    id=st.just("row"),
    source=st.just("here"),
    target=st.sampled_from(["left", "right", "middle"]),
    event=st.just("go"),
    guards=st.lists(guards, max_size=4).map(tuple),
    refuses=st.sampled_from(["", "", "", "No."]),
)


def answering(table: list[Row], answers: dict[str, bool]) -> Row | None:
    """The first row whose guards all hold."""
    return next((row for row in table if all(answers[one.name] is not one.negated for one in row.guards)), None)


@given(st.lists(rows, min_size=1, max_size=6), st.fixed_dictionaries(dict.fromkeys(NAMES, st.booleans())))
def test_a_legal_move_does_the_same_as_if_everything_were_asked(table: list[Row], answers: dict[str, bool]) -> None:
    meant = answering(table, answers)
    found = answering(open_questions(FORK, table, "here"), answers)

    if meant is not None and not meant.refuses:
        assert found is not None
        assert found.target == meant.target


@given(st.lists(rows, min_size=1, max_size=6))
def test_the_last_row_is_taken_without_a_question(table: list[Row]) -> None:
    found = open_questions(FORK, table, "here")

    assert bool(found) is any(not row.refuses for row in table)
    assert not found or not found[-1].guards
