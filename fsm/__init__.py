"""Phasebook's engine: declare a game's flow once, as a state machine with guarded transitions, and run it.

Start with `Flow`, `State` and `guard` to declare, `Engine` to run, `Session` for undo, replay and observers.
Names are loaded on first use, so that importing `fsm` costs nothing.
"""

from importlib import import_module

TYPE_CHECKING = False  # as typing's, which takes longer to import than all the rest
if TYPE_CHECKING:
    from typing import Any

    from fsm.chart import Chart, Effect, Guard, Phase, Row
    from fsm.engine import HOST, Engine
    from fsm.errors import FlowError, PhasebookError, RuleError, SaveError, SettingsError, SnapshotError
    from fsm.flow import Flow, State, effect, gather, guard, stay
    from fsm.moves import Move
    from fsm.reading import read
    from fsm.session import Session
    from fsm.settings import Variant, variants
    from fsm.snapshot import (
        Caller,
        Chosen,
        Hidden,
        News,
        Redone,
        Refusal,
        RefusalKind,
        Snapshot,
        Trace,
        Unchanging,
        Undone,
        Why,
        heard_by,
        makes_news,
        with_news,
    )

__all__ = [
    "HOST",
    "Caller",
    "Chart",
    "Chosen",
    "Effect",
    "Engine",
    "Flow",
    "FlowError",
    "Guard",
    "Hidden",
    "Move",
    "News",
    "Phase",
    "PhasebookError",
    "Redone",
    "Refusal",
    "RefusalKind",
    "Row",
    "RuleError",
    "SaveError",
    "Session",
    "SettingsError",
    "Snapshot",
    "SnapshotError",
    "State",
    "Trace",
    "Unchanging",
    "Undone",
    "Variant",
    "Why",
    "effect",
    "gather",
    "guard",
    "heard_by",
    "makes_news",
    "read",
    "stay",
    "variants",
    "with_news",
]

HOMES = {
    "fsm.chart": ("Row", "Chart", "Effect", "Guard", "Phase"),
    "fsm.engine": ("HOST", "Engine"),
    "fsm.errors": ("FlowError", "PhasebookError", "RuleError", "SaveError", "SettingsError", "SnapshotError"),
    "fsm.flow": ("Flow", "State", "effect", "gather", "guard", "stay"),
    "fsm.moves": ("Move",),
    "fsm.reading": ("read",),
    "fsm.session": ("Session",),
    "fsm.settings": ("Variant", "variants"),
    "fsm.snapshot": (
        "Caller",
        "Chosen",
        "Hidden",
        "News",
        "Redone",
        "Refusal",
        "RefusalKind",
        "Snapshot",
        "Trace",
        "Unchanging",
        "Undone",
        "Why",
        "heard_by",
        "makes_news",
        "with_news",
    ),
}
HOME_OF = {name: module for module, names in HOMES.items() for name in names}


def __getattr__(name: str) -> "Any":
    if name not in HOME_OF:
        raise AttributeError(f"module 'fsm' has no attribute {name!r}; it has {', '.join(__all__)}.")
    return getattr(import_module(HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
