"""Settings of a game: a frozen struct of typed fields; a preset is a named bundle of them."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from fsm.chance import SEEDS
from fsm.errors import SettingsError

S = TypeVar("S", bound=msgspec.Struct)


def settings_of(kind: type[S], presets: Mapping[str, Mapping[str, Any]], preset: str, given: Mapping[str, Any]) -> S:
    """The preset's settings with the given ones over them; an unknown name or a wrong type is an error."""
    if not isinstance(preset, str) or preset not in presets:
        raise SettingsError(f"There is no preset {preset!r}; choose one of {', '.join(presets)}.")
    known = kind.__struct_fields__
    for name in given:
        if name not in known:
            raise SettingsError(f"There is no setting {name!r}; the settings are {', '.join(known)}.")
    try:
        values = msgspec.to_builtins({**presets[preset], **given}, builtin_types=(bytes,))
        return msgspec.convert(values, type=kind, strict=True)
    except (msgspec.ValidationError, TypeError, RecursionError) as error:  # no value of JSON, or one without an end
        raise SettingsError(f"These settings do not fit: {error}.") from None


def seed_of(seed: Any) -> int:
    """A usable seed, or an error that says what one is."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise SettingsError(f"The seed must be a whole number from 0 to {SEEDS - 1}, not {seed!r}.")
    return seed
