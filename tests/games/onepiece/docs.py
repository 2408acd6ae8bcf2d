"""The tables of docs/onepiece.md, made from the code. To write them: python -m tests.games.onepiece.docs."""

from collections.abc import Callable, Iterable
from pathlib import Path

from games.onepiece.card_checks import KEYWORDS, TIMINGS
from games.onepiece.cards import Category

PAGE = Path(__file__).parents[3] / "docs" / "onepiece.md"


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


TABLES: dict[str, Callable[[], str]] = {"words": words_table}


def written(text: str) -> str:
    """A page with its tables as the code has them."""
    for name, table in TABLES.items():
        before, begin, rest = text.partition(f"<!-- begin {name} -->\n")
        _, end, after = rest.partition(f"<!-- end {name} -->")
        text = f"{before}{begin}{table()}\n{end}{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
