"""Saved games: JSON that knows which flow, version and chart it belongs to, and notices when it was changed.

A file comes from outside, so nothing in it is believed: first its shape, then types and bounds, then the
invariants, and only then the rules are asked whether the game can rest there. Whatever goes wrong on the way
is a `SaveError`. A file of an older version is migrated first, and believed as little.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from fsm.chart import MISSING_MOVE
from fsm.errors import SaveError
from fsm.moves import move_text
from fsm.running.migrating import check_version, migrated, remedy, to_raise
from fsm.snapshot import Caller, G, Refusal, Snapshot
from fsm.values.quoting import described, quoted, shown
from fsm.values.trees import first_difference, pruned, tree_of, value_of, written

__all__ = ["FORMAT", "Save", "digest_of"]

if TYPE_CHECKING:
    from fsm.engine import Engine

FORMAT = "phasebook save 1"


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the file. `digest` covers the rest: it finds accidents and hand edits, not forgers."""

    format: str
    flow: str
    version: int
    fingerprint: str
    phase: str | None
    """None is before the first phase; only a log starts there."""
    game: Any
    back: Any = msgspec.UNSET
    """Suspended callers, and none of this if there are none: as in saves of flows that do not call."""
    chosen: Any = msgspec.UNSET
    """The moves that the phase has gathered, likewise."""
    digest: str = ""


@contextmanager
def refusing(what: str, remedy: str) -> Iterator[None]:
    """Whatever goes wrong is a `SaveError`: rules and invariants are asked too, and may fail in any way."""
    try:
        yield
    except SaveError:
        raise
    except msgspec.MsgspecError as error:
        raise SaveError(f"{what}: {shown(str(error))}; {remedy}.") from None
    except Exception as error:
        raise SaveError(f"{what}: {described(error)}; {remedy}.") from error


# Writing


def dump(engine: "Engine[G]", snapshot: Snapshot[G]) -> bytes:
    """The bytes of a saved game: what is left without the transient fields."""
    kept = without_transient(engine, snapshot)
    with refusing(f"This game of {engine.name} cannot be saved", "make it of values that JSON can hold"):
        if not is_saved_as(engine, kept, without_transient(engine, kept)):
            raise SaveError(
                f"{engine.name} would be another game each time it is loaded: "
                "consequences of its transient fields change what is saved; let them change transient fields alone."
            )
        tree = pruned(written(refreshed(engine, kept.game)), transient_names(engine))
        return msgspec.json.format(sealed(engine, kept.phase, tree, waiting_in(kept)), indent=1)


def dump_start(engine: "Engine[G]", start: Snapshot[G] | G) -> bytes:
    """The start of a log: a snapshot, or a game that has not begun.

    It keeps the transient fields: the moves may go on from them.
    """
    with refusing(f"This game of {engine.name} cannot be written", "make it of values that JSON can hold"):
        if isinstance(start, Snapshot):
            return sealed(engine, start.phase, written(start.game), waiting_in(start))
        return sealed(engine, None, written(start))


def waiting_in(snapshot: Snapshot[Any]) -> dict[str, Any]:
    """The trees of what waits in a snapshot; nothing of what does not."""
    waiting = {"back": snapshot.back, "chosen": snapshot.chosen}
    return {name: [written(value) for value in values] for name, values in waiting.items() if values}


def without_transient(engine: "Engine[G]", snapshot: Snapshot[G]) -> Snapshot[G]:
    """The snapshot after its transient fields were forgotten, and after the consequences of that.

    A choice that is no longer legal then has to be made again.
    """
    game = refreshed(engine, snapshot.game)
    if game is snapshot.game:
        return snapshot
    rest = settled(engine, msgspec.structs.replace(snapshot, game=game))
    kept = tuple(move for move in rest.chosen if objection(engine, rest, move) is None)
    return rest if kept == rest.chosen else msgspec.structs.replace(rest, chosen=kept)


def refreshed(engine: "Engine[G]", game: G) -> G:
    """The game with its transient fields as in a new one."""
    fresh = {field.name: default_of(field) for field in transient_fields(engine)}
    if all(getattr(game, name) == value for name, value in fresh.items()):
        return game
    return msgspec.structs.replace(game, **fresh)  # type: ignore[type-var]  # only structs have such fields


def is_saved_as(engine: "Engine[G]", one: Snapshot[G], other: Snapshot[G]) -> bool:
    """Whether two snapshots are the same but for transient fields."""
    if (one.phase, one.back, one.chosen) != (other.phase, other.back, other.chosen):
        return False
    if one.game is other.game:
        return True
    trees = (tree_of(refreshed(engine, snapshot.game)) for snapshot in (one, other))
    return first_difference(*trees) is None


