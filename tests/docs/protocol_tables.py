"""The tables on the pages about tables: made from the structs of the protocol, and from the options of `serve`."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from phasebook.cli import serve
from phasebook.tables import protocol
from phasebook.tables.schema import DONE_HAS, schema
from tests.docs.docstrings import attribute_docstrings, first_paragraph
from tests.docs.transcript import transcript

WORDS = {"integer": "number", "number": "number", "string": "text", "boolean": "true or false", "array": "list"}


def table_of(head: str, rows: Iterable[str]) -> str:
    columns = head.count("|") + 1
    return "\n".join([f"| {head} |", "|" + "---|" * columns, *rows])


def requests() -> str:
    """Every request, with what belongs to it and what its answer has."""
    rows = (
        f"| `{kind.__struct_config__.tag}` | {code(fields_of(kind))} | {code(DONE_HAS[kind].split())} "
        f"| {first_paragraph(kind)} |"
        for kind in protocol.AnyRequest.__args__
    )
    return table_of("do | fields | `done` has | means", rows)


def fields_of(kind: type[msgspec.Struct]) -> list[str]:
    """The fields of a request, beside its id; with a question mark, those that may be left out."""
    fields = msgspec.structs.fields(kind)
    return [f"{one.encode_name}{'' if one.required else '?'}" for one in fields if one.name != "id"]


def code(names: Iterable[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


def fields(kind: type[msgspec.Struct]) -> str:
    """Every field of a struct."""
    said = attribute_docstrings(kind)
    properties = schema()["$defs"][kind.__name__]["properties"]
    rows = (f"| `{name}` | {shape(properties[name])} | {said[name]} |" for name in said)
    assert set(said) == set(kind.__struct_fields__) - {"id"}, f"{kind.__name__} has a field without a docstring"
    return table_of("field | is | means", rows)


def shape(property: dict[str, Any]) -> str:
    """What a field holds, in a word or two."""
    if "anyOf" in property:
        return next(shape(one) for one in property["anyOf"] if one != {"type": "null"})
    if "$ref" in property:
        return "object"
    if "enum" in property:
        return " ".join(f"`{value}`" for value in property["enum"])
    return WORDS.get(property.get("type", ""), "object" if "type" in property else "anything")


def about(kind: type[msgspec.Struct]) -> Callable[[], str]:
    return lambda: fields(kind)


def options_of_serve() -> str:
    """What `phasebook serve` understands, as its help says it."""
    verbs = ArgumentParser().add_subparsers()
    serve.add(verbs)
    actions = [one for one in verbs.choices["serve"]._actions if one.option_strings and one.dest != "help"]
    named = [(f"{one.option_strings[-1]} {one.metavar or ''}".strip(), one.help) for one in actions]
    return table_of("option | means", (f"| `{name}` | {said} |" for name, said in named))


PROTOCOL: dict[str, Callable[[], str]] = {
    "requests": requests,
    "options": about(protocol.Options),
    "clock": about(protocol.Clock),
    "limit": about(protocol.Limit),
    "refused": about(protocol.Refused),
    "stale": about(protocol.Stale),
    "error": about(protocol.Wrong),
    "event": about(protocol.Event),
    "limits": about(protocol.Limits),
    "transcript": transcript,
}
