"""What rules, events and phases are called in a picture."""

from collections.abc import Iterable, Iterator

from diagrams.content.text import shortened
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
