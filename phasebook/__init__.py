"""Phasebook's front door: every public name of the engine and of the diagrams, from one place.

    from phasebook import Engine, Flow, State, guard, Diagram

Names are loaded on first use, so that importing `phasebook` costs nothing. Other distributions bring packages
called `diagrams` or `fsm`, too, and pip lets the last one win; nobody else brings a `phasebook`.
"""

__version__ = "0.2.0"

TYPE_CHECKING = False  # as typing's, which takes longer to import than all the rest of the door
if TYPE_CHECKING:
    from diagrams.diagram import Diagram
    from diagrams.errors import DiagramError, DrawingError
    from diagrams.options import Detail, RendererChoice, Theme, Words
    from diagrams.presets import chart_of_preset
    from diagrams.stamps import stamp_of
    from fsm.catalogue import engine_of, find, registered
    from fsm.chance import Seed, identifier, is_seed, picked, seed_of, shuffled
    from fsm.chart import Chart, Effect, Guard, Phase, Row
    from fsm.engine import HOST, Engine
    from fsm.errors import (
        FlowError,
        PhasebookError,
        RuleError,
        SaveError,
        SettingsError,
        SimulationError,
        SnapshotError,
    )
    from fsm.explore import Defect, Exploration, GuidedPlay, explore, guided_play, perft
    from fsm.flow import Flow, State, effect, gather, guard, stay
    from fsm.lint import Finding, lint
    from fsm.moves import Move
    from fsm.native import Native
    from fsm.reading import read
    from fsm.search import Budget, Hints, Search, search
    from fsm.session import Session
    from fsm.settings import Variant, settings_of, variants
    from fsm.simulate import Comparison, Decision, Simulation, compare, simulate
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
    from fsm.testing import conform, conformance

__all__ = [
    "HOST",
    "Budget",
    "Caller",
    "Chart",
    "Chosen",
    "Comparison",
    "Decision",
    "Defect",
    "Detail",
    "Diagram",
    "DiagramError",
    "DrawingError",
    "Effect",
    "Engine",
    "Exploration",
    "Finding",
    "Flow",
    "FlowError",
    "Guard",
    "GuidedPlay",
    "Hidden",
    "Hints",
    "Move",
    "Native",
    "News",
    "Phase",
    "PhasebookError",
    "Redone",
    "Refusal",
    "RefusalKind",
    "RendererChoice",
    "Row",
    "RuleError",
    "SaveError",
    "Search",
    "Seed",
    "Session",
    "SettingsError",
    "Simulation",
    "SimulationError",
    "Snapshot",
    "SnapshotError",
    "State",
    "Theme",
    "Trace",
    "Unchanging",
    "Undone",
    "Variant",
    "Why",
    "Words",
    "chart_of_preset",
    "compare",
    "conform",
    "conformance",
    "effect",
    "engine_of",
    "explore",
    "find",
    "gather",
    "guard",
    "guided_play",
    "heard_by",
    "identifier",
    "is_seed",
    "lint",
    "makes_news",
    "perft",
    "picked",
    "read",
    "registered",
    "search",
    "seed_of",
    "settings_of",
    "shuffled",
    "simulate",
    "stamp_of",
    "stay",
    "variants",
    "with_news",
]

# Where the names live that `fsm` itself does not offer. Those of `diagrams` are taken from its modules:
# its __init__ is the file that another distribution overwrites.
HOMES = {
    "diagrams.diagram": ("Diagram",),
    "diagrams.errors": ("DiagramError", "DrawingError"),
    "diagrams.options": ("Detail", "RendererChoice", "Theme", "Words"),
    "diagrams.presets": ("chart_of_preset",),
    "diagrams.stamps": ("stamp_of",),
    "fsm.catalogue": ("engine_of", "find", "registered"),
    "fsm.chance": ("Seed", "identifier", "is_seed", "picked", "seed_of", "shuffled"),
    "fsm.errors": ("SimulationError",),
    "fsm.explore": ("Defect", "Exploration", "GuidedPlay", "explore", "guided_play", "perft"),
    "fsm.lint": ("Finding", "lint"),
    "fsm.native": ("Native",),
    "fsm.search": ("Budget", "Hints", "Search", "search"),
    "fsm.settings": ("settings_of",),
    "fsm.simulating.policies": ("Decision",),
    "fsm.simulate": ("Comparison", "Simulation", "compare", "simulate"),
    "fsm.testing": ("conform", "conformance"),
}
HOME_OF = {name: module for module, names in HOMES.items() for name in names}


if not TYPE_CHECKING:  # a type checker knows the names from above, and shall complain about all others

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module 'phasebook' has no attribute {name!r}; it has {', '.join(__all__)}.")
        home = HOME_OF.get(name, "fsm")
        try:
            return getattr(__import__(home, fromlist=[name]), name)
        except Exception as error:  # another package in our place may fail in any way
            from phasebook.intact import damage

            if sentence := damage(home.partition(".")[0]):
                raise ImportError(sentence) from error
            raise


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
