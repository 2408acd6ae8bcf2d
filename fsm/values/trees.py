"""Values as JSON holds them: what cannot be written, and what gets lost when a value is read."""

from collections import Counter
from collections.abc import Iterator
from math import isfinite
from typing import Any, TypeVar

import msgspec

from fsm.values.quoting import quoted

T = TypeVar("T")


def tree_of(value: Any) -> Any:
    """The dictionaries, lists and plain values that JSON holds for a value; sets in order, if they have one."""
    try:
        text = msgspec.json.encode(value, order="deterministic")
    except TypeError:
        text = msgspec.json.encode(value)
    return msgspec.json.decode(text)


def value_of(tree: Any, kind: type[T], without: tuple[str, ...] = ()) -> T:
    """The value that a tree stands for. Nothing may get lost: its own tree is the same, but for `without`."""
    value = msgspec.convert(tree, type=kind, strict=True, str_keys=True)
    if trouble := first_difference(tree, pruned(tree_of(value), without)):
        raise msgspec.ValidationError(trouble)
    return value


def written(value: Any) -> Any:
    """The tree of a value, from which the value can be read again."""
    try:
        tree = tree_of(value)
        if value_of(tree, type(value)) != value:
            check_writable(value)
    except (msgspec.ValidationError, UnicodeError):
        check_writable(value)
        raise
    return tree


def check_writable(value: Any) -> None:
    """Raise if JSON has no way to hold something in a value. It takes time: ask when something is wrong."""
    for trouble in unwritable(msgspec.to_builtins(value, str_keys=True)):
        raise msgspec.ValidationError(trouble)


def pruned(tree: Any, without: tuple[str, ...]) -> Any:
    """The tree without some of its uppermost fields."""
    return {name: tree[name] for name in tree if name not in without} if isinstance(tree, dict) else tree


def unwritable(tree: Any, path: str = "$") -> Iterator[str]:
    """What JSON cannot hold: infinite numbers, and halves of characters."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            yield from unwritable(name, f"{path}, a name there")
            yield from unwritable(value, below(path, name))
    elif isinstance(tree, list | tuple):
        for place, value in enumerate(tree):
            yield from unwritable(value, f"{path}[{place}]")
    elif isinstance(tree, float) and not isfinite(tree):
        yield f"JSON has no number {tree} - at `{path}`"
    elif isinstance(tree, str) and not is_text(tree):
        yield f"JSON cannot hold the text {quoted(tree)} - at `{path}`"


def is_text(text: str) -> bool:
    """Whether every character is a whole one: half of a surrogate pair is not."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def first_difference(read: Any, made: Any) -> str | None:
    """Where two trees begin to differ, if they do."""
    return None if read == made else next(differences(read, made), None)


def differences(read: Any, made: Any, path: str = "$") -> Iterator[str]:
    """Where a tree that was read and that of the value made from it are not the same."""
    if isinstance(read, dict) and isinstance(made, dict):
        yield from (f"Unknown field - at `{below(path, name)}`" for name in read if name not in made)
        yield from (f"Missing field - at `{below(path, name)}`" for name in made if name not in read)
        for name in read:
            if name in made:
                yield from differences(read[name], made[name], below(path, name))
    elif isinstance(read, list) and isinstance(made, list) and len(read) == len(made):
        if counted(read) != counted(made):  # equal but for the order: a set
            for place, pair in enumerate(zip(read, made, strict=True)):
                yield from differences(*pair, f"{path}[{place}]")
    elif read != made:
        yield f"{quoted(read)} is read as {quoted(made)} - at `{path}`"


def counted(items: list[Any]) -> Counter[bytes]:
    """The items, whatever their order."""
    return Counter(msgspec.json.encode(item, order="sorted") for item in items)


def below(path: str, name: str) -> str:
    """The path of a field: `$.hands`, or `$['strange name']`."""
    return f"{path}.{name}" if name.isidentifier() else f"{path}[{quoted(name)}]"
