"""A flow's values as JSON Schema, draft 2020-12: what its engine reads and writes, in one document.

What the engine reads may lack fields that have defaults, and what it writes has all of them, and no others. So a struct
that a move can hold is described as it is read, and every other one as it is written.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any

import msgspec

from fsm.chart import Chart
from fsm.engine import Engine
from fsm.moves import event_of
from fsm.saves import FORMAT
from fsm.snapshot import Caller, RefusalKind, Why
from phasebook.exports.facts import Facts, classes_in, facts_of, structs_in
from phasebook.exports.targets import Exported

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLACE = "#/$defs/{name}"
NO_LETTER = re.compile(r"[^a-zA-Z0-9.\-_]")
"""What names of definitions cannot have, so that another letter stands in its place."""

Schema = dict[str, Any]


def export(engine: Engine[Any], chart: Chart) -> Exported:
    """The document as text."""
    text = msgspec.json.format(msgspec.json.encode(schema_of(engine, chart)), indent=2).decode()
    return Exported(f"{text}\n")


def schema_of(engine: Engine[Any], chart: Chart | None = None) -> Schema:
    """The whole document. What is meant for use is under names in lower case in `$defs`: `move`, `view` and so on."""
    facts = facts_of(engine, chart)
    named = {
        "event": {"description": "What a move is called.", "enum": [event_of(kind) for kind in facts.moves]},
        "phase": {"description": "Where a game can be.", "enum": [phase.path for phase in facts.chart.leaves]},
    }
    types = Types(facts)
    named |= {
        "move": union("What a player, or the host, can send.", map(types.of, facts.moves), "move"),
        "view": view(facts, types),
        "news": union("What the rules report; each seat hears its own version.", map(types.of, facts.news), "type"),
        "refusal": refusal(facts),
        "why": types.of(Why),
        "save": save(facts, types),
        "outcome": outcome(facts, types),
        "settings": settings(facts, types),
    }
    title = facts.chart.title.rstrip(".")
    return {
        "$schema": DIALECT,
        "title": facts.chart.name,
        "description": f"{title}. Use the definitions in lower case; the others are their parts.",
        "$defs": named | reachable(named, types.components),
    }


class Types:
    """The types of a flow as definitions that refer to one another."""

    def __init__(self, facts: Facts) -> None:
        wanted = [*facts.moves, *facts.news, facts.engine.game_type, Why, Caller]
        wanted += [kind for kind in (facts.view, facts.outcome, facts.settings) if is_known(kind)]
        structs = structs_in(wanted)
        self.kinds = [*wanted, *structs]
        self.schemas, self.components = components_of(self.kinds)
        read = structs_in(facts.moves)
        for kind, info in structs.items():
            if kind not in read and not info.array_like:
                self.describe_as_written(info)

    def of(self, kind: Any) -> Schema:
        """A type: most are references to definitions."""
        return dict(self.schemas[self.kinds.index(kind)])

    def definition(self, kind: Any) -> Schema:
        """What a type that is a reference refers to."""
        return self.components[next(references(self.of(kind)))]

    def describe_as_written(self, info: msgspec.inspect.StructType) -> None:
        """Every field is there, unless it is left out on purpose, and nothing else."""
        schema, omits = self.definition(info.cls), info.cls.__struct_config__.omit_defaults
        left_out = {field.encode_name for field in info.fields if may_be_left_out(field, omits)}
        schema["required"] = [name for name in schema["properties"] if name not in left_out]
        schema["additionalProperties"] = False


def components_of(kinds: Iterable[Any]) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """The schemas of types, and of the types that they consist of."""
    kinds = list(kinds)
    with told_apart(classes_in(kinds)):
        return msgspec.json.schema_components(kinds, schema_hook=unknown, ref_template=PLACE)


@contextmanager
def told_apart(classes: Iterable[Any]) -> Iterator[None]:
    """Give classes of one name numbers for a while. msgspec loses all but one of them, and has ASCII letters only."""
    taken: set[str] = set()
    with ExitStack() as undo:
        for cls in (one for one in classes if isinstance(one, type)):
            name, numbers = cls.__qualname__, count(2)
            undo.callback(setattr, cls, "__qualname__", name)
            while (known := NO_LETTER.sub("_", f"{cls.__module__}.{cls.__qualname__}")) in taken:
                cls.__qualname__ = f"{name}{next(numbers)}"
            taken.add(known)
        yield


def unknown(kind: type[Any]) -> Schema:
    """What is said of a type that only Python knows."""
    return {"description": f"Phasebook does not know how a {kind.__name__} is written."}


def is_known(kind: Any) -> bool:
    """Whether a type says anything, and can be said in JSON Schema."""
    try:
        return kind is not None and components_of([kind])[0] != ({},)
    except TypeError:
        return False


def may_be_left_out(field: msgspec.inspect.Field, omits_defaults: bool) -> bool:
    """Whether a struct can be written without one of its fields: it has a default that is omitted, or can be unset."""
    has_default = field.default is not msgspec.NODEFAULT or field.default_factory is not msgspec.NODEFAULT
    return not field.required and (omits_defaults or not has_default)


def union(description: str, places: Iterable[Schema], tag: str) -> Schema:
    """One of several structs that a tag tells apart."""
    return {"description": f"{description} The field `{tag}` says which.", "oneOf": list(places)}


# What passes


def view(facts: Facts, types: Types) -> Schema:
    """What a seat sees."""
    if facts.view is None:
        return plain_view(facts, types)
    if not is_known(facts.view):
        name = facts.chart.name
        return {"description": f"{name} declares no type for its views; annotate what the engine's view= returns."}
    return {"description": "What a seat, or a spectator, may know.", **types.of(facts.view)}


def plain_view(facts: Facts, types: Types) -> Schema:
    """What a seat sees of a game that has no view of its own."""
    moves = {"type": "array", "items": {"$ref": "#/$defs/move"}}
    return closed(
        "What a seat may know of any game; this one has no view of its own.",
        {"phase": {"enum": [phase.path for phase in facts.chart.phases]},
         "back": {"type": "array", "items": {"type": "string"}},
         "chosen": {"type": "array", "description": "The seats that have chosen."},
         "to_act": {"type": "array", "description": "The seats that the game waits for."},
         "legal_moves": moves},
        optional=("back", "chosen"),
    )  # fmt: skip


def refusal(facts: Facts) -> Schema:
    """Why a move was not played."""
    whole = facts.engine.chart
    guards = sorted({guard.name for row in whole.rows for guard in row.guards})
    return closed(
        "A move that the rules do not allow.",
        {"kind": {"enum": list(RefusalKind)},
         "phase": {"description": "As the seat sees it; empty where none was asked.",
                   "enum": ["", *(phase.path for phase in whole.phases)]},
         "move": {"description": "What was sent; a text, if it could not be read."},
         "message": {"type": "string"},
         "guard": {"description": "The first guard that did not hold.", "enum": [None, *guards]},
         "possible": {"description": "The events that are possible instead.", "type": "array",
                      "items": {"enum": list(facts.engine.move_type)}},
         "code": {"description": "Which sentence it is, for translations.",
                  "enum": sorted(["", *facts.engine.sentences()])},
         "values": {"description": "What the sentence names.", "type": "object"}},
    )  # fmt: skip


def save(facts: Facts, types: Types) -> Schema:
    """A saved game."""
    engine, gathered = facts.engine, facts.chart.gatherings.values()
    chosen = [types.of(engine.move_type[row.event or ""]) for row in gathered]
    waiting: Schema = {}
    if facts.chart.called:
        waiting["back"] = {"type": "array", "minItems": 1, "items": types.of(Caller)}
    if chosen:
        waiting["chosen"] = {"type": "array", "minItems": 1, "items": {"anyOf": chosen}}
    return closed(
        "A saved game. It holds every secret: it is for hosts, not for players.",
        {"format": {"const": FORMAT},
         "flow": {"const": engine.name},
         "version": {"const": engine.version},
         "fingerprint": {"const": engine.chart.fingerprint},
         "phase": {"$ref": "#/$defs/phase"},
         "game": saved_game(engine, types),
         **waiting,
         "digest": {"type": "string"}},
        optional=tuple(waiting),
    )  # fmt: skip


def saved_game(engine: Engine[Any], types: Types) -> Schema:
    """The game, without the fields that a save forgets."""
    schema = types.of(engine.game_type)
    if not engine.transient:
        return schema
    whole, fields = types.definition(engine.game_type), msgspec.structs.fields(engine.game_type)
    forgotten = {field.encode_name for field in fields if field.name in engine.transient}
    kept = {name: one for name, one in whole["properties"].items() if name not in forgotten}
    required = [name for name in whole["required"] if name not in forgotten]
    return whole | {"title": f"Saved{whole['title']}", "properties": kept, "required": required}


def outcome(facts: Facts, types: Types) -> Schema:
    """How a game ended."""
    if facts.outcome is None:
        return {"description": f"{facts.chart.name} does not say how a game ended.", "type": "null"}
    if not is_known(facts.outcome):
        return {"description": f"{facts.chart.name} declares no type for its outcomes; annotate what outcome= returns."}
    return {"description": "How a game ended.", **types.of(facts.outcome)}


def settings(facts: Facts, types: Types) -> Schema:
    """The rule variants of a game, all written out."""
    if not is_known(facts.settings):
        return {"description": f"{facts.chart.name} has no settings.", "type": "null"}
    return {"description": "The rule variants of a game, all written out.", **types.of(facts.settings)}


def closed(description: str, properties: Schema, optional: Iterable[str] = ()) -> Schema:
    """An object with these fields and no others."""
    required = [name for name in properties if name not in set(optional)]
    known = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return {"description": description, **known}


# Only what is used


def reachable(named: dict[str, Schema], components: dict[str, Schema]) -> dict[str, Schema]:
    """The definitions that others refer to, in alphabetical order."""
    found: set[str] = set()
    todo = list(references(named))
    while todo:
        name = todo.pop()
        if name not in found and name in components:
            found.add(name)
            todo += references(components[name])
    return {name: components[name] for name in sorted(found)}


def references(schema: Any) -> Iterator[str]:
    """The definitions that a schema refers to."""
    if isinstance(schema, dict):
        place = schema.get("$ref")
        if isinstance(place, str):
            yield place.removeprefix("#/$defs/")
        for value in schema.values():
            yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)
