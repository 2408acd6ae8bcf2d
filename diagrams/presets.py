"""The chart of a preset: what is left of a flow once its settings are decided."""

from collections.abc import Iterator
from typing import Any, get_type_hints

from diagrams.errors import DiagramError
from fsm.chart import Chart
from fsm.engine import Engine
from fsm.settings import settings_of

__all__ = ["chart_of_preset", "differing_presets"]


def chart_of_preset(engine: Engine[Any], preset: str) -> Chart:
    """The flow as it is under a preset."""
    if not isinstance(preset, str) or preset not in engine.presets:
        known = f"choose one of {', '.join(engine.presets)}" if engine.presets else "it has none"
        raise DiagramError(f"{engine.name} has no preset {preset!r}; {known}.")
    kind = get_type_hints(engine.game_type).get("settings")
    if kind is None:
        game = engine.game_type.__name__
        raise DiagramError(f"{engine.name} has presets, but {game} has no field 'settings'; give it one.")
    return engine.chart_for(settings_of(kind, engine.presets, preset, {}))


def differing_presets(engine: Engine[Any]) -> Iterator[tuple[tuple[str, ...], Chart]]:
    """The charts that presets make of a flow, where they differ from the whole one, each with its presets."""
    presets_of: dict[Chart, list[str]] = {}
    for preset in engine.presets:
        presets_of.setdefault(chart_of_preset(engine, preset), []).append(preset)
    for chart, presets in presets_of.items():
        if chart != engine.chart:
            yield tuple(presets), chart
