"""Rows to store, for the tests of every storage."""

from phasebook.tables.rows import Row


def row(n: int = 1, request: str | None = None, table: str = "oak", **changes: object) -> Row:
    """A row like those of a game; its request is named after its number unless given."""
    values = {"seat": '"anna"', "kind": "played", "content": b'{"card":7}', "time": 1000 + n, "fingerprint": f"f{n}"}
    return Row(table, n, f"request {n}" if request is None else request, **{**values, **changes})  # type: ignore[arg-type]
