"""Settings of a game: a frozen struct of typed fields; a preset is a named bundle of them.

A rule that a setting switches is a variant. Its rows say so with `when=`:

    S = variants(Settings)
    jump_in = playing.to(laid, when=S.jump_in & ~S.teams, cond=..., on=...)
"""

from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from keyword import iskeyword
from typing import Annotated, Any, ClassVar, TypeVar, get_origin

import msgspec

from fsm.chance import seed_of
from fsm.errors import FlowError, SettingsError
from fsm.values.conditions import Condition, Setting, Variant
from fsm.values.immutable import ALIASES, fields_of, hints_of
from fsm.values.quoting import quoted

__all__ = ["Condition", "Variant", "seed_of", "settings_of", "variants"]

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
        raise SettingsError(misfit(str(error))) from None


def misfit(trouble: str) -> str:
    """What to say of settings that are not of their types, in words of msgspec."""
    wrong, _, place = trouble.partition(" - at `$.")
    if not place:
        return f"These settings do not fit: {trouble}; give values that JSON can hold."
    return f"The setting {place.rstrip('`')!r} does not fit: {wrong}; give it another value."


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
                raise SettingsError(f"{owner} needs the setting {name!r}; give it when you start a game.")


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


# Variants


class UnknownSettingError(FlowError, AttributeError):
    """A condition names a setting that the settings do not have."""


class Variants:
    """The settings of a class as conditions for `when=`: `S.jump_in`, `S.players == 2`."""

    __slots__ = ("_kind", "_types")

    def __init__(self, kind: type) -> None:
        self._kind = kind
        self._types = types_of(kind)

    def __getattr__(self, name: str) -> Setting:
        if name in self.__slots__:
            raise AttributeError(name)  # of a copy that is being made, and has nothing yet
        if name not in self._types or not name.isidentifier() or iskeyword(name):
            raise UnknownSettingError(
                f"{self._kind.__name__} has no setting {name!r}; it has {', '.join(self._types)}."
            )
        plain, note = understood(self._types[name])
        return Setting(self._kind, name, plain, note)

    def __dir__(self) -> list[str]:
        return sorted(self._types)

    def __repr__(self) -> str:
        return f"variants({self._kind.__name__})"


def variants(kind: type) -> Variants:
    """The settings of a struct or any other class with annotated fields, as conditions for `when=`."""
    if not isinstance(kind, type) or not types_of(kind):
        raise FlowError(f"variants() takes the class of a game's settings, with typed fields, not {quoted(kind)}.")
    return Variants(kind)


def types_of(kind: type) -> dict[str, Any]:
    """The types of a class's fields, or of whatever else it annotates."""
    annotated = {name: hint for name, hint in hints_of(kind).items() if get_origin(hint) is not ClassVar}
    return fields_of(kind) or annotated


def understood(hint: Any) -> tuple[Any, Variant | None]:
    """What a type is without all that is said about it, and what a variant's sentences are."""
    note = None
    while True:
        if get_origin(hint) is Annotated:
            note = next((one for one in hint.__metadata__ if isinstance(one, Variant)), note)
            hint = hint.__origin__
        elif isinstance(hint, ALIASES):
            hint = hint.__value__
        else:
            return hint, note
