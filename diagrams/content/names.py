"""What rules, events and phases are called in a picture."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from diagrams.content.calls import WayBack
from diagrams.content.sentences import full_name
from diagrams.content.text import short, shortened
from fsm.chart import Chart, Effect, Guard, Phase


class Names:
    """The names of one chart, shortened so that no two of them look alike."""

    def __init__(self, chart: Chart) -> None:
        rules = [guard.words for row in chart.rows for guard in row.guards]
        rules += [effect.name for row in chart.rows for effect in row.effects]
        rules += [effect.name for phase in chart.phases for effect in (*phase.enter, *phase.exit)]
        self.rules = shortened(rules)
        self.events = shortened(row.event for row in chart.rows if row.event is not None)
        self.phases = shortened(phase.name for phase in chart.phases)
        self.chart = chart

    def guards(self, guards: Iterable[Guard]) -> str:
        """`[a and not b]`."""
        return f"[{self.chain(guards)}]"

    def chain(self, guards: Iterable[Guard]) -> str:
        """`a and not b`."""
        return " and ".join(self.rules[guard.words] for guard in guards)

    def effects(self, effects: Iterable[Effect]) -> str:
        """`/ a, b`."""
        return "/ " + ", ".join(self.rules[effect.name] for effect in effects)

    def on_the_way(self, phase: Phase) -> Iterator[tuple[str, str]]:
        """`enter` and `/ a, b`, then `leave` and `/ c`: what happens on the way in and out, if anything."""
        for word, effects in (("enter", phase.enter), ("leave", phase.exit)):
            if effects:
                yield word, self.effects(effects)

    def way_back(self, way: WayBack) -> str:
        """`back to a`, or `after a, b` where callers go on elsewhere."""
        return f"{'back to' if way.returns else 'after'} {', '.join(self.caller(path) for path in way.callers)}"

    def caller(self, path: str) -> str:
        """The name of a phase far from its box: with those around it, if another phase has the same."""
        name = self.chart.by_path[path].name
        return (self.phases[name] if self.shared[name] == 1 else short(full_name(self.chart, path))) or "—"

    @cached_property
    def shared(self) -> Counter[str]:
        """How many phases have each name."""
        return Counter(phase.name for phase in self.chart.phases)
