"""Saved games: JSON that knows which flow, version and chart it belongs to, and notices when it was changed."""

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from fsm.errors import SaveError
from fsm.snapshot import G, Snapshot

if TYPE_CHECKING:
    from fsm.engine import Engine

FORMAT = "phasebook save 1"


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the file. `digest` covers the rest: it finds accidents and hand edits, not forgers."""

    format: str
    flow: str
    version: int
    fingerprint: str
    phase: str
    game: dict[str, Any]
    digest: str = ""


def dump(engine: "Engine[G]", snapshot: Snapshot[G], *, keep_transient: bool = False) -> bytes:
    """The bytes of a saved game. A log keeps the transient fields: its moves may go on from them."""
    game = msgspec.to_builtins(snapshot.game)
    for name in () if keep_transient else engine.transient:
        game.pop(name, None)
    save = Save(FORMAT, engine.name, engine.version, engine.chart.fingerprint, snapshot.phase, game)
    sealed = msgspec.structs.replace(save, digest=digest_of(save))
    return msgspec.json.format(msgspec.json.encode(sealed), indent=1)


def load(engine: "Engine[G]", data: bytes | str) -> Snapshot[G]:
    """The snapshot in a saved game, or a `SaveError` that says what is wrong with the file."""
    save = decode(engine, data)
    check(engine, save)
    try:
        game = msgspec.convert(save.game, type=engine.game_type, strict=True)
    except msgspec.ValidationError as error:
        raise SaveError(f"The saved game of {engine.name} does not fit: {error}; restore it from a backup.") from None
    snapshot: Snapshot[G] = engine._program.settle(save.phase, game)
    if broken := engine.broken(snapshot):
        raise SaveError(f"The saved game of {engine.name} breaks the rule {broken[0]!r}; restore it from a backup.")
    return snapshot


def decode(engine: "Engine[G]", data: bytes | str) -> Save:
    """The file's outer shape."""
    try:
        return msgspec.json.decode(data, type=Save)
    except (msgspec.DecodeError, UnicodeError, TypeError, RecursionError) as error:
        raise SaveError(f"This is not a saved game of {engine.name}: {error}; pass what engine.dump() gave.") from None


def check(engine: "Engine[G]", save: Save) -> None:
    """A save of this format, this flow, this version, this chart, unchanged, in a phase that exists."""
    if save.format != FORMAT:
        raise SaveError(
            f"The save's format is {save.format!r}, this is {FORMAT!r}; load it with the release that wrote it."
        )
    if save.flow != engine.name:
        raise SaveError(f"The save is of the flow {save.flow!r}; load it with that engine, not with {engine.name}.")
    if save.version != engine.version:
        raise SaveError(f"The save has version {save.version}, {engine.name} has {engine.version}; convert it first.")
    if save.fingerprint != engine.chart.fingerprint:
        raise SaveError(f"The save was made with another definition of {engine.name} "
                        f"({save.fingerprint}, now {engine.chart.fingerprint}); load it with that.")  # fmt: skip
    if save.digest != digest_of(save):
        raise SaveError("The save was changed after it was written; restore it from a backup.")
    phase = engine.chart.by_path.get(save.phase)
    if phase is None or phase.children:
        raise SaveError(
            f"The save is in phase {save.phase!r}, which {engine.name} cannot be in; restore it from a backup."
        )


def digest_of(save: Save) -> str:
    """A checksum over everything but itself."""
    content = msgspec.json.encode(msgspec.structs.replace(save, digest=""), order="sorted")
    return blake2b(content, digest_size=8).hexdigest()
