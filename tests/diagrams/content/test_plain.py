"""Names of the code, read as a rule book would say them."""

import pytest

from diagrams.content.names import Names
from diagrams.content.plain import (
    alternatives,
    at_the_start,
    chain_in_words,
    effect_in_words,
    event_in_words,
    guard_in_words,
    question_in_words,
    spaced,
    telling_effects,
    variant_in_words,
)
from diagrams.content.sentences import Sentences
from diagrams.options import Words
from fsm.chart import Effect, Guard, Phase, Row
from games.belote import engine as belote
from games.discard import engine as discard
from games.goofspiel import engine as goofspiel
from games.uno import engine as uno
from tests.diagrams.charts import sorted_chart

A, B, C, D = (Guard(name) for name in ("a_card_fits", "it_is_late", "c", "d"))
NOT_C, NOT_D = Guard("c", negated=True), Guard("d", negated=True)
ON, OFF = (Guard("jump_in", needs=("settings",), reads=("jump_in",), negated=negated) for negated in (False, True))


def row(*guards: Guard, event: str | None = "go", **more: object) -> Row:
    return Row("r", "a", "b", event, guards, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "words"), [("deal_next_hand", "deal next hand"), ("_x_", "x"), ("__", "__"), ("", "")]
)
def test_underscores_are_blanks(name: str, words: str) -> None:
    assert spaced(name) == words


def test_only_the_first_letter_becomes_a_capital() -> None:
    assert at_the_start("call UNO") == "Call UNO"
    assert at_the_start("") == ""


@pytest.mark.parametrize(
    ("guards", "words"),
    [
        ((), ""),
        ((A,), "if a card fits"),
        ((A, B), "if a card fits and it is late"),
        ((A, B, C), "if a card fits, it is late and c"),
        ((NOT_C,), "unless c"),
        ((NOT_C, NOT_D), "unless c or d"),
        ((A, NOT_C), "if a card fits, unless c"),
        ((ON, A), "if a card fits"),
    ],
)
def test_a_question_is_a_part_of_a_sentence(guards: tuple[Guard, ...], words: str) -> None:
    assert question_in_words(row(*guards), (), guard_in_words) == words


def test_many_guards_have_a_name() -> None:
    assert question_in_words(row(A, B, C, NOT_D), (), guard_in_words, "G1") == "if all of G1"
    assert chain_in_words((A, B, C, NOT_D), guard_in_words) == "a card fits, it is late and c, unless d"


@pytest.mark.parametrize(
    ("earlier", "later", "otherwise"),
    [
        ((A,), (), True),
        ((A, B), (A,), True),
        ((A,), (A, B), False),
        ((A,), (B,), False),
        ((A,), (A,), False),
        ((ON,), (), True),
        ((ON, A), (OFF,), False),
        ((ON, A), (ON,), True),
        ((ON, A), (A,), True),
        ((), (ON,), False),
    ],
)
def test_what_asks_for_less_than_one_before_is_what_is_left(
    earlier: tuple[Guard, ...], later: tuple[Guard, ...], otherwise: bool
) -> None:
    words = question_in_words(row(*later), [row(*earlier)], guard_in_words)

    assert words.startswith("otherwise") is otherwise


def test_alternatives_are_those_of_the_same_phase_and_event() -> None:
    rows = [
        Row("1", "a", "b", "go", (A,)),
        Row("2", "a", "b", "stop", (A,)),
        Row("3", "a", "b", "go"),
        Row("4", "a", "b", None, (A,)),
        Row("5", "a", "b", None, done=True),
        Row("6", "b", "a", "go"),
    ]
    found = alternatives(sorted_chart("Rows", [Phase("a", "A", initial=True), Phase("b", "B")], rows))

    assert {name: [row.id for row in earlier] for name, earlier in found.items()} == {
        "1": [], "2": [], "3": ["1"], "4": [], "5": [], "6": []
    }  # fmt: skip


