"""Errors are documentation: each is provoked, and read as a newcomer reads it."""

import ast

import pytest

from tests.docs.pages import ROOT
from tests.errors.examples import Example, Said, chapters, said_by
from tests.errors.reading import troubles
from tests.errors.sites import PASSED_ON, UNREAD, clauses, in_tree, sites, trees

EXAMPLES = [example for chapter in chapters().values() for example in chapter.examples]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])
def test_a_newcomer_reads_what_happened_where_and_what_to_do(example: Example) -> None:
    said = said_by(example.provoke)

    assert list(troubles(example, said)) == [], said.sentence


def test_every_place_that_raises_an_error_has_an_example() -> None:
    """Whoever adds an error adds an example of it, in a file beside this one, and runs python -m tests.docs."""
    provoked = {site for example in EXAMPLES for site in said_by(example.provoke).sites}

    assert [site for site in sites() if site not in provoked] == []


def test_every_part_of_a_sentence_that_others_raise_has_an_example() -> None:
    said = "\n".join(said_by(example.provoke).sentence for example in EXAMPLES)

    assert len(clauses()) > 50
    assert [clause for clause, pattern in clauses().items() if not pattern.search(said)] == []


def test_no_two_examples_are_called_alike() -> None:
    names = [example.name for example in EXAMPLES]

    assert len(set(names)) == len(names)


# The reading itself


def test_a_new_error_is_found() -> None:
    tree = ast.parse("def act(number):\n    if number < 1:\n        raise FlowError(\n            f'{number}')\n")

    assert [(site.first, site.last) for site in in_tree("new.py", tree)] == [(3, 4)]


def test_what_nobody_reads_is_still_raised_somewhere() -> None:
    nodes = (node for tree in trees().values() for node in ast.walk(tree))
    raised = [node.exc for node in nodes if isinstance(node, ast.Raise) and node.exc]
    names = {ast.unparse(one.func if isinstance(one, ast.Call) else one) for one in raised}

    assert {*UNREAD, *PASSED_ON.values()} <= names


@pytest.mark.parametrize(
    ("sentence", "trouble"),
    [
        ("There is no phase; choose one.", "it does not name 'moon'"),
        ("There is no phase 'moon'; choose one", "it does not end with a full stop"),
        ("There is no phase 'moon'. It is so. Choose one.", "it has more than two sentences"),
        ("There is no phase 'moon';\nchoose one.", "it has more than one line"),
        ("'moon' is <function moon at 0x7f00>; choose one.", "it shows something of the inside"),
        (f"'moon' is not in {ROOT}/games; choose one.", "it names a folder of this machine"),
        ("There was never a phase 'moon'.", "it does not say what to do"),
    ],
)
def test_a_sentence_that_does_not_help_is_noticed(sentence: str, trouble: str) -> None:
    moon = Example(lambda: None, ("moon",))

    assert list(troubles(moon, Said(sentence, "FlowError", frozenset()))) == [trouble]


def test_a_command_that_cannot_says_so_with_its_exit_code() -> None:
    said = Said("phasebook: There is no flow 'moon'; choose one.", "Printed", frozenset(), 1)

    assert list(troubles(Example(lambda: None, ("moon",)), said)) == [
        "it is not what a command says that cannot do something"
    ]
