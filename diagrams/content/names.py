"""What rules, events and phases are called in a picture: as in the code, or in plain words."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from diagrams.content.calls import WayBack
from diagrams.content.manners import asked, opening_word
from diagrams.content.plain import (
    alternatives,
    at_the_start,
    chain_in_words,
    effect_in_words,
    event_in_words,
    guard_in_words,
    question_in_words,
    telling_effects,
    variant_in_words,
)
from diagrams.content.sentences import full_name
from diagrams.content.text import short, shortened
from diagrams.options import Detail, Words
from fsm.chart import Chart, Effect, Guard, Phase, Row


class Names:
    """The names of one chart, shortened so that no two of them look alike."""

    def __init__(self, chart: Chart, words: Words = Words.TECHNICAL, detail: Detail = Detail.FULL) -> None:
        self.chart = chart
        self.unasked = "Then" if detail is Detail.OVERVIEW else "At once"
        """When a row without an event and without guards is taken; an overview shows no guards."""
        self.is_plain = words is Words.PLAIN
        """Whether the names are those of a rule book."""
        self.rules = shortened(self.all_rules())
        self.events = shortened(self.opening_in_full(row) for row in chart.rows)
        self.phases = shortened(phase.name for phase in chart.phases)

    def all_rules(self) -> Iterator[str]:
        """What guards and effects are called, one by one."""
        for row in self.chart.rows:
            yield from map(self.guard_in_full, row.guards)
            yield from map(self.effect_in_full, row.effects)
        for phase in self.chart.phases:
            yield from map(self.effect_in_full, (*phase.enter, *phase.exit))

    def guard_in_full(self, guard: Guard) -> str:
        """A guard, however long its name."""
        if not self.is_plain:
            return guard.words
        return variant_in_words(guard) if guard.is_static else guard_in_words(guard)

    def effect_in_full(self, effect: Effect) -> str:
        """An effect, however long its name."""
        return effect_in_words(effect) if self.is_plain else effect.name

    def opening_in_full(self, row: Row) -> str:
        """What a row answers, or what stands in the place of an event that nobody sends; maybe nothing."""
        if self.is_plain:
            return event_in_words(row, bool(self.question_words(row)), self.unasked)
        return opening_word(row) if row.event is None else row.event

    # Rows

    def opening(self, row: Row) -> str:
        """The event of a row, or the words in its place; in plain words, a question may stand there."""
        return self.events[self.opening_in_full(row)]

    def question(self, row: Row, chain: str = "") -> str:
        """`[a and not b]`, or "if a, unless b"; `chain` is the name of guards that are too many to list."""
        if self.is_plain:
            said = self.question_words(row, chain)
            return said if self.opening_in_full(row) else at_the_start(said)
        return (f"[all of {chain}]" if chain else self.guards(asked(row))) if asked(row) else ""

    def question_words(self, row: Row, chain: str = "") -> str:
        """When a row is taken, in plain words."""
        return question_in_words(row, self.earlier[row.id], self.rule_of_guard, chain)

    def rule_of_guard(self, guard: Guard) -> str:
        return self.rules[self.guard_in_full(guard)]

    def condition(self, guard: Guard) -> str:
        """One guard: `not a`, or "unless a"."""
        said = self.rule_of_guard(guard)
        return f"unless {said}" if self.is_plain and guard.negated and not guard.is_static else said

    @cached_property
    def earlier(self) -> dict[str, tuple[Row, ...]]:
        """For each row, the alternatives that are tried before it."""
        return alternatives(self.chart)

    def badge(self, row: Row) -> str:
        """The settings that a row is played with."""
        return " and ".join(map(self.rule_of_guard, row.variants))

    def guards(self, guards: Iterable[Guard]) -> str:
        """`[a and not b]`."""
        return f"[{self.chain(guards)}]"

    def chain(self, guards: Iterable[Guard]) -> str:
        """`a and not b`."""
        if self.is_plain:
            return chain_in_words(tuple(guards), self.rule_of_guard)
        return " and ".join(map(self.rule_of_guard, guards))

    def effects(self, effects: Iterable[Effect]) -> str:
        """`/ a, b`, or "→ a, b"."""
        listed = ", ".join(map(self.effect, effects))
        return f"→ {listed}" if self.is_plain else f"/ {listed}"

    def effect(self, effect: Effect) -> str:
        """One effect."""
        return self.rules[self.effect_in_full(effect)]

    def effects_of(self, row: Row) -> str:
        """The effects of a row, or nothing if it has none that is worth a word."""
        effects = telling_effects(row) if self.is_plain else row.effects
        return self.effects(effects) if effects else ""

    # Phases

    def on_the_way(self, phase: Phase) -> Iterator[tuple[str, str]]:
        """`enter` and `/ a, b`, then `leave` and `/ c`: what happens on the way in and out, if anything."""
        words = ("on entering", "on leaving") if self.is_plain else ("enter", "leave")
        for word, effects in zip(words, (phase.enter, phase.exit), strict=True):
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
