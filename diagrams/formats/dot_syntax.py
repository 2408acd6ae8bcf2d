"""DOT statements, and the names and ids in them.

The `graphviz` package quotes every value anew, which took half of all the time. Nothing here needs that: ids
are plain, and text comes with its quotes as entities.
"""

from collections.abc import Mapping

from diagrams.content.text import safe_id

Attributes = Mapping[str, str]


def statement(subject: str, attributes: Attributes) -> str:
    """One line of DOT."""
    # A label in HTML starts with an angle bracket, and has brackets for quotes.
    parts = [f"{name}={value}" if value[:1] == "<" else f'{name}="{value}"' for name, value in attributes.items()]
    return f"\t{subject} [{' '.join(parts)}]\n"


CLOSING = "\t}\n"
"""The end of a box."""


def opening(name: str) -> str:
    """The start of a box."""
    return f'\tsubgraph "{name}" {{\n'


def node(name: str, attributes: Attributes) -> str:
    """The statement of a node."""
    return statement(f'"{name}"', attributes)


def edge(tail: str, head: str, attributes: Attributes) -> str:
    """The statement of an edge."""
    return statement(f'"{tail}" -> "{head}"', attributes)


def same_rank(one: str, other: str) -> str:
    """The statement that keeps two nodes at the same height."""
    return f'\t{{ rank=same "{one}" "{other}" }}\n'


def phase_id(path: str) -> str:
    """The id of a phase in the picture."""
    return f"phase-{safe_id(path)}"


def arrow_id(row: str) -> str:
    """The id of a row's text in the picture."""
    return f"arrow-{safe_id(row)}"


def node_id(path: str) -> str:
    """The name of a phase's node."""
    return f"state_{safe_id(path)}"


def cluster_id(path: str) -> str:
    """The name of a compound phase's box."""
    return f"cluster_{safe_id(path)}"


def start_id(path: str | None) -> str:
    """The name of a start mark."""
    return "start" if path is None else f"start_{safe_id(path)}"


def anywhere_id(path: str) -> str:
    """The name of the mark for edges that leave from anywhere in a phase."""
    return f"anywhere_{safe_id(path)}"
