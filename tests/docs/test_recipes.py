"""The cookbook: every recipe runs by itself, is short, and is found in the table at the top."""

import re

import pytest

from fsm.explore import explore
from tests.docs.pages import FENCED, anchors, links, table, text_of
from tests.docs.recipes import COOKBOOK, Recipe, recipes

RECIPES = recipes()
SHORTEST, LONGEST = 15, 35
each_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=[recipe.title for recipe in RECIPES])


@each_recipe
def test_a_recipe_runs_by_itself(recipe: Recipe) -> None:
    """A reader copies one, not the whole page. It declares one flow, and there is a picture of that."""
    played = recipe.play()

    assert played.failures == []
    assert len(played.flows) == 1


@each_recipe
def test_a_recipe_has_no_defect(recipe: Recipe) -> None:
    """What readers copy lists its moves as they are accepted, and never gets stuck."""
    (engine,) = recipe.play().engines

    assert explore(engine, limit=200).defects == ()


@each_recipe
def test_a_recipe_is_one_short_block_of_code(recipe: Recipe) -> None:
    blocks = [code for language, code in FENCED.findall(recipe.text) if language == "python"]
    lines = [line for code in blocks for line in code.splitlines() if line.strip()]

    assert len(blocks) == 1
    assert SHORTEST <= len(lines) <= LONGEST


@each_recipe
def test_a_recipe_shows_what_is_said_and_states_its_rule(recipe: Recipe) -> None:
    assert re.search(r"engine\.(legal_moves|why)\(|\.message", recipe.text)
    assert "**The rule" in recipe.text


def test_the_table_leads_to_every_recipe_in_order() -> None:
    led = [link.removeprefix("#") for row in table(COOKBOOK, "you want to say").rows for link in links(row[2])]
    titles = [title for recipe in RECIPES for title in anchors(f"## {recipe.title}\n")]

    assert list(dict.fromkeys(led)) == titles
    assert text_of(COOKBOOK).index("| you want to say |") < text_of(COOKBOOK).index("\n## ")
