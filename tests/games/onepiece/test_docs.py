"""The page about the game says what the code does."""

from tests.games.onepiece.docs import PAGE, TABLES, written


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    """Written with: python -m tests.games.onepiece.docs."""
    text = PAGE.read_text("utf-8")

    assert written(text) == text
    for name, table in TABLES.items():
        assert f"<!-- begin {name} -->\n{table()}\n<!-- end {name} -->" in text
