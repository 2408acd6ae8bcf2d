"""The command lines of the documentation are understood, and everything that the command reads is explained."""

import re
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from phasebook.cli.parser import parser
from phasebook.cli.verbs import CANNOT, DONE, MODULES, NO, VERBS
from tests.docs.pages import PAGES, ROOT, command_lines, name_of, prose, spans, table, text_of

LINES = [(path, line) for path in PAGES for line in command_lines(path.read_text("utf-8"))]


@pytest.mark.parametrize(("path", "line"), LINES, ids=[f"{name_of(path)}: {' '.join(line)}" for path, line in LINES])
def test_a_command_line_is_understood(path: Path, line: list[str]) -> None:
    verb = next(word for word in line if not word.startswith("-"))

    assert verb in VERBS
    assert parser(line).parse_args(line).run


def test_the_readme_shows_every_verb() -> None:
    assert {line[0] for line in command_lines(text_of("README.md"))} == set(VERBS)


def options_known() -> set[str]:
    """Every option of every verb, and those before them."""
    top = ArgumentParser()
    verbs = top.add_subparsers()
    for verb in VERBS:
        import_module(f"phasebook.cli.{MODULES.get(verb, verb)}").add(verbs)
    return {option for one in (parser(), *verbs.choices.values()) for option in options_of(one)}


def options_of(one: ArgumentParser) -> Iterator[str]:
    """The options of a verb, and of its tasks, if it has some."""
    for action in one._actions:
        yield from action.option_strings
        if isinstance(action, _SubParsersAction) and one.prog != "phasebook":
            for task in action.choices.values():
                yield from options_of(task)


FOREIGN = re.compile(r"^(pip|dask|python|mypy|git|\.venv|pre-commit|phasebook-)")


@pytest.mark.parametrize("path", [path for path in PAGES if path.name != "errors.md"], ids=name_of)
def test_an_option_that_is_spoken_of_exists(path: Path) -> None:
    """But for the errors, which speak of those that do not."""
    texts = [span for span in spans(prose(path.read_text("utf-8"))) if not FOREIGN.match(span)]
    spoken = {word for text in texts for word in re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)}

    assert spoken <= options_known()


@pytest.mark.parametrize("page", ["docs/faq.md", "docs/fresh.md", "docs/verify.md", "docs/simulate.md"])
def test_exit_codes_are_explained(page: str) -> None:
    assert [int(row[0]) for row in table(page, "exit code").rows] == [DONE, NO, CANNOT]


def test_every_variable_of_the_environment_is_explained() -> None:
    sources = [path for package in ("phasebook", "fsm", "diagrams", "games") for path in (ROOT / package).rglob("*.py")]
    read = {name for path in sources for name in variables(path.read_text("utf-8"))}

    assert read == {
        name for path in PAGES if path.name != "CHANGELOG.md" for name in variables(path.read_text("utf-8"))
    }


def variables(text: str) -> list[str]:
    return re.findall(r"\bPHASEBOOK_[A-Z_]+\b", text)
