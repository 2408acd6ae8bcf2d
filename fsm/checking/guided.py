"""Guided play: games from many seeds that look for phases, rows and answers of guards that were not seen yet.

For games that are too large to be explored. In every snapshot it asks what exploration asks; a failure is made short
before it is reported. The games are a function of the seed: what differs is only how many there are.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from fsm.chart import Chart
from fsm.checking.coverage import Coverage, Unreached, unreached
from fsm.checking.defects import Defect, Trouble, defect_at
from fsm.checking.guiding import Guide, Played
from fsm.checking.shrinking import Shrinker, session_of
from fsm.checking.variations import Variations
from fsm.engine import Engine
from fsm.errors import PhasebookError

QUIET = 10_000
"""When everything is covered, play goes on until so many snapshots have shown nothing new."""
LOOK_EVERY = 64


class GuidedPlay(msgspec.Struct, frozen=True):
    """What was seen and found."""

    flow: str
    seed: int
    settings: dict[str, Any]
    """Those asked for; if there are none, presets and house rules took turns."""
    steps: int
    """Snapshots that were looked at."""
    games: int
    deepest: int
    """Moves of the longest game."""
    endings: int
    payloads: int
    """Moves outside `legal_moves` that were tried, and must be refused."""
    variations: int
    """How many different settings were played with."""
    covered: bool
    """Everything that these settings put in force was seen."""
    chart: Chart
    """The flow as far as some of these settings put it in force."""
    coverage: Coverage
    ruled_out: tuple[str, ...]
    """Rows that none of the settings puts in force, or whose phase all of them leave at once: nobody can see them."""
    defects: tuple[Defect, ...]


def guided_play(
    engine: Engine[Any],
    *,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    steps: int | None = None,
    is_late: Callable[[], bool] = lambda: False,
    thorough: bool = False,
    progress: Callable[[int, Unreached], None] | None = None,
) -> GuidedPlay:
    """Play until everything is covered and nothing new has come for a while, or for so many steps, or until it is late.

    `is_late` is asked now and then: a clock belongs to the caller. `progress` gets the number of steps and what is
    still unseen.
    """
    if steps is not None and steps < 1:
        raise PhasebookError(f"Guided play needs at least 1 step, not {steps}.")
    variations = Variations(engine, settings)
    guide = Guide(engine, seed, variations, thorough)
    chart = without_passed_phases(variations.possible_chart())
    watch = Watch(guide, chart, steps, is_late, progress or (lambda _, __: None))
    guide.run(watch.is_enough)
    chart = without_passed_phases(engine.chart_for(*guide.settings_met)) if settings else chart
    coverage = guide.coverage(chart)
    seen = guide.inspector.endings, guide.inspector.payloads  # before it is asked to shrink what fails
    return GuidedPlay(
        flow=engine.name,
        seed=seed,
        settings=dict(settings or {}),
        steps=guide.steps,
        games=guide.games,
        deepest=guide.deepest,
        endings=seen[0],
        payloads=seen[1],
        variations=len(guide.settings_met),
        covered=not unreached(coverage),
        chart=chart,
        coverage=coverage,
        ruled_out=not_in_force(engine.chart, chart),
        defects=tuple(shrunk(guide, trouble, game) for trouble, game in guide.met.values()),
    )


class Watch:
    """Decides when guided play has seen enough."""

    def __init__(
        self,
        guide: Guide[Any],
        chart: Chart,
        steps: int | None,
        is_late: Callable[[], bool],
        progress: Callable[[int, Unreached], None],
    ) -> None:
        self.guide = guide
        self.chart = chart
        self.steps = steps
        self.is_late = is_late
        self.progress = progress
        self.looked_at = -1
        self.is_over = False

    def is_enough(self) -> bool:
        """Asked before every step; it looks only now and then."""
        guide = self.guide
        if self.steps is not None and guide.steps >= self.steps:
            self.is_over = True
        elif guide.steps // LOOK_EVERY != self.looked_at:
            self.looked_at = guide.steps // LOOK_EVERY
            missing = unreached(guide.coverage(self.chart))
            self.progress(guide.steps, missing)
            is_quiet = not missing and guide.steps - guide.news_at >= QUIET
            self.is_over = self.is_over or is_quiet or self.is_late()
        return self.is_over


def shrunk(guide: Guide[Any], trouble: Trouble, game: Played) -> Defect:
    """A defect with a short way to it; one that the flow accepts is left as it was met."""
    engine = guide.engine
    if not engine.chart.reason_to_accept(*trouble.key):
        shrinker = Shrinker(trouble, guide.inspector)
        game = shrinker.shortest(game)
        trouble = shrinker.seen_at_the_end(game)
    return defect_at(engine, session_of(engine, game), trouble, game.seed, game.settings)


def has_variations(engine: Engine[Any]) -> bool:
    """Whether games can be played with more settings than one."""
    return len(Variations(engine).plain) > 1


def without_passed_phases(chart: Chart) -> Chart:
    """The chart without the moves of phases in which no game waits: a consequence without guards comes first."""
    passed = {row.source for row in chart.rows if row.is_consequence and not (row.guards or row.done or row.calls)}
    rows = tuple(row for row in chart.rows if row.is_consequence or row.source not in passed)
    return msgspec.structs.replace(chart, rows=rows)


def not_in_force(whole: Chart, chart: Chart) -> tuple[str, ...]:
    """The rows of a flow that are left out of a chart of it."""
    kept = {row.id for row in chart.rows}
    return tuple(row.id for row in whole.rows if row.id not in kept and not row.refuses)
