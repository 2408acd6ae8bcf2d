"""Source while it grows: what is nested in what, and what refers to what."""

from typing import Any

from fsm.compiler.linking import compiled, linked
from fsm.compiler.source import Helpers, Source

HELPERS: Helpers[Any] = Helpers(*range(7))


def made(source: Source) -> dict[tuple[str, ...], Any]:
    """The functions of a source by their keys."""
    functions = linked(compiled(source.parts(), "test"), source.names, source.homes)
    return {key: functions[name] for key, name in source.names.functions.items()}


def test_lines_are_indented_as_they_are_nested() -> None:
    source = Source(HELPERS)
    with source.block(), source.function("numbers", "sum"):
        source.write("total = 0")
        with source.under("for number in numbers:"), source.under("if number > 0:"):
            source.write("total += number")
        source.write("return total")

    assert source.parts()[1] == (
        "def n8():\n"
        "    def n7(numbers):  # sum\n"
        "        total = 0\n"
        "        for number in numbers:\n"
        "            if number > 0:\n"
        "                total += number\n"
        "        return total\n"
    )
    assert made(source)["sum",]([3, -1, 4]) == 7


def test_a_block_binds_what_its_functions_refer_to_and_not_what_they_make() -> None:
    source = Source(HELPERS)
    with source.block():
        with source.function("n", "double"):
            source.write(f"return {source.link('rule', 'twice', lambda n: 2 * n)}(n)")
        with source.function("n", "double twice"):
            inner = source.names.function("double")
            variable = source.names.fresh()
            source.write(f"{variable} = {inner}(n)")
            source.write(f"return {inner}({variable})")

    twice = source.link("rule", "twice", None)
    assert source.parts()[1].startswith(f"def n11({twice}):\n")
    assert made(source)["double twice",](5) == 20


def test_a_function_may_be_called_before_it_is_written() -> None:
    source = Source(HELPERS)
    for word, then in (("first", "second"), ("second", None)):
        with source.block(), source.function("", word):
            source.write(f"return {source.names.function(then)}()" if then else "return 'second'")

    assert made(source)["first",]() == "second"


def test_a_block_without_functions_is_left_out() -> None:
    source = Source(HELPERS)
    with source.block():
        pass

    assert len(source.parts()) == 1


def test_helpers_have_names_in_the_legend() -> None:
    source = Source(HELPERS)

    assert source.helpers.refuse == "n2"
    assert source.names.values["n2"] == 2
    assert "# n2  # refuse\n" in source.parts()[0]


def test_the_same_thing_has_one_name() -> None:
    source = Source(HELPERS)

    assert source.link("guard", "a", any) == source.link("guard", "a", any) != source.link("effect", "a", any)


def test_a_function_runs_in_the_first_module_that_is_asked_for() -> None:
    source, one, other = Source(HELPERS), {"LIMIT": 1}, {"LIMIT": 2}
    with source.block():
        with source.function("", "first"):
            assert source.runs_in(one)
            assert not source.runs_in(other)
            source.write("return LIMIT")
        with source.function("", "second"):
            assert source.runs_in(other)
            source.write("return LIMIT")
        with source.function("", "third"):
            source.write("return 3")

    functions = made(source)
    assert [functions[word,]() for word in ("first", "second", "third")] == [1, 2, 3]
    assert source.homes[source.names.function("third")] is None
