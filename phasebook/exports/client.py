"""A typed client of the table protocol in TypeScript: the types of a flow, those of the protocol, and one class."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fsm.chart import Chart
from fsm.engine import Engine
from phasebook.exports.schema import schema_of
from phasebook.exports.targets import Exported
from phasebook.exports.typescript import declarations, head
from phasebook.tables.protocol import VERSION
from phasebook.tables.schema import schema as protocol_schema

CLIENT = Path(__file__).with_name("client.ts")


def export(engine: Engine[Any], chart: Chart) -> Exported:
    """A module with everything in it; it imports nothing."""
    client = CLIENT.read_text("utf-8")
    types = declarations(schema_of(engine, chart), names_in(client))
    return Exported("\n".join([*head(chart, "client"), *types, *protocol(), client]))


def names_in(module: str) -> list[str]:
    """What a module of TypeScript declares; no type of a game can be called like that."""
    declared = re.findall(r"^(?:export )?(?:class|interface|type|const) (\w+)", module, flags=re.MULTILINE)
    return [*declared, "Protocol", "PROTOCOL_VERSION"]


def protocol() -> Iterator[str]:
    """The messages of the table protocol, under a name of their own: some are called like moves of games."""
    yield f"const PROTOCOL_VERSION = {VERSION};"
    yield ""
    yield "/** The messages of the table protocol, for any game. */"
    yield "export declare namespace Protocol {"
    for declaration in declarations(protocol_schema()):
        yield from (f"  {line}" if line else "" for line in declaration.splitlines() or [""])
    yield "}"
    yield ""
