"""Sentences with names in braces, such as "Pass {count} cards.", and what is put there.

A doubled brace is a brace that readers see, as in Python's own `format`; nothing else of that is understood.
"""

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any

import msgspec

NOTHING = "engine.nothing"
"""The code of the word that stands for a list without items."""

FIELD = re.compile(r"\{\{|\}\}|\{(\w+)\}")

_write = msgspec.json.Encoder(order="deterministic").encode


def names_in(sentence: str) -> tuple[str, ...]:
    """The names in braces, each once, in order; a ValueError says what is wrong with the braces."""
    if "{" not in sentence and "}" not in sentence:
        return ()
    try:
        fields = [part[1:] for part in Formatter().parse(sentence) if part[1] is not None]
    except ValueError:
        raise ValueError("has half a pair of braces; double a brace that players shall read") from None
    for name, details, conversion in fields:
        if details or conversion or not (name or "").isidentifier():
            whole = f"{name}{'!' if conversion else ''}{conversion or ''}{':' if details else ''}{details}"
            raise ValueError(f"has {{{whole}}}, which is no name; put one word in braces, such as {{count}}")
    return tuple(dict.fromkeys(name or "" for name, _, _ in fields))


def escaped(text: str) -> str:
    """A text as a sentence that names nothing."""
    return text.replace("{", "{{").replace("}", "}}")


def filled(sentence: str, values: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The sentence with its values, in these words if there are some; a name without a value stays as it is."""
    if "{" not in sentence and "}" not in sentence:
        return sentence

    def put(found: re.Match[str]) -> str:
        name = found[1]
        if name is None:
            return found[0][0]
        return in_words(name, values[name], words or {}) if name in values else found[0]

    return FIELD.sub(put, sentence)


def in_words(name: str, value: Any, words: Mapping[str, str]) -> str:
    """A value for a reader: the translator's word for it, or as it is; the items of a list with commas."""
    if isinstance(value, list):
        return ", ".join(in_words(name, item, words) for item in value) or words.get(NOTHING, "nothing")
    return words.get(f"{name}={value}", str(value))


def plain(value: Any) -> Any:
    """A value as JSON has it: an enum member is its value, a tuple a list, a struct a mapping."""
    return msgspec.json.decode(_write(value))