@pytest.mark.parametrize(
    ("guard", "words"),
    [
        (ON, "jump in: on"),
        (OFF, "jump in: off"),
        (Guard("score_limit >= 3", needs=("settings",), reads=("score_limit",)), "score limit is at least 3"),
        (Guard("score_limit < 3", "", True, ("settings",), ("score_limit",)), "score limit is at least 3"),
        (Guard("score_limit == None", needs=("settings",), reads=("score_limit",)), "without score limit"),
        (Guard("score_limit == None", "", True, ("settings",), ("score_limit",)), "with score limit"),
        (Guard("is_long", needs=("settings",)), "is long"),
        (Guard("is_long", "", True, ("settings",)), "not is long"),
        (Guard("a_b | c", needs=("settings",), reads=("a_b", "c")), "(a b or c)"),
        (Guard("is_long", needs=("settings",), says="matches are long"), "matches are long"),
        (Guard("is_long", "", True, ("settings",), says="matches are long"), "unless matches are long"),
    ],
)
def test_settings_are_read_aloud(guard: Guard, words: str) -> None:
    assert variant_in_words(guard) == words


def test_says_is_taken_as_it_is_written() -> None:
    assert guard_in_words(Guard("is_your_decision", says="it is your decision")) == "it is your decision"
    assert effect_in_words(Effect("don", says="give DON!!")) == "give DON!!"
    assert event_in_words(row(says="call UNO"), False) == "call UNO"


def test_what_nobody_sends_says_when_it_happens() -> None:
    assert event_in_words(row(event=None), False) == "At once"
    assert event_in_words(row(A, event=None), True) == ""
    assert event_in_words(row(event=None, done=True), True) == "When done"
    assert event_in_words(row(event=None, says="At the end of the turn"), True) == "At the end of the turn"


def test_an_effect_that_repeats_the_event_is_left_out() -> None:
    effects = Effect("end_turn"), Effect("draw")

    assert telling_effects(row(event="end_turn", effects=effects)) == effects[1:]


# Of our games: what a reader sees, whole


def labels(chart: object) -> dict[str, str]:
    names = Names(chart, Words.PLAIN)  # type: ignore[arg-type]
    parts = {row.id: (names.opening(row), names.question(row), names.effects_of(row)) for row in names.chart.rows}
    return {name: " / ".join(filter(None, said)) for name, said in parts.items()}


def test_the_discard_turn_reads_like_a_rule_book() -> None:
    assert labels(discard.chart) == {
        "drawing-deal_next_hand-discarding": "Deal the next hand / if a discard is owed / → deal hand",
        "drawing-deal_next_hand-resting": "Deal the next hand / otherwise / → deal hand",
        "drawing-change_settings-drawing": "Change the settings",
        "discarding-toggle_card-discarding": "Select or put back a card / if the card is in your hand and you may "
        "select one more, or put it back",
        "discarding-change_settings-discarding": "Change the settings",
        "discarding.choosing-then-discarding.selecting": "If a card is selected",
        "discarding.selecting-then-discarding.choosing": "Unless a card is selected",
        "discarding.selecting-then-discarding.ready": "If all that are owed are selected",
        "discarding.ready-then-discarding.selecting": "Unless all that are owed are selected",
        "discarding.ready-confirm_discard-resting": "Discard the selection / → discard selection",
        "resting-end_turn-game_over": "End the turn / if this turn is the last",
        "resting-end_turn-drawing": "End the turn / otherwise",
        "resting-change_settings-resting": "Change the settings",
    }


def test_no_name_of_the_code_is_left_in_plain_words() -> None:
    for engine in (belote, discard, goofspiel, uno):
        assert not [words for words in labels(engine.chart).values() if "_" in words]


def test_sentences_speak_plainly_too() -> None:
    sentences = Sentences(discard.chart, Words.PLAIN)

    assert sentences.of_row["drawing-deal_next_hand-discarding"] == (
        "From Draw Phase, “Deal the next hand” leads to Discard Phase if a discard is owed; what happens: deal hand."
    )
    assert sentences.of_row["discarding.choosing-then-discarding.selecting"] == (
        "From Discard Phase › Discard Phase Active, the flow leads to Discard Phase › Selection In Progress "
        "if a card is selected."
    )


def test_single_guards_say_whether_they_must_hold() -> None:
    names = Names(discard.chart, Words.PLAIN)
    said = {names.condition(guard) for row in discard.chart.rows for guard in row.guards}

    assert {"a card is selected", "unless a card is selected"} <= said
