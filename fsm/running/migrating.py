"""Saves and logs of older versions, brought up to the engine's own: plain data in, plain data out, step by step.

A migration is a function of the author's, `migrations={1: from_1}`. It takes a dictionary with `phase` and `game`, with
`back` and `chosen` where something waits, and with `moves` if it is a log, and returns such a dictionary as the next
version would have written it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fsm.errors import FlowError, SaveError
from fsm.values.quoting import described, quoted
from fsm.values.trees import below

Data = dict[str, Any]
Migration = Callable[[Data], Data]
Migrations = Mapping[int, Migration]

ALWAYS = ("phase", "game")
SOMETIMES = ("back", "chosen")
LISTS = ("back", "chosen", "moves")


def check_migrations(name: str, version: Any, migrations: Any) -> None:
    """Versions count from 1, and a migration leads from each of those before to the next."""
    if type(version) is not int or version < 1:
        raise FlowError(f"{name}: version must be a whole number from 1 on, not {quoted(version)}.")
    if not isinstance(migrations, Mapping):
        raise FlowError(f"{name}: migrations must be a dictionary such as {{1: function}}, not {quoted(migrations)}.")
    for start, migration in migrations.items():
        if type(start) is not int or not 1 <= start < version:
            raise FlowError(f"{name}: {quoted(start)} in migrations is no older version; "
                            f"{older_versions(version)}.")  # fmt: skip
        if not callable(migration):
            raise FlowError(f"{name}: migrations[{start}] must be a function from the data of version {start} to that "
                            f"of version {start + 1}, not {quoted(migration)}.")  # fmt: skip


def older_versions(version: int) -> str:
    """What can be migrated from, as a clause for a message."""
    if version == 1:
        return "the engine has version 1, so there is none: raise version first"
    older = "name version 1" if version == 2 else f"name whole numbers from 1 to {version - 1}"
    return f"the engine has version {version}, so {older}"


def check_version(name: str, version: int, now: int, migrations: Migrations) -> None:
    """Refuse data of a version that nothing leads from to the engine's own."""
    if version > now:
        raise SaveError(
            f"The save has version {quoted(version)}, {name} has {now}; load it with the release that wrote it."
        )
    if version < 1:
        raise SaveError(f"The save has version {quoted(version)}, and versions count from 1; restore it from a backup.")
    for step in range(version, now):
        if step not in migrations:
            raise SaveError(f"The save has version {version}, {name} has {now}, and nothing leads from version {step} "
                            f"to {step + 1}; {to_write(step)}.")  # fmt: skip


def to_write(version: int) -> str:
    """What an author writes so that data of a version can be loaded."""
    return (
        f"pass migrations={{{version}: function}} to the engine, where the function takes the data of version "
        f"{version} and returns that of version {version + 1}"
    )


def to_raise(version: int) -> str:
    """What an author writes who has changed the definition since a version was saved."""
    return f"raise the engine's version to {version + 1} and {to_write(version)}"


def remedy(version: int, now: int) -> str:
    """What to do about a save or log that does not fit."""
    if version < now:
        return f"correct what migrations[{now - 1}] returns"
    return f"restore it from a backup or, if the definition has changed since, {to_raise(version)}"


def migrated(name: str, data: Data, version: int, now: int, migrations: Migrations) -> Data:
    """Data of an older version as the engine's own would have written it."""
    keys = (*ALWAYS, *SOMETIMES, *(["moves"] if "moves" in data else []))
    for step in range(version, now):
        where = f"migrations[{step}] of {name}"
        try:
            made = migrations[step](data)
        except Exception as error:
            raise SaveError(f"{where} failed: {described(error)}; correct it, or restore the save.") from error
        data = checked(where, step, made, keys)
    return data


def checked(where: str, version: int, data: Any, keys: tuple[str, ...]) -> Data:
    """What a migration returned, if it is data of the next version."""
    for trouble in troubles(data, keys):
        raise SaveError(f"{where} returned {trouble}; it takes the data of version {version} and must return that of "
                        f"version {version + 1}.")  # fmt: skip
    return dict(data)


def troubles(data: Any, keys: tuple[str, ...]) -> Iterator[str]:
    """What is wrong with data, as clauses for a message."""
    if type(data) is not dict:
        yield f"{quoted(data)}, which is no dictionary"
        return
    yield from (f"data without {name!r}" for name in keys if name not in data and name not in SOMETIMES)
    yield from (f"data with {quoted(name)}, which is none of {', '.join(keys)}" for name in data if name not in keys)
    yield from (f"{quoted(data[name])} as {name!r}, which is no list" for name in LISTS
                if type(data.get(name, [])) is not list)  # fmt: skip
    if type(data.get("phase")) not in (str, type(None)):
        yield f"{quoted(data.get('phase'))} as 'phase', which is no text"
    yield from (f"{foreign}, which JSON does not have" for foreign in foreigners(data))


def foreigners(tree: Any, path: str = "$") -> Iterator[str]:
    """What is not made of dictionaries, lists and plain values."""
    if type(tree) is dict:
        for name, value in tree.items():
            if type(name) is not str:
                yield f"the name {quoted(name)} at `{path}`"
            else:
                yield from foreigners(value, below(path, name))
    elif type(tree) is list:
        for place, value in enumerate(tree):
            yield from foreigners(value, f"{path}[{place}]")
    elif type(tree) not in (str, int, float, bool, type(None)):
        yield f"{quoted(tree)} at `{path}`"
