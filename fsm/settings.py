"""Settings of a game: a frozen struct of typed fields; a preset is a named bundle of them."""

from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from typing import Any, TypeVar

import msgspec

from fsm.chance import SEEDS
from fsm.errors import SettingsError

__all__ = ["seed_of", "settings_of"]

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


class Keywords(msgspec.Struct, frozen=True):
    """The keywords that a function takes, and those of them that it needs."""

    known: tuple[str, ...]
    needed: tuple[str, ...]
    takes_any: bool

    def check(self, owner: str, given: Iterable[str]) -> None:
        """Raise if a keyword is given that the function does not take."""
        for name in given:
            if name not in self.known and not self.takes_any:
                raise SettingsError(f"{owner} has no setting {name!r}; it has {', '.join(self.known) or 'none'}.")

    def check_all(self, owner: str, given: Iterable[str]) -> None:
        """The same, and raise if one is missing."""
        self.check(owner, given)
        for name in self.needed:
            if name not in given:
                raise SettingsError(f"{owner} needs the setting {name!r}; start a game with {name}=...")


def keywords_of(function: Callable[..., Any]) -> Keywords:
    """The keywords of a function; one that does not tell its signature may take any."""
    try:
        parameters = signature(function).parameters.values()
    except (ValueError, TypeError):
        return Keywords((), (), takes_any=True)
    named = [each for each in parameters if each.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)]
    return Keywords(
        known=tuple(each.name for each in named),
        needed=tuple(each.name for each in named if each.default is Parameter.empty),
        takes_any=any(each.kind is Parameter.VAR_KEYWORD for each in parameters),
    )


def seed_of(seed: Any) -> int:
    """A usable seed, or an error that says what one is."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise SettingsError(f"The seed must be a whole number from 0 to {SEEDS - 1}, not {seed!r}.")
    return seed
