"""The verbs: each has a module, a summary and its own help; the exit codes are three."""

import argparse
from importlib import import_module
from pathlib import Path

import pytest

import phasebook.cli
from phasebook.cli import main, verbs
from phasebook.cli.parser import parser
from phasebook.cli.verbs import CANNOT, DONE, EXAMPLES, MODULES, NO, VERBS

NEEDED = {
    "play": ["discard"],
    "docs": ["check"],
    "verify": ["discard"],
    "simulate": ["discard"],
    "serve": ["discard"],
    "export": ["discard", "--to", "schema"],
    "new": ["ice_age"],
}
"""What some verbs cannot do without."""


def module_of(verb: str) -> str:
    return MODULES.get(verb, verb)


def offers_a_verb(path: Path) -> bool:
    return hasattr(import_module(f"phasebook.cli.{path.stem}"), "add")


def test_every_module_that_offers_a_verb_is_known() -> None:
    """And every verb has one: a name in the table is all that it takes to be found."""
    modules = Path(verbs.__file__).parent.glob("[!_]*.py")

    assert {path.stem for path in modules if offers_a_verb(path)} == set(map(module_of, VERBS))
    assert set(MODULES) <= set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_a_module_declares_its_verb_with_the_summary_of_the_table(verb: str) -> None:
    known = argparse.ArgumentParser().add_subparsers()
    import_module(f"phasebook.cli.{module_of(verb)}").add(known)

    assert list(known.choices) == [verb]
    assert [action.help for action in known._choices_actions] == [VERBS[verb]]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_in_the_help_and_has_its_own(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of verbs that were not asked for, only the name is known; of the one that was, everything."""
    summary = VERBS[verb]

    assert main(["--help"]) == 0
    assert f"{verb} " in (said := capsys.readouterr().out)
    assert " ".join(summary.split()) in " ".join(said.split())
    assert main([verb, "--help"]) == 0
    assert "--traceback" in capsys.readouterr().out
    assert parser([verb]).parse_args([verb, *NEEDED.get(verb, [])]).run


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_ends_with_examples_that_are_understood(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main([verb, "--help"])
    _, _, said = capsys.readouterr().out.partition("\nfor example:\n")

    assert [line.strip() for line in said.splitlines()] == list(EXAMPLES[verb])
    for line in EXAMPLES[verb]:
        command, *words = line.split()
        assert (command, words[0]) == ("phasebook", verb)
        assert parser(words).parse_args(words).run


def test_exit_codes_tell_yes_no_and_cannot_apart() -> None:
    """The command itself repeats one of them, because it imports nothing before it listens."""
    assert (DONE, NO, CANNOT) == (0, 1, 2)
    assert phasebook.cli.CANNOT == CANNOT
