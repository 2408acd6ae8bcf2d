"""A game's settings as a table: what each means, which values it may have, and what the presets make of it."""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from inspect import Parameter, signature
from typing import Any, NamedTuple, get_type_hints

import msgspec

from diagrams.markup import Language
from fsm.engine import Engine
from fsm.settings import settings_of
from phasebook.syncing.docstrings import field_docstrings
from phasebook.syncing.problems import DocsError

NEEDED = "*needed*"
MISSING = object()
"""The default of a setting that has none."""

WORDS: Mapping[Any, str] = {True: "on", False: "off", None: "none"}


class Setting(NamedTuple):
    """One line of the table."""

    name: str
    meaning: str
    values: str
    default: Any
    under: Mapping[str, Any]
    """What it is under each preset."""


def settings_table(engine: Engine[Any], language: Language) -> str:
    """Every setting of an engine's games. What a preset changes is bold."""
    settings = list(settings_in(engine))
    if not settings:
        raise DocsError(f"{engine.name} has no settings; leave this block out.")
    explained = any(setting.meaning for setting in settings)
    default = ["Default"] * needs_default(engine, settings)
    head = ["Setting", *["Meaning"] * explained, "Values", *default, *map(language.code, engine.presets)]
    return language.table(head, (cells_of(setting, language, explained, bool(default)) for setting in settings))


def needs_default(engine: Engine[Any], settings: list[Setting]) -> bool:
    """Whether the defaults need a column of their own: none of the presets is just that."""
    return not any(all(each.under[preset] == each.default for each in settings) for preset in engine.presets)


def cells_of(setting: Setting, language: Language, explained: bool, with_default: bool) -> list[str]:
    """What the table says of a setting."""
    return [
        language.code(setting.name),
        *[prose(setting.meaning, language)] * explained,
        language.text(setting.values),
        *[shown(setting.default, language)] * with_default,
        *(emphasised(setting, value, language) for value in setting.under.values()),
    ]


def prose(text: str, language: Language) -> str:
    """A docstring; what stands in backticks there is code here."""
    parts = re.split(r"(\s*)`([^`]+)`(\s*)", " ".join(text.split()))
    spoken = (language.text, str, language.code, str)
    return "".join(spoken[place % 4](part) for place, part in enumerate(parts))


def emphasised(setting: Setting, value: Any, language: Language) -> str:
    """The value under a preset; bold if it is not the default."""
    text = shown(value, language)
    return text if value == setting.default else f"**{text.strip('`')}**"


def shown(value: Any, language: Language) -> str:
    """A value as a reader would say it."""
    if value is MISSING:
        return NEEDED
    value = value.value if isinstance(value, Enum) else value
    if value is None or isinstance(value, bool):
        return WORDS[value]
    return language.code(value) if isinstance(value, str) and value else language.text(spelled(value))


def spelled(value: Any) -> str:
    """A value as JSON has it, or at least what it is: a text that is the same tomorrow."""
    try:
        return msgspec.json.encode(value, order="deterministic").decode()
    except (TypeError, ValueError, RecursionError):
        return type(value).__name__


# What settings there are


def settings_in(engine: Engine[Any]) -> Iterator[Setting]:
    """The fields of the game's `settings`; of a game without, the keywords that a new one takes."""
    kind: Any = get_type_hints(engine.game_type).get("settings")
    fields = getattr(type_of(kind), "fields", ()) if isinstance(kind, type) else ()
    if not fields:
        yield from keywords_in(engine)
        return
    meanings = field_docstrings(kind)
    decided = {preset: settings_under(engine, kind, preset) for preset in engine.presets}
    for field in fields:
        under = {preset: getattr(settings, field.name) for preset, settings in decided.items()}
        yield Setting(field.name, meanings.get(field.name, ""), values_of(field.type), default_of(field), under)


def settings_under(engine: Engine[Any], kind: Any, preset: str) -> Any:
    """The settings that a preset decides."""
    if issubclass(kind, msgspec.Struct):
        return settings_of(kind, engine.presets, preset, {})
    return kind(**engine.presets[preset])


def keywords_in(engine: Engine[Any]) -> Iterator[Setting]:
    """The keywords that make a new game."""
    hints = get_type_hints(engine.new, include_extras=True)
    for each in signature(engine.new).parameters.values():
        if each.kind in (Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL) or each.name == "preset":
            continue
        default = MISSING if each.default is Parameter.empty else each.default
        under = {preset: given.get(each.name, default) for preset, given in engine.presets.items()}
        yield Setting(each.name, "", values_of(type_of(hints.get(each.name, Any))), default, under)


def default_of(field: msgspec.inspect.Field) -> Any:
    """What a field is unless something else is said."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return MISSING if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def type_of(hint: Any) -> msgspec.inspect.Type:
    """What is known of an annotation."""
    try:
        return msgspec.inspect.type_info(hint)
    except (TypeError, RecursionError):
        return msgspec.inspect.AnyType()


# Which values they may have


def values_of(kind: msgspec.inspect.Type) -> str:
    """`on, off`, `2 to 10`, `5, 7, 10`, `none, 100, 200`, or what kind of value it is."""
    known = msgspec.inspect
    if isinstance(kind, known.Metadata):
        return values_of(kind.type)
    if isinstance(kind, known.UnionType):
        return ", ".join(values_of(each) for each in kind.types)
    if isinstance(kind, known.LiteralType):
        return ", ".join(map(str, kind.values))
    if isinstance(kind, known.EnumType):
        return ", ".join(str(member.value) for member in kind.cls)
    if isinstance(kind, known.IntType | known.FloatType):
        return numbers(kind)
    return SIMPLE.get(type(kind), type(kind).__name__.removesuffix("Type").lower())


SIMPLE: Mapping[type, str] = {
    msgspec.inspect.BoolType: "on, off",
    msgspec.inspect.NoneType: "none",
    msgspec.inspect.StrType: "text",
    msgspec.inspect.AnyType: "anything",
    msgspec.inspect.VarTupleType: "list",
    msgspec.inspect.TupleType: "list",
    msgspec.inspect.FrozenSetType: "set",
    msgspec.inspect.DictType: "table",
}


def numbers(kind: msgspec.inspect.IntType | msgspec.inspect.FloatType) -> str:
    """`2 to 10`, `at least 1`, or any number."""
    below, above = (("at least", kind.ge), ("more than", kind.gt)), (("at most", kind.le), ("less than", kind.lt))
    low, high = ([(word, bound) for word, bound in words if bound is not None] for words in (below, above))
    if kind.ge is not None and kind.le is not None:
        return f"{kind.ge:,} to {kind.le:,}"
    bounds = ", ".join(f"{word} {bound:,}" for word, bound in (*low, *high))
    return bounds or ("whole number" if isinstance(kind, msgspec.inspect.IntType) else "number")
