"""What somebody else wrote is repeated in messages without harm."""

from hypothesis import given
from hypothesis import strategies as st

from fsm.values.quoting import LONGEST, described, quoted, shown

anything = st.text(st.characters(categories=None), max_size=2 * LONGEST)


@given(anything)
def test_whatever_is_shown_is_printable_and_short(text: str) -> None:
    for said in (shown(text), quoted(text), described(ValueError(text))):
        assert said.isprintable()
        assert len(said) <= LONGEST + len("ValueError: …")


@given(st.text("abc äß♠ 123", max_size=LONGEST))
def test_plain_text_is_shown_as_it_is(text: str) -> None:
    assert shown(text) == text


def test_terminal_escapes_and_line_breaks_are_spelled_out() -> None:
    assert shown("\x1b[31mred\n\u202e") == r"\x1b[31mred\n\u202e"
    assert quoted("\x1b[2J") == r"'\x1b[2J'"


def test_a_text_of_a_million_characters_is_cut() -> None:
    assert quoted("x" * 1_000_000) == f"'{'x' * (LONGEST - 1)}…"
    assert shown("\x1b" * 1_000_000).endswith("…")


def test_a_value_is_quoted_as_python_writes_it() -> None:
    assert (quoted(7), quoted(None), quoted([1, "a"])) == ("7", "None", "[1, 'a']")


def test_a_function_or_class_is_called_by_its_name() -> None:
    assert (quoted(int), quoted(anything_at_all), quoted(lambda: 0)) == ("'int'", "'anything_at_all'", "a lambda")
    assert quoted(type("x" * 1_000, (), {})).endswith("…")


def anything_at_all() -> None: ...


def test_nobody_reads_where_in_memory_something_is() -> None:
    thing = object()

    assert (quoted(thing), quoted([thing])) == ("<object object>", "[<object object>]")
    assert quoted("look at 0x12") == "'look at 0x12'"


def test_an_error_is_described_by_type_and_words() -> None:
    assert described(KeyError("seat")) == "KeyError: 'seat'"
    assert described(MemoryError()) == "MemoryError"
