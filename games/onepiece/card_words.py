"""The words of the card file: one that nobody knows is named, and with it those that would be right there."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from games.onepiece.cards import Card, Category

CARD = inspect.type_info(Card)

NOUNS = {
    "category": ("category", "categories"),
    "colours": ("colour", "colours"),
    "keywords": ("keyword", "keywords"),
    "timing": ("timing", "timings"),
    "target": ("target", "targets"),
    "until": ("duration", "durations"),
    "who": ("player", "players"),
    "do": ("step", "steps"),
}
"""What the words of a field are called, one and several."""


def unknown_words(written: Any, kind: inspect.Type = CARD, field: str = "") -> Iterator[str]:
    """A sentence for each wrong word, as far as what is written has a shape at all."""
    if isinstance(kind, inspect.EnumType):
        yield from unless_one_of(written, [word.value for word in kind.cls], field)
    elif isinstance(kind, inspect.LiteralType):
        yield from unless_one_of(written, [str(word) for word in kind.values], field)
    elif isinstance(kind, inspect.VarTupleType) and isinstance(written, list):
        for item in written:
            yield from unknown_words(item, kind.item_type, field)
    elif isinstance(kind, inspect.UnionType) and isinstance(written, dict):
        yield from words_of_a_step(written, kind)
    elif isinstance(kind, inspect.StructType) and isinstance(written, dict):
        for part in kind.fields:
            if part.encode_name in written:
                yield from unknown_words(written[part.encode_name], part.type, part.encode_name)


def words_of_a_step(written: dict[str, Any], kind: inspect.UnionType) -> Iterator[str]:
    """Which step it is decides which words it knows."""
    steps = {str(step.tag): step for step in kind.types if isinstance(step, inspect.StructType)}
    wanted = written.get("do")
    yield from unless_one_of(wanted, list(steps), "do")
    if isinstance(wanted, str) and wanted in steps:
        yield from unknown_words(written, steps[wanted])


def unless_one_of(word: Any, known: list[str], field: str) -> Iterator[str]:
    """A sentence, if a word is none of those that are known. What is not a word has another shape."""
    if isinstance(word, str) and word not in known:
        one, several = NOUNS[field]
        right = [other for other in known if other != Category.DON]
        yield f"there is no {one} {word!r}; the {several} are {', '.join(right)}."