def transient_fields(engine: "Engine[G]") -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields that a save forgets."""
    fields = fields_of(engine.game_type) if engine.transient else ()  # type: ignore[arg-type]  # it can be hashed
    return tuple(field for field in fields if field.name in engine.transient)


fields_of = cache(msgspec.structs.fields)


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """What a transient field is in a new game; the engine has checked that it has a default."""
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def transient_names(engine: "Engine[G]") -> tuple[str, ...]:
    """What the transient fields are called in JSON."""
    return tuple(field.encode_name for field in transient_fields(engine))


def sealed(engine: "Engine[G]", phase: str | None, game: Any, waiting: Mapping[str, Any] | None = None) -> bytes:
    """A whole save, with its digest, on one line."""
    save = Save(FORMAT, engine.name, engine.version, engine.chart.fingerprint, phase, game, **(waiting or {}))
    return msgspec.json.encode(msgspec.structs.replace(save, digest=digest_of(save)))


def digest_of(save: Save) -> str:
    """A checksum over everything but itself."""
    content = msgspec.json.encode(msgspec.structs.replace(save, digest=""), order="sorted")
    return blake2b(content, digest_size=8).hexdigest()


# Reading


class MisfitError(SaveError):
    """What does not fit, without what to do about it: that depends on the version of the file."""


@contextmanager
def fitting(engine: "Engine[G]", save: Save, what: str) -> Iterator[None]:
    """Whatever does not fit is a `SaveError` that says what to do."""
    todo = remedy(save.version, engine.version)
    with refusing(what, todo):
        try:
            yield
        except MisfitError as misfit:
            raise SaveError(f"{misfit}; {todo}.") from None


def load(engine: "Engine[G]", data: bytes | str) -> Snapshot[G]:
    """The snapshot in a saved game, or a `SaveError` that says what is wrong with the file."""
    save, _ = brought_up(engine, read(engine, data))
    with fitting(engine, save, f"The saved game of {engine.name} does not fit"):
        if save.phase is None:
            raise SaveError("This is the start of a log, not a saved game; replay the log.")
        game = value_of(save.game, engine.game_type, without=transient_names(engine))
        return sound(engine, snapshot_of(engine, save, save.phase, game))


def load_start(engine: "Engine[G]", save: Save) -> Snapshot[G] | G:
    """The start of a log, brought up: a snapshot, or a game that has not begun."""
    with fitting(engine, save, f"The start of this log of {engine.name} does not fit"):
        game = value_of(save.game, engine.game_type)
        if save.phase is None:
            if save.back is not msgspec.UNSET or save.chosen is not msgspec.UNSET:
                raise MisfitError(f"This log of {engine.name} starts before its game, yet something waits in it")
            return game
        start = snapshot_of(engine, save, save.phase, game)
        if sound(engine, start) != start:
            raise MisfitError(f"This log of {engine.name} starts where no game can rest")
        return start


def read(engine: "Engine[G]", data: bytes | str) -> Save:
    """A file as it was written: of this flow, of a version and a chart that can be loaded, and unchanged since."""
    with refusing(f"This is not a saved game of {engine.name}", "load one that is whole and unchanged"):
        save = msgspec.json.decode(data, type=Save)
        check(engine, save)
        return save


def check(engine: "Engine[G]", save: Save) -> None:
    """A save of this format, this flow, this version or one before it, this chart, unchanged."""
    if save.format != FORMAT:
        raise SaveError(
            f"The save's format is {quoted(save.format)}, this is {FORMAT!r}; load it with the release that wrote it."
        )
    if save.flow != engine.name:
        raise SaveError(
            f"The save is of the flow {quoted(save.flow)}; load it with that engine, not with {engine.name}."
        )
    if save.digest != digest_of(save):
        raise SaveError("The save was changed after it was written; restore it from a backup.")
    check_version(engine.name, save.version, engine.version, engine.migrations)
    if save.version == engine.version and save.fingerprint != engine.chart.fingerprint:
        raise SaveError(
            f"The save was made with another definition of {engine.name} ({quoted(save.fingerprint)}, now "
            f"{engine.chart.fingerprint!r}) of the same version; {to_raise(save.version)} (lambda data: data, if "
            "nothing in it has to change)."
        )


def brought_up(engine: "Engine[G]", save: Save, moves: list[Any] | None = None) -> tuple[Save, list[Any] | None]:
    """A file, and the moves of a log, as this version would have written them. It still names its own version."""
    if save.version == engine.version:
        return save, moves
    names = ("phase", "game", "back", "chosen")
    data = {name: getattr(save, name) for name in names if getattr(save, name) is not msgspec.UNSET}
    given = data if moves is None else data | {"moves": moves}
    made = migrated(engine.name, given, save.version, engine.version, engine.migrations)
    found = made.pop("moves", None)
    return msgspec.structs.replace(save, **(dict.fromkeys(names[2:], msgspec.UNSET) | made)), found


def snapshot_of(engine: "Engine[G]", save: Save, phase: str, game: G) -> Snapshot[G]:
    """The snapshot in a save, once its phase exists and what waits has the shape of callers and of moves."""
    if phase not in (leaf.path for leaf in engine.chart.leaves):
        raise MisfitError(f"The save is in phase {quoted(phase)}, which {engine.name} cannot be in")
    back = value_of([] if save.back is msgspec.UNSET else save.back, tuple[Caller, ...])
    row = engine.chart.gatherings.get(phase)
    if save.chosen is msgspec.UNSET:
        return Snapshot(phase, game, back)
    if row is None:
        raise misfit(engine, f"nobody chooses in {phase!r}, but choices are kept")
    kind = engine.move_type[row.event or ""]
    try:
        chosen = value_of(save.chosen, tuple[kind, ...])  # type: ignore[valid-type]  # known only now
    except msgspec.ValidationError as error:
        raise misfit(engine, f"a choice is no move that {phase!r} gathers: {shown(str(error))}") from None
    return Snapshot(phase, game, back, chosen)


def sound(engine: "Engine[G]", snapshot: Snapshot[G]) -> Snapshot[G]:
    """The snapshot, if the rules could have led there: invariants hold, it is at rest, and play can go on."""
    check_invariants(engine, msgspec.structs.replace(snapshot, chosen=()))
    check_choices(engine, snapshot)
    rest = at_rest(engine, snapshot)
    if rest.game is not snapshot.game:
        check_invariants(engine, rest)
    if is_stuck(engine, rest):
        raise MisfitError(f"No move is legal in the saved game of {engine.name}, and it is not over")
    return rest


def check_choices(engine: "Engine[G]", snapshot: Snapshot[G]) -> None:
    """What seats have chosen is what they could have chosen. The rules are asked, so invariants come first."""
    if not snapshot.chosen:
        return
    check_waiting(engine, snapshot)
    check_invariants(engine, snapshot)
    for move in snapshot.chosen:
        if (refusal := objection(engine, snapshot, move)) is not None:
            raise misfit(engine, f"nobody can have chosen {move_text(move)} ({shown(refusal.message)})")


def objection(engine: "Engine[G]", snapshot: Snapshot[G], move: Any) -> Refusal | None:
    """Why a choice could not have been made, were it the first."""
    answer = engine.step(msgspec.structs.replace(snapshot, chosen=()), move)
    return answer if isinstance(answer, Refusal) else None


def check_waiting(engine: "Engine[G]", snapshot: Snapshot[G]) -> None:
    """The callers that are suspended can be, and so can the choices that were made."""
    if trouble := engine._waiting.trouble(snapshot):
        raise misfit(engine, trouble)


def misfit(engine: "Engine[G]", trouble: str) -> MisfitError:
    """What to say of a save in which something waits that cannot wait there."""
    return MisfitError(f"The saved game of {engine.name} does not fit: {trouble}")


def check_invariants(engine: "Engine[G]", snapshot: Snapshot[G]) -> None:
    """What must hold in every snapshot holds in this one."""
    check_waiting(engine, snapshot)
    if broken := engine.broken(snapshot):
        raise MisfitError(f"The saved game of {engine.name} breaks the rule {quoted(broken[0])}")


def at_rest(engine: "Engine[G]", snapshot: Snapshot[G]) -> Snapshot[G]:
    """Where the consequences of fresh transient fields lead. There must be none that change what is saved."""
    rest = settled(engine, snapshot)
    if not is_saved_as(engine, snapshot, rest):
        raise MisfitError(
            f"The saved game of {engine.name} cannot rest in {snapshot.phase!r}, it goes on to {rest.phase!r} by itself"
        )
    return rest


def settled(engine: "Engine[G]", snapshot: Snapshot[G]) -> Snapshot[G]:
    """The snapshot after all consequences."""
    return engine._program.settle(snapshot)  # type: ignore[no-any-return]  # generated code


def is_stuck(engine: "Engine[G]", snapshot: Snapshot[G]) -> bool:
    """Whether the game is not over, yet no move is legal; a move with countless payloads might be."""
    if engine.is_over(snapshot) or engine.legal_moves(snapshot):
        return False
    events = engine.chart.events_at(snapshot.phase)
    return not any(engine.chart.reason_to_accept(MISSING_MOVE, event) for event in events)
