"""The recipes of the cookbook: the code of each, and the picture of the flow that it declares."""

import re
from collections.abc import Callable
from doctest import DocTest, DocTestParser, DocTestRunner
from typing import Any, NamedTuple

from diagrams.diagram import Diagram
from fsm.engine import Engine
from fsm.flow import Flow
from tests.docs.pages import text_of

COOKBOOK = "docs/flows.md"


class Played(NamedTuple):
    """What came of a recipe."""

    failures: list[str]
    flows: list[type[Flow]]
    engines: list[Engine[Any]]


class Recipe(NamedTuple):
    """One section of the cookbook."""

    title: str
    text: str
    first: str
    """What all recipes begin with."""

    def play(self) -> Played:
        """Run the recipe by itself, without the others of the page."""
        test: DocTest = DocTestParser().get_doctest(self.first + self.text, {}, self.title, COOKBOOK, 0)
        failures: list[str] = []
        DocTestRunner(verbose=False).run(test, out=failures.append, clear_globs=False)
        made = list(test.globs.values())
        flows = [value for value in made if isinstance(value, type) and issubclass(value, Flow) and value is not Flow]
        return Played(failures, flows, [value for value in made if isinstance(value, Engine)])

    def picture(self) -> str:
        """The flow as Mermaid, which GitHub draws."""
        (flow,) = self.play().flows
        return f"```mermaid\n{Diagram(flow).mermaid}```"


def recipes() -> list[Recipe]:
    """Every recipe, in the order of the page."""
    first, *sections = re.split(r"^## ", text_of(COOKBOOK), flags=re.MULTILINE)
    parted = [section.partition("\n") for section in sections]
    return [Recipe(title, text, first) for title, _, text in parted]


def pictures() -> dict[str, Callable[[], str]]:
    """What draws each picture of the page, by the name of its place."""
    return {f"picture of {recipe.title}": recipe.picture for recipe in recipes()}
