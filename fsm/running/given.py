"""What an engine is given: the game's type, settings, seeds, and snapshots that may not be its own."""

from collections.abc import Callable, Iterable
from secrets import randbits
from typing import Any, get_type_hints

from fsm.chance import SEED_BITS
from fsm.errors import FlowError, SettingsError, SnapshotError
from fsm.running.reasons import legal_values
from fsm.snapshot import G, Snapshot
from fsm.values.quoting import distinct_names, quoted


def drawn_seed() -> int:
    """Any seed, from the randomness of the system: the only chance that is no function of a seed."""
    return randbits(SEED_BITS)


def foreign_snapshot(name: str, game_type: type, phases: Iterable[str], snapshot: Any) -> SnapshotError:
    """What to say about a snapshot that is not one of this flow."""
    if not isinstance(snapshot, Snapshot):
        return SnapshotError(f"{quoted(snapshot)} is not a snapshot; make one with {name}'s engine.start().")
    if type(snapshot.game) is not game_type:
        mine, other = distinct_names(game_type, type(snapshot.game))
        return SnapshotError(
            f"a snapshot of {other} is not one of {name}, whose games are {mine}; ask the engine that made it."
        )
    known = legal_values(phases, "its phases are")
    return SnapshotError(f"{name} has no phase {quoted(snapshot.phase)} to be in; {known}")


def game_type_of(new: Callable[..., G]) -> type[G]:
    """The game's type, from the annotation of the function that makes one."""
    hint = new if isinstance(new, type) else get_type_hints(new).get("return")
    if not isinstance(hint, type):
        raise FlowError(f"{quoted(new)} must say what it returns: annotate it with the game's class.")
    return hint


def check_given(name: str, wanted: Any, settings: Any) -> None:
    """Settings that an engine can be made for: of the game's own kind, and fit to be looked up by."""
    if isinstance(wanted, type) and not isinstance(settings, wanted):
        raise SettingsError(f"{quoted(settings)} is no {wanted.__name__}, as the settings of {name} must be.")
    try:
        hash(settings)
    except TypeError as error:
        raise SettingsError(f"The settings of {name} must be hashable: {error}; give them as frozen values.") from None
