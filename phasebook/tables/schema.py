"""The protocol as JSON Schema: requests, the answers that each may get, and notices of events."""

from typing import Any

import msgspec

from fsm import snapshot
from phasebook.syncing.docstrings import field_docstrings
from phasebook.tables import protocol
from phasebook.tables.protocol import VERSION, AnyAnswer, AnyRequest, Done, Notice

DIALECT = "https://json-schema.org/draft/2020-12/schema"

DONE_HAS: dict[type[protocol.Request], str] = {
    protocol.Hello: "version flows limits",
    protocol.Ping: "",
    protocol.New: "n table host seats",
    protocol.Load: "n table host seats",
    protocol.Sit: "n seat events",
    protocol.Watch: "n events",
    protocol.View: "n view phase to_act over outcome? deadline?",
    protocol.Moves: "n moves",
    protocol.WhyNot: "n why",
    protocol.Play: "n",
    protocol.TakeBack: "n",
    protocol.Events: "n events",
    protocol.Leave: "n",
    protocol.Save: "n save",
    protocol.Decide: "move",
}
"""By request, the fields of its answer `done`, beside the id; with a question mark, those that may be missing."""


def schema() -> dict[str, Any]:
    """Any message of the protocol, with a definition of each kind."""
    (requests, answers, notice), definitions = msgspec.json.schema_components(
        [AnyRequest, AnyAnswer, Notice], ref_template="#/$defs/{name}"
    )
    for name, definition in definitions.items():
        describe(definition, getattr(protocol, name, None) or getattr(snapshot, name))
    done = definitions[Done.__name__]
    own = {f"{Done.__name__}{kind.__name__}": done_for(done, has) for kind, has in DONE_HAS.items()}
    return {
        "$schema": DIALECT,
        "title": f"The table protocol of Phasebook, version {VERSION}",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Answer"}, notice],
        "$defs": {"Request": requests, "Answer": answers, **definitions, **own},
    }


def describe(definition: dict[str, Any], kind: type) -> None:
    """Let the properties of an object say what the docstrings below its fields say."""
    for name, said in field_docstrings(kind).items():
        definition["properties"][name]["description"] = said


def done_for(done: dict[str, Any], has: str) -> dict[str, Any]:
    """The answer `done` to one kind of request."""
    names = ["answer", "id", *(name.removesuffix("?") for name in has.split())]
    return {
        "type": "object",
        "properties": {name: done["properties"][name] for name in names},
        "required": [name for name in names if f"{name}?" not in has.split()],
    }
