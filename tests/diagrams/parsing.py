"""Reading pictures back, to see what they really say."""

import json
import re
from typing import Any
from xml.etree import ElementTree

from diagrams.diagram import Diagram
from diagrams.renderers import Renderer, run

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"

MERMAID_LINE = re.compile(
    r"""
    stateDiagram-v2 | direction\ TB | \}
    | \[\*\]\ -->\ [a-z0-9_]+ | [a-z0-9_]+\ -->\ \[\*\]
    | state\ "(?:[^"\x00-\x1f<>`\\;:{}%*]|\#\d+;)+"\ as\ [a-z0-9_]+(?:\ \{)?
    | [a-z0-9_]+(?:\ -->\ [a-z0-9_]+)?\ :\ (?:[^"\x00-\x1f<>`\\;:{}%*]|\#\d+;|<br/>)+
    | classDef\ current\ stroke-width:4px | class\ [a-z0-9_]+\ current
    """,
    re.VERBOSE,
)
PLANTUML_LINE = re.compile(
    r"""
    @startuml | @enduml | hide\ empty\ description | \}
    | \[\*\]\ -->\ [a-z0-9_]+ | [a-z0-9_]+\ -->\ \[\*\]
    | state\ "(?:[^"!\x00-\x1f<>`\\;:{}%*$'~@|=]|<U\+[0-9A-F]{4,6}>)+"\ as\ [a-z0-9_]+(?:\ \#\#\[bold\])?(?:\ \{)?
    | [a-z0-9_]+(?:\ -->\ [a-z0-9_]+)?\ :\ (?:[^"!\x00-\x1f<>`\\;:{}%*$'~@|=]|<U\+[0-9A-F]{4,6}>|\\n)+
    """,
    re.VERBOSE,
)
D2_LINE = re.compile(
    r"""
    direction:\ down | \} | style\.double-border:\ true | style\.stroke-width:\ 4
    | [a-z0-9_]+:\ ""\ \{shape:\ circle;\ width:\ 14;\ height:\ 14\}
    | [a-z0-9_]+:\ "(?:[^"\\$]|\\[n"\\$])+"(?:\ \{)?
    | [a-z0-9_.]+\ ->\ [a-z0-9_.]+(?::\ "(?:[^"\\$]|\\[n"\\$])+")?
    """,
    re.VERBOSE,
)
KNOWN_LINES = {"mmd": MERMAID_LINE, "puml": PLANTUML_LINE, "d2": D2_LINE}
"""Every kind of line that we write. Nothing from a name can look like anything else."""


def line_of(diagram: Diagram, text: str) -> str:
    """The one DOT statement with a text in it."""
    (found,) = [line for line in diagram.dot.splitlines() if text in line]
    return found


def svg_root(text: str) -> ElementTree.Element:
    """The picture as a tree; fails if it is not well-formed."""
    return ElementTree.fromstring(text)


def ids(root: ElementTree.Element) -> list[str]:
    """Every id in a picture."""
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


def shown_text(root: ElementTree.Element) -> str:
    """What a reader sees, without tooltips and descriptions."""
    return "\n".join(element.text or "" for element in root.iter(f"{SVG}text"))


def graph_of(dot: str, renderer: Renderer) -> dict[str, Any]:
    """The graph as a renderer understands it."""
    done = run(renderer, ["-Kdot", "-Tdot_json"], dot.encode(), 60)
    graph: dict[str, Any] = json.loads(done.stdout)
    return graph


def boxes_of(graph: dict[str, Any]) -> dict[str, set[str]]:
    """For each node the names of all the boxes that it lies in."""
    objects = graph["objects"]
    found: dict[str, set[str]] = {item["name"]: set() for item in objects if "nodes" not in item}
    for item in objects:
        for number in item.get("nodes", ()):
            found.setdefault(objects[number]["name"], set()).add(item["name"])
    return found


Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def places_of(root: ElementTree.Element) -> dict[str, Box]:
    """Where each phase lies in a picture, by the id of its box."""
    groups = (group for group in root.iter(f"{SVG}g") if (group.get("id") or "").startswith("phase-"))
    return {group.attrib["id"]: outline(group) for group in groups}


def outline(group: ElementTree.Element) -> Box:
    """The box around the first shape of a group, which is its border."""
    shape = next(element for element in group.iter() if element.tag in (f"{SVG}path", f"{SVG}polygon"))
    numbers = [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", shape.get("d") or shape.get("points") or "")]
    across, down = numbers[::2], numbers[1::2]
    return min(across), min(down), max(across), max(down)
