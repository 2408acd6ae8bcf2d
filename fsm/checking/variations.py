"""Which settings games are played with when nobody names any: presets, all house rules at once, and mixtures."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, get_args, get_origin

import msgspec

from fsm.chart import Chart
from fsm.checking.dice import die
from fsm.checking.domains import finite
from fsm.engine import Engine
from fsm.values.immutable import fields_of

MOST_VALUES = 16
"""Values of a setting that are tried; a number with more stays as the preset has it."""

Settings = Mapping[str, Any]


class Variations:
    """The settings of game after game: named ones in turn, and every other game a mixture."""

    def __init__(self, engine: Engine[Any], named: Settings | None = None) -> None:
        self.engine = engine
        self.are_named = bool(named)
        presets: list[Settings] = [{"preset": name} for name in engine.presets] or [{}]
        self.values = {} if named else values_of(engine)
        self.plain: list[Settings] = [named] if named else presets
        if everything := self.everything():
            self.plain.append(everything)

    def of(self, number: int) -> Settings:
        """The settings of a game."""
        if not self.values or number % 2 == 0:
            return self.plain[number // (2 if self.values else 1) % len(self.plain)]
        return self.mixture(number)

    def everything(self) -> Settings:
        """All house rules at once, as far as they go together."""
        found: dict[str, Any] = {}
        for name, values in self.values.items():
            more = {**found, name: values[-1]}
            if values[-1] is not False and settings_made(self.engine, more) is not None:
                found = more
        return found

    def mixture(self, number: int) -> Settings:
        """A preset with about half of the house rules chosen anew; the preset alone if they do not go together."""
        preset = self.plain[die("preset", number) % len(self.plain)]
        changed = {name: values[die(name, number) // 2 % len(values)] for name, values in self.values.items()
                   if die(name, number) & 1}  # fmt: skip
        mixed = {**preset, **changed}
        return preset if settings_made(self.engine, mixed) is None else mixed

    def possible_chart(self) -> Chart:
        """The flow without the rows that none of these settings, and no change of one of them, puts in force."""
        tried = [*self.plain, *self.single_changes()]
        made = [settings for one in tried if (settings := settings_made(self.engine, one)) is not None]
        return self.engine.chart_for(*dict.fromkeys(made)) if made else self.engine.chart

    def single_changes(self) -> Iterator[Settings]:
        """Each of the plain settings with one value changed."""
        for plain in self.plain:
            for name, values in self.values.items():
                yield from ({**plain, name: value} for value in values)


def values_of(engine: Engine[Any]) -> dict[str, Sequence[Any]]:
    """The settings that can be chosen freely, with their values; what is most unlike a plain game comes last."""
    hints = fields_of(engine.game_type).get("settings")
    known = engine._keywords
    if not (isinstance(hints, type) and issubclass(hints, msgspec.Struct) and engine.chart.static_guards):
        return {}
    found = {name: values_in(hint) for name, hint in fields_of(hints).items() if known.takes_any or name in known.known}
    return {name: values for name, values in found.items() if 1 < len(values) <= MOST_VALUES}


def values_in(hint: Any) -> Sequence[Any]:
    """The values of a type, if they are few: those that can be listed, and numbers between two bounds."""
    listed = finite(hint)
    if listed is not None:
        return sorted(listed, key=lambda value: value is not None)
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        bounds = [note for note in notes if isinstance(note, msgspec.Meta)]
        if kind is int and bounds and bounds[0].ge is not None and bounds[0].le is not None:
            return range(int(bounds[0].ge), int(bounds[0].le) + 1)
    return ()


def settings_made(engine: Engine[Any], given: Settings) -> Any:
    """The settings of a game that is started like this, or None if none can be."""
    chance = {"seed": 0} if "seed" in engine._keywords.known else {}
    try:
        return getattr(engine._made(**chance, **given), "settings", None)
    except Exception:  # `new` is foreign code, and may refuse in any way
        return None
