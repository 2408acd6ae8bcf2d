"""What can go wrong: a class for each party at fault, and every message is a sentence that says what to do."""

from typing import Any

__all__ = ["FlowError", "PhasebookError", "RuleError", "SaveError", "SettingsError", "SimulationError", "SnapshotError"]


class PhasebookError(Exception):
    """Base of every error that this package raises on purpose."""


class FlowError(PhasebookError):
    """A definition is wrong: the flow, a rule's signature, or a move type. For the flow's author."""


class RuleError(PhasebookError):
    """A rule misbehaved while running: wrong return type, or consequences without end."""


class SettingsError(PhasebookError):
    """A game cannot be made from these settings."""


class SnapshotError(PhasebookError):
    """A snapshot does not belong to this engine."""


class SaveError(PhasebookError):
    """A saved game or log cannot be read (torn, foreign, tampered with, of another version) or cannot be written."""


class SimulationError(PhasebookError):
    """A simulation that cannot go on: a policy failed, or the workers are gone."""

    so_far: Any = None
    """The `Simulation` of what was counted before, if it had begun."""
