"""A flow's values as types of TypeScript, made from its JSON Schema: one definition, in two languages."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any

from fsm.chart import Chart
from fsm.engine import Engine
from phasebook.exports.schema import Schema, references, schema_of
from phasebook.exports.targets import Exported

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def export(engine: Engine[Any], chart: Chart) -> Exported:
    """A module that declares types and nothing else."""
    return Exported("\n".join([*head(chart, "typescript"), *declarations(schema_of(engine, chart))]))


def head(chart: Chart, target: str) -> Iterator[str]:
    """What the file is."""
    yield f"// {chart.name}: {chart.title}"
    yield f"// Written by `phasebook export --to {target}` from the definition {chart.fingerprint}. Do not edit it."
    yield ""


def declarations(schema: Schema, taken: Collection[str] = ()) -> Iterator[str]:
    """Every definition of a schema as a type; some names may be taken already."""
    names = names_of(schema, taken)
    for key, definition in schema["$defs"].items():
        if is_other_name(key, definition, names):
            continue
        yield from comment(definition.get("description", ""))
        if "properties" in definition:
            yield f"export interface {names[key]} {text_of(definition, names)}"
        else:
            yield f"export type {names[key]} = {text_of(definition, names)};"
        yield ""


def names_of(schema: Schema, taken: Collection[str] = ()) -> dict[str, str]:
    """What each definition is called in TypeScript: `Move` for `move`. A type of the game that would be called like one
    of these, or by a name that is taken, has the flow's name in front."""
    found = {key: key.capitalize() for key in schema["$defs"] if key.islower()}
    for key in schema["$defs"]:
        if not key.islower():
            name = re.sub(r"\W", "_", key)
            is_free = name not in taken and name not in others(found, key, schema)
            found[key] = name if is_free else f"{schema['title']}{name}"
    return found


def others(found: Mapping[str, str], key: str, schema: Schema) -> set[str]:
    """The names that are taken by definitions that are not just another name for this one."""
    return {name for other, name in found.items() if list(islice(references(schema["$defs"][other]), 2)) != [key]}


def is_other_name(key: str, definition: Schema, names: Mapping[str, str]) -> bool:
    """Whether a definition only refers to another that has the same name in TypeScript."""
    return "$ref" in definition and names[key] == text_of(definition, names)


def comment(text: str) -> Iterator[str]:
    """A description, where editors show it."""
    if text:
        yield f"/** {' '.join(text.split()).replace('*/', '* /')} */"


# Types


def text_of(schema: Schema, names: Mapping[str, str], indent: str = "") -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return names[next(references(schema))]
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return " | ".join(map(literal, schema["enum"]))
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return " | ".join(dict.fromkeys(text_of(one, names, indent) for one in schema[word])) or "never"
    if schema.get("type") == "array":
        return array(schema, names, indent)
    if schema.get("type") == "object":
        return fields(schema, names, indent) if "properties" in schema else mapping(schema, names, indent)
    return PLAIN.get(schema.get("type", ""), "unknown")


def literal(value: Any) -> str:
    """One value as a type."""
    return json.dumps(value, ensure_ascii=False)


def array(schema: Schema, names: Mapping[str, str], indent: str) -> str:
    """A list, or a tuple if each place has its own type."""
    if "prefixItems" not in schema:
        return f"ReadonlyArray<{text_of(schema.get('items', {}), names, indent)}>"
    least = schema.get("minItems", len(schema["prefixItems"]))
    places = [text_of(one, names, indent) for one in schema["prefixItems"]]
    marked = [place if number < least else f"({place})?" for number, place in enumerate(places)]
    rest = [] if schema.get("items") is False or "maxItems" in schema else ["...unknown[]"]
    return f"readonly [{', '.join([*marked, *rest])}]"


def mapping(schema: Schema, names: Mapping[str, str], indent: str) -> str:
    """An object whose fields have no names of their own."""
    return f"{{ readonly [key: string]: {text_of(schema.get('additionalProperties', {}), names, indent)} }}"


def fields(schema: Schema, names: Mapping[str, str], indent: str) -> str:
    """An object with fields of its own."""
    inner = f"{indent}  "
    lines = ["{"]
    for name, one in schema["properties"].items():
        lines += [f"{inner}{line}" for line in comment(one.get("description", ""))]
        mark = "" if name in schema["required"] else "?"
        key = name if name.isidentifier() else literal(name)
        lines.append(f"{inner}readonly {key}{mark}: {text_of(one, names, inner)};")
    return "\n".join([*lines, f"{indent}}}"])
