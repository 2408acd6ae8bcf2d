"""The tables of docs/onepiece.md, made from the code. To write them: python -m tests.games.onepiece.docs."""

import ast
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

from games.onepiece import PRESETS, Settings
from games.onepiece import table as nouns
from games.onepiece.card_checks import KEYWORDS, TIMINGS
from games.onepiece.cards import Category

PAGE = Path(__file__).parents[3] / "docs" / "onepiece.md"


def settings_table() -> str:
    """Every setting, what it means, and what the presets say."""
    said = {name: [shown(Settings(**chosen), name) for chosen in PRESETS.values()] for name in meanings()}
    rows = [[f"`{name}`", meaning.rstrip("."), *said[name]] for name, meaning in meanings().items()]
    return markdown(["setting", "which means", *(f"`{preset}`" for preset in PRESETS)], rows)


def shown(settings: Settings, name: str) -> str:
    """The value of a setting, as a reader would say it."""
    return "yes" if getattr(settings, name) else "no"


def meanings() -> dict[str, str]:
    """The settings with their docstrings, which Python forgets."""
    tree = ast.parse(Path(nouns.__file__).read_text("utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Settings")
    return {
        field.target.id: " ".join(str(said.value.value).split())
        for field, said in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant)
    }


def words_table() -> str:
    """Which timings and keywords a card of each category can have."""
    rows = [
        [f"`{category}`", in_code(TIMINGS[category]), in_code(KEYWORDS[category])]
        for category in Category
        if category is not Category.DON
    ]
    return markdown(["a", "has the timings", "and the keywords"], rows)


def in_code(words: Iterable[str]) -> str:
    """Words of the card file."""
    return ", ".join(f"`{word}`" for word in words)


def markdown(head: list[str], rows: list[list[str]]) -> str:
    """A table."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)).replace("| --- ", "|---")


TABLES: dict[str, Callable[[], str]] = {"settings": settings_table, "words": words_table}


def written(text: str) -> str:
    """A page with its tables as the code has them."""
    for name, table in TABLES.items():
        before, begin, rest = text.partition(f"<!-- begin {name} -->\n")
        _, end, after = rest.partition(f"<!-- end {name} -->")
        text = f"{before}{begin}{table()}\n{end}{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
